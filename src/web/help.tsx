// The list of keys, and how to find one's way.
import { allCommands, labelOf } from "./commands.ts";
import { Dialog, dialog } from "./shell/dialog.tsx";

export function KeysHelp() {
  const withKeys = allCommands().filter(({ keys }) => keys.length > 0);
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
                    <dt>
                      {keys.map((key) => (
                        <kbd key={key}>{labelOf(key)}</kbd>
                      ))}
                    </dt>
                    <dd>
                      {name}
                      {isOn?.() && <span class="quiet"> · on</span>}
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
