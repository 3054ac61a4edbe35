// The length and precision of the run, and the laws that act.

import { integratorNames } from "../../language/syntax/setting-names.ts";
import { defaultText } from "../../language/syntax/simulation-settings.ts";
import { setSetting, type TextEdit } from "../../language/write/edit.ts";
import type { BlockOutline, ContextOutline, SimulationOutline } from "../protocol/text.ts";
import { edit, outline, owner, text } from "../state/experiment.ts";
import { ChoiceField, ExpressionField, TextField } from "../ui/fields.tsx";
import { switchLaws } from "./law-switch.ts";

function settingOf({ settings }: BlockOutline, key: string): string {
  return settings.find((setting) => setting.key === key)?.text ?? "";
}

function change(edits: TextEdit[] | null, act: string): void {
  if (edits && edits.length > 0) edit(edits, act);
}

/** Keys in plain words. */
const rows = [
  { key: "initial time", words: "starts at", unit: "s" },
  { key: "duration", words: "lasts", unit: "s" },
  { key: "step", words: "step", unit: "s" },
  { key: "frames", words: "pictures per second", unit: "1/s" },
  { key: "tolerance", words: "times are found to", unit: "s" },
  { key: "seed", words: "seed of chance", unit: "" },
] as const;

export function SimulationForm({ simulation }: { simulation: SimulationOutline }) {
  const { name } = simulation;
  const set = (key: string, value: string) =>
    change(setSetting(text.value, "simulation", name, key, value), `change ${key}`);
  return (
    <table class="attributes settings">
      <tbody>
        {rows.map(({ key, words, unit }) => (
          <tr key={key}>
            <th scope="row">{words}</th>
            <td data-default={settingOf(simulation, key) === ""}>
              <ExpressionField
                label={key}
                value={settingOf(simulation, key) || defaultText(key)}
                onChange={(next) => set(key, next)}
              />
            </td>
            <td class="unit quiet">{unit}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">integrator</th>
          <td data-default={settingOf(simulation, "integrator") === ""}>
            <ChoiceField
              label="integrator"
              value={settingOf(simulation, "integrator") || defaultText("integrator")}
              choices={integratorNames}
              onChange={(next) => set("integrator", next)}
            />
          </td>
          <td />
        </tr>
      </tbody>
    </table>
  );
}

function LawRow({ context, simulation }: { context: ContextOutline; simulation: SimulationOutline | undefined }) {
  const { name, type, file } = context;
  const isOn = !simulation?.contexts || simulation.contexts.includes(name);
  const applicability = settingOf(context, "applicability")
    .replace(/^\{|\}$/g, "")
    .trim()
    .replace(/\s+/g, " ");
  return (
    <li class="law-row" data-on={isOn}>
      <label>
        <input
          type="checkbox"
          checked={isOn}
          disabled={!simulation}
          onChange={(event) => simulation && switchLaws(simulation, [name], event.currentTarget.checked)}
        />
        <span class="law-name">{name}</span>
      </label>
      {file === null ? (
        <div class="applies">
          <span class="quiet">{type} of</span>
          <TextField
            label={`${name} applies to`}
            placeholder="all that it can"
            value={applicability}
            check={(typed) => (/^[\p{L}\d_\s]*$/u.test(typed) ? "" : "Such as: mandatory 1 dynamic object")}
            onChange={(next) =>
              change(setSetting(text.value, "context", name, "applicability", `{ ${next} }`), `change ${name}`)
            }
          />
          <button type="button" onClick={() => owner.value?.show(context.from, context.from)}>
            Text
          </button>
        </div>
      ) : (
        <p class="applies quiet">
          {type}
          {applicability === "" ? "" : ` of ${applicability}`} · {file}
        </p>
      )}
    </li>
  );
}

export function LawsForm() {
  const { contexts, simulations } = outline.value;
  if (contexts.length === 0) return <p class="quiet">No laws yet: import some, or write a context.</p>;
  return (
    <>
      <ul class="law-rows">
        {contexts.map((context) => (
          <LawRow key={`${context.file} ${context.name}`} context={context} simulation={simulations[0]} />
        ))}
      </ul>
      <p class="quiet">Where several could act, the one that asks for more wins; their order does not matter.</p>
    </>
  );
}
