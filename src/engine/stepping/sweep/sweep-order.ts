// The order in which a sweep visits the contact points. It is numerics, not physics: any order leads to the same fixed
// point if there is one, some faster.
//
// fixed: law by law, then by the numbers of the bodies. bottom up: by the number of contacts to a body that nothing
// moves, nearest first. alternating: like fixed, every other sweep backwards. greatest first: always the point whose
// law gives the greatest urgency, among equals the first in fixed order; so the order is found during the sweep.

import type { ContextDeclaration } from "../../../language/declare/experiment.ts";
import { type BinaryOp, type Expr, partsOf } from "../../../language/syntax/ast.ts";
import type { Laws } from "../../laws/laws.ts";
import { readIterations } from "../../model/settings.ts";
import type { ContactForm } from "../contact/form.ts";
import type { PairLaws } from "../contact/pair-laws.ts";
import type { ContactPoints } from "../contact/points.ts";

export class SweepOrder {
  private readonly laws: Laws;
  private readonly pairLaws: PairLaws;
  private readonly points: ContactPoints;
  private readonly iterations = new Map<ContactForm, number>();
  /** Per body, the number of contacts to one that nothing moves. */
  private readonly levels: Int32Array;
  /** Number of points before those of a level, or of a form. */
  private starts = new Int32Array(64);

  constructor(laws: Laws, pairLaws: PairLaws, points: ContactPoints) {
    this.laws = laws;
    this.pairLaws = pairLaws;
    this.points = points;
    this.levels = new Int32Array(laws.model.bodies.length);
  }

  get isByUrgency(): boolean {
    return this.laws.model.settings.sweepOrder === "greatest first";
  }

  isBackwards(iteration: number): boolean {
    return this.laws.model.settings.sweepOrder === "alternating" && iteration % 2 === 0;
  }

  /**
   * How often a law is applied in a step: as the law says, or as the simulation says. A law that writes no body is
   * applied once.
   */
  iterationsOf(form: ContactForm): number {
    let count = this.iterations.get(form);
    if (count === undefined) {
      const said = readIterations(form.context, form.context.scope);
      count = form.updated.length === 0 ? 1 : (said ?? this.laws.model.settings.iterations);
      this.iterations.set(form, count);
      if (form.updated.length > 0) this.notePhases(form, count);
    }
    return count;
  }

  private notePhases({ context }: ContactForm, count: number): void {
    const last = lastPhaseOf(context);
    const { name } = context.name;
    if (count >= last) return;
    this.laws.tellOnce(
      `phases of ${name}`,
      `the contact law '${name}' acts differently from iteration ${last} on, but is applied only ` +
        `${count === 1 ? "once" : `${count} times`} in a step: state 'iterations = ${last}' or more`,
    );
  }

  /** Writes the indices of the points of these laws, in order; returns their number. */
  sort(out: Int32Array, forms: ReadonlySet<ContactForm>): number {
    const { list } = this.points;
    if (this.areAllResting()) return 0;
    const isBottomUp = this.laws.model.settings.sweepOrder === "bottom up";
    const most = isBottomUp ? this.findLevels() : this.pairLaws.forms.length;
    if (this.starts.length < most + 2) this.starts = new Int32Array(2 * most + 2);
    const { starts } = this;
    starts.fill(0, 0, most + 2);
    for (let i = 0; i < list.count; i++) if (this.isWanted(i, forms)) starts[this.rank(i, isBottomUp) + 1]++;
    for (let k = 0; k <= most; k++) starts[k + 1] += starts[k];
    const count = starts[most + 1];
    for (let i = 0; i < list.count; i++) if (this.isWanted(i, forms)) out[starts[this.rank(i, isBottomUp)]++] = i;
    return count;
  }

  private isWanted(i: number, forms: ReadonlySet<ContactForm>): boolean {
    const { list } = this.points;
    return list.isResting[i] === 0 && forms.has(list.forms[i]);
  }

  private areAllResting(): boolean {
    const { list } = this.points;
    for (let i = 0; i < list.count; i++) if (list.isResting[i] === 0) return false;
    return true;
  }

  private rank(i: number, isBottomUp: boolean): number {
    const { list } = this.points;
    return isBottomUp ? Math.min(this.levels[list.own[i]], this.levels[list.other[i]]) : list.forms[i].number;
  }

  /**
   * Finds levels by passes over all points, there and back, until nothing changes; returns the highest. Bodies that
   * lean on nothing come last.
   */
  private findLevels(): number {
    const { levels } = this;
    const { list } = this.points;
    const { bodies } = this.laws.model;
    const far = bodies.length;
    for (const { index, physicalType } of bodies) levels[index] = physicalType === "dynamic" ? far : 0;
    for (let pass = 0, hasChanged = true; hasChanged; pass++) {
      hasChanged = false;
      for (let k = 0; k < list.count; k++) {
        const i = pass % 2 === 0 ? k : list.count - 1 - k;
        const a = list.own[i];
        const b = list.other[i];
        const level = Math.min(levels[a], levels[b]) + 1;
        if (level >= levels[a] && level >= levels[b]) continue;
        if (levels[a] > level) levels[a] = level;
        if (levels[b] > level) levels[b] = level;
        hasChanged = true;
      }
    }
    return far;
  }
}

const mirrored = new Map<BinaryOp, BinaryOp>([
  ["<", ">"],
  [">", "<"],
  ["<=", ">="],
  [">=", "<="],
]);

/**
 * The first iteration of the last phase; 1 for a law without phases. `iteration == 1`, `iteration <= 2` divide the
 * iterations of a step into phases: the text shows whether a law is applied too rarely to reach its last phase.
 */
function lastPhaseOf({ functions }: ContextDeclaration): number {
  let last = 1;
  const look = (expr: Expr) => {
    last = Math.max(last, phaseFrom(expr));
    for (const part of partsOf(expr)) look(part);
  };
  for (const { body } of functions) look(body);
  return last;
}

/** The iteration from which a comparison of `iteration` with a number keeps its value; 1 for all else. */
function phaseFrom(expr: Expr): number {
  if (expr.kind !== "binary") return 1;
  const { left, right, op } = expr;
  if (isIteration(left) && right.kind === "number") return changeOf(op, right.value);
  if (isIteration(right) && left.kind === "number") return changeOf(mirrored.get(op) ?? op, left.value);
  return 1;
}

function isIteration(expr: Expr): boolean {
  return expr.kind === "name" && expr.name === "iteration";
}

function changeOf(op: BinaryOp, value: number): number {
  if (op === "<" || op === ">=") return Math.ceil(value);
  return op === "==" || op === "!=" || op === "<=" || op === ">" ? Math.floor(value) + 1 : 1;
}
