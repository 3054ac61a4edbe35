// What a person can choose about the page.
import type { Signal } from "@preact/signals";
import {
  announcesEvents,
  goesOn,
  hasLetterKeys,
  isProjected,
  runsWhileTyping,
  showsQuestion,
  type Theme,
  theme,
} from "../state/settings.ts";
import { Dialog } from "../ui/dialog.tsx";

const themes: readonly (readonly [Theme, string])[] = [
  ["system", "As the system"],
  ["light", "Light"],
  ["dark", "Dark"],
];

export default function SettingsDialog() {
  return (
    <Dialog title="Settings">
      <fieldset>
        <legend>Colours</legend>
        {themes.map(([id, name]) => (
          <label key={id}>
            <input
              type="radio"
              name="theme"
              checked={theme.value === id}
              onChange={() => {
                theme.value = id;
              }}
            />
            {name}
          </label>
        ))}
      </fieldset>
      <Choice value={isProjected} name="Projector" what="Larger type; the view has the page for itself" />
      <Choice value={runsWhileTyping} name="Run while typing" what="A change of the text restarts the run at once" />
      <Choice
        value={goesOn}
        name="Go on after a change"
        what="After a change a playing run continues from the same time, not from the start"
      />
      <Choice value={showsQuestion} name="Questions" what="An experiment opens with its question under the view" />
      <Choice
        value={hasLetterKeys}
        name="Keys of one letter"
        what="Letters, digits and signs do something outside the text; off, only Space, arrows, F keys and Ctrl do"
      />
      <Choice value={announcesEvents} name="Say events" what="Screen readers say what happens while it plays" />
    </Dialog>
  );
}

function Choice({ value, name, what }: { value: Signal<boolean>; name: string; what: string }) {
  return (
    <label class="choice">
      <input
        type="checkbox"
        checked={value.value}
        onChange={(event) => {
          value.value = event.currentTarget.checked;
        }}
      />
      <span>
        <b>{name}</b>
        <br />
        <span class="quiet">{what}</span>
      </span>
    </label>
  );
}
