// The reference: the true motion beside the run, as far as it can be afforded. It is taken by Dormand and Prince's
// formula in steps of its own, which are mostly much longer than those of the run, and so precise that its errors are a
// small part of what a note reports. How far the run is off is then measured, not concluded from errors of steps:
// errors that cancel, as those of a fast drive do, those that add up, and what impacts make of them are all in it.
//
// It may take a number of steps that is large for a run of few numbers and small beside the steps of the run. When they
// are used up, what the reference has shown so far goes on by the power of time with which it grew.
import { exp, log } from "../../math/elementary/elementary.ts";
import type { RateTerm } from "../laws/rate-terms.ts";
import type { Model } from "../model/model.ts";
import type { Flow } from "../motion/flow.ts";
import type { ErrorLedger, Reference } from "../state/error-ledger.ts";
import type { State } from "../state/state.ts";
import { mostReferences, referencesOf } from "./effort.ts";
import { isStepping, limitOf, methodOf } from "./method-errors.ts";
import { type MotionSizes, type Rows, termDifference } from "./motion-sizes.ts";
import { crossJump } from "./reference-jump.ts";
import { writtenBy } from "./setting-events.ts";
import type { StepSamples } from "./step-samples.ts";

/**
 * All errors of the reference together may be this part of the errors of the run, or of the limit for a note if that is
 * more.
 */
const partOfErrors = 0.1;
const partOfLimit = 2e-4;
/** A tenth of the limit at most. */
const mostOfLeast = 500;
/** The lengths of its steps, in steps of the run: the first, the shortest and the longest. */
const [firstLength, leastLength, mostLength] = [1, 0.25, 64];
const [shrinks, grows, safety] = [0.2, 4, 0.9];
/** If a note follows from it, the errors of the run are this many times those of the reference. */
const [sure, tiny] = [3, 1000];
/** A distance counts for so much at the next comparison: at an instant, an error that swings may just be zero. */
const fades = 0.9;
/** An error of this share of the motion is reported even if it has vanished since. */
const gross = 0.25;
/** A step with an error this many times as large as all before is another kind of motion. */
const harder = 32;
/** Errors grow at most with the square of time. */
const mostPower = 2;

/** Whose error is how large, as a share of the motion; and with which power of time it grows. */
interface Measured {
  readonly term: RateTerm;
  readonly share: number;
  readonly motion: number;
  readonly power: number;
}

export class ReferenceFollower {
  private readonly model: Model;
  private readonly sizes: MotionSizes;
  private readonly samples: StepSamples;
  /** Whether all that happens in a run shows in the numbers that have rates. */
  private readonly isFollowable: boolean;
  private at = new Float64Array(0);
  private error = new Float64Array(0);

  constructor(model: Model, sizes: MotionSizes, samples: StepSamples) {
    this.model = model;
    this.sizes = sizes;
    this.samples = samples;
    this.isFollowable = canFollow(model);
  }

  /** Notes a step to `y`; the reference follows when the run is far enough ahead. */
  follow(flow: Flow, rows: Rows, y: Float64Array, state: State): void {
    const reference = (state.errors!.reference ??= this.open(flow, state));
    if (reference.isOver) return;
    const { places } = flow.stages.terms;
    const { last } = reference;
    if (hasJumped(places, flow.started, last)) this.cross(flow, rows, state);
    for (let k = 0; k < places.length; k++) last[places[k]] = y[k];
    reference.until = flow.time;
    const { step } = this.model.settings;
    if (flow.time + step - reference.time > reference.length) this.advance(flow, rows, y, state);
  }

  /** Brings the reference to the present state of the run. */
  close(flow: Flow, rows: Rows, state: State): void {
    const { reference } = state.errors!;
    if (!reference || reference.isOver) return;
    if (hasJumped(flow.stages.terms.places, flow.started, reference.last)) this.cross(flow, rows, state);
    else this.advance(flow, rows, flow.started, state);
  }

  /** Events have just ended errors of some rows. */
  end(ledger: ErrorLedger, steps: number): void {
    const { reference } = ledger;
    if (!reference || reference.isOver) return;
    for (const [{ offset, stride, size }, row] of this.sizes.slots)
      if (ledger.since[row] === steps) for (let k = 0; k < size; k++) reference.ended[offset + k * stride] = 1;
  }

  /** Whose error is the largest share of the motion, by the reference; requires the sizes of the motions. */
  worst(flow: Flow, { terms, row, ofTerm }: Rows, ledger: ErrorLedger, time: number): Measured {
    const reference = ledger.reference!;
    const isSymplectic = methodOf(flow, this.model) === "semi-implicit euler";
    let worst: Measured = { term: terms[0], share: 0, motion: ofTerm[0], power: 0 };
    for (let i = 0; i < terms.length; i++) {
      const motion = ofTerm[i];
      const power = this.powerOf(reference, row[i]);
      const far = reference.far[row[i]];
      // A gross error counts even if later motion has damped it.
      let off = far > gross * motion ? far : reference.off[row[i]];
      if (reference.isOver) {
        // Errors of a symplectic method come and go; what adds up may not have shown yet.
        const added = isSymplectic ? Math.max(0, ledger.sums[row[i]] - reference.sums[row[i]]) : 0;
        off = Math.max(far * this.grownSince(reference, time, power), far + added);
      }
      if (off / motion > worst.share) worst = { term: terms[i], share: off / motion, motion, power };
    }
    return worst;
  }

  /**
   * Whether the errors of the reference are small beside those of the run: both grow in the same way. The errors of a
   * symplectic method mostly cancel and show too little of that; there it is enough that its own are tiny.
   */
  isSure(flow: Flow, rows: Rows, ledger: ErrorLedger, share: number): boolean {
    const own = shareOfSums(rows, ledger.reference!.own);
    if (methodOf(flow, this.model) === "semi-implicit euler" && share > tiny * own) return true;
    return shareOfSums(rows, ledger.sums) > sure * own;
  }

  /** Whether a step since the reference ended has a much larger error than any before. */
  isHarder({ worst, reference }: ErrorLedger): boolean {
    const { seen, far } = reference!;
    return worst.some((error, row) => error > Math.max(harder * seen[row], grows * far[row]));
  }

  /** With which power of time the errors of a row grow: as the largest so far did. */
  private powerOf({ marks: [older], far, time }: Reference, row: number): number {
    const since = this.model.settings.initialTime;
    if (!(older.far[row] > 0)) return 1;
    const power = log(far[row] / older.far[row]) / log((time - since) / (older.time - since));
    return Math.max(0, Math.min(mostPower, power));
  }

  private grownSince(reference: Reference, time: number, power: number): number {
    const since = this.model.settings.initialTime;
    const times = (time - since) / (reference.time - since);
    return times > 1 ? exp(power * log(times)) : 1;
  }

  private open(flow: Flow, { memory, steps }: State): Reference {
    const { terms, isMemoryless } = flow.stages;
    const { rows } = this.sizes;
    const at = memory.slice();
    for (let k = 0; k < terms.places.length; k++) at[terms.places[k]] = flow.started[k];
    const isPossible = steps === 0 && isMemoryless && this.isFollowable && referencesOf(terms.size) > 0;
    const isOver = !isPossible || methodOf(flow, this.model) === "explicit euler";
    const none = { time: flow.from, far: new Float64Array(rows) };
    return {
      at,
      last: at.slice(),
      ended: new Uint8Array(isOver ? 0 : memory.length),
      off: new Float64Array(rows),
      seen: new Float64Array(rows),
      sums: new Float64Array(rows),
      jumped: flow.from,
      time: flow.from,
      until: flow.from,
      length: firstLength * this.model.settings.step,
      count: 0,
      own: new Float64Array(rows),
      far: new Float64Array(rows),
      marks: [none, none],
      isOver,
      isLost: isOver,
    };
  }

  /** Takes the reference to the last step of the run, which was to `y`. */
  private advance(flow: Flow, rows: Rows, y: Float64Array, state: State): void {
    const ledger = state.errors!;
    const reference = ledger.reference!;
    const { places } = flow.stages.terms;
    this.samples.reach(flow, rows, y, ledger);
    this.sizes.find(rows, y, ledger);
    const most = mostReferences(state.steps, places.length);
    while (reference.time < reference.until) {
      if (reference.count >= most || !this.takeStep(flow, rows, ledger)) {
        reference.isLost = reference.count < most;
        stop(reference, ledger);
        return;
      }
    }
    if (this.at.length === places.length) this.compare(rows, places, y, reference);
  }

  /** Takes a step of the reference, or finds that it must be shorter; false where that fails. */
  private takeStep(flow: Flow, rows: Rows, ledger: ErrorLedger): boolean {
    const reference = ledger.reference!;
    const { at, time, until, length } = reference;
    const { places } = flow.stages.terms;
    const { step, duration, initialTime } = this.model.settings;
    const rest = until - time;
    const isLast = rest <= length;
    const taken = isLast ? rest : Math.min(length, rest / 2);
    if (!this.lead(flow, at, time, time + taken)) return false;
    reference.count++;
    const error = shareOf(rows, this.error);
    if (!Number.isFinite(error)) return false;
    const least = (partOfLimit * limitOf(methodOf(flow, this.model)!)) / duration;
    const usual = (partOfErrors * shareOfSums(rows, ledger.sums)) / (until - initialTime);
    const allowed = taken * Math.max(least, Math.min(usual, mostOfLeast * least));
    const factor = error === 0 ? grows : safety * exp(log(allowed / error) / 5);
    if (error > allowed && taken > leastLength * step) {
      reference.length = Math.max(leastLength * step, taken * Math.max(shrinks, factor));
      return true;
    }
    for (let k = 0; k < places.length; k++) at[places[k]] = this.at[k];
    reference.time = isLast ? until : time + taken;
    this.addErrors(rows, reference, error);
    const next = taken * Math.max(shrinks, Math.min(grows, factor));
    const going = isLast ? Math.max(next, Math.min(length, grows * next)) : next;
    reference.length = Math.min(mostLength * step, Math.max(leastLength * step, going));
    return true;
  }

  /** Takes a step from what a memory holds, into `at`, with its error; false where that fails. */
  private lead(flow: Flow, from: Float64Array, start: number, end: number): boolean {
    const { places, size } = flow.stages.terms;
    if (this.at.length !== size) {
      this.at = new Float64Array(size);
      this.error = new Float64Array(size);
    }
    const { at, error } = this;
    for (let k = 0; k < size; k++) at[k] = from[places[k]];
    return this.samples.attempt(() => flow.refer({ from: start, to: end }, at, error));
  }

  /** Adds the errors of a step of the reference, of which the largest is this share of the motion. */
  private addErrors(rows: Rows, { own }: Reference, most: number): void {
    const { terms, row } = rows;
    const raw = rawShareOf(rows, this.error);
    if (raw === 0) return;
    for (let i = 0; i < terms.length; i++) {
      const { at, slot } = terms[i];
      let error = 0;
      for (let k = at; k < at + slot.size; k++) error = Math.max(error, Math.abs(this.error[k]));
      own[row[i]] += (error * most) / raw;
    }
  }

  private compare({ terms, row }: Rows, places: Int32Array, y: Float64Array, reference: Reference): void {
    const { off, far, marks, time } = reference;
    for (let k = 0; k < places.length; k++) this.at[k] = reference.at[places[k]];
    for (let i = 0; i < terms.length; i++) {
      off[row[i]] = Math.max(termDifference(terms[i], this.at, y), fades * off[row[i]]);
      far[row[i]] = Math.max(far[row[i]], off[row[i]]);
    }
    const since = this.model.settings.initialTime;
    if (time - since < 2 * (marks[1].time - since)) return;
    marks[0] = marks[1];
    marks[1] = { time, far: far.slice() };
  }

  /** Something other than rates has changed numbers since the last step: an impact, an event. */
  private cross(flow: Flow, rows: Rows, state: State): void {
    const ledger = state.errors!;
    const reference = ledger.reference!;
    const { places } = flow.stages.terms;
    const last = Float64Array.from(places, (place) => reference.last[place]);
    this.advance(flow, rows, last, state);
    if (reference.isOver) return;
    const lead = (from: Float64Array, start: number, end: number) =>
      this.lead(flow, from, start, end) ? this.at : null;
    const crossed = crossJump(flow, rows, reference, last, lead);
    if (crossed !== "crossed") stop(reference, ledger);
    reference.isLost = crossed === "unknown";
  }
}

/**
 * Whether impacts, events and persons change nothing but numbers that have rates: the reference, which lags behind,
 * sees everything else as it is now. In time stepping, what contacts change within a step does not show.
 */
function canFollow(model: Model): boolean {
  const { contexts, events, inputs } = model;
  const acting = contexts.filter(({ type }) => type === "collision" || type === "contact");
  if (inputs.size > 0 || (isStepping(model) && acting.length > 0)) return false;
  const rated = new Set(
    contexts.flatMap((context) =>
      context.functions.filter(({ order }) => order === 1).map((one) => writtenBy(context, one)),
    ),
  );
  return [...acting, ...events].every((one) => one.functions.every((written) => rated.has(writtenBy(one, written))));
}

function stop(reference: Reference, { worst, sums }: ErrorLedger): void {
  reference.isOver = true;
  reference.seen.set(worst);
  reference.sums.set(sums);
}

function hasJumped(places: Int32Array, now: Float64Array, last: Float64Array): boolean {
  for (let k = 0; k < places.length; k++) if (now[k] !== last[places[k]]) return true;
  return false;
}

/** The largest sum of errors as a share of the motion. */
function shareOfSums({ terms, row, ofTerm }: Rows, sums: Float64Array): number {
  let most = 0;
  for (let i = 0; i < terms.length; i++) most = Math.max(most, sums[row[i]] / ofTerm[i]);
  return most;
}

/**
 * The largest error of a step as a share of the motion. The difference of the formulas is of the order of the fifth
 * power of the step, the error of the sixth.
 */
function shareOf(rows: Rows, error: Float64Array): number {
  const most = rawShareOf(rows, error);
  return most > 0 ? most * Math.min(1, exp(log(most) / 5)) : most;
}

function rawShareOf({ terms, ofTerm }: Rows, error: Float64Array): number {
  let most = 0;
  for (let i = 0; i < terms.length; i++) {
    const { at, slot } = terms[i];
    for (let k = at; k < at + slot.size; k++) {
      const share = Math.abs(error[k]) / ofTerm[i];
      if (!(share <= most)) most = share;
    }
  }
  return most;
}
