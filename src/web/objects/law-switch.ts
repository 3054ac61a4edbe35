// Laws switched off and on: the simulation names the laws that act in it, and the text keeps all of them.
import { applyEdits, type TextEdit } from "../../language/write/edit.ts";
import { listName, unlistName } from "../../language/write/edit-value.ts";
import type { SimulationOutline } from "../protocol/text.ts";
import { edit, outline, text } from "../state/experiment.ts";

const key = "contexts_involved";

/** One edit that does what several do one after the other. */
export function inOne(before: string, after: string): TextEdit[] {
  if (before === after) return [];
  let from = 0;
  while (from < before.length && before[from] === after[from]) from++;
  let end = 0;
  const most = Math.min(before.length, after.length) - from;
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return [{ from, to: before.length - end, insert: after.slice(from, after.length - end) }];
}

/** Switches laws on or off in a simulation. */
export function switchLaws({ name, contexts }: SimulationOutline, laws: readonly string[], isOn: boolean): void {
  const all = contexts ?? outline.value.contexts.map((one) => one.name);
  const after = laws.reduce((now, law) => {
    const edits = isOn ? listName(now, name, key, law) : unlistName(now, name, key, law, all);
    return applyEdits(now, edits ?? []);
  }, text.value);
  const edits = inOne(text.value, after);
  if (edits.length > 0) edit(edits, `${isOn ? "use" : "leave out"} ${laws.join(", ")}`);
}
