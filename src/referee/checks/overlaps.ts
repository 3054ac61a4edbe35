// Checks that no pair that a law handles overlaps, at any recorded moment or between two of them.
import type { Recording } from "../../record/run/record.ts";
import { TouchLaws } from "../laws/contact-laws.ts";
import { minus, norm, type Vector } from "../math/vectors.ts";
import { type Findings, shownTime } from "../reading/findings.ts";
import { type Interval, intervalsOf, type RecordedMoment } from "../reading/moment.ts";
import { type Body, type Model, readNumbers, writeNumbers } from "../reading/reading.ts";
import { separationOf } from "../solids/separation.ts";
import { type Solid, solidOf } from "../solids/solid.ts";
import { mayBeHeld, mostHeld } from "./collisions.ts";

/** The allowed overlap, relative to the smaller body. */
const mostDepth = { "event driven": 1e-6, "time stepping": 0.2 } as const;
/** The allowed overlap between two moments, where trajectories are approximated by straight lines. */
const mostBetween = 0.3;
/** Between two moments, bodies are sampled so often that none moves farther than this part of the thinner one. */
const share = 0.25;
const mostLooks = 64;
/** Balls around bodies are larger by this part: those that touch are examined, even if rounding keeps them apart. */
const margin = 1e-6;

interface Pair {
  readonly bodies: readonly [Body, Body];
  readonly names: readonly string[];
  /** The direction along which they were last apart. */
  hint: Vector | null;
  /** Whether they overlapped at the start and may pass through each other. */
  isLetThrough: boolean;
  /** The time from which the run says that they pass through each other. */
  readonly passes: number;
}

/** A body with a ball around it. */
interface Placed {
  readonly body: Body;
  readonly solid: Solid;
  readonly centre: Vector;
  readonly reach: number;
}

export function checkOverlaps(recording: Recording, stretches: readonly RecordedMoment[][], findings: Findings): void {
  const watch = new Watch(recording, findings);
  if (!watch.isNeeded) return;
  const { model } = recording;
  const { scheme } = model.settings;
  const most = scheme === "event driven" && mayBeHeld(model) ? mostHeld : mostDepth[scheme];
  for (const stretch of stretches) {
    for (const { memory, time } of stretch) watch.look(memory, time, most);
    for (const interval of intervalsOf(stretch)) watch.lookBetween(interval);
  }
  findings.pairs = watch.count;
}

class Watch {
  private readonly model: Model;
  private readonly findings: Findings;
  private readonly facts: Recording["facts"];
  /** By the numbers of both bodies; null if no law handles them. */
  private readonly pairs = new Map<number, Pair | null>();
  private readonly laws: TouchLaws;
  private isFirst = true;

  constructor({ model, facts }: Recording, findings: Findings) {
    this.model = model;
    this.laws = new TouchLaws(model);
    this.findings = findings;
    this.facts = facts;
  }

  get isNeeded(): boolean {
    return this.model.contexts.some(({ type }) => type === "collision" || type === "contact");
  }

  /** Number of pairs that came near enough to be checked. */
  get count(): number {
    return [...this.pairs.values()].filter((pair) => pair !== null).length;
  }

  private pairOf(a: Body, b: Body): Pair | null {
    const [first, second] = a.index < b.index ? [a, b] : [b, a];
    const key = first.index * this.model.bodies.length + second.index;
    let pair = this.pairs.get(key);
    if (pair === undefined) this.pairs.set(key, (pair = this.create(first, second)));
    return pair;
  }

  private create(a: Body, b: Body): Pair | null {
    if (!this.laws.handle(a, b)) return null;
    const names = [a.name, b.name];
    const said = this.facts.filter(
      ({ kind, objects }) => kind === "passes" && names.every((one) => objects.includes(one)),
    );
    const passes = Math.min(...said.map(({ time }) => time ?? Number.NEGATIVE_INFINITY));
    return { bodies: [a, b], names, hint: null, isLetThrough: this.isFirst, passes };
  }

  /** Checks all pairs near each other; if bodies are given, only theirs. */
  look(memory: Float64Array, time: number, most: number, only: ReadonlySet<Body> | null = null): void {
    const placed = this.place(memory);
    const flat = placed.filter(({ solid }) => solid.flat);
    const others = placed
      .filter(({ solid }) => !solid.flat)
      .sort((a, b) => a.centre[0] - a.reach - b.centre[0] + b.reach);
    for (const [i, a] of others.entries()) {
      for (const b of flat) this.lookAt(a, b, time, most, only);
      for (let k = i + 1; k < others.length && others[k].centre[0] - others[k].reach <= a.centre[0] + a.reach; k++) {
        const b = others[k];
        if (norm(minus(b.centre, a.centre)) <= a.reach + b.reach) this.lookAt(a, b, time, most, only);
      }
    }
    this.isFirst = false;
  }

  private place(memory: Float64Array): Placed[] {
    return this.model.bodies.flatMap((body) => {
      const solid = solidOf(this.model, body, memory);
      if (!solid)
        this.findings.leave(`overlaps with '${body.name}': the referee does not know a ${body.geometry.kind}`);
      const centre = readNumbers(memory, body.position);
      const reach = solid?.parts.reduce(
        (most, part) => Math.max(most, norm(minus(part.centre, centre)) + part.reach),
        0,
      );
      return solid ? [{ body, solid, centre, reach: (1 + margin) * reach! }] : [];
    });
  }

  private lookAt(a: Placed, b: Placed, time: number, most: number, only: ReadonlySet<Body> | null): void {
    if (only && !only.has(a.body) && !only.has(b.body)) return;
    const pair = this.pairOf(a.body, b.body);
    if (!pair) return;
    const size = Math.min(...[...a.solid.parts, ...b.solid.parts].map(({ reach }) => reach));
    const tolerance = most * size + 1e-13 * Math.max(norm(a.centre), norm(b.centre));
    const [first, second] = a.body === pair.bodies[0] ? [a, b] : [b, a];
    // Smaller depths need no precision.
    const enough = -Math.max(0.01 * most * size, tolerance - most * size);
    const { distance, direction } = separationOf(first.solid, second.solid, enough, pair.hint);
    pair.hint = direction;
    if (distance >= -tolerance) pair.isLetThrough = false;
    else if (pair.isLetThrough)
      this.findings.leave(`'${pair.names[0]}' and '${pair.names[1]}' until they are apart: they overlap at the start`);
    else if (time >= pair.passes) {
      const [one, other] = pair.names;
      this.findings.leave(
        `how deep '${one}' and '${other}' overlap from t = ${shownTime(pair.passes)} on: ` + `the run lets them pass`,
      );
    } else {
      this.findings.add({
        check: "overlap",
        law: null,
        objects: pair.names,
        time,
        words: "they overlap",
        figure: -distance,
        tolerance,
      });
    }
    if (!pair.isLetThrough && time < pair.passes)
      this.findings.greatestDepth = Math.max(this.findings.greatestDepth, -distance / size);
  }

  /** Bodies that move far compared to their size during an interval, past others, are checked in between. */
  lookBetween({ from, to }: Interval): void {
    const placed = this.place(from.memory);
    let asked = 1;
    const fast = new Set<Body>();
    for (const one of placed) {
      const { body, solid } = one;
      if (body.physicalType === "static" || solid.parts.length === 0) continue;
      const distance = norm(minus(readNumbers(to.memory, body.position), one.centre));
      const looks = Math.ceil(distance / (share * this.thinnest));
      if (looks < 2 || !placed.some((other) => this.isPassed(one, other, distance))) continue;
      asked = Math.max(asked, looks);
      fast.add(body);
    }
    if (asked > mostLooks)
      this.findings.leave(
        `the whole trajectory of bodies that move more than ${mostLooks * share} times the thinnest body ` +
          "from frame to frame",
      );
    const looks = Math.min(mostLooks, asked);
    for (let k = 1; k < looks; k++) {
      const memory = between(this.model, from, to, k / looks);
      this.look(memory, from.time + (k / looks) * (to.time - from.time), mostBetween, fast);
    }
  }

  /** Whether a body may touch another that it could pass through, when it moves this far. */
  private isPassed(one: Placed, other: Placed, distance: number): boolean {
    if (other === one || other.solid.flat?.isSolid || !this.laws.handle(one.body, other.body)) return false;
    return other.solid.flat !== null || norm(minus(other.centre, one.centre)) - one.reach - other.reach < 2 * distance;
  }

  /** The thickness of the thinnest body; a half space does not count, because bodies do not pass through it. */
  private get thinnest(): number {
    this.thin ??= Math.min(
      ...this.place(this.model.initial).flatMap(({ solid }) =>
        solid.parts.map(({ thickness }) => thickness || Number.POSITIVE_INFINITY),
      ),
    );
    return this.thin;
  }
  private thin: number | null = null;
}

/** Positions and orientations between two moments. */
function between(model: Model, from: RecordedMoment, to: RecordedMoment, part: number): Float64Array {
  const memory = from.memory.slice();
  for (const body of model.bodies)
    for (const slot of [body.position, body.orientation, body.slots.get("size")])
      if (slot) {
        const [a, b] = [readNumbers(from.memory, slot), readNumbers(to.memory, slot)];
        writeNumbers(
          memory,
          slot,
          a.map((x, k) => x + part * (b[k] - x)),
        );
      }
  return memory;
}
