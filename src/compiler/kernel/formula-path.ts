// The path of a curve from its formula: its point and all derivatives in one graph of the parameter.

import type { Path } from "../../geometry/curves/curve.ts";
import type { Attribute, Scope } from "../../language/names/scope.ts";
import type { Definition } from "../../language/syntax/ast.ts";
import type { Store } from "../emit/module.ts";
import { Derivative } from "../graph/derivative.ts";
import { Graph } from "../graph/graph.ts";
import { GivenUp, GraphValues } from "../graph/graph-values.ts";
import type { Node } from "../graph/node.ts";
import { GraphTooLarge, isRefusal, Unlowered } from "../graph/refusal.ts";
import { regionsOf } from "../graph/region.ts";
import { Lowering } from "../lower/lower.ts";
import { lowerConstant, nodesOf, realOf } from "../lower/lowered.ts";
import { Outlines } from "../lower/outlines.ts";
import { defaultLimits } from "../values/budget.ts";
import type { Value } from "../values/value.ts";
import { createMachine, Kernel, Machine } from "./kernel.ts";

/** Orders that laws are likely to need: a constraint on a tangent, differentiated twice. They are computed together. */
const usualOrders = 3;
const usualNumbers = 3 * (usualOrders + 1);

type Evaluate = (out: Float64Array, order: number, at: Float64Array) => boolean;

/**
 * The path `point(s) = …`, with the attributes it names as constants; a sentence if it cannot be differentiated. It is
 * compiled if there is a machine.
 */
export function formulaPath(
  definition: Definition,
  scope: Scope,
  read: (attribute: Attribute) => Value | null,
  from: number,
  to: number,
  machine: Machine | null,
): Path | { readonly refused: string } {
  try {
    const formula = new FormulaGraph(definition, scope, read);
    const byNodes = formula.evaluator();
    const byKernel = machine && formula.compile(machine);
    const evaluate: Evaluate = (out, order, at) =>
      byKernel && order <= usualOrders ? byKernel(out, order, at) : byNodes(out, order, at);
    return { kind: "formula", from, to, evaluate };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { refused: error.message };
  }
}

/** What a formula takes and gives. */
const formulaRegions = regionsOf("formula", "parameter", "results");

/** All orders of a formula in one graph. Its parameter is at the first place of memory. */
export class FormulaGraph {
  private readonly graph = new Graph();
  private readonly parameter = this.graph.load({ base: formulaRegions.parameter, offset: 0, index: null }, "real");
  /** The nodes of the point, of its derivative, and so on. */
  private readonly orders: (readonly Node[])[];
  private readonly duties: readonly Node[];
  private readonly cost: { readonly fuel: number; readonly depth: number };

  /** Throws `Unlowered`, `NeedsFunction` or `GraphTooLarge` where it cannot be differentiated. */
  constructor(definition: Definition, scope: Scope, read: (attribute: Attribute) => Value | null) {
    const { graph } = this;
    const attribute = (asked: Attribute) => {
      const value = read(asked);
      return value === null ? null : lowerConstant(graph, value);
    };
    const lowering = new Lowering(graph, { attribute, special: () => null }, new Outlines(defaultLimits));
    const frame = { scope, definition, args: [realOf(this.parameter)], registered: false };
    const value = lowering.lower(definition.body, frame);
    if (value.kind !== "vector" || value.nodes.length !== 3) throw new Unlowered("it gives no vector of 3");
    if (graph.nodes.some(({ op }) => op === "invoke" || op === "others"))
      throw new Unlowered("it calls a function that has no derivative");
    this.orders = [nodesOf(value)];
    this.duties = graph.duties.all;
    this.cost = { fuel: lowering.fuel, depth: lowering.deepest };
    this.differentiateTo(usualOrders);
  }

  private differentiateTo(order: number): void {
    const { graph, orders, parameter } = this;
    const leaf = (node: Node) => (node === parameter ? graph.real(1) : null);
    while (orders.length <= order) {
      const derivative = new Derivative(graph, { leaf, turn: () => null });
      orders.push(orders.at(-1)!.map((node) => derivative.of(node) ?? graph.real(0)));
    }
  }

  /** Evaluates node by node, to any order. */
  evaluator(): Evaluate {
    let last = Number.NaN;
    const values = new GraphValues(this.graph, () => last);
    return (out, order, [s]) => {
      const isNew = this.orders.length <= order || !Object.is(s, last);
      this.differentiateTo(order);
      last = s;
      if (isNew) values.restart([]);
      try {
        values.do(this.duties);
        for (let k = 0; k < 3; k++) out[k] = values.of(this.orders[order][k]);
        return true;
      } catch (error) {
        if (!(error instanceof GivenUp)) throw error;
        out.fill(Number.NaN, 0, 3);
        return false;
      }
    };
  }

  /** Evaluates the usual orders by a kernel, with the same bits; null if there is no kernel. */
  compile(machine: Machine): Evaluate | null {
    const { graph, duties, cost } = this;
    const stores = this.orders
      .slice(0, usualOrders + 1)
      .flat()
      .map(
        (node, k): Store => ({
          node,
          place: { base: formulaRegions.results, offset: 8 * k, index: null },
          mustBeFinite: false,
        }),
      );
    let kernel: Kernel;
    try {
      kernel = machine.compile({ graph, functions: [], stores, duties, ...cost });
    } catch (error) {
      if (error instanceof GraphTooLarge) return null;
      throw error;
    }
    const at = Machine.first;
    const results = machine.reals.subarray(at + 1, at + 1 + usualNumbers);
    const kept = new Float64Array(usualNumbers).fill(Number.NaN);
    const last = new Float64Array(1).fill(Number.NaN);
    let hasValue = true;
    return (out, order, parameter) => {
      const s = parameter[0];
      if (!Object.is(s, last[0])) {
        machine.reals[at] = last[0] = s;
        hasValue = kernel.over(8 * at, 8 * (at + 1), 0, 0, 0, 1) === Kernel.done;
        if (hasValue) kept.set(results);
        else kept.fill(Number.NaN);
      }
      for (let k = 0; k < 3; k++) out[k] = kept[3 * order + k];
      return hasValue;
    };
  }
}

/** A machine that any number of formulas may share; null if the platform has none. */
export function createFormulaMachine(): Machine | null {
  return createMachine(1 + usualNumbers);
}
