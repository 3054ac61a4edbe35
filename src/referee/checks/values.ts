// What laws state by `=` holds at every moment, and what a collision or an event block writes follows from the moment
// before it.

import { beginApplication } from "../../compiler/interpret/evaluation.ts";
import type { ContextScope } from "../../language/declare/context-scope.ts";
import type { RecordedEvent, Recording } from "../../record/run/record.ts";
import { updatesOf } from "../laws/body-law.ts";
import { startingValues } from "../laws/contact-laws.ts";
import { LinkAnswer } from "../laws/link-answer.ts";
import { attempt } from "../reading/attempt.ts";
import type { Findings } from "../reading/findings.ts";
import { type Interval, intervalsOf, type Moment } from "../reading/moment.ts";
import {
  Beyond,
  evaluationOf,
  isWritten,
  type Model,
  numbersOf,
  type Part,
  RecordRegisters,
  readNumbers,
  type Slot,
  slotOf,
  writeNumbers,
} from "../reading/reading.ts";

/** The interpreter gives the bits of the record; a little is left for laws that are solved by iteration. */
const exact = 1e-12;
/** What links change is known by differences. */
const byLinks = 1e-7;

export function checkValues(
  recording: Recording,
  stretches: readonly Moment[][],
  stride: number,
  findings: Findings,
): void {
  let number = 0;
  for (const stretch of stretches)
    for (const interval of intervalsOf(stretch))
      if (number++ % stride === 0)
        attempt(findings, "values that laws state", () => checkInterval(recording, interval, findings));
  for (const event of recording.events)
    if (event.before.act)
      attempt(findings, `what '${event.context}' writes`, () => checkEvent(recording.model, event, findings));
}

function checkInterval({ model }: Recording, { from, to }: Interval, findings: Findings): void {
  for (const law of from.applications) {
    if (!law || from.inactive?.[law.body.index] || to.inactive?.[law.body.index]) continue;
    if (!law.context.functions.some(({ op, order, params }) => op === "=" && order === 0 && params.length === 0))
      continue;
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

/** How far recorded numbers are from those computed, and how large they are. */
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
  const expected = before.slice();
  const updates = evaluationOf(model, scope, part, before, before).updates();
  for (const { attribute, value } of updates) {
    const slot = isWritten(model, attribute, part) ? slotOf(model, attribute, part) : null;
    if (slot) writeNumbers(expected, slot, numbersOf(value));
  }
  const answer = event.type === "collision" ? new LinkAnswer(model, event, part.bodies, after) : null;
  const free = answer?.isNeeded ? answer.free(after) : null;
  const followed = answer?.isNeeded ? answer.followed(after) : null;
  for (const { slot, owner } of allSlots(model)) {
    if (free?.has(slot)) continue;
    const found = followed?.get(slot);
    const { figure, scale } = differ(after, slot, found?.numbers ?? readNumbers(expected, slot));
    const words = `'${slot.name}' is after it not what the law gives`;
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
    words: "what is after the collision is neither the law's nor the answer of links to it",
    figure: rest.figure,
    tolerance: byLinks * rest.scale,
  });
}

/** Who takes part, with what the law keeps of each, computed as it begins. */
function partOfEvent(event: RecordedEvent, scope: ContextScope, model: Model, memory: Float64Array): Part {
  const { players } = event.before.act!;
  const attributes = players.bodies.map(() => startingValues(scope));
  const part: Part = { bodies: players.bodies, link: null, attributes, given: players.given };
  beginApplication(scope, new RecordRegisters(model, memory, memory, part), (attribute, value) => {
    if (attribute.owner.kind === "context") attributes[attribute.owner.index].set(attribute.name, value);
    else throw new Beyond("a law that registers attributes of objects when it begins");
  });
  return part;
}

/** Every attribute of the world, of bodies and links, with whose it is. */
function allSlots(model: Model): { slot: Slot; owner: string }[] {
  return [
    ...[...model.world.values()].map((slot) => ({ slot, owner: "world" })),
    ...model.bodies.flatMap((body) => [...body.slots.values()].map((slot) => ({ slot, owner: body.name }))),
    ...model.links.flatMap(({ name, slots }) => [...slots.values()].map((slot) => ({ slot, owner: name }))),
  ];
}
