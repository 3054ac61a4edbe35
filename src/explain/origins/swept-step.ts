// How a step of time stepping changed an attribute: rates, collisions, sweeps of contact laws, and the work at its end.
import type { Value } from "../../compiler/values/value.ts";
import { readSlot, type Slot } from "../../engine/model/slot.ts";
import type { ReplayMoment } from "../replay/moment.ts";
import type { Swept } from "../replay/step-trace.ts";
import type { Quantity } from "../sites/quantities.ts";
import { literalOf, sameBits } from "../tree/literal.ts";
import type { ExplanationNode, Term } from "../tree/node.ts";
import { changedNode, combine, lengthTerm, nameExpr, reckoningNode, termOf } from "../tree/reckoning.ts";
import type { StepHost } from "./integrated.ts";
import { normalisedNode, normalisedVector } from "./normalised.ts";
import type { Origins } from "./origins.ts";
import { newtonWords, PointOrigins } from "./point-origins.ts";

export class SweptStep {
  private readonly host: StepHost;
  private readonly origins: Origins;
  private readonly moment: ReplayMoment;
  private readonly quantity: Quantity;
  private readonly points: PointOrigins;
  private readonly swept: Swept;
  private readonly at: number | undefined;

  constructor(host: StepHost, origins: Origins, moment: ReplayMoment, slot: Slot) {
    this.host = host;
    this.origins = origins;
    this.moment = moment;
    this.quantity = origins.quantities.of(slot);
    this.points = new PointOrigins(origins, moment);
    this.swept = host.trace.swept!;
    this.at = host.trace.stages.terms.placeOf(slot);
  }

  /** A description whose words end with the time at which the step ends. */
  private about(what: string, value: Value, words: string) {
    const { path, slot } = this.quantity;
    const dimension = this.host.dimension(slot);
    return { name: path, words, time: this.swept.to, value, dimension, key: `${this.host.key} ${what} ${path}` };
  }

  private get count(): number {
    return this.swept.journal.entries.length;
  }

  private read(vector: Float64Array): Value {
    return readSlot(vector, { ...this.quantity.slot, offset: this.at!, stride: 1 });
  }

  /** The value that the laws saw at an evaluation. */
  seenAt(number: number): ExplanationNode {
    return this.points.at(this.quantity.slot, this.host.trace.looks[number].deeds);
  }

  /** The result of the step, or the value before the work at its end. */
  end(): ExplanationNode {
    const { trace } = this.host;
    if (this.at === undefined) return this.points.at(this.quantity.slot, this.count);
    return trace.until === this.swept.to ? this.last() : this.partway();
  }

  /** The result of the whole step. */
  private last(): ExplanationNode {
    const { raw, stages, start } = this.host.trace;
    const words = `after the step from t = ${this.host.trace.from} to t = ${this.swept.to}`;
    const unit = normalisedVector(raw, stages.terms.turning);
    const deeds = () => this.points.at(this.quantity.slot, this.count);
    const turned = () =>
      this.normalised(
        "normalised",
        this.read(unit),
        `normalised ${words}`,
        this.named("as integrated", "integrated", this.read(raw), deeds),
      );
    const value = this.read(this.swept.last);
    if (sameBits(value, this.read(unit))) return turned();
    // Sleeping bodies did not change.
    if ([raw, this.swept.last].every((y) => sameBits(this.read(y), this.read(start))))
      return this.host.openBefore(this.quantity.slot);
    const about = this.about("last", value, `brought back to the constraints ${words}`);
    return changedNode(about, this.named("as integrated", "integrated", this.read(unit), turned));
  }

  private named(name: string, mark: string, value: Value, open: () => ExplanationNode): Term {
    return {
      name,
      symbol: nameExpr(`${this.quantity.slot.name}_${mark}`),
      value,
      dimension: this.host.dimension(this.quantity.slot),
      open,
    };
  }

  private normalised(what: string, value: Value, words: string, raw: Term): ExplanationNode {
    return sameBits(value, raw.value) ? raw.open() : normalisedNode(this.about(what, value, words), raw);
  }

  /** Between the ends of a step the trajectory is straight. */
  private partway(): ExplanationNode {
    const { from, until, start, end } = this.host.trace;
    const { to, last } = this.swept;
    const { slot, path } = this.quantity;
    const share = (until - from) / (to - from);
    const value = this.read(start.map((x, k) => x + share * (last[k] - x)));
    const terms = [
      this.named(`${path} at t = ${from}`, "n", this.read(start), () => this.host.openBefore(slot)),
      this.named(`${path} at t = ${to}`, "end", this.read(last), () => this.last()),
    ];
    const time = (t: number) => literalOf(t);
    const part = combine("/", combine("-", time(until), time(from)), combine("-", time(to), time(from)));
    const expr = combine("+", termOf(0), combine("*", part, combine("-", termOf(1), termOf(0))));
    const words = `on the way from t = ${from} to t = ${to}, which is straight`;
    const open = () => reckoningNode({ ...this.about(`way ${until}`, value, words), terms }, [expr]);
    return this.normalised(
      `unit ${until}`,
      this.read(end),
      `normalised ${words}`,
      this.named("on the way", "way", value, open),
    );
  }

  /** The value after this many actions of the step. */
  within(count: number): ExplanationNode {
    const { slot } = this.quantity;
    const n = this.swept.journal.lastChange(slot, count);
    return n === count - 1 && n >= 0 ? this.deed(n) : this.points.at(slot, count);
  }

  private deed(n: number): ExplanationNode {
    const { quantity, points } = this;
    const { deed } = this.swept.journal.entries[n];
    const after = { ...this.moment, deeds: n + 1 };
    switch (deed.kind) {
      case "rates":
        return this.followed(n, deed.look);
      case "collision": {
        const happening = this.origins.moments.happeningBefore(after)!;
        return this.origins.happened(quantity, happening, after) ?? points.changed(quantity, n, linkWords);
      }
      case "first":
        return points.first(quantity, n, deed.point)!;
      case "sweep":
        return points.swept(quantity, n, deed.point, deed.iteration);
      case "links":
        return points.changed(quantity, n, linkWords);
      case "newton":
        return points.changed(quantity, n, newtonWords);
    }
  }

  /** y + h f. */
  private followed(n: number, number: number): ExplanationNode {
    const { slot, path } = this.quantity;
    const look = this.host.trace.looks[number];
    const value = readSlot(this.swept.journal.memoryAt(n + 1), slot);
    const rate: Term = {
      name: `${slot.name}' at t = ${look.t}`,
      symbol: nameExpr("k"),
      value: this.read(look.rates),
      dimension: null,
      open: () => this.host.openRate(slot, look, number),
    };
    const before = { ...this.points.term(`${path} before`, slot, n), symbol: nameExpr(`${slot.name}_n`) };
    const terms = [before, lengthTerm(look.h, this.host.key), rate];
    const expr = combine("+", termOf(0), combine("*", termOf(1), termOf(2)));
    const words = `by its rate for the step from t = ${look.t} to t = ${this.swept.to}`;
    const node = reckoningNode({ ...this.about(`deed ${n}`, value, words), terms }, [expr]);
    return { ...node, earlier: this.host.earlierOf(slot) };
  }
}

const linkWords = "made to keep the links";
