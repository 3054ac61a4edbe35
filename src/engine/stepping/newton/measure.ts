// How far contact laws are from their fixed point, independent of the units of the text and the names of attributes.
//
// λ' - λ at a point is the change of λ if the laws were applied again; G (λ' - λ) is the change of a body that follows.
// Numbers λ of one law may differ in their units, and so may attributes a of a body (v and L). But S_a, the sum of the
// squares with which points act on an attribute, carries its units. So q = Σ |x_a|² / S_a measures a change x of a body
// by one number. The numbers S_a q of two bodies can be added, once for each attribute a: by velocities light bodies
// count most, by momenta heavy ones. In each of these sums the missing part must be small against what all λ cause.
import { binaryExponent } from "../../../math/block/scaling.ts";
import { powerOfTwo } from "../../../math/elementary/bits.ts";
import type { Laws } from "../../laws/laws.ts";
import type { Body, Group } from "../../model/model.ts";
import type { PairLaws } from "../contact/pair-laws.ts";
import type { SweepGauge } from "../sweep/sweep-gauge.ts";
import type { NewtonLayout } from "./form.ts";

/** The numbers x of bodies of a group: attributes that contact laws write. None for a body that does not move. */
export interface BodyColumns {
  /** Their places, for the first body of the group. */
  readonly places: Int32Array;
  /** Where each attribute begins among them, and the end of the last one. */
  readonly starts: Int32Array;
  /** The attributes, by their indices in the measure. */
  readonly attributes: Int32Array;
}

/** Indices into `found`: the total residual, its largest part, and its largest effect on a body. */
export const missed = 0;
export const part = 1;
export const effect = 2;

export class NewtonMeasure {
  private readonly laws: Laws;
  private readonly written: ReadonlySet<string>;
  private readonly names: readonly string[];
  private readonly columns = new Map<Group, BodyColumns>();
  /** Per body and attribute, S. `shared` are the sums over those λ alone that act on all attributes of the body. */
  private readonly squares: Float64Array;
  private readonly shared: Float64Array;
  /** Per attribute, the square of the effect of one λ. */
  private readonly acts: Float64Array;
  /** Per attribute, 1 / the square of the largest change by rates in the step; 0 if they change nothing. */
  private readonly weights: Float64Array;
  /** Per attribute, sums of S q: of the residual, of the effect of λ, and both at the beginning. */
  private readonly missing: Float64Array;
  private readonly acting: Float64Array;
  private readonly scale: Float64Array;
  /**
   * The last results: the residual of all attributes together, relative to the beginning of the solution; the largest
   * residual of one of them, as a share of the effect of λ; and the largest change of a body at one of its points, as a
   * share of the change by rates in the step.
   */
  readonly found = new Float64Array(3);

  constructor(laws: Laws, { written }: PairLaws) {
    this.laws = laws;
    const { bodies } = laws.model;
    this.written = written;
    this.names = [...new Set(bodies.flatMap((body) => [...body.slots.keys()].filter((name) => written.has(name))))];
    const count = this.names.length;
    this.squares = new Float64Array(bodies.length * count);
    this.shared = new Float64Array(bodies.length * count);
    this.acts = new Float64Array(count);
    this.weights = new Float64Array(count);
    this.missing = new Float64Array(count);
    this.acting = new Float64Array(count);
    this.scale = new Float64Array(count);
  }

  columnsOf({ group, physicalType }: Body): BodyColumns {
    let columns = this.columns.get(group);
    if (!columns) {
      const places: number[] = [];
      const starts = [0];
      const attributes: number[] = [];
      for (const { name, shape, offset, stride, size } of this.laws.model.bodies[group.first].slots.values()) {
        if (physicalType !== "dynamic" || shape.kind === "boolean" || !this.written.has(name)) continue;
        for (let k = 0; k < size; k++) places.push(offset + k * stride);
        starts.push(places.length);
        attributes.push(this.names.indexOf(name));
      }
      columns = {
        places: Int32Array.from(places),
        starts: Int32Array.from(starts),
        attributes: Int32Array.from(attributes),
      };
      this.columns.set(group, columns);
    }
    return columns;
  }

  /** Begins a solution. */
  begin(gauge: SweepGauge): void {
    this.squares.fill(0);
    this.shared.fill(0);
    this.scale.fill(0);
    for (let a = 0; a < this.names.length; a++) {
      const most = gauge.rateOf(this.names[a]);
      this.weights[a] = most > 0 ? 1 / (most * most) : 0;
    }
  }

  /** Adds the action of a point with G in its row on a body. */
  addPoint(row: number, { unknowns: n, action }: NewtonLayout, side: 0 | 1, body: Body): void {
    const { starts, attributes } = this.columnsOf(body);
    const from = body.index * this.names.length;
    const at = row + action[side];
    const { acts } = this;
    const { numbers } = this.laws.memory;
    for (let k = 0; k < n; k++) {
      let isShared = true;
      for (let a = 0; a < attributes.length; a++) {
        let square = 0;
        for (let i = starts[a]; i < starts[a + 1]; i++) square += numbers[at + i * n + k] * numbers[at + i * n + k];
        acts[a] = square;
        this.squares[from + attributes[a]] += square;
        if (square === 0) isShared = false;
      }
      for (let a = 0; isShared && a < attributes.length; a++) this.shared[from + attributes[a]] += acts[a];
    }
  }

  /** Called after all points have been added. */
  endPoints(): void {
    const { squares, shared } = this;
    for (let e = 0; e < squares.length; e++) {
      if (shared[e] > 0) squares[e] = shared[e];
      if (!(squares[e] < Number.POSITIVE_INFINITY)) squares[e] = 0;
    }
  }

  /**
   * Writes for each number of a body a power of two near the root of S: in such units, attributes of a body are
   * comparable.
   */
  writeUnits(out: Float64Array, at: number, body: Body): void {
    const { starts, attributes } = this.columnsOf(body);
    for (let a = 0; a < attributes.length; a++) {
      const square = this.squares[body.index * this.names.length + attributes[a]];
      const exponent = square > 0 ? binaryExponent(square) >> 1 : 0;
      for (let i = starts[a]; i < starts[a + 1]; i++) out[at + i] = powerOfTwo(exponent);
    }
  }

  /** Called when the laws have been applied again. */
  clear(): void {
    this.missing.fill(0);
    this.acting.fill(0);
    this.found[effect] = 0;
  }

  /** Measures a point with G, λ and λ' in its row, and one of its bodies. */
  measure(row: number, { unknowns: n, action, value, unknownAt }: NewtonLayout, side: 0 | 1, body: Body): void {
    const { numbers } = this.laws.memory;
    const { squares, weights, missing, acting, found } = this;
    const { starts, attributes } = this.columnsOf(body);
    const from = body.index * this.names.length;
    let change = 0;
    let whole = 0;
    let weighted = 0;
    for (let a = 0; a < attributes.length; a++) {
      let changed = 0;
      let acted = 0;
      for (let i = starts[a]; i < starts[a + 1]; i++) {
        let toChange = 0;
        let toAct = 0;
        for (let k = 0; k < n; k++) {
          const g = numbers[row + action[side] + i * n + k];
          const unknown = numbers[row + unknownAt[k]];
          toChange += g * (numbers[row + value + k] - unknown);
          toAct += g * unknown;
        }
        changed += toChange * toChange;
        acted += toAct * toAct;
      }
      weighted += changed * weights[attributes[a]];
      const square = squares[from + attributes[a]];
      if (square === 0) continue;
      change += changed / square;
      whole += acted / square;
    }
    for (let a = 0; a < attributes.length; a++) {
      missing[attributes[a]] += squares[from + attributes[a]] * change;
      acting[attributes[a]] += squares[from + attributes[a]] * whole;
    }
    found[effect] = Math.max(found[effect], weighted);
  }

  /** Called after all points have been measured. */
  end(): void {
    const { missing, acting, scale, found } = this;
    let sum = 0;
    let most = 0;
    for (let a = 0; a < missing.length; a++) {
      if (scale[a] === 0) scale[a] = missing[a] + acting[a];
      if (missing[a] === 0) continue;
      sum += missing[a] / scale[a];
      most = Math.max(most, missing[a] / acting[a]);
    }
    found[missed] = Math.sqrt(sum);
    found[part] = Math.sqrt(most);
    found[effect] = Math.sqrt(found[effect]);
  }
}
