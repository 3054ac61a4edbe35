// Checks that an event happens where its condition becomes true: between two moments it may hold only if it held
// before.
import { ContextScope } from "../../language/declare/context-scope.ts";
import type { Recording } from "../../record/run/record.ts";
import { settleUpdates } from "../laws/body-law.ts";
import { MotionByLaws } from "../laws/motion.ts";
import { attempt } from "../reading/attempt.ts";
import type { Findings } from "../reading/findings.ts";
import { type Interval, intervalsOf, type RecordedMoment } from "../reading/moment.ts";
import { evaluationOf, type Model, type Participants, readNumbers, writeNumbers } from "../reading/reading.ts";

/**
 * Number of samples of a condition between moments; it must hold at two in a row, because the trajectory is
 * interpolated.
 */
const looks = 32;

const nobody: Participants = { bodies: [], link: null, attributes: [], given: [] };

export function checkEventConditions(
  recording: Recording,
  stretches: readonly RecordedMoment[][],
  stride: number,
  findings: Findings,
): void {
  const { model } = recording;
  for (const event of model.events) {
    if (!event.when) continue;
    const laws = {
      functions: event.functions,
      aliases: event.aliases,
      attributes: new Set<string>(),
      context: null,
      below: event.scope,
    };
    const scope = new ContextScope(laws, { objects: [], link: null }, model.environment);
    const place = { scope, definition: null, args: [], registered: true };
    const holds = (memory: Float64Array) =>
      evaluationOf(model, scope, nobody, memory, memory).interpreter.evaluate(event.when!, place) === true;
    const name = event.name.name;
    attempt(findings, `the condition of '${name}'`, () => {
      const intervals = stretches.flatMap(intervalsOf);
      for (const [i, interval] of intervals.entries())
        if (i % stride === 0) checkInterval(model, interval, holds, name, findings);
      checkStart(recording, holds, name, findings);
      for (const { type, context, time, before } of recording.events)
        if (type === "event" && context === name && !holds(before.memory))
          findings.add({
            check: "event",
            law: name,
            objects: [],
            time,
            words: "it happened though its condition does not hold",
            figure: 1,
            tolerance: 0,
          });
    });
  }
}

/** Checks that an event whose condition holds at the start happens there. */
function checkStart(
  { model, frames, events }: Recording,
  holds: (memory: Float64Array) => boolean,
  name: string,
  findings: Findings,
): void {
  const { initialTime } = model.settings;
  const first = frames[0];
  if (first?.time !== initialTime || !holds(first.memory)) return;
  if (events.some(({ type, context, time }) => type === "event" && context === name && time === initialTime)) return;
  const words = "its condition holds at the start and it did not happen";
  findings.add({ check: "event", law: name, objects: [], time: initialTime, words, figure: 1, tolerance: 0 });
}

function checkInterval(
  model: Model,
  { from, to }: Interval,
  holds: (memory: Float64Array) => boolean,
  name: string,
  findings: Findings,
): void {
  // An instant is located to the tolerance, and the condition holds from its end on.
  const width = Math.max(100 * model.settings.tolerance, 1e-12 * Math.abs(to.time));
  if (to.time - from.time <= width || holds(from.memory)) return;
  const trajectory = trajectoryBetween(model, from, to);
  let count = 0;
  for (let k = 1; k < looks; k++) {
    count = holds(trajectory(k / looks)) ? count + 1 : 0;
    if (count < 2) continue;
    const time = from.time + (k / looks) * (to.time - from.time);
    findings.add({
      check: "event",
      law: name,
      objects: [],
      time,
      words: "its condition held for a time and it did not happen",
      figure: to.time - from.time,
      tolerance: 0,
    });
    return;
  }
}

/** The memory between two moments: cubics by the rates at both ends, and the closed forms of laws. */
function trajectoryBetween(model: Model, from: RecordedMoment, to: RecordedMoment): (part: number) => Float64Array {
  const motion = new MotionByLaws(model, from.applications, from.memory);
  const h = to.time - from.time;
  const first = motion.rates(from.memory, from.memory);
  const last = motion.rates(from.memory, to.memory);
  const clock = model.world.get("t")!;
  return (s) => {
    const memory = from.memory.slice();
    writeNumbers(memory, clock, [from.time + s * h]);
    for (const [i, { slot, numbers: f }] of first.entries()) {
      const [a, b, g] = [readNumbers(from.memory, slot), readNumbers(to.memory, slot), last[i].numbers];
      const [u, v] = [s * s * (3 - 2 * s), s * (1 - s)];
      writeNumbers(
        memory,
        slot,
        a.map((x, k) => x + u * (b[k] - x) + h * v * ((1 - s) * f[k] - s * g[k])),
      );
    }
    const settled = memory.slice();
    for (const law of from.applications) if (law) settleUpdates(model, law, from.memory, settled);
    return settled;
  };
}
