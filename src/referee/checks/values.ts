// Checks that what laws state by `=` holds at every moment, and that the results of a collision or an event block
// follow from the moment before it.

import { beginApplication, type Evaluation } from "../../compiler/interpret/evaluation.ts";
import type { ContextScope } from "../../language/declare/context-scope.ts";
import { isPlainValue } from "../../language/syntax/statement.ts";
import type { RecordedEvent, Recording } from "../../record/run/record.ts";
import { ratesOf, updatesOf } from "../laws/body-law.ts";
import { startingValues } from "../laws/contact-laws.ts";
import { LinkResponse } from "../laws/link-answer.ts";
import { MotionByLaws } from "../laws/motion.ts";
import { attempt } from "../reading/attempt.ts";
import type { Findings } from "../reading/findings.ts";
import { type Interval, intervalsOf, type RecordedMoment } from "../reading/moment.ts";
import {
  Beyond,
  evaluationOf,
  isWritten,
  type Model,
  numbersOfValue,
  type Participants,
  RecordRegisters,
  readNumbers,
  type Slot,
  slotOfAttribute,
  writeNumbers,
} from "../reading/reading.ts";
import { checkHeld } from "./held.ts";

/** The interpreter gives the bits of the record; a small tolerance remains for laws that are solved by iteration. */
const exact = 1e-12;
/** Changes by links are computed by differences. */
const byLinks = 1e-7;

export function checkValues(
  recording: Recording,
  stretches: readonly RecordedMoment[][],
  stride: number,
  findings: Findings,
): void {
  const looked = new Set<string>();
  for (const [from] of stretches) {
    const laws = from.applications.map((law) => law?.context.name.name).join();
    if (looked.has(laws)) continue;
    looked.add(laws);
    attempt(findings, "what laws add up", () => checkSums(recording.model, from, findings));
  }
  let number = 0;
  for (const stretch of stretches)
    for (const interval of intervalsOf(stretch))
      if (number++ % stride === 0)
        attempt(findings, "values that laws state", () => checkInterval(recording, interval, findings));
  for (const event of recording.events)
    if (event.before.act)
      attempt(findings, `what '${event.context}' writes`, () => checkEvent(recording.model, event, findings));
}

/** Checks that nothing is added to an attribute that another law gives its value or its rate. */
function checkSums(model: Model, { applications, memory, time }: RecordedMoment, findings: Findings): void {
  const sums = new Set(new MotionByLaws(model, applications, memory).accumulators);
  if (sums.size === 0) return;
  for (const law of applications)
    for (const { slot } of law
      ? [...updatesOf(model, law, memory, memory), ...ratesOf(model, law, memory, memory)]
      : [])
      if (sums.has(slot))
        findings.add({
          check: "value",
          law: law!.context.name.name,
          objects: [law!.body.name],
          time,
          words: `other laws add to '${slot.name}', and this law sets it`,
          figure: 1,
          tolerance: 0,
        });
}

function checkInterval({ model }: Recording, { from, to }: Interval, findings: Findings): void {
  for (const law of from.applications) {
    if (!law || from.inactive?.[law.body.index] || to.inactive?.[law.body.index]) continue;
    if (!law.context.functions.some(isPlainValue)) continue;
    findings.laws.add(law.context.name.name);
    for (const { slot, numbers } of updatesOf(model, law, from.memory, to.memory)) {
      const { figure, scale } = differ(to.memory, slot, numbers);
      const words = `'${slot.name}' is not what the law states`;
      findings.add({
        check: "value",
        law: law.context.name.name,
        objects: [law.body.name],
        time: to.time,
        words,
        figure,
        tolerance: exact * scale,
      });
    }
  }
}

/** The differences between recorded and computed numbers, and the size of the numbers. */
function differ(memory: Float64Array, slot: Slot, numbers: readonly number[]): { figure: number; scale: number } {
  const recorded = readNumbers(memory, slot);
  const figure = Math.max(...recorded.map((x, k) => (x === numbers[k] ? 0 : Math.abs(x - numbers[k]))));
  return { figure, scale: Math.max(1e-3, ...recorded.map(Math.abs), ...numbers.map(Math.abs)) };
}

function checkEvent(model: Model, event: RecordedEvent, findings: Findings): void {
  const { scope } = event.before.act!;
  const before = event.before.memory;
  const after = event.after.memory;
  const part = partOfEvent(event, scope, model, before);
  if (event.type === "event") findings.events++;
  findings.laws.add(event.context);
  const apply = (evaluation: Evaluation): Float64Array => {
    const expected = before.slice();
    for (const { attribute, value } of evaluation.updates()) {
      const slot = isWritten(model, attribute, part) ? slotOfAttribute(model, attribute, part) : null;
      if (slot) writeNumbers(expected, slot, numbersOfValue(value));
    }
    return expected;
  };
  const expected = apply(evaluationOf(model, scope, part, before, before));
  const answer = event.type === "collision" ? new LinkResponse(model, event, part.bodies, after) : null;
  const free = answer?.isNeeded ? answer.free(after) : null;
  const followed = answer?.isNeeded ? answer.followed(after) : null;
  for (const { slot, owner } of allSlots(model)) {
    if (free?.has(slot)) continue;
    const found = followed?.get(slot);
    const { figure, scale } = differ(after, slot, found?.numbers ?? readNumbers(expected, slot));
    const words = `'${slot.name}' afterwards is not what the law gives`;
    findings.add({
      check: "update",
      law: event.context,
      objects: [owner],
      time: event.time,
      words,
      figure,
      tolerance: (found?.isSum ? byLinks : exact) * scale,
    });
  }
  if (!answer?.isNeeded) return;
  const rest = answer.unexplained(expected, after);
  findings.add({
    check: "update",
    law: event.context,
    objects: event.objects,
    time: event.time,
    words: "values after the collision are neither the law's nor the response of links to it",
    figure: rest.figure,
    tolerance: byLinks * rest.scale,
  });
  checkHeld(model, event, part, { before, byLaw: expected, after, apply }, findings);
}

/** The participants, with what the law computes for each when it begins. */
function partOfEvent(event: RecordedEvent, scope: ContextScope, model: Model, memory: Float64Array): Participants {
  const { players } = event.before.act!;
  const attributes = players.bodies.map(() => startingValues(scope));
  const part: Participants = { bodies: players.bodies, link: null, attributes, given: players.given };
  beginApplication(scope, new RecordRegisters(model, memory, memory, part), (attribute, value) => {
    if (attribute.owner.kind === "context") attributes[attribute.owner.index].set(attribute.name, value);
    else throw new Beyond("a law that registers attributes of objects when it begins");
  });
  return part;
}

/** Every attribute of the world, of bodies and links, with its owner. */
function allSlots(model: Model): { slot: Slot; owner: string }[] {
  return [
    ...[...model.world.values()].map((slot) => ({ slot, owner: "world" })),
    ...model.bodies.flatMap((body) => [...body.slots.values()].map((slot) => ({ slot, owner: body.name }))),
    ...model.links.flatMap(({ name, slots }) => [...slots.values()].map((slot) => ({ slot, owner: name }))),
  ];
}
