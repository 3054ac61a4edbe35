// Checks the value of `heldByLinks(u, p)` that a collision law was given: of the law's own change of u, links took back
// that value times the law's p.
import type { Evaluation } from "../../compiler/interpret/evaluation.ts";
import { vectorOf } from "../../compiler/values/value.ts";
import { type HeldCall, heldCallsIn } from "../../language/names/held-by-links.ts";
import type { RecordedEvent } from "../../record/run/record.ts";
import type { Findings } from "../reading/findings.ts";
import { evaluationOf, type Model, numbersOfValue, type Participants } from "../reading/reading.ts";

/** Links respond by the engine's derivatives; the referee uses differences. */
const byLinks = 1e-6;

/** The memory before a collision, the result of the law, and the record after links have responded. */
export interface LinkedCollision {
  readonly before: Float64Array;
  readonly byLaw: Float64Array;
  readonly after: Float64Array;
  /** The result of the law for other values. */
  readonly apply: (evaluation: Evaluation) => Float64Array;
}

export function checkHeld(
  model: Model,
  event: RecordedEvent,
  part: Participants,
  answered: LinkedCollision,
  findings: Findings,
): void {
  const { scope } = event.before.act!;
  const at = (memory: Float64Array) => evaluationOf(model, scope, part, memory, memory);
  const changeIn = ({ change }: HeldCall, memory: Float64Array) =>
    numbersOfValue(at(memory).interpreter.compute(change, scope, false));
  for (const call of heldCallsIn(scope.laws.functions, scope)) {
    const held = part.given[0]?.get(call.key);
    const cause = at(answered.before).interpreter.compute(call.cause, scope, false);
    const without = at(answered.before);
    without.interpreter.assume(
      call.cause,
      typeof cause === "number" ? 0 : vectorOf(numbersOfValue(cause).map(() => 0)),
    );
    const [first, none] = [answered.before, answered.apply(without)].map((memory) => changeIn(call, memory));
    if (first.some((x, k) => x !== none[k])) {
      findings.leave(`'${call.key}' of '${event.context}': it changes '${call.change.name}' by more than that`);
      continue;
    }
    const [free, kept] = [answered.byLaw, answered.after].map((memory) => changeIn(call, memory));
    // A missing value means that links take nothing back.
    const rows = held === undefined ? [] : numbersOfValue(held);
    const causes = numbersOfValue(cause);
    const back = free.map((_, i) => causes.reduce((sum, p, k) => sum + (rows[i * causes.length + k] ?? 0) * p, 0));
    findings.add({
      check: "update",
      law: event.context,
      objects: event.objects,
      time: event.time,
      words: `the links changed '${call.change.name}' by another amount than heldByLinks gave the law`,
      figure: Math.max(...free.map((x, i) => Math.abs(x - back[i] - kept[i]))),
      tolerance: byLinks * Math.max(1e-3, ...[...first, ...free, ...kept].map(Math.abs)),
    });
  }
}
