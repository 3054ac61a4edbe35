// Checks every collision: the point lies on both bodies, they do not overlap, and they close.
import type { RecordedEvent, Recording } from "../../record/run/record.ts";
import { ratesOf, settleUpdates } from "../laws/body-law.ts";
import { freeFall } from "../laws/contact-laws.ts";
import { dot, minus, norm, plus, rotationOf, times, turn, turnBack, unit, type Vector } from "../math/vectors.ts";
import { attempt } from "../reading/attempt.ts";
import type { Findings } from "../reading/findings.ts";
import { type Application, type Body, type Model, readNumbers, writeNumbers } from "../reading/reading.ts";
import { separationOf } from "../solids/separation.ts";
import { type Solid, solidOf, stretched } from "../solids/solid.ts";
import { lackOfNormal, type RecordedContact } from "./normals.ts";

/**
 * Relative to the size of the smaller body, and to its distance from the origin: the language's tolerance for touching,
 * plus rounding.
 */
const touching = 1e-8;
const rounding = 1e-13;
/** The error of the one point of a contact, which is the middle of all that are as near as the run can distinguish. */
const pointOff = 1e-6;
/** The allowed overlap, relative to the smaller body, where a contact law holds bodies together. */
export const mostHeld = 0.01;
/** The allowed error of a normal and of the point in time stepping, relative to the smaller body. */
const wayOff = 0.2;
/**
 * The distance, relative to the size and place of both, that a contact law may let held bodies drift before it ends.
 */
const driftOfHeld = 1e-7;

export function checkCollisions(recording: Recording, findings: Findings): void {
  const { model } = recording;
  const isEventDriven = model.settings.scheme === "event driven";
  let first: RecordedEvent | null = null;
  for (const event of recording.events) {
    if (event.time !== first?.time) first = event;
    if (event.type !== "collision") continue;
    const memory = event.before.memory;
    const bodies = event.objects.map((name) => model.byName.get(name));
    const [a, b] = bodies;
    if (!a || !b || !event.point || !event.normal) {
      findings.leave(`a collision without objects or a point, under '${event.context}'`);
      continue;
    }
    findings.collisions++;
    if (!isEventDriven) checkWay(model, event, [a, b], findings);
    else {
      checkTouch(model, event, { pair: [a, b], isHeld: isHeld(first, [a, b]), memory }, findings);
      attempt(findings, `whether bodies close where they collide under '${event.context}'`, () =>
        checkClosing(model, event, [a, b], memory, findings),
      );
    }
  }
  if (!isEventDriven && findings.collisions > 0)
    findings.leave("whether collisions of time stepping touch: they begin within a margin");
}

interface Touch {
  readonly pair: readonly [Body, Body];
  /** Whether a contact law held one of them before anything happened at this instant. */
  readonly isHeld: boolean;
  readonly memory: Float64Array;
}

function isHeld({ before: { applications } }: RecordedEvent, pair: readonly Body[]): boolean {
  return pair.some(({ index }) => applications[index]?.context.type === "contact");
}

function checkTouch(
  model: Model,
  event: RecordedEvent,
  { pair, isHeld: wasHeld, memory }: Touch,
  findings: Findings,
): void {
  const solids = pair.map((body) => solidOf(model, body, memory));
  const { touch, depth, place } = tolerancesOf(model, pair, memory, wasHeld);
  const point = [...event.point!];
  const common = { law: event.context, objects: event.objects, time: event.time };
  for (const [i, solid] of solids.entries()) {
    if (!solid) {
      findings.leave(
        `whether collisions of '${pair[i].name}' touch it: the referee does not know a ${pair[i].geometry.kind}`,
      );
      continue;
    }
    const words = `the point of the collision is not on '${pair[i].name}'`;
    const out = outsideOf(solid, point);
    findings.add({
      ...common,
      check: "collision",
      words,
      figure: Math.abs(out),
      tolerance: Math.max(place, out > 0 ? 0 : depth),
    });
  }
  const [one, other] = solids;
  if (!one || !other) return;
  const normal = [...event.normal!];
  findings.add({
    ...common,
    check: "collision",
    words: "the normal does not have length 1",
    figure: Math.abs(norm(normal) - 1),
    tolerance: 1e-9,
  });
  findings.add({
    ...common,
    check: "normal",
    words: "the normal is not the direction along which they touch",
    figure: lackOfNormal({ solids: [one, other], point, normal: unit(normal) ?? normal }, Math.max(place, depth)),
    tolerance: Math.max(place, depth),
  });
  const { distance } = separationOf(one, other, -depth, times(-1, normal));
  findings.add({
    ...common,
    check: "overlap",
    words: "they overlap where they collide",
    figure: -distance,
    tolerance: depth,
  });
  const gap = separationOf(one, other, Number.POSITIVE_INFINITY, times(-1, normal)).distance;
  findings.add({
    ...common,
    check: "collision",
    words: "they are apart where they collide",
    figure: gap,
    tolerance: touch,
  });
}

/** In time stepping bodies collide within a margin, or when they overlap: only the side can be checked. */
function checkWay(model: Model, event: RecordedEvent, pair: readonly Body[], findings: Findings): void {
  const [one, other] = pair.map((body) => solidOf(model, body, event.before.memory));
  if (!one || !other) return;
  const size = Math.min(...[...one.parts, ...other.parts].map(({ reach }) => reach));
  const contact: RecordedContact = { solids: [one, other], point: [...event.point!], normal: [...event.normal!] };
  findings.add({
    law: event.context,
    objects: event.objects,
    time: event.time,
    check: "normal",
    words: "the normal is not the direction along which they touch",
    figure: lackOfNormal(contact, wayOff * size),
    tolerance: wayOff * size,
  });
}

/** The distance of a point outside a body: from its nearest part. */
export function outsideOf(solid: Solid, point: Vector): number {
  const parts = solid.parts.map((part) => part.outside(point));
  if (solid.flat) parts.push(dot(solid.flat.normal, minus(point, solid.flat.origin)));
  return Math.min(...parts);
}

/**
 * How far two touching bodies may be apart, and how deep they may overlap: under a contact law they may sink as far as
 * the law allows.
 */
function tolerancesOf(
  model: Model,
  pair: readonly Body[],
  memory: Float64Array,
  wasHeld: boolean,
): Record<"touch" | "depth" | "place", number> {
  const sizes = pair.flatMap((body) => solidOf(model, body, memory)?.parts.map(({ reach }) => reach) ?? []);
  const size = sizes.length > 0 ? Math.min(...sizes) : 1;
  const far = Math.max(...pair.map((body) => norm(readNumbers(memory, body.position))));
  const touch = touching * size + rounding * far;
  const drift = wasHeld ? driftOfHeld * Math.max(far, ...sizes) : 0;
  return {
    touch: Math.max(touch, drift),
    depth: mayBeHeld(model) ? mostHeld * size : touch,
    place: pointOff * size + rounding * far,
  };
}

/** Whether a contact law may hold bodies together between their collisions. */
export function mayBeHeld({ contexts }: Model): boolean {
  return contexts.some(({ type, appliedToPairs }) => type === "contact" && !appliedToPairs);
}

/**
 * Bodies close if the gap between them gets narrower, or the point of the collision on one moves towards that on the
 * other.
 */
function checkClosing(
  model: Model,
  event: RecordedEvent,
  pair: readonly [Body, Body],
  memory: Float64Array,
  findings: Findings,
): void {
  const point = [...event.point!];
  const normal = [...event.normal!];
  const { separation } = model.settings;
  const laws = pair.map((body) => event.before.applications[body.index] ?? freeFall(model, body, memory, event.time));
  const velocities = pair.map((body, i) => {
    const places = [-1, 0, 1, 2].map((k) => placeAfter(model, body, laws[i], memory, point, k * separation));
    // Measured between the instants before and after, plus the change from one to the next: the test of the run sees no
    // more.
    const before = times(0.5 / separation, minus(places[2], places[0]));
    const after = times(0.5 / separation, minus(places[3], places[1]));
    return { now: before, change: norm(minus(after, before)) };
  });
  // The normal points to the first.
  const parting = dot(normal, minus(velocities[0].now, velocities[1].now));
  const speed = velocities.reduce((sum, { now }) => sum + norm(now), 0);
  const tolerance = velocities.reduce((sum, { change }) => sum + 2 * change, 0) + 1e-9 * speed + 1e-11;
  if (parting <= tolerance || widening(model, pair, laws, memory, normal, separation) <= tolerance) return;
  const common = { law: event.context, objects: event.objects, time: event.time, tolerance };
  findings.add({ ...common, check: "closing", words: "they separate instead of closing", figure: parting });
}

/** The rate at which the gap of a pair widens. */
function widening(
  model: Model,
  pair: readonly Body[],
  laws: readonly (Application | null)[],
  memory: Float64Array,
  normal: Vector,
  time: number,
): number {
  const later = memory.slice();
  for (const law of laws) if (law) goOn(model, law, memory, later, time);
  const gaps = [memory, later].map((at) => {
    const [a, b] = pair.map((body) => solidOf(model, body, at));
    return a && b ? separationOf(a, b, Number.POSITIVE_INFINITY, times(-1, normal)).distance : 0;
  });
  return (gaps[1] - gaps[0]) / time;
}

/** Writes into `other` the values of a body after a time, with constant rates. */
function goOn(model: Model, law: Application, memory: Float64Array, other: Float64Array, time: number): void {
  const clock = model.world.get("t")!;
  writeNumbers(other, clock, [memory[clock.offset] + time]);
  for (const { slot, numbers } of ratesOf(model, law, memory, memory))
    writeNumbers(
      other,
      slot,
      readNumbers(memory, slot).map((x, k) => x + time * numbers[k]),
    );
  settleUpdates(model, law, memory, other);
}

/** The place of a point of a body after a time, if its law continues. */
function placeAfter(
  model: Model,
  body: Body,
  law: Application | null,
  memory: Float64Array,
  point: Vector,
  time: number,
): Vector {
  if (!law) return point;
  const other = memory.slice();
  goOn(model, law, memory, other, time);
  const own = turnBack(
    rotationOf(readNumbers(memory, body.orientation)),
    minus(point, readNumbers(memory, body.position)),
  );
  const rotation = rotationOf(readNumbers(other, body.orientation));
  return plus(readNumbers(other, body.position), turn(rotation, stretched(body, memory, other, own)));
}
