// Checks that between events the motion follows the text: each interval of the record is integrated again, by the rates
// that the interpreter computes. Under constraints, whose unknowns the record has at its moments, the recorded rates
// are integrated by quadrature.
import { wordsOf } from "../../language/check/settings.ts";
import type { Recording } from "../../record/run/record.ts";
import { MotionByLaws } from "../laws/motion.ts";
import { attempt } from "../reading/attempt.ts";
import { type Findings, ordinal, shownTime } from "../reading/findings.ts";
import { type Interval, intervalsOf, type RecordedMoment } from "../reading/moment.ts";
import { type Application, Beyond, type Body, type Model, readNumbers, type Slot } from "../reading/reading.ts";
import { checkLinkedStep, linkagesIn } from "../steps/linked-steps.ts";
import { type Quadratures, quadratures } from "../steps/quadrature.ts";
import { Integrator } from "../steps/steps.ts";
import { Nearness } from "./nearness.ts";

/**
 * The allowed error of a number, relative to the largest of its attribute: the rounding of a step, and of differences
 * in links.
 */
const rounding = 1e-9;
/**
 * The allowed multiple of the error of a method of fourth order, estimated from two of its results; earlier results
 * count too, because two may agree by chance.
 */
const ofError = 3;
const ofCoarser = 1e-3;
/** If a rate switches, a step that locates the switch has at most this part of the error of one that does not. */
const ofSwitch = 0.25;
/** The allowed multiple of the errors of plain steps before and after a switch, estimated from parts of them. */
const ofPieces = 10;
/**
 * The allowed multiple of the error of a quadrature by four moments. It is of the fifth power of the interval, as is
 * that of a step of fourth order: there it is at least 11/720 of the fourth derivative of the rates, in the step at
 * most 1/120 of each term of this derivative.
 */
const ofQuadrature = 10;

/** Relative to frames for each step: the rounding of `1 / step`. */
const sameTime = 1e-9;
/** Integrators whose steps are repeated exactly; for the others the error is estimated over any interval. */
const singleSteps = ["explicit euler", "semi-implicit euler", "implicit midpoint"];

/** The stride of the intervals that are checked: 1, unless that would take long. */
export function strideOf({ model }: Recording, stretches: readonly RecordedMoment[][], work: number): number {
  const bodies = Math.max(1, model.bodies.filter(({ physicalType }) => physicalType !== "static").length);
  const intervals = stretches.reduce((sum, stretch) => sum + stretch.length - 1, 0);
  // The usual number of evaluations of laws for an interval; for links far more.
  const cost = bodies * 30 + (model.settings.scheme === "time stepping" ? 0 : model.links.length * 60);
  return Math.max(1, Math.ceil((intervals * cost) / work));
}

/** The stride of the intervals in which steps of linkages are checked, because each unknown is varied at both ends. */
function strideOfLinked({ model }: Recording, stretches: readonly RecordedMoment[][], work: number): number {
  if (model.settings.scheme !== "time stepping") return 1;
  const unknowns = model.links.flatMap((link) => link.unknowns.map(({ size }) => size));
  const intervals = stretches.reduce((sum, stretch) => sum + stretch.length - 1, 0);
  const cost = 2 * (1 + unknowns.reduce((sum, size) => sum + size, 0)) * model.links.length * 10;
  return Math.max(1, Math.ceil((intervals * cost) / work));
}

export function checkRates(
  recording: Recording,
  stretches: readonly RecordedMoment[][],
  { stride, work }: { readonly stride: number; readonly work: number },
  findings: Findings,
): void {
  const linked = strideOfLinked(recording, stretches, work);
  if (linked > stride)
    findings.leave(`linkages, except in every ${ordinal(linked)} interval between frames: all would take long`);
  const check = new RateCheck(recording, findings, linked);
  let number = 0;
  for (const stretch of stretches)
    for (const [i, interval] of intervalsOf(stretch).entries())
      if (number++ % stride === 0) check.interval(stretch, i, interval, number - 1);
}

class RateCheck {
  private readonly model: Model;
  private readonly findings: Findings;
  private readonly nearness: Nearness;
  private readonly facts: Recording["facts"];
  /** Frames for each step. */
  private readonly framesPerStep: number;
  /** The stride of the intervals in which steps of linkages in time stepping are checked, and the next one. */
  private readonly linked: number;
  private nextLinked = 0;

  constructor({ model, facts }: Recording, findings: Findings, linked: number) {
    this.model = model;
    this.linked = linked;
    this.findings = findings;
    this.nearness = new Nearness(model);
    this.framesPerStep = model.settings.frames * model.settings.step;
    this.facts = facts;
  }

  /** Whether the run reports that it does not follow a switch of these laws exactly, which is then not checked. */
  private isRough({ laws }: MotionByLaws, { to }: Interval): boolean {
    const names = [...laws, ...this.model.links].map((one) => one?.context.name.name);
    const said = this.facts.find(
      ({ kind, law, time }) => kind !== "passes" && (time ?? to.time) <= to.time && names.some((name) => name === law),
    );
    if (!said) return false;
    const how = said.kind === "slides" ? "its rates are averaged to stay on a switch" : "the run steps over the switch";
    this.findings.leave(`the motion where '${said.law}' switches: ${how}`);
    return true;
  }

  interval(stretch: readonly RecordedMoment[], place: number, interval: Interval, number: number): void {
    const { from, to } = interval;
    if (to.time - from.time <= 1e-12 * Math.max(1, Math.abs(to.time))) return;
    attempt(this.findings, "the motion", () => {
      const laws = this.lawsOf(interval);
      for (const law of laws) if (law) this.findings.laws.add(law.context.name.name);
      if (this.model.settings.scheme === "time stepping") {
        this.stepping(laws, interval, number);
        return;
      }
      const motion = new MotionByLaws(this.model, laws, from.memory);
      this.requireEnds(this.integratorOf(motion));
      if (motion.hasConstraints) this.quadrature(motion, stretch, place);
      else this.shoot(motion, interval);
      this.findings.intervals++;
    });
  }

  /** The active laws, without those of sleeping bodies. */
  private lawsOf({ from, to }: Interval): (Application | null)[] {
    return from.applications.map((law, i) => (from.inactive?.[i] || to.inactive?.[i] ? null : law));
  }

  /** Integrates from one moment to the next by the integrator that the text names, in its plainest form. */
  private shoot(motion: MotionByLaws, interval: Interval): void {
    const { from, to } = interval;
    const integrator = new Integrator(motion, from.memory, from.time, to.time);
    const name = this.integratorOf(motion);
    if (singleSteps.includes(name)) this.requireSteps(name);
    const end =
      name === "explicit euler"
        ? integrator.explicitEuler()
        : name === "semi-implicit euler"
          ? integrator.semiImplicitEuler(orderOf(motion, []))
          : name === "implicit midpoint"
            ? integrator.implicitMidpoint()
            : null;
    if (end && name === "implicit midpoint" && !integrator.hasOneFormula)
      this.findings.leave("steps of the implicit midpoint in which a law switches");
    else if (end) this.compare(motion, interval, end, () => 0);
    else if (name === "implicit midpoint")
      this.findings.leave("steps of the implicit midpoint that are long for their law");
    else this.shootFinely(motion, interval, integrator);
  }

  /**
   * Within a step a frame is only as exact as the interpolation; only that of Dormand and Prince is as exact as the
   * step.
   */
  private requireEnds(name: string): void {
    if (this.framesPerStep > 1 + sameTime && name !== "dormand-prince")
      throw new Beyond(`frames lie within steps of ${name}; let 'frames' be 1 / step`);
  }

  /** A step can be repeated only if the record has both its ends. */
  private requireSteps(name: string): void {
    this.requireEnds(name);
    if (this.framesPerStep < 1 - sameTime)
      throw new Beyond(`several steps of ${name} lie between two frames; let 'frames' be 1 / step`);
  }

  /** Integrates by the method of Runge and Kutta, in one step like the run or in finer and finer ones. */
  private shootFinely(motion: MotionByLaws, interval: Interval, integrator: Integrator): void {
    const { from, to } = interval;
    const slots = [...rated(motion, from)];
    const everywhere = (ask: Ask) => slots.every((slot) => range(slot).every((k) => ask(slot, k)));
    const within = (share: number, a: Float64Array, b: Float64Array) =>
      everywhere((slot, k) => differ(a, b, slot, k) <= share * rounding * scaleOf(slot, from, to));
    const [one, two] = [integrator.rk4(1), integrator.rk4(2)];
    if (within(0.1, one, two) && within(1, two, to.memory)) return;
    const four = integrator.rk4(4);
    if (integrator.hasOneFormula && this.compareSmooth(motion, interval, integrator, [one, two, four])) return;
    if (this.isRough(motion, interval)) return;
    const fine = integrator.rk4AcrossSwitches(16);
    const smooth = plainErrors(motion, interval);
    this.compare(motion, interval, fine, (slot, k) => {
      const over = Math.max(...[one, two, four].map((coarse) => differ(coarse, fine, slot, k)));
      return ofSwitch * over + ofPieces * smooth(slot, k);
    });
  }

  /**
   * Compares motion without switches: a step is one plain step, and for several the error is estimated. False: a law
   * switched.
   */
  private compareSmooth(
    motion: MotionByLaws,
    interval: Interval,
    integrator: Integrator,
    [one, two, four]: readonly Float64Array[],
  ): boolean {
    const isExact = this.integratorOf(motion) === "dormand-prince";
    if (!isExact && Math.abs(this.framesPerStep - 1) <= sameTime) {
      this.compare(motion, interval, one, () => 0);
      return true;
    }
    const fine = integrator.rk4(16);
    if (!integrator.hasOneFormula) return false;
    this.compare(motion, interval, fine, (slot, k) => {
      const [worst, worse, bad] = [one, two, four].map((coarse) => differ(coarse, fine, slot, k));
      return isExact ? ofError * bad + ofCoarser * Math.max(worst, worse) : ofError * Math.max(worst, worse, bad);
    });
    return true;
  }

  private integratorOf({ laws, model }: MotionByLaws): string {
    const { askedIntegrator, integrator } = model.settings;
    const said = laws.flatMap((law) => law?.context.settings.get("integrator") ?? []).map(wordsOf);
    return askedIntegrator ?? said[0] ?? integrator;
  }

  /**
   * Under constraints: x(to) - x(from) is the integral of the recorded rates, within the errors of the integrator and
   * the formula.
   */
  private quadrature(motion: MotionByLaws, stretch: readonly RecordedMoment[], place: number): void {
    const { findings } = this;
    const name = this.integratorOf(motion);
    if (singleSteps.includes(name)) throw new Beyond(`steps of ${name} under constraints`);
    const found = quadratures(motion, stretch, place);
    if (!found) {
      findings.leave("stretches of less than six moments under constraints");
      return;
    }
    const interval = { from: stretch[place], to: stretch[place + 1] };
    const error = linkedError([...rated(motion, interval.from)], interval, found);
    this.compare(motion, interval, found.fine, (slot) => ofQuadrature * error(slot));
  }

  private stepping(all: readonly (Application | null)[], interval: Interval, number: number): void {
    this.findings.leave("the motion of bodies in touch in time stepping: their laws are iterated");
    const { from, to } = interval;
    const alone = this.nearness.alone(from.memory, to.memory);
    const linkages = linkagesIn(this.model, from.memory);
    const isLinked = (body: Body) => linkages.some(({ bodies }) => bodies.has(body));
    this.stepFreely(
      all.map((law) => (law && alone.has(law.body) && !isLinked(law.body) ? law : null)),
      interval,
    );
    if (number < this.nextLinked) return;
    const untouched = linkages.filter(({ bodies }) => [...bodies].every((one) => alone.has(one) && all[one.index]));
    if (untouched.length === 0) return;
    this.nextLinked = number + this.linked;
    this.requireSteps("time stepping");
    for (const linkage of untouched) checkLinkedStep(this.model, all, linkage, interval, this.findings);
    this.findings.intervals++;
  }

  /** Takes a step of semi-implicit Euler with the bodies that nothing touches and no link holds. */
  private stepFreely(laws: readonly (Application | null)[], { from, to }: Interval): void {
    if (laws.every((law) => law === null)) return;
    this.requireSteps("time stepping");
    const motion = new MotionByLaws(this.model, laws, from.memory, []);
    const integrator = new Integrator(motion, from.memory, from.time, to.time);
    this.compare(motion, { from, to }, integrator.semiImplicitEuler(orderOf(motion, this.nearness.written)), () => 0);
    this.findings.intervals++;
  }

  private compare(
    motion: MotionByLaws,
    { from, to }: Interval,
    expected: Float64Array,
    error: (slot: Slot, k: number) => number,
  ): void {
    for (const { application, slot } of motion.rates(from.memory, from.memory)) {
      const scale = scaleOf(slot, from, to);
      for (const k of range(slot)) {
        const figure = Math.abs(at(to.memory, slot, k) - at(expected, slot, k));
        if (figure <= rounding * scale) continue;
        const tolerance = rounding * scale + error(slot, k);
        const words = `'${slot.name}' does not follow its rate from t = ${shownTime(from.time)}`;
        const objects = [application.body.name];
        this.findings.add({
          check: "rate",
          law: application.context.name.name,
          objects,
          time: to.time,
          words,
          figure,
          tolerance,
        });
        if (figure > tolerance) break;
      }
    }
  }
}

/**
 * The error of a quadrature by four moments. Links carry the error of one number into all others that they join, so it
 * is the largest of all, each relative to the largest number that any body has of this attribute.
 */
function linkedError(slots: readonly Slot[], { from, to }: Interval, { fine, coarse }: Quadratures) {
  const scales = new Map<string, number>();
  for (const slot of slots) scales.set(slot.name, Math.max(scales.get(slot.name) ?? 0, scaleOf(slot, from, to)));
  let largest = 0;
  for (const slot of slots)
    for (const k of range(slot))
      for (const other of coarse) largest = Math.max(largest, differ(fine, other, slot, k) / scales.get(slot.name)!);
  return (slot: Slot) => largest * scales.get(slot.name)!;
}

/** A request for number k of an attribute. */
type Ask = (slot: Slot, k: number) => boolean;

/**
 * The approximate error of a plain step with the formulas before and after a switch, estimated from parts of the step
 * and scaled by their length.
 */
function plainErrors(motion: MotionByLaws, { from, to }: Interval): (slot: Slot, k: number) => number {
  const length = to.time - from.time;
  const errorIn = (memory: Float64Array, start: number, share: number) => {
    const part = new Integrator(motion, memory, start, start + share * length);
    const [one, two, four] = [1, 2, 4].map((count) => part.rk4(count));
    if (!part.hasOneFormula) return null;
    // The larger of two estimates, because one of them may vanish by chance.
    return (slot: Slot, k: number) =>
      Math.max(differ(one, four, slot, k), 16 * differ(two, four, slot, k)) / (share * share * share * share * share);
  };
  const shares = [1 / 2, 1 / 4, 1 / 8, 1 / 16];
  const first = (errors: (share: number) => ReturnType<typeof errorIn>) => {
    for (const share of shares) {
      const found = errors(share);
      if (found) return found;
    }
    return () => 0;
  };
  const before = first((share) => errorIn(from.memory, from.time, share));
  const after = first((share) => {
    const start = to.time - share * length;
    return errorIn(new Integrator(motion, from.memory, from.time, start).rk4(16), start, share);
  });
  return (slot, k) => before(slot, k) + after(slot, k);
}

function differ(a: Float64Array, b: Float64Array, slot: Slot, k: number): number {
  return Math.abs(at(a, slot, k) - at(b, slot, k));
}

const range = ({ size }: Slot) => Array.from({ length: size }, (_, k) => k);
const at = (memory: Float64Array, { offset, stride }: Slot, k: number) => memory[offset + k * stride];

function rated(motion: MotionByLaws, { memory }: RecordedMoment): Set<Slot> {
  return new Set(motion.rates(memory, memory).map(({ slot }) => slot));
}

/** The largest number of an attribute at both ends, or its change. */
function scaleOf(slot: Slot, from: RecordedMoment, to: RecordedMoment): number {
  return Math.max(1e-3, ...[...readNumbers(from.memory, slot), ...readNumbers(to.memory, slot)].map(Math.abs));
}

/** The order in which attributes are advanced: those that contact laws write first, then as written. */
function orderOf({ laws }: MotionByLaws, first: readonly string[]): string[] {
  const names = laws.flatMap((law) => law?.context.functions.filter(({ order }) => order === 1) ?? []);
  const own = laws.flatMap((law) => names.map(({ name }) => law?.scope.attribute(name)?.name ?? name));
  const order = [...new Set(own)];
  return [...order.filter((name) => first.includes(name)), ...order.filter((name) => !first.includes(name))];
}
