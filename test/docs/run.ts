// The one simulation of a text, run: its first collisions and events, and all measures at the times asked for. Numbers
// are told to six digits.
import type { Value } from "../../src/compiler/values/value.ts";
import type { Checked } from "../../src/language/check/check.ts";
import { formatDiagnostic } from "../../src/language/syntax/diagnostic.ts";
import { Probe } from "../../src/record/probe/probe.ts";
import { prepare, Run } from "../../src/record/run/run.ts";

const mostEvents = 4;

export function tellRun(checked: Checked, times: readonly string[]): string[] {
  const model = prepare(checked);
  if ("code" in model) throw new Error(formatDiagnostic(model));
  const { events, frames, stop } = new Run(model, { at: times.map(Number) }).finish();
  if (stop) throw new Error(formatDiagnostic(stop.diagnostic));
  const happenings = events.filter(({ type }) => type !== "free fall");
  const probe = new Probe(model);
  return [
    ...happenings.slice(0, mostEvents).map(({ type, time, context, objects }) => {
      const whose = objects.length === 0 ? "" : ` of ${objects.join(" and ")}`;
      return `// t = ${rounded(time)}: ${type}${whose}, ${context}`;
    }),
    ...(happenings.length > mostEvents ? [`// t = …`] : []),
    ...times.flatMap((time) => {
      const frame = frames.findLast((candidate) => candidate.time === Number(time));
      if (!frame) throw new Error(`there is no frame at t = ${time}`);
      return [
        `// at t = ${time}:`,
        ...probe.measureNames.map((name) => `//     ${name} = ${told(probe.value(frame, name))}`),
      ];
    }),
  ];
}

function rounded(x: number): string {
  return String(Number(x.toPrecision(6)));
}

function told(value: Value | { readonly missing: string }): string {
  if (typeof value === "number") return rounded(value);
  if (typeof value === "boolean") return String(value);
  if ("missing" in value) throw new Error(value.missing);
  if (value.kind !== "vector") throw new Error("only reals, booleans and vectors are told");
  return `[${Array.from(value.data, rounded).join(", ")}]`;
}
