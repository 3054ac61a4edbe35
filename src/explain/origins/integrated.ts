// How rates changed an attribute in one step: the integrator's own formula, and the stages it evaluated.
import type { Value } from "../../compiler/values/value.ts";
import { readSlot, type Slot } from "../../engine/model/slot.ts";
import { dormandPrinceTableau, rk4Tableau, type Tableau } from "../../engine/motion/integrators/method.ts";
import type { Expr } from "../../language/syntax/ast.ts";
import type { Dimension } from "../../language/syntax/unit.ts";
import type { Look, StepTrace } from "../replay/step-trace.ts";
import { literalOf, sameBits } from "../tree/literal.ts";
import { type ExplanationNode, leaf, type Term } from "../tree/node.ts";
import {
  changedNode,
  combine,
  lengthTerm,
  nameExpr,
  reckoningNode,
  termOf,
  weightOf,
  zeroLike,
} from "../tree/reckoning.ts";
import { normalisedNode, normalisedVector } from "./normalised.ts";

/** The environment of a step: gives the nodes of values before it, and of the laws' values within it. */
export interface StepHost {
  readonly trace: StepTrace;
  readonly key: string;
  path(slot: Slot): string;
  dimension(slot: Slot): Dimension | null;
  openBefore(slot: Slot): ExplanationNode;
  openRate(slot: Slot, look: Look, number: number): ExplanationNode;
  /** The quantity at the beginning of the law that gives its rate. */
  earlierOf(slot: Slot): Term | null;
}

export class Integrated {
  private readonly host: StepHost;
  private readonly slot: Slot;
  private readonly at: number;

  constructor(host: StepHost, slot: Slot) {
    this.host = host;
    this.slot = slot;
    this.at = host.trace.stages.terms.placeOf(slot)!;
  }

  private read(vector: Float64Array): Value {
    return readSlot(vector, { ...this.slot, offset: this.at, stride: 1 });
  }

  private get words(): string {
    const { stages, from, until } = this.host.trace;
    return `integrated from t = ${from} to t = ${until} by ${stages.integrator}`;
  }

  private about(what: string, value: Value) {
    const { host, slot, words } = this;
    const name = host.path(slot);
    const time = host.trace.until;
    return { name, words, time, value, dimension: host.dimension(slot), key: `${host.key} ${what} ${name}` };
  }

  /** The node of the step's result. */
  end(): ExplanationNode {
    return { ...this.arrival(), earlier: this.host.earlierOf(this.slot) };
  }

  private arrival(): ExplanationNode {
    const { trace } = this.host;
    const [value, raw] = [this.read(trace.end), this.read(trace.raw)];
    if (trace.looks.length === 0) return this.host.openBefore(this.slot);
    const unit = this.read(normalisedVector(trace.raw, trace.stages.terms.turning));
    const dimension = this.host.dimension(this.slot);
    const turned = () => {
      if (sameBits(unit, raw)) return this.raw();
      const about = { ...this.about("normalised", unit), words: `normalised after the step, ${this.words}` };
      return normalisedNode(about, {
        name: "as integrated",
        symbol: nameExpr(`${this.slot.name}_integrated`),
        value: raw,
        dimension,
        open: () => this.raw(),
      });
    };
    if (sameBits(value, unit)) return turned();
    const about = {
      ...this.about("end", value),
      words: `brought back to the constraints after the step, ${this.words}`,
    };
    return changedNode(about, {
      name: "as integrated",
      symbol: nameExpr(`${this.slot.name}_integrated`),
      value: unit,
      dimension,
      open: turned,
    });
  }

  /** The node of the integrator's result. */
  private raw(): ExplanationNode {
    const { looks, stages, pieces } = this.host.trace;
    const last = looks.length - 1;
    if (pieces.at(-1)?.isSlid) return this.slid(this.read(this.host.trace.raw));
    switch (stages.integrator) {
      case "rk4":
        return this.weighted("step", this.read(this.host.trace.raw), rk4Tableau.b, last - 3, this.startOf(last));
      case "dormand-prince":
        return this.part(last - 6);
      case "semi-implicit euler":
        return this.straight(looks.findIndex(({ rank }) => rank === this.rank));
      default:
        return this.straight(last);
    }
  }

  private get rank(): number {
    return this.host.trace.stages.terms.all.find(({ at }) => at === this.at)!.rank;
  }

  private start(): Term {
    const { trace } = this.host;
    const dimension = this.host.dimension(this.slot);
    const open = () => this.host.openBefore(this.slot);
    const symbol = nameExpr(`${this.slot.name}_n`);
    return { name: `${this.slot.name} at t = ${trace.from}`, symbol, value: this.read(trace.start), dimension, open };
  }

  /** The start of the piece of the step in which this evaluation was made. */
  private startOf(number: number): Term {
    const { pieces, looks } = this.host.trace;
    const i = pieces.findLastIndex((piece) => piece.looks <= number);
    if (i < 0) return this.start();
    const value = this.read(pieces[i].y);
    const first = looks[pieces[i].looks].t;
    const open = () => (pieces[i].isSlid ? this.slid(value) : this.pieceEnd(pieces[i].looks - 1, value));
    return { ...this.start(), name: `${this.slot.name} at t = ${first}`, value, open };
  }

  /** The result of a slide along a switch, which has no formula of one side. */
  private slid(value: Value): ExplanationNode {
    const words = `${this.words}, along a switch, by the average of both of its sides that stays on it`;
    return leaf({ ...this.about("slid", value), words, origin: "reckoning", terms: [this.start()] });
  }

  private pieceEnd(last: number, value: Value): ExplanationNode {
    if (this.host.trace.stages.integrator === "rk4")
      return this.weighted("piece", value, rk4Tableau.b, last - 3, this.startOf(last));
    return this.straight(last, value);
  }

  private rate(number: number, symbol: string): Term {
    const look = this.host.trace.looks[number];
    const name = `${this.slot.name}' at t = ${look.t}`;
    return {
      name,
      symbol: nameExpr(symbol),
      value: this.read(look.rates),
      dimension: null,
      open: () => this.host.openRate(this.slot, look, number),
    };
  }

  /** y + h f: Euler's step, or the last iteration of the midpoint. */
  private straight(number: number, value = this.read(this.host.trace.raw)): ExplanationNode {
    const { h } = this.host.trace.looks[number];
    const terms = [this.startOf(number), lengthTerm(h, this.host.key), this.rate(number, "k")];
    const expr = combine("+", termOf(0), combine("*", termOf(1), termOf(2)));
    return reckoningNode({ ...this.about(`straight ${number}`, value), terms }, [expr]);
  }

  /** y + h (w₀ f₀ + w₁ f₁ + …), in the order in which the integrators add. */
  private weighted(what: string, value: Value, weights: Float64Array, first: number, start: Term): ExplanationNode {
    const used = [...weights.keys()].filter((j) => weights[j] !== 0);
    const terms = [
      start,
      lengthTerm(this.host.trace.looks[first].h, this.host.key),
      ...used.map((j) => this.rate(first + j, `k_${j + 1}`)),
    ];
    const sum = (from: Expr | null) =>
      used.reduce<Expr | null>((all, j, i) => {
        const part = combine("*", weightOf(Math.abs(weights[j])), termOf(2 + i));
        if (all) return combine(weights[j] < 0 ? "-" : "+", all, part);
        return weights[j] < 0 ? combine("-", literalOf(zeroLike(value)), part) : part;
      }, from)!;
    const step = (from: Expr | null) => combine("+", termOf(0), combine("*", termOf(1), sum(from)));
    const formulas = [step(null), step(literalOf(zeroLike(value)))];
    return reckoningNode({ ...this.about(`${what} ${first}`, value), terms }, formulas);
  }

  /** A part of a step that Dormand and Prince's method divides; it has seven evaluations. */
  private part(first: number): ExplanationNode {
    const { looks, raw } = this.host.trace;
    const value = first + 7 >= looks.length ? this.read(raw) : this.read(looks[first + 6].y);
    return this.weighted("part", value, dormandPrinceTableau.b, first, this.partStart(first));
  }

  /** The start of a part: that of the step, or the end of the last accepted part. */
  private partStart(first: number): Term {
    const { looks } = this.host.trace;
    const { y, t } = looks[first];
    const isFrom = (before: number) => looks[before + 6].y.every((x, k) => Object.is(x, y[k]));
    for (let before = first - 7; before >= 0; before -= 7) {
      const isRepeated = looks[before].y.every((x, k) => Object.is(x, y[k]));
      if (!isRepeated && isFrom(before))
        return {
          ...this.start(),
          name: `${this.slot.name} at t = ${t}`,
          value: this.read(y),
          open: () => this.part(before),
        };
    }
    return this.start();
  }

  /** The value that the laws saw at an evaluation. */
  seenAt(number: number): ExplanationNode {
    const { looks, stages } = this.host.trace;
    const value = this.read(looks[number].y);
    switch (stages.integrator) {
      case "rk4":
        return this.stageOf(rk4Tableau, number, number - (number % 4), this.startOf(number), value);
      case "dormand-prince": {
        const first = number - (number % 7);
        return this.stageOf(dormandPrinceTableau, number, first, this.partStart(first), value);
      }
      case "semi-implicit euler":
        return this.rank < (looks[number].rank ?? 0) ? this.raw() : this.host.openBefore(this.slot);
      case "implicit midpoint":
        return looks[number].t === looks[0].t ? this.host.openBefore(this.slot) : this.middle(number, value);
      default:
        return this.host.openBefore(this.slot);
    }
  }

  private stageOf({ a }: Tableau, number: number, first: number, start: Term, value: Value): ExplanationNode {
    const stage = number - first;
    return stage === 0 ? start.open() : this.weighted(`stage ${stage} of`, value, a[stage], first, start);
  }

  /** The midpoint of the result of the evaluation before. */
  private middle(number: number, value: Value): ExplanationNode {
    const { trace } = this.host;
    const { rates: f, h } = trace.looks[number - 1];
    const y = trace.pieces.findLast(({ looks }) => looks <= number)?.y ?? trace.start;
    const led = this.read(y.map((x, k) => x + h * f[k]));
    const reached: Term = {
      name: `${this.slot.name} found before`,
      symbol: nameExpr(`${this.slot.name}_found`),
      value: led,
      dimension: this.host.dimension(this.slot),
      open: () => this.straight(number - 1, led),
    };
    const terms = [this.startOf(number), reached];
    const expr = combine("/", combine("+", termOf(0), termOf(1)), literalOf(2));
    return reckoningNode({ ...this.about(`middle ${number}`, value), terms }, [expr]);
  }
}
