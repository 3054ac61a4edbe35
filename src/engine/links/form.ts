// What is computed for a link at an instant, as one kernel. For every link: its contributions to accumulators at its
// ends. For a constraint C with unknowns λ also: C and its rates along the motion, how accumulators act on the rate of
// the highest order (G) and how unknowns act on accumulators (H), so that the engine can solve for λ.
//
// Rates of bodies are affine in their accumulators F, and these in the unknowns: C'' = free + Σ G F, F = F₀ + h + H λ.

import type { KernelSource, Store } from "../../compiler/emit/module.ts";
import { Derivative, type Tangent } from "../../compiler/graph/derivative.ts";
import { Graph } from "../../compiler/graph/graph.ts";
import { type MemoryPlace, type Node, operandsOf } from "../../compiler/graph/node.ts";
import { Unlowered } from "../../compiler/graph/refusal.ts";
import { findSwitches, type Sides } from "../../compiler/graph/switches.ts";
import { Lowering } from "../../compiler/lower/lower.ts";
import { nodesOf } from "../../compiler/lower/lowered.ts";
import { Outlines } from "../../compiler/lower/outlines.ts";
import { defaultLimits } from "../../compiler/values/budget.ts";
import type { Attribute } from "../../language/names/scope.ts";
import type { Definition } from "../../language/syntax/ast.ts";
import { isContribution } from "../../language/syntax/statement.ts";
import { sumContributions } from "../laws/places.ts";
import { linkRegions } from "../laws/regions.ts";
import { movingIn } from "../laws/switch-form.ts";
import type { Link } from "../model/link.ts";
import type { Model } from "../model/model.ts";
import { RunError } from "../model/run-error.ts";
import type { Slot } from "../model/slot.ts";
import { type Stabilisation, stabilisationOf } from "../model/stabilisation.ts";
import { along, type End, LinkPlaces } from "./places.ts";
import { workSize } from "./workspace.ts";

/** Where the parts lie among a link's results; -1 for parts that are zero by their form. */
export interface LinkForm {
  readonly source: KernelSource;
  /** Number of results. */
  readonly size: number;
  /** At both ends: the number of all accumulator components of the body there. */
  readonly forces: readonly [number, number];
  /** Contributions that do not depend on the unknowns and change them. */
  readonly given: readonly [number, number];
  /** Contributions that vanish with the gap and its growth: springs and dampers that close it. */
  readonly yielding: readonly [number, number];
  /** Number of rows of the constraint; 0 for a link that only contributes. */
  readonly rows: number;
  /** Per row: the constraint of the law to which it belongs. */
  readonly constraints: readonly string[];
  readonly value: number;
  readonly rate: number;
  /**
   * What the unknowns must make of the rate of the highest order, without the contributions of others: its
   * compensation, and the decay of gaps.
   */
  readonly right: number;
  /** rows × forces, and forces × rows. */
  readonly onConstraint: readonly [number, number];
  readonly ofUnknowns: readonly [number, number];
  /** rows × rows: how the unknowns act on their own constraint, by both ends. */
  readonly own: number;
  /** The unknowns once they are known, and working space for the solvers. */
  readonly found: number;
  readonly work: number;
  /**
   * Per row: the number of differentiations after which the accumulators act. A row of order 1 constrains velocities,
   * one of order 2 poses.
   */
  readonly orders: readonly (1 | 2)[];
  /** The attributes of both ends whose rates the accumulators change. */
  readonly driven: readonly [ReadonlySet<string>, ReadonlySet<string>];
  /** Attributes of the world, of links and of named objects that rates of the law treat as constant. */
  readonly still: readonly Attribute[];
  /** Where the law switches: numbers whose sides show it. */
  readonly switches: { readonly at: number; readonly sides: readonly Sides[] };
}

/** A link while its law is lowered: its ends, the graph, and the results so far. */
interface LinkLaw {
  readonly model: Model;
  readonly link: Link;
  readonly ends: readonly End[];
  /** Those of the body at each end, in the order of their numbers. */
  readonly accumulators: readonly (readonly Slot[])[];
  readonly graph: Graph;
  readonly outlines: Outlines;
  readonly places: LinkPlaces;
  readonly lowering: Lowering;
  readonly draft: Draft;
}

/** The form of a link without constraints. */
const unconstrained = {
  value: -1,
  rate: -1,
  right: -1,
  onConstraint: [-1, -1],
  ofUnknowns: [-1, -1],
  own: -1,
  found: -1,
  work: -1,
  orders: [],
  driven: [new Set<string>(), new Set<string>()],
} as const;

/** `accumulators`: those of the body at each end, in the order of their numbers. */
export function lowerLink(
  model: Model,
  link: Link,
  ends: readonly End[],
  accumulators: readonly (readonly Slot[])[],
): LinkForm {
  const graph = new Graph();
  const outlines = new Outlines(defaultLimits);
  const places = new LinkPlaces(model, link, ends, outlines);
  const lowering = new Lowering(graph, places, outlines);
  const draft = new Draft(graph, movingIn(model));
  const law: LinkLaw = { model, link, ends, accumulators, graph, outlines, places, lowering, draft };
  const { values, constraints } = lowerConstraints(law);
  const forces = loadForces(law);
  const unknowns = link.context.unknowns.flatMap((word) => [
    ...nodesOf(places.attribute({ owner: { kind: "given", index: 0 }, name: word.name }, false, graph)!),
  ]);
  const contributed = contributions(link, accumulators, lowering);
  const ofUnknowns = actionOfUnknowns(law, contributed, unknowns);
  const first = values.length === 0 ? [] : ratesOf(law, values);
  const gaps = [...values, ...first.filter((node) => node !== null)];
  const common = {
    forces: pair(forces.map((loads) => loads.length)),
    ...putContributions(law, contributed, unknowns, gaps),
    rows: values.length,
    constraints,
    still: [...places.still],
  };
  if (values.length === 0) return { ...common, ...draft.finish(outlines, lowering), ...unconstrained };
  return { ...common, ...putConstraint(law, { values, first, forces, ofUnknowns }) };
}

/** The numbers of all constraints, and the name of its constraint for each. */
function lowerConstraints({ link: { scope, context }, lowering }: LinkLaw): { values: Node[]; constraints: string[] } {
  const constraints: string[] = [];
  const values = context.constraints.flatMap((word) => {
    const binding = scope.lookup(word.name);
    if (binding?.kind !== "function")
      throw new RunError("constraint", word.span, `'${word.name}' is not a function of this law`);
    const nodes = nodesOf(lowering.compute(binding.definition, binding.scope, false));
    constraints.push(...nodes.map(() => word.name));
    return [...nodes];
  });
  return { values, constraints };
}

/** The numbers of the accumulators at both ends. */
function loadForces({ ends, accumulators, places, graph }: LinkLaw): Node[][] {
  return ends.map((end, i) =>
    accumulators[i].flatMap((slot) =>
      end.body
        ? [...nodesOf(places.attribute({ owner: { kind: "object", index: i }, name: slot.name }, false, graph)!)]
        : [],
    ),
  );
}

/** How what is contributed at both ends changes with the unknowns. */
function actionOfUnknowns(
  { link: { context }, graph }: LinkLaw,
  contributed: readonly Tangent[][],
  unknowns: readonly Node[],
): Tangent[][][] {
  const ofUnknowns = contributed.map((nodes) => rowsOf(graph, unknowns, nodes));
  for (const nodes of ofUnknowns)
    if (depends(graph, nodes.flat(), unknowns))
      throw new RunError(
        "constraint",
        context.name.span,
        `the contributions of '${context.name.name}' are not proportional to its unknowns`,
      );
  return ofUnknowns;
}

/** The rates of numbers along the motion. */
function ratesOf({ graph, places }: LinkLaw, nodes: readonly Tangent[]): Tangent[] {
  const derivative = new Derivative(graph, places.motion(graph));
  return nodes.map((node) => (node === null ? null : derivative.of(node)));
}

/** Adds contributions without unknowns; `gaps`: all constraints and their growth, none for a link of force. */
function putContributions(
  { link, accumulators, graph, outlines, places, draft }: LinkLaw,
  contributed: readonly Tangent[][],
  unknowns: readonly Node[],
  gaps: readonly Node[],
): Pick<LinkForm, "given" | "yielding"> {
  const vanishes = homogeneity(graph, unknowns);
  const closes = homogeneity(graph, gaps);
  places.unknownsAreZero = true;
  const without = new Lowering(graph, places, outlines);
  const isFree = contributed.map((nodes) => !nodes.every((node) => node === null || vanishes(node)));
  const isYielding = (definition: Definition) =>
    gaps.length > 0 && nodesOf(without.compute(definition, link.scope, false)).every(closes);
  const put = (isMeant: (definition: Definition) => boolean) =>
    pair(contributions(link, accumulators, without, isMeant).map((nodes, i) => (isFree[i] ? draft.put(nodes) : -1)));
  const given = put((definition) => !isYielding(definition));
  const yielding = put(isYielding);
  places.unknownsAreZero = false;
  return { given, yielding };
}

/** A constraint while it is assembled. */
interface ConstraintDraft {
  readonly values: readonly Node[];
  /** The rates of the constraint. */
  readonly first: readonly Tangent[];
  /** The accumulators of both ends, number by number. */
  readonly forces: readonly (readonly Node[])[];
  readonly ofUnknowns: readonly Tangent[][][];
}

/** Adds the numbers that are needed to solve for the unknowns. */
function putConstraint(
  law: LinkLaw,
  { values, first, forces, ofUnknowns }: ConstraintDraft,
): Pick<LinkForm, keyof typeof unconstrained | "still" | "source" | "size" | "switches"> {
  const { model, link, graph, outlines, places, lowering, draft } = law;
  refuseUnmoved(law);
  const allForces = forces.flat();
  const orders = first.map((node) => (depends(graph, [node], allForces) ? 1 : 2));
  const second = ratesOf(
    law,
    first.map((node, i) => (orders[i] === 2 ? node : null)),
  );
  const highest = first.map((node, i) => (orders[i] === 1 ? node : second[i]));
  const onConstraint = forces.map((loads) => rowsOf(graph, loads, highest));
  refuseUnsolvable(law, onConstraint, ofUnknowns, allForces);
  const stabilisation = stabilisationOf(link.context);
  const driven = (index: number) =>
    new Set(places.ratesAt(index, graph).flatMap(({ name, rate }) => (depends(graph, rate, allForces) ? [name] : [])));
  return {
    value: draft.put(values),
    rate: draft.put(first.map((node, i) => (orders[i] === 1 ? null : node))),
    right: draft.put(
      highest.map((rate, i) =>
        makeUpFor(graph, rate, values[i], orders[i] === 1 ? null : first[i], stabilisation, orders[i]),
      ),
    ),
    onConstraint: pair(onConstraint.map((rows) => draft.put(rows.flat(), "factors"))),
    ofUnknowns: pair(ofUnknowns.map((rows) => draft.put(rows.flat(), "factors"))),
    own: draft.put(productOf(graph, onConstraint, ofUnknowns)),
    found: draft.reserve(values.length),
    work: draft.reserve(workSize(values.length, mostRowsOf(model))),
    orders,
    driven: [driven(0), driven(1)],
    still: [...places.still],
    ...draft.finish(outlines, lowering),
  };
}

function refuseUnmoved({ link, ends }: LinkLaw): void {
  if (ends.some(({ body, application }) => body && application && body.physicalType === "dynamic")) return;
  throw new RunError("constraint", link.declaration.name.span, `'${link.name}' constrains no object that a law moves`);
}

function refuseUnsolvable(
  { link, graph }: LinkLaw,
  onConstraint: readonly Tangent[][][],
  ofUnknowns: readonly Tangent[][][],
  forces: readonly Node[],
): void {
  const { name } = link.context;
  if (onConstraint.flat(2).every((node) => node === null) || ofUnknowns.flat(2).every((node) => node === null))
    throw new RunError(
      "constraint",
      name.span,
      `the unknowns of '${name.name}' do not act on its constraints`,
      "they act by contributions such as force1 += …, which the laws of the objects turn into rates",
    );
  if (depends(graph, onConstraint.flat(2), forces))
    throw new RunError(
      "constraint",
      name.span,
      `the rates of the bodies joined by '${link.name}' must depend linearly on the forces added to them`,
    );
}

/** Minus the present rate, plus the decay of gaps: C'' = -2s C' - s² C, or C' = -s C. */
function makeUpFor(
  graph: Graph,
  rate: Tangent,
  gap: Node,
  growth: Tangent,
  stabilisation: Stabilisation,
  order: 1 | 2,
): Node {
  const zero = graph.real(0);
  let lack = rate ?? zero;
  if (typeof stabilisation === "number" && stabilisation !== 0) {
    const s = graph.real(stabilisation);
    const position = graph.binary("mul", s, gap);
    const both = graph.binary("add", graph.binary("mul", graph.real(2), growth ?? zero), position);
    lack = graph.binary("add", lack, order === 1 ? position : graph.binary("mul", s, both));
  }
  return graph.unary("neg", lack);
}

/** The largest number of rows of a constraint. */
function mostRowsOf({ links }: Model): number {
  return Math.max(...links.map(({ unknowns }) => unknowns.reduce((sum, { size }) => sum + size, 0)));
}

/** What a law adds to the accumulators of both ends, number by number; null if nothing is added. */
function contributions(
  link: Link,
  accumulators: readonly (readonly Slot[])[],
  lowering: Lowering,
  isMeant: (definition: Definition) => boolean = () => true,
): Tangent[][] {
  const { scope, bodies } = link;
  return accumulators.map((slots, index) =>
    slots.flatMap((slot): Tangent[] => {
      const nothing = Array.from({ length: slot.size }, () => null);
      if (bodies[index]?.physicalType !== "dynamic") return nothing;
      const terms = scope.laws.functions.flatMap((definition) => {
        const attribute = isContribution(definition) ? scope.attribute(definition.name) : null;
        const isIt =
          attribute?.owner.kind === "object" && attribute.owner.index === index && attribute.name === slot.name;
        return isIt && isMeant(definition) ? [lowering.compute(definition, scope, false)] : [];
      });
      if (terms.length === 0) return nothing;
      const sum = nodesOf(sumContributions(lowering.graph, terms));
      if (sum.length !== slot.size) throw new Unlowered(`a contribution to '${slot.name}' has another shape`);
      return [...sum];
    }),
  );
}

/** How each node changes with each leaf: a row for each node. */
function rowsOf(graph: Graph, leaves: readonly Node[], nodes: readonly Tangent[]): Tangent[][] {
  const columns = leaves.map((leaf) => new Derivative(graph, along(new Map([[leaf, graph.real(1)]]))));
  return nodes.map((node) => columns.map((column) => (node === null ? null : column.of(node))));
}

/** The sum of products of matrices; what is zero by its form is left out. */
function productOf(graph: Graph, left: readonly Tangent[][][], right: readonly Tangent[][][]): Tangent[] {
  const columns = Math.max(...right.map((rows) => rows[0]?.length ?? 0));
  return left[0].flatMap((_, i) =>
    Array.from({ length: columns }, (_, j) => {
      let sum: Tangent = null;
      for (const [end, rows] of left.entries())
        for (const [k, a] of rows[i].entries()) {
          const b = right[end][k][j];
          if (a === null || b === null) continue;
          const term: Node = graph.binary("mul", a, b);
          sum = sum === null ? term : graph.binary("add", sum, term);
        }
      return sum;
    }),
  );
}

/** Whether one of these nodes depends on one of the leaves. */
function depends(graph: Graph, nodes: readonly Tangent[], leaves: readonly Node[]): boolean {
  const wanted = new Set(leaves);
  const seen = new Set<Node>();
  const look = (node: Node): boolean => {
    if (wanted.has(node)) return true;
    if (seen.has(node)) return false;
    seen.add(node);
    return operandsOf(graph.data(node)).some(look);
  };
  return nodes.some((node) => node !== null && look(node));
}

/** A function that says whether a number is surely zero where all these leaves are. */
function homogeneity(graph: Graph, leaves: readonly Node[]): (node: Node) => boolean {
  const known = new Map<Node, boolean>(leaves.map((leaf) => [leaf, true]));
  const find = (node: Node): boolean => {
    const data = graph.data(node);
    switch (data.op) {
      case "real":
        return data.value === 0;
      case "add":
      case "sub":
        return isZero(data.a) && isZero(data.b);
      case "mul":
        return isZero(data.a) || isZero(data.b);
      case "neg":
      case "div":
        return isZero(data.a);
      default:
        return false;
    }
  };
  const isZero = (node: Node): boolean => {
    let zero = known.get(node);
    if (zero === undefined) known.set(node, (zero = find(node)));
    return zero;
  };
  return isZero;
}

function pair([a, b]: readonly number[]): readonly [number, number] {
  return [a, b];
}

/**
 * The results of a kernel while they are collected. What is zero by its form is never written: results start as zeros.
 */
class Draft {
  private readonly graph: Graph;
  private readonly stores: Store[] = [];
  private size = 0;
  private readonly isMoving: (place: MemoryPlace) => boolean;

  constructor(graph: Graph, isMoving: (place: MemoryPlace) => boolean) {
    this.graph = graph;
    this.isMoving = isMoving;
  }

  /**
   * The start of these numbers, or -1 if all are zero by their form. Factors are not checked: their products, which are
   * kept too, show whether they are finite.
   */
  put(nodes: readonly Tangent[], what: "numbers" | "factors" = "numbers"): number {
    if (nodes.every((node) => node === null)) return -1;
    const first = this.size;
    for (const [k, node] of nodes.entries()) {
      if (node === null) continue;
      this.stores.push({
        node,
        place: { base: linkRegions.workspace, offset: 8 * (first + k), index: null },
        mustBeFinite: what === "numbers",
      });
    }
    this.size += nodes.length;
    return first;
  }

  /** Reserves space for numbers written elsewhere. */
  reserve(numbers: number): number {
    this.size += numbers;
    return this.size - numbers;
  }

  finish(outlines: Outlines, lowering: Lowering): Pick<LinkForm, "source" | "size" | "switches"> {
    const { graph, stores } = this;
    const duties = graph.duties.all;
    const roots = stores.map(({ node }) => node);
    const { all } = findSwitches(graph, roots, outlines.functions, this.isMoving);
    const at = this.put(
      all.map(({ node }) => node),
      "factors",
    );
    const source = {
      graph,
      functions: outlines.functions,
      stores,
      duties,
      fuel: lowering.fuel,
      depth: lowering.deepest,
    };
    return { source, size: this.size, switches: { at, sides: all.map(({ sides }) => sides) } };
  }
}
