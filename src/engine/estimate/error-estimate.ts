// How far a run with a fixed step is off, estimated while it goes on; the motion stays as it is.
//
// 1. Now and then a step is taken once more, in two unequal parts: the difference tells the error of that step. Which steps are looked at
//    follows from their number and from the ledger, which a snapshot holds.
// 2. Errors add up, unless the motion forgets them. Where the sum comes to something, a companion begins beside the run, by the last
//    error, and is followed for a while: it comes back, stays as far, or goes away.
//    Through events and impacts it keeps its distance. Events that set the motion anew end it, and all errors with it.
// 3. A run whose errors come near to the size of its own motion is not to be trusted: one note says so, and which step would do.
import { EvaluationError } from "../../compiler/values/evaluation-error.ts";
import type { Laws } from "../laws/laws.ts";
import type { RateTerm } from "../laws/rate-terms.ts";
import type { Model } from "../model/model.ts";
import { Problem } from "../model/run-error.ts";
import type { IntegratorName, Settings } from "../model/settings.ts";
import type { Flow } from "../motion/flow.ts";
import type { Trace } from "../motion/integration.ts";
import { type Companion, type ErrorLedger, lastedFor, openLedger } from "../state/error-ledger.ts";
import type { State } from "../state/state.ts";
import { seeValues } from "../state/uniform-motion.ts";
import {
  ageOf,
  firstSeen,
  forgotten,
  grownBy,
  growthOf,
  mostGrowth,
  nothingSeen,
  seeGrowth,
  seenFor,
  shownBy,
} from "./error-growth.ts";
import { differenceOf, distanceOf, MotionSizes, type Rows } from "./motion-sizes.ts";
import { SettingEvents } from "./setting-events.ts";
import { driftOf, proposeStep, type StepErrors } from "./step-proposal.ts";

/** Errors beyond this share of the motion are told; those of the semi-implicit Euler method beyond the other. */
const mostShare = 0.02;
const mostShareOfSymplectic = 0.1;
/** An error of a single step beyond this share needs no companion. */
const grossError = 0.1;
/** Not before this many steps is a share told, unless the run ends: at its beginning all motion is small. */
const firstJudgement = 64;
/** Up to these steps every one is looked at, every eighth, every 32nd; beyond, every 256th or so. */
const [closely, often, seldom] = [8, 64, 512];
const farApart = 256;
/** Besides, steps in which something changes more than ever before by this factor: so many, and one more every 256 steps. */
const newChange = 2;
const mostLooks = 64;
const stepsPerLook = 256;
/** The first part of a step, as a share that no vibration is a multiple of; also spreads the steps that are looked at. */
const golden = 0.3819660112501051;

/** Not before these many steps does a companion begin. */
const firstCompanion = 6;
/** A companion begins at this part of the errors that are told, and the next one when they are this many times as large. */
const suspectedPart = 0.02;
const suspectedPartOfOthers = 0.1;
const morePatience = 4;
/** What it shows holds for this many times as many steps: one that is followed longer may forget more. */
const longValid = 2;
/** It is followed for this part of the steps so far, and at least so many; one that may go away evenly so much longer. */
const followedPart = 1 / 4;
const leastFollowed = 64;
const longer = 4;
/** All companions together cost at most this many steps and a tenth of the run's; one of their steps costs these. */
const freeCost = 640;
const shareOfCost = 0.1;
const costOfCompanion = 1;
const costOfDrift = 3;
/** How far errors go away is seen up to this share of the motion: beyond, chaos grows no more either. */
const mostSeen = 0.1;
/** What an attribute loses in a jump, as a share of its motion, before its errors do so too. */
const leastJump = 1e-3;
/** Distances that are nothing but rounding. */
const leastDistance = 1e-12;
/** Errors below this share of the motion are not looked at for where they come from. */
const littleShare = 1e-4;

/** The proposed step brings errors to this part of the limit for a note; they are found over this many steps. */
const wantedPart = 0.5;
const tracedSteps = 32;
/** A run that comes to this many times its first values has burst: it shows nothing of the motion any more. */
const bursting = 1e6;

const orders: Readonly<Record<IntegratorName, number>> = {
  "explicit euler": 1,
  "semi-implicit euler": 1,
  "implicit midpoint": 2,
  rk4: 4,
  "dormand-prince": 5,
};

type When = "on the way" | "at the end";

/** Whose error is how large, as a share of the motion. */
interface Doubt {
  readonly term: RateTerm;
  readonly share: number;
  readonly motion: number;
}

/** Where a piece of the motion begins. */
type Start = Pick<Trace, "from" | "y"> & Pick<StepErrors, "mayFade">;

export class ErrorEstimate {
  private readonly model: Model;
  private readonly laws: Laws;
  private readonly sizes: MotionSizes;
  private readonly setting: SettingEvents;
  /** The step that was looked at last, at once and in two parts. */
  private once = new Float64Array(0);
  private parted = new Float64Array(0);
  /** Where the companion is, and where it would be if it had kept its first distance. */
  private beside = new Float64Array(0);
  private unchanged = new Float64Array(0);

  constructor(laws: Laws) {
    this.laws = laws;
    this.model = laws.model;
    this.sizes = new MotionSizes(laws.model);
    this.setting = new SettingEvents(laws.model, (slot) => this.sizes.rowOfSlot(slot));
  }

  /** The fixed-step method of a motion; null where the integrator sees to its errors itself, or there is nothing to integrate. */
  methodOf({ stages }: Flow): IntegratorName | null {
    if (stages.terms.size === 0) return null;
    if (this.isStepping) return "semi-implicit euler";
    return stages.integrator === "dormand-prince" ? null : stages.integrator;
  }

  private get isStepping(): boolean {
    return this.model.settings.scheme === "time stepping";
  }

  /** Looks at the step to the instant that a flow is asked for, before it is committed. Returns a note if there is one. */
  look(flow: Flow, state: State): string | null {
    if (state.errors?.isTold || this.methodOf(flow) === null) return null;
    const ledger = (state.errors ??= openLedger(this.sizes.rows, this.sizes.groups, state.memory.length));
    const rows = this.sizes.rowsOf(flow.stages.terms);
    const y = flow.reached;
    if (ledger.companion) this.follow(flow, rows, y, state, ledger.companion);
    const weight = weightOf(state.steps);
    const isNew =
      compareChanges(rows, flow.started, y, ledger) && ledger.looks < mostLooks + state.steps / stepsPerLook;
    if (isNew) ledger.looks++;
    if ((weight === 0 && !isNew) || !this.sample(flow, rows, y, ledger, Math.max(1, weight))) return null;
    if (!ledger.companion) this.beginCompanion(flow, rows, y, state, ledger);
    if (state.steps < firstJudgement) return null;
    return this.judge(flow, state, "on the way");
  }

  /** Events have happened at an instant. Where errors end, what their companion has shown holds for as long as errors last. */
  happened(numbers: Iterable<number>, state: State): void {
    const ledger = state.errors;
    if (!ledger || !this.setting.happen(numbers, ledger, state.steps) || !ledger.companion) return;
    const { companion } = ledger;
    const isSeen = state.steps - companion.steps >= firstSeen;
    ledger.factor = isSeen ? growthOf(companion) : Math.max(1, ledger.factor);
    if (isSeen) ledger.slope = companion.slope;
    ledger.checked = state.steps;
    ledger.patience *= morePatience;
    ledger.companion = null;
  }

  /** Adds the errors of a step, as those of so many; false where they are not known. */
  private sample(flow: Flow, rows: Rows, y: Float64Array, ledger: ErrorLedger, weight: number): boolean {
    if (!this.takeTwice(flow, flow.time)) {
      ledger.failed++;
      return false;
    }
    const method = this.methodOf(flow)!;
    const factor = errorFactor(method);
    const { terms, row, ofTerm } = rows;
    ledger.samples++;
    this.reach(flow, rows, y, ledger);
    this.seeMotion(flow, rows, y, ledger);
    this.sizes.find(rows, y, ledger);
    for (let i = 0; i < terms.length; i++) {
      if (!this.isSmooth(terms[i], y)) continue;
      const error = factor * differenceOf(terms[i], this.once, this.parted);
      ledger.worst[row[i]] = Math.max(ledger.worst[row[i]], error);
      ledger.sums[row[i]] += weight * (method === "semi-implicit euler" ? driftOf(error, ofTerm[i]) : error);
    }
    if (method === "implicit midpoint") this.takeBackVibrations(flow, rows, ledger, weight);
    return true;
  }

  /** Sees how far attributes have come from their first values. */
  private reach({ stages }: Flow, { terms, row }: Rows, y: Float64Array, { reach }: ErrorLedger): void {
    const { places } = stages.terms;
    const { initial } = this.model;
    for (let i = 0; i < terms.length; i++) {
      const { at, slot } = terms[i];
      for (let k = at; k < at + slot.size; k++)
        reach[row[i]] = Math.max(reach[row[i]], Math.abs(y[k] - initial[places[k]]));
    }
  }

  /** Sees how far attributes stray from uniform motion. */
  private seeMotion({ stages, time }: Flow, { terms, row }: Rows, y: Float64Array, { uniform }: ErrorLedger): void {
    const { initial, settings } = this.model;
    const seen = { places: stages.terms.places, values: y, initial };
    const since = time - settings.initialTime;
    for (let i = 0; i < terms.length; i++) {
      const { at, slot } = terms[i];
      seeValues(uniform, row[i], since, seen, at, slot.size);
    }
  }

  /** Whether the step led where it leads without contact laws: what these do has no error of this kind. */
  private isSmooth({ at, slot }: RateTerm, y: Float64Array): boolean {
    for (let k = at; k < at + slot.size; k++) if (this.once[k] !== y[k]) return false;
    return true;
  }

  /**
   * Vibrations that the steps of the implicit midpoint do not follow stay as small as they are: their errors do not add up. They are
   * known by errors that half a step does not make smaller.
   */
  private takeBackVibrations(flow: Flow, { terms, row, ofTerm }: Rows, ledger: ErrorLedger, weight: number): void {
    const factor = errorFactor("implicit midpoint");
    const errors = terms.map((term) => factor * differenceOf(term, this.once, this.parted));
    const counts = errors.map((error, i) => weight * error > littleShare * ofTerm[i]);
    if (!counts.includes(true)) return;
    const ends = [this.once.slice(), this.parted.slice()];
    if (this.takeTwice(flow, flow.from + (flow.time - flow.from) / 2))
      for (let i = 0; i < terms.length; i++) {
        const error = factor * differenceOf(terms[i], this.once, this.parted);
        if (counts[i] && error > errors[i] / 3) ledger.sums[row[i]] -= weight * errors[i];
      }
    this.once.set(ends[0]);
    this.parted.set(ends[1]);
  }

  /** A step from where the flow begins to an instant, at once and in two parts; false where it fails. */
  private takeTwice(flow: Flow, until: number): boolean {
    this.makeRoom(flow);
    return this.attempt(() => flow.takeTwice({ until, share: golden, once: this.once, parted: this.parted }));
  }

  private makeRoom({ stages }: Flow): void {
    const { size } = stages.terms;
    if (this.once.length === size) return;
    this.once = new Float64Array(size);
    this.parted = new Float64Array(size);
  }

  /** Does what is no part of the run, and so tells nothing; false where that fails. */
  private attempt(work: () => void): boolean {
    const { onNote } = this.laws;
    this.laws.onNote = null;
    try {
      work();
      return true;
    } catch (error) {
      if (!(error instanceof Problem || error instanceof EvaluationError)) throw error;
      return false;
    } finally {
      this.laws.onNote = onNote;
    }
  }

  /** Contact laws of time stepping act on the run only: there is no companion. */
  private beginCompanion(flow: Flow, rows: Rows, y: Float64Array, state: State, ledger: ErrorLedger): void {
    if (this.isStepping) return;
    const { steps, memory } = state;
    const isFree = growsFreely(this.methodOf(flow)!);
    if (steps < (isFree ? firstCompanion : firstJudgement) || ledger.cost >= mostCost(steps)) return;
    const isOld = ledger.checked > 0 && steps > longValid * ledger.checked;
    const suspected = ledger.patience * (isFree ? suspectedPart : suspectedPartOfOthers);
    const { share } = this.worstDoubt(flow, rows, ledger, steps);
    const suspicion = isOld ? share * Math.max(1, grownBy(ledger, ageOf(ledger, rows, steps))) : share;
    if (!(suspicion > (isOld ? Math.min(1, suspected) : suspected) * this.mostOf(flow))) return;
    if (distanceOf(rows, y, this.parted) < leastDistance) return;
    const { places } = flow.stages.terms;
    const off = new Float64Array(memory.length);
    for (let k = 0; k < places.length; k++) off[places[k]] = this.parted[k] - y[k];
    const last = memory.slice();
    for (let k = 0; k < places.length; k++) last[places[k]] = y[k];
    const marks: Companion["marks"] = [nothingSeen, nothingSeen];
    const [first, drift] = [off.slice(), new Float64Array(memory.length)];
    const begun = { first, off, last, drift, errors: 0, steps, growth: 1, far: steps };
    ledger.companion = { ...begun, most: 1, marks, slope: 0 };
  }

  /** The companion's step; after the last one it is known whether errors are forgotten. */
  private follow(flow: Flow, rows: Rows, y: Float64Array, state: State, companion: Companion): void {
    const ledger = state.errors!;
    const { steps } = state;
    this.sizes.find(rows, y, ledger);
    if (!this.lead(flow, rows, y, companion)) {
      ledger.companion = null;
      return;
    }
    const distance = distanceOf(rows, y, this.beside);
    companion.growth = distance / Math.max(leastDistance, this.firstDistance(flow, rows, y, companion));
    if (companion.growth >= forgotten) companion.far = steps;
    const followed = steps - companion.steps;
    const isFree = growsFreely(this.methodOf(flow)!);
    ledger.cost += isFree ? costOfCompanion + costOfDrift : costOfCompanion;
    const isSeen = isFree && this.drift(flow, rows, y, companion, followed) < mostSeen;
    const enough = Math.max(leastFollowed, followedPart * companion.steps);
    if (isFree && followed >= leastFollowed) [ledger.seen, ledger.watched] = [companion.errors, followed];
    const isUndecided = isSeen && companion.most > mostGrowth && companion.slope === 0;
    const isSpent = followed >= leastFollowed && ledger.cost >= mostCost(steps);
    if (!isSpent && followed < (isUndecided ? longer * enough : enough)) return;
    ledger.companion = null;
    ledger.patience *= morePatience;
    ledger.checked = steps;
    ledger.factor = shownBy(companion, steps, ageOf(ledger, rows, steps), isFree);
    ledger.slope = ledger.factor >= 1 ? companion.slope : 0;
  }

  /** Adds the error of this step to what has become of those before it. Returns their share of the motion. */
  private drift(flow: Flow, rows: Rows, y: Float64Array, companion: Companion, followed: number): number {
    const { places } = flow.stages.terms;
    const { drift } = companion;
    const { unchanged: led } = this;
    const factor = errorFactor(this.methodOf(flow)!);
    for (let k = 0; k < places.length; k++) led[k] = flow.started[k] + drift[places[k]];
    if (!this.attempt(() => flow.leadFrom(led)) || !this.takeTwice(flow, flow.time)) return Number.POSITIVE_INFINITY;
    companion.errors += factor * distanceOf(rows, this.once, this.parted);
    for (let k = 0; k < places.length; k++) {
      led[k] += factor * (this.parted[k] - this.once[k]);
      drift[places[k]] = led[k] - y[k];
    }
    const distance = distanceOf(rows, y, led);
    if (distance < mostSeen && companion.errors > 0) seeGrowth(companion, distance / companion.errors, followed);
    return distance;
  }

  /** How far the companion was from the run at first, by what the motion is now: at first all motion is small. */
  private firstDistance(flow: Flow, rows: Rows, y: Float64Array, { first }: Companion): number {
    const { places } = flow.stages.terms;
    for (let k = 0; k < places.length; k++) this.unchanged[k] = y[k] + first[places[k]];
    return distanceOf(rows, y, this.unchanged);
  }

  /** Leads the companion through a step, from as far beside the run as it was; false where that fails. */
  private lead(flow: Flow, { terms, ofTerm }: Rows, y: Float64Array, { off, last, drift }: Companion): boolean {
    const { started } = flow;
    const { places } = flow.stages.terms;
    if (this.beside.length !== places.length) {
      this.beside = new Float64Array(places.length);
      this.unchanged = new Float64Array(places.length);
    }
    const { beside } = this;
    for (let i = 0; i < terms.length; i++) {
      const { at, slot } = terms[i];
      const least = leastJump * ofTerm[i];
      const kept = keptByJump(started, last, places, [at, at + slot.size], least);
      for (let k = at; k < at + slot.size; k++) {
        beside[k] = started[k] + kept * off[places[k]];
        drift[places[k]] *= kept;
      }
    }
    if (!this.attempt(() => flow.leadFrom(beside))) return false;
    for (let k = 0; k < places.length; k++) {
      off[places[k]] = beside[k] - y[k];
      last[places[k]] = y[k];
    }
    return true;
  }

  private mostOf(flow: Flow): number {
    return this.methodOf(flow) === "semi-implicit euler" ? mostShareOfSymplectic : mostShare;
  }

  /** The attribute whose error is the largest share of its motion; the sizes of the motions have been found. */
  private worstDoubt(flow: Flow, { terms, row, ofTerm }: Rows, ledger: ErrorLedger, steps: number): Doubt {
    const isSymplectic = this.methodOf(flow) === "semi-implicit euler";
    let doubt: Doubt = { term: terms[0], share: 0, motion: ofTerm[0] };
    for (let i = 0; i < terms.length; i++) {
      const motion = ofTerm[i];
      const sum = (ledger.sums[row[i]] * lastedFor(ledger, row[i], steps)) / Math.max(1, steps);
      const worst = ledger.worst[row[i]];
      const share = isSymplectic ? Math.sqrt(worst / (2 * motion)) + sum / motion : Math.max(sum, worst) / motion;
      if (share > doubt.share) doubt = { term: terms[i], share, motion };
    }
    // Samples may miss the few steps in which errors are made; who follows a companion sees them all.
    return { ...doubt, share: Math.max(doubt.share, seenFor(ledger, ageOf(ledger, { row }, steps))) };
  }

  /** How many times the sum of errors the run is off, as far as that is known; 0 where it is too soon to say. */
  private factorOf(method: IntegratorName, rows: Rows, ledger: ErrorLedger, steps: number, when: When): number {
    const { row, ofTerm } = rows;
    const age = ageOf(ledger, rows, steps);
    const isGross = this.isStepping || row.some((r, i) => ledger.worst[r] > grossError * ofTerm[i]);
    if (isGross) return Math.max(1, ledger.factor);
    if (ledger.factor > 0 && steps <= longValid * ledger.checked) return grownBy(ledger, age);
    if (when === "on the way") return 0;
    const { companion } = ledger;
    if (companion && (ledger.factor === 0 || steps - companion.steps >= leastFollowed)) {
      const factor = shownBy(companion, steps, age, growsFreely(method));
      return grownBy({ factor, slope: companion.slope }, age);
    }
    return steps < firstJudgement ? 1 : grownBy(ledger, age);
  }

  /** A note if errors are too large by now, once in a run; the flow has begun a step. */
  judge(flow: Flow, state: State, when: When): string | null {
    const ledger = state.errors;
    const method = this.methodOf(flow);
    if (!ledger || ledger.isTold || method === null) return null;
    if (when === "at the end" && ledger.failed > ledger.samples) return this.tellFailed(method, ledger);
    if (ledger.samples === 0) return null;
    const rows = this.sizes.rowsOf(flow.stages.terms);
    this.reach(flow, rows, flow.started, ledger);
    this.sizes.find(rows, flow.started, ledger);
    const doubt = this.worstDoubt(flow, rows, ledger, state.steps);
    const factor = this.factorOf(method, rows, ledger, state.steps, when);
    const share = doubt.share * factor;
    if (!(share > this.mostOf(flow))) return null;
    ledger.isTold = true;
    const { term, motion } = doubt;
    const { slot, application } = term;
    const { step } = this.model.settings;
    const whose = `'${slot.name}' of '${application.body.name}' under the law '${application.context.name.name}'`;
    const error = share < 1 ? `about ${digits(share * motion)} in a motion of` : "as large as its motion,";
    const remedy = remedyFor(this.model.settings, this.proposeStep(flow, { ...doubt, share }, state, factor));
    return `the step ${step} is too long for ${method} here, and results may be meaningless: by t = ${state.time} the estimated error of ${whose} is ${error} ${digits(motion)}; ${remedy}`;
  }

  /** A step that has a result where its two parts have none is not to be trusted. */
  private tellFailed(method: IntegratorName, ledger: ErrorLedger): string {
    const { settings } = this.model;
    ledger.isTold = true;
    return (
      `the step ${settings.step} is too long for ${method} here, and results may be meaningless: most steps cannot be ` +
      `taken in two parts, so that their errors are not known; ${remedyFor(settings, null)}`
    );
  }

  /** The errors of steps of a length from somewhere on; null where one fails. */
  private errorsOf(flow: Flow, term: RateTerm, length: number, start: Start): StepErrors | null {
    const factor = errorFactor(this.methodOf(flow)!);
    const count = Math.min(tracedSteps, Math.ceil(this.model.settings.duration / length));
    const sums: [number, number] = [0, 0];
    let [done, most] = [0, 0];
    const look = () => {
      const error = factor * differenceOf(term, this.once, this.parted);
      sums[2 * done++ < count ? 0 : 1] += error;
      most = Math.max(most, error);
    };
    this.makeRoom(flow);
    const ways = { share: golden, once: this.once, parted: this.parted };
    const isDone = this.attempt(() => flow.traceTwice(ways, { ...start, length, count }, look));
    const { mayFade } = start;
    return isDone && Number.isFinite(sums[0] + sums[1]) ? { count, sums, most, mayFade } : null;
  }

  private proposeStep(flow: Flow, { term, share, motion }: Doubt, state: State, factor: number): number | null {
    const { duration, initialTime, step } = this.model.settings;
    const { slope } = state.errors!;
    const first = Float64Array.from(flow.stages.terms.places, (place) => this.model.initial[place]);
    const size = sizeOf(term, first);
    const hasBurst = size > 0 && motion > bursting * size;
    const atFirst = { from: initialTime, y: first, mayFade: true };
    const here = hasBurst ? atFirst : { from: flow.from, y: flow.started.slice(), mayFade: false };
    const errorsOf = (length: number) => {
      const own = this.errorsOf(flow, term, length, here);
      return own && [own, this.errorsOf(flow, term, length, atFirst) ?? own];
    };
    return proposeStep({
      step: Math.min(step, duration),
      duration,
      elapsed: state.time - initialTime,
      share: hasBurst ? 0 : share,
      wanted: wantedPart * this.mostOf(flow),
      growth: Math.max(factor, slope > 0 ? 1 + (slope * duration) / step : 0),
      motion: hasBurst ? size : motion,
      isSymplectic: this.methodOf(flow) === "semi-implicit euler",
      errorsOf,
    });
  }
}

/** Whether something changes in a step more than ever before. hot: every step. */
function compareChanges(rows: Rows, from: Float64Array, to: Float64Array, { changes }: ErrorLedger): boolean {
  const { groups, groupAt } = rows;
  let isNew = false;
  for (let k = 0; k < groupAt.length; k++) {
    const group = groups[groupAt[k]];
    const change = Math.abs(to[k] - from[k]);
    if (change <= newChange * changes[group]) continue;
    isNew = true;
    changes[group] = change;
  }
  return isNew;
}

function sizeOf({ at, slot }: RateTerm, y: Float64Array): number {
  let size = 0;
  for (let k = at; k < at + slot.size; k++) size = Math.max(size, Math.abs(y[k]));
  return size;
}

/** How many steps of the run companions may have cost so far. */
function mostCost(steps: number): number {
  return freeCost + shareOfCost * steps;
}

/** What to write instead. */
export function remedyFor({ scheme, step }: Settings, proposed: number | null): string {
  const shorter = proposed === null ? `a much shorter 'step' than ${step}` : `step = ${proposed}`;
  return `write ${shorter}${scheme === "time stepping" ? "" : ", or integrator = dormand-prince"}`;
}

/** The error of a step, by its difference from one in two parts. */
function errorFactor(method: IntegratorName): number {
  const power = orders[method] + 1;
  return 1 / (1 - powerOf(golden, power) - powerOf(1 - golden, power));
}

function powerOf(x: number, exponent: number): number {
  let power = 1;
  for (let i = 0; i < exponent; i++) power *= x;
  return power;
}

/** The errors of these methods do not take each other back by themselves: what grows out of them counts. */
function growsFreely(method: IntegratorName): boolean {
  return method === "rk4" || method === "explicit euler";
}

/** How much is left of the error of an attribute that something has made jump: as much as of the attribute, or all if it loses little. */
function keptByJump(
  now: Float64Array,
  last: Float64Array,
  places: Int32Array,
  [from, to]: readonly [number, number],
  least: number,
): number {
  let [before, after] = [0, 0];
  for (let k = from; k < to; k++) {
    before = Math.max(before, Math.abs(last[places[k]]));
    after = Math.max(after, Math.abs(now[k]));
  }
  return after < before - least ? after / before : 1;
}

/** For how many steps one stands that is looked at for its number; 0 for those that are not. */
function weightOf(steps: number): number {
  if (steps < closely) return 1;
  if (steps < often) return steps % 8 === 0 ? 8 : 0;
  if (steps < seldom) return steps % 32 === 0 ? 32 : 0;
  const place = steps * golden;
  return place - Math.floor(place) < 1 / farApart ? farApart : 0;
}

function digits(x: number): number {
  return Number(x.toPrecision(2));
}
