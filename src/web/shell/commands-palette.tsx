// All commands by name: type a few letters, then Enter.
import { useComputed, useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { closeDialog, Dialog } from "../ui/dialog.tsx";
import { allCommands, type LabCommand, labelOf } from "./commands.ts";

/** How well a name fits what was typed: words at its beginning first, then words in it; null if it does not. */
export function fitOf(name: string, wanted: string): number | null {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const all = name.toLowerCase();
  let fit = 0;
  for (const word of words) {
    const at = all.indexOf(word);
    if (at < 0) return null;
    fit += at === 0 ? 0 : /\W/.test(all[at - 1]) ? 1 : 2;
  }
  return fit;
}

export function CommandPalette() {
  const wanted = useSignal("");
  const at = useSignal(0);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const found = useComputed(() =>
    allCommands()
      .map((command) => ({ command, fit: fitOf(`${command.name} ${command.group}`, wanted.value) }))
      .filter((one): one is { command: LabCommand; fit: number } => one.fit !== null)
      .sort((a, b) => a.fit - b.fit)
      .map(({ command }) => command),
  );
  const run = (command: LabCommand | undefined) => {
    if (!command) return;
    closeDialog();
    command.run();
  };
  const move = (to: number) => {
    at.value = Math.min(Math.max(to, 0), found.value.length - 1);
    list.current?.children[at.value]?.scrollIntoView({ block: "nearest" });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") move(at.value + 1);
    else if (event.key === "ArrowUp") move(at.value - 1);
    else if (event.key === "Enter") run(found.value[at.value]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Everything by name" class="palette">
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-label="What do you want to do?"
        aria-expanded="true"
        aria-controls="found-commands"
        aria-activedescendant={found.value[at.value] && `command-${found.value[at.value].id}`}
        placeholder="What do you want to do?"
        autocomplete="off"
        spellcheck={false}
        // The dialog gives it the focus when it opens.
        autofocus
        onInput={(event) => {
          wanted.value = event.currentTarget.value;
          at.value = 0;
        }}
        onKeyDown={onKeyDown}
      />
      <div role="listbox" id="found-commands" aria-label="What the lab can do" tabIndex={-1} ref={list}>
        {found.value.map((command, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
          <div
            key={command.id}
            id={`command-${command.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === at.value}
            onClick={() => run(command)}
          >
            <span class="quiet group">{command.group}</span>
            <span>{command.name}</span>
            {command.isOn && <span class="quiet">{command.isOn() ? "on" : "off"}</span>}
            <span class="space" />
            {command.keys.slice(0, 2).map((key) => (
              <kbd key={key}>{labelOf(key)}</kbd>
            ))}
          </div>
        ))}
        {found.value.length === 0 && <p class="quiet">Nothing is called that.</p>}
      </div>
    </Dialog>
  );
}
