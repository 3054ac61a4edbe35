// Watches on which side of its switches each active law is when an integrator evaluates it.
import { isOtherSide, mostOthers, type Sides } from "../../compiler/graph/switches.ts";
import type { ActingLaws } from "../laws/acting-laws.ts";
import type { SwitchMemory } from "../laws/kernels.ts";
import type { Laws } from "../laws/laws.ts";
import type { LinkLaws } from "../links/link-laws.ts";
import type { ReadonlyNumbers } from "../model/numbers.ts";
import type { Application } from "../state/application.ts";
import type { Watch } from "./integrators/method.ts";

/** A bend is located to this share of the step: the resulting error is the square of that. */
const bendShare = 1e-8;

/** The owner of a switch, and how its side is determined. */
interface Owner {
  readonly law: string;
  /** The name of the body or the link. */
  readonly whose: string;
  readonly sides: Sides;
}

export class SwitchWatch implements Watch {
  crossed = -1;
  readonly first: Float64Array;
  readonly low: Float64Array;
  readonly last: Float64Array;
  private readonly laws: Laws;
  private readonly acting: ActingLaws;
  /** Places of the numbers that links compute, in the run's memory. */
  private readonly ofLinks: Int32Array;
  /** Whether evaluations belong to the run, and are not only trials. */
  private readonly isReal: boolean;
  private readonly owners: readonly Owner[];
  private isFresh = true;
  /** The last switch seen on another side, whether it counts or not. */
  private seen = -1;
  private readonly memory: { registered: ReadonlyNumbers; stage: Float64Array; out: Float64Array } & SwitchMemory;

  private constructor(laws: Laws, acting: ActingLaws, owners: readonly Owner[], ofLinks: Int32Array, isReal: boolean) {
    this.laws = laws;
    this.isReal = isReal;
    this.acting = acting;
    this.owners = owners;
    this.ofLinks = ofLinks;
    this.first = new Float64Array(owners.length);
    this.low = new Float64Array(owners.length);
    this.last = new Float64Array(owners.length);
    this.memory = { registered: this.last, stage: this.last, out: this.last };
  }

  /** Null if nothing switches. */
  static create(laws: Laws, acting: ActingLaws, links: LinkLaws | null, isReal: boolean): SwitchWatch | null {
    const ofBodies = acting.switching.flatMap((application) => {
      const law = application.context.name.name;
      return laws.switches
        .of(application)!
        .found.all.map(({ sides }) => ({ law, whose: application.body.name, sides }));
    });
    const ofLinks = links?.switches ?? [];
    const owners = [...ofBodies, ...ofLinks.map(({ law, whose, sides }) => ({ law, whose, sides }))];
    const places = Int32Array.from(ofLinks, ({ place }) => place);
    return owners.length === 0 ? null : new SwitchWatch(laws, acting, owners, places, isReal);
  }

  begin(): void {
    this.isFresh = true;
    this.crossed = -1;
    this.seen = -1;
  }

  again(): void {
    this.crossed = -1;
  }

  recall(): void {
    this.crossed = this.seen;
  }

  keep(): void {
    this.low.set(this.last);
  }

  toleranceOf(number: number, h: number): number {
    const { tolerance } = this.laws.model.settings;
    return this.owners[number].sides === "bend" ? Math.max(tolerance, bendShare * h) : tolerance;
  }

  canSlide(number: number): boolean {
    const { sides } = this.owners[number];
    return sides === "below" || sides === "up to";
  }

  slides(number: number, t: number): void {
    if (!this.isReal) return;
    const { law, whose } = this.owners[number];
    this.laws.tellOnce(
      `slides ${law} ${whose}`,
      `a switch in the law '${law}' holds '${whose}' from t = ${t} on: both sides lead back to it, as when dry ` +
        "friction keeps a body at rest; from then on the rates are averaged so that the motion stays on the switch " +
        "(Filippov)",
      [{ kind: "slides", law, objects: [whose], time: t }],
    );
  }

  stepOver(number: number, why: "turns" | "many", t: number): void {
    if (!this.isReal) return;
    const { law, whose } = this.owners[number];
    this.laws.tellOnce(
      `${why} ${law}`,
      why === "turns"
        ? `the law '${law}' of '${whose}' switches back and forth at t = ${t}: the integrator steps over the switch, ` +
            "and the motion there is only as exact as the step; write rest as a separate case, or make the jump a " +
            "steep slope"
        : `switches in the law '${law}' of '${whose}' change sides too often within the step from t = ${t}: the ` +
            "integrator steps over the rest of them; take a shorter step",
      [{ kind: "steps over", law, objects: [whose], time: t }],
    );
  }

  /** Reads the switches at the stage that an integrator evaluates. */
  look(registered: ReadonlyNumbers, stage: Float64Array): void {
    this.find(registered, stage);
    if (this.isFresh) {
      this.first.set(this.last);
      this.isFresh = false;
      return;
    }
    if (this.crossed >= 0) return;
    const { first, last, owners } = this;
    for (let i = 0; i < last.length; i++) {
      if (first[i] === last[i]) continue;
      if (!isOtherSide(owners[i].sides, first[i], last[i])) {
        // A switch that starts at a bend has no side yet.
        if (first[i] === 0 && owners[i].sides === "bend") first[i] = last[i];
        continue;
      }
      this.crossed = this.seen = i;
      return;
    }
  }

  private find(registered: ReadonlyNumbers, stage: Float64Array): void {
    const { laws, last, memory, ofLinks } = this;
    const { kernels } = laws;
    const batches = this.acting.batchesFor("switches");
    memory.registered = registered;
    memory.stage = stage;
    let at = 0;
    for (let i = 0; i < batches.length; i++) {
      const batch = batches[i];
      if ("kernels" in batch) {
        const count = countOf(laws, batch.applications[0]);
        kernels!.runSwitches(batch, count, memory, at, this.interpret);
        at += count * batch.applications.length;
      } else {
        this.interpret(batch, at);
        at += countOf(laws, batch);
      }
    }
    const { numbers } = laws.memory;
    for (let i = 0; i < ofLinks.length; i++) last[at + i] = numbers[ofLinks[i]];
  }

  private readonly interpret = (application: Application, at: number): void => {
    const { registered, stage, out } = this.memory;
    this.laws.kernels?.bringBack();
    const { laws } = this;
    if (!laws.switches.of(application)!.evaluate(application, registered, stage, out, at))
      out.fill(Number.NaN, at, at + countOf(laws, application));
  };

  isOther(number: number, a: number, b: number): boolean {
    return isOtherSide(this.owners[number].sides, a, b);
  }
}

function countOf(laws: Laws, application: Application): number {
  return laws.switches.of(application)!.found.all.length;
}

/** Whether a law has switches that can be watched; other switches of the law are reported in a note. */
export function isSwitching(laws: Laws, application: Application): boolean {
  const found = laws.switches.of(application)?.found;
  if (found?.isHidden) {
    const law = application.context.name.name;
    laws.tellOnce(
      `hidden switches ${law}`,
      `the law '${law}' switches where it is not located, in a function that calls itself, a sum over more than ` +
        `${mostOthers} others or a formula that is not compiled: the integrator steps over it`,
      [{ kind: "steps over", law, objects: [], time: null }],
    );
  }
  return found !== undefined && found.all.length > 0;
}
