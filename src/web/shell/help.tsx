// The list of keys, and where to find the rest.

import { hasLetterKeys } from "../state/settings.ts";
import { Dialog, dialog } from "../ui/dialog.tsx";
import { allCommands, isLetterKey, type LabCommand, labelOf } from "./commands.ts";

interface Row {
  readonly id: string;
  readonly group: string;
  readonly name: string;
  readonly keys: readonly string[];
  readonly isOn: boolean;
}

/** A row for each command with a key; the ten that follow a body are one. */
function rowsOf(commands: readonly LabCommand[]): Row[] {
  const follows = ({ id }: LabCommand) => /^follow-\d/.test(id);
  return commands.flatMap((command): Row[] => {
    const { id, group, name, keys, isOn } = command;
    if (follows(command) && id !== "follow-1") return [];
    if (follows(command))
      return [{ id, group, name: "Follow body 1, 2 … 10", keys: ["F1", "F2", "…", "F10"], isOn: false }];
    const working = keys.filter((key) => hasLetterKeys.value || !isLetterKey(key));
    return working.length === 0 ? [] : [{ id, group, name, keys: working, isOn: isOn?.() ?? false }];
  });
}

export default function KeysHelp() {
  const withKeys = rowsOf(allCommands());
  const groups = [...new Set(withKeys.map(({ group }) => group))];
  return (
    <Dialog title="Keys" class="keys-help">
      <p class="quiet">
        Keys work outside text fields. Everything else has a name:{" "}
        <button
          type="button"
          class="link"
          onClick={() => {
            dialog.value = "commands";
          }}
        >
          Ctrl + K
        </button>{" "}
        finds it. In the view: drag to turn, right drag to move, wheel to zoom.
        {!hasLetterKeys.value && " Keys of one letter are off; the settings have a switch for them."}
      </p>
      <div class="key-groups">
        {groups.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {withKeys
                .filter((command) => command.group === group)
                .sort((a, b) => (/^\d$/.test(a.keys[0]) ? a.keys[0].localeCompare(b.keys[0]) : 0))
                .map(({ id, name, keys, isOn }) => (
                  <div key={id}>
                    <dt>{keys.map((key) => (key === "…" ? key : <kbd key={key}>{labelOf(key)}</kbd>))}</dt>
                    <dd>
                      {name}
                      {isOn && <span class="quiet"> · on</span>}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
