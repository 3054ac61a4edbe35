// The linear system of a Newton step for the fixed point of the sweeps, in the numbers x of the bodies.
//
// At a point λ + δλ = f + A δλ + B δx, and the bodies change by δx = Σ G δλ. With D = ((1 + ε) 1 - A)⁻¹ and r = f - λ
// the points are eliminated, δλ = D (r + B δx), which leaves one equation a body: δx - Σ G D B δx = Σ G D r. The small
// ε makes D finite where A is the identity, as it is at a point that pushes; it is a compliance of the contacts that
// further steps correct.
//
// Attributes of a body have different units. The system is solved in units in which they are comparable; these are
// powers of two, so that nothing is rounded.

import {
  type BlockMatrix,
  type BlockPattern,
  clearBlocks,
  createBlockMatrix,
  createBlockPattern,
  offsetOf,
} from "../../../math/block/block-matrix.ts";
import { type BlockFactor, createBlockFactor, factorBlocks, solveBasic } from "../../../math/block/factor.ts";
import { createInverseRoom, invertBlock } from "../../../math/block/inverse.ts";
import type { Laws } from "../../laws/laws.ts";
import type { PointList } from "../contact/point-list.ts";
import { mostUnknowns, type NewtonForm, type NewtonLayout } from "./form.ts";
import type { NewtonMeasure } from "./measure.ts";

const room = createInverseRoom(mostUnknowns, Number.MIN_VALUE);

/** The approximate number of multiplications for adding a point to the system and computing its δλ. */
const pointWork = 1000;

/**
 * Two bodies with points, and the places of their blocks: own, other, and both couplings; -1 for bodies that do not
 * move.
 */
interface Coupling {
  readonly pair: number;
  readonly nodes: readonly [number, number];
  readonly blocks: Int32Array;
}

export class NewtonSystem {
  private readonly laws: Laws;
  private readonly measure: NewtonMeasure;
  /** Per body its index in the system, or -1. */
  private readonly nodes: Int32Array;
  private pairs: number[] = [];
  private couplings: Coupling[] = [];
  private pattern: BlockPattern = createBlockPattern([], []);
  private matrix: BlockMatrix = createBlockMatrix(this.pattern);
  private factor: BlockFactor = createBlockFactor(this.pattern);
  private b = new Float64Array(0);
  /** The change of x, body after body; and the units in which the system is solved. */
  private x = new Float64Array(0);
  private units = new Float64Array(0);
  /** The bodies of the nodes. */
  private nodeBodies: number[] = [];
  /** One number: ε. */
  readonly yielding = new Float64Array(1);
  private readonly dense = new Float64Array(mostUnknowns * mostUnknowns);
  private rows = new Float64Array(0);

  constructor(laws: Laws, measure: NewtonMeasure) {
    this.laws = laws;
    this.measure = measure;
    this.nodes = new Int32Array(laws.model.bodies.length);
  }

  /** Reserves space for the points, which come pair by pair; unchanged as long as the pairs are. */
  arrange(list: PointList, formOf: (i: number) => NewtonForm | null): void {
    if (!this.isFor(list, formOf)) this.lay(list, formOf);
  }

  private lay(list: PointList, formOf: (i: number) => NewtonForm | null): void {
    const { bodies } = this.laws.model;
    this.nodes.fill(-1);
    this.nodeBodies = [];
    const widthOf = (index: number) => this.measure.columnsOf(bodies[index]).places.length;
    const nodeOf = (index: number) => {
      if (widthOf(index) > 0 && this.nodes[index] < 0) this.nodes[index] = this.nodeBodies.push(index) - 1;
      return this.nodes[index];
    };
    this.pairs = [];
    const ends: (readonly [number, number])[] = [];
    for (let i = 0; i < list.count; i++) {
      if (!formOf(i) || list.pair[i] === this.pairs.at(-1)) continue;
      this.pairs.push(list.pair[i]);
      ends.push([nodeOf(list.own[i]), nodeOf(list.other[i])]);
    }
    const pattern = createBlockPattern(
      this.nodeBodies.map(widthOf),
      ends.filter(([a, b]) => a >= 0 && b >= 0),
    );
    this.couplings = ends.map((nodes, k) => {
      const place = (i: number, j: number) =>
        nodes[i] < 0 || nodes[j] < 0 ? -1 : offsetOf(pattern, nodes[i], nodes[j]);
      return { pair: this.pairs[k], nodes, blocks: Int32Array.of(place(0, 0), place(0, 1), place(1, 0), place(1, 1)) };
    });
    this.pattern = pattern;
    this.matrix = createBlockMatrix(pattern);
    this.factor = createBlockFactor(pattern);
    this.b = new Float64Array(pattern.rows);
    this.x = new Float64Array(pattern.rows);
    this.units = new Float64Array(pattern.rows);
  }

  /**
   * The approximate number of multiplications of one solution: elimination, and `points` points added and evaluated.
   */
  workOf(points: number): number {
    return this.factor.plan.work + pointWork * points;
  }

  private isFor(list: PointList, formOf: (i: number) => NewtonForm | null): boolean {
    let count = 0;
    let last = -1;
    for (let i = 0; i < list.count; i++) {
      if (list.pair[i] === last || !formOf(i)) continue;
      last = list.pair[i];
      if (this.pairs[count++] !== last) return false;
    }
    return count === this.pairs.length;
  }

  /** Gets the units from the measure. */
  findUnits(): void {
    const { bodies } = this.laws.model;
    for (let node = 0; node < this.nodeBodies.length; node++)
      this.measure.writeUnits(this.units, this.pattern.rowStart[node], bodies[this.nodeBodies[node]]);
  }

  /** Empties the system. */
  clear(): void {
    const { pattern, matrix } = this;
    clearBlocks(matrix);
    this.b.fill(0);
    for (let i = 0; i < pattern.count; i++)
      for (let k = 0; k < pattern.size[i]; k++)
        matrix.values[pattern.blockAt[pattern.diagonal[i]] + k * (pattern.size[i] + 1)] = 1;
  }

  /**
   * Adds a point of the pair with this index. In its row f becomes D r and B becomes D B. False, with nothing added,
   * where there is no D.
   */
  add(row: number, { layout }: NewtonForm, pairNumber: number): boolean {
    const { numbers } = this.laws.memory;
    const n = layout.unknowns;
    for (let k = 0; k < n; k++) numbers[row + layout.value + k] -= numbers[row + layout.unknownAt[k]];
    const { dense, yielding } = this;
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++)
        dense[i * n + j] = (i === j ? 1 + yielding[0] : 0) - numbers[row + layout.byUnknowns + i * n + j];
    if (!invertBlock(dense, 0, n, room)) return false;
    this.apply(numbers, row + layout.value, n, 1);
    for (let side = 0; side < 2; side++) this.apply(numbers, row + layout.byBody[side], n, layout.widths[side]);
    const { nodes, blocks } = this.couplings[pairNumber];
    for (let side = 0; side < 2; side++) {
      if (nodes[side] < 0) continue;
      this.addRight(row, layout, side, this.pattern.rowStart[nodes[side]]);
      for (let other = 0; other < 2; other++)
        if (nodes[other] >= 0) this.addBlock(row, layout, side, other, blocks[2 * side + other]);
    }
    return true;
  }

  /** Multiplies a matrix of n rows by D, in place. D does not mix attributes: most of it is 0. */
  private apply(numbers: Float64Array, at: number, n: number, width: number): void {
    if (this.rows.length < n * width) this.rows = new Float64Array(n * width);
    const { dense, rows } = this;
    for (let e = 0; e < n * width; e++) {
      rows[e] = numbers[at + e];
      numbers[at + e] = 0;
    }
    for (let i = 0; i < n; i++)
      for (let k = 0; k < n; k++) {
        const d = dense[i * n + k];
        if (d === 0) continue;
        for (let c = 0; c < width; c++) numbers[at + i * width + c] += d * rows[k * width + c];
      }
  }

  private addRight(row: number, { unknowns: n, widths, action, value }: NewtonLayout, side: number, at: number): void {
    const { numbers } = this.laws.memory;
    for (let i = 0; i < widths[side]; i++) {
      let sum = 0;
      for (let k = 0; k < n; k++) sum += numbers[row + action[side] + i * n + k] * numbers[row + value + k];
      this.b[at + i] += sum;
    }
  }

  private addBlock(
    row: number,
    { unknowns: n, widths, action, byBody }: NewtonLayout,
    side: number,
    other: number,
    at: number,
  ): void {
    const { numbers } = this.laws.memory;
    const { values } = this.matrix;
    const width = widths[other];
    for (let i = 0; i < widths[side]; i++)
      for (let k = 0; k < n; k++) {
        const g = numbers[row + action[side] + i * n + k];
        // An impulse along one axis does not act along another.
        if (g === 0) continue;
        const to = at + i * width;
        const from = row + byBody[other] + k * width;
        for (let j = 0; j < width; j++) values[to + j] -= g * numbers[from + j];
      }
  }

  solve(): void {
    const { x, b, units } = this;
    this.scaleMatrix();
    for (let r = 0; r < b.length; r++) b[r] /= units[r];
    factorBlocks(this.factor, this.matrix);
    solveBasic(this.factor, x, b);
    for (let r = 0; r < x.length; r++) x[r] *= units[r];
  }

  private scaleMatrix(): void {
    const { units } = this;
    const { values } = this.matrix;
    const { count, rowStart, blockStart, blockColumn, blockAt } = this.pattern;
    for (let i = 0; i < count; i++)
      for (let block = blockStart[i]; block < blockStart[i + 1]; block++) {
        const j = blockColumn[block];
        let at = blockAt[block];
        for (let r = rowStart[i]; r < rowStart[i + 1]; r++)
          for (let c = rowStart[j]; c < rowStart[j + 1]; c++) values[at++] *= units[c] / units[r];
      }
  }

  /** Writes δλ of a point into its row. */
  follow(row: number, { layout }: NewtonForm, pairNumber: number): void {
    const { numbers } = this.laws.memory;
    const { nodes } = this.couplings[pairNumber];
    const n = layout.unknowns;
    for (let k = 0; k < n; k++) numbers[row + layout.change + k] = numbers[row + layout.value + k];
    for (let side = 0; side < 2; side++) {
      if (nodes[side] < 0) continue;
      const width = layout.widths[side];
      const from = this.pattern.rowStart[nodes[side]];
      for (let k = 0; k < n; k++) {
        let sum = 0;
        for (let j = 0; j < width; j++) sum += numbers[row + layout.byBody[side] + k * width + j] * this.x[from + j];
        numbers[row + layout.change + k] += sum;
      }
    }
  }
}
