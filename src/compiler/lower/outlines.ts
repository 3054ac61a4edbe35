// Functions that stay functions in the module: recursions, and those too large to be inlined at each call.
import type { Scope } from "../../language/names/scope.ts";
import type { Definition, Expr } from "../../language/syntax/ast.ts";
import { Graph } from "../graph/graph.ts";
import type { Node, Outlined } from "../graph/node.ts";
import { NeedsFunction, Unlowered } from "../graph/refusal.ts";
import type { Limits } from "../values/budget.ts";
import { formOfLowered, kindsOf, type Lowered, nodesOf, withNodes } from "./lowered.ts";

/** What lowers the bodies of functions. */
export interface Inliner {
  readonly graph: Graph;
  readonly outlines: Outlines;
  readonly deepest: number;
  fuel: number;
  lower(expr: Expr, frame: LowerFrame): Lowered;
  spend(cost: number): void;
  reach(depth: number): void;
  /** An inliner of the same law into another graph. */
  into(graph: Graph): Inliner;
}

/** The position of an expression, as in the interpreter. */
export interface LowerFrame {
  readonly scope: Scope;
  readonly definition: Definition | null;
  readonly args: readonly Lowered[];
  readonly registered: boolean;
}

/** A function that made more nodes than this is called, not inlined, from its second use on. */
const largestInline = 2_000;
/**
 * A recursion controlled by numbers known before the run is inlined to this depth and, if it branches, until one of its
 * calls has made this many nodes.
 */
const deepestUnrolled = 64;
const largestBranch = 250;

/** A function for arguments of certain forms. */
interface Specialisation {
  /** How many of its calls are being inlined, one inside another. */
  active: number;
  /** The most nodes that inlining it has made; and the number of finished inner calls while one is being inlined. */
  size: number;
  branch: number;
  isRecursive: boolean;
  outlined: Outlined | null;
  /** A value that has the form of the result; its nodes mean nothing. Null while the form is unknown. */
  result: Lowered | null;
  /** The kinds of its numbers; the nodes may belong to another graph. */
  kinds: Outlined["results"];
}

export class Outlines {
  readonly limits: Limits;
  readonly functions: Outlined[] = [];
  private readonly specialisations = new Map<Definition, Map<string, Specialisation>>();

  constructor(limits: Limits) {
    this.limits = limits;
  }

  call(
    lowering: Inliner,
    definition: Definition,
    scope: Scope,
    args: readonly Lowered[],
    registered: boolean,
  ): Lowered {
    const specialisation = this.specialise(definition, args, registered);
    const { graph } = lowering;
    if (specialisation.active > 0 && !specialisation.outlined && !canUnroll(graph, specialisation, args))
      throw new NeedsFunction(specialisation, `'${definition.name}' calls itself`);
    if (!specialisation.outlined && specialisation.size <= largestInline) {
      const lower = () => lowering.lower(definition.body, { scope, definition, args, registered });
      const value = writeOut(graph, specialisation, lower);
      if (value !== null) return value;
    }
    const made = specialisation.outlined ?? this.outline(lowering, specialisation, definition, scope, args, registered);
    if (!specialisation.result) throw new Unlowered(`what '${definition.name}' gives is not known yet`);
    if (!specialisation.isRecursive) {
      lowering.spend(made.cost.fuel);
      lowering.reach(made.cost.depth);
    }
    return withNodes(specialisation.result, graph.invoke(made, args.flatMap(nodesOf)));
  }

  private specialise(definition: Definition, args: readonly Lowered[], registered: boolean): Specialisation {
    let byForm = this.specialisations.get(definition);
    if (!byForm) this.specialisations.set(definition, (byForm = new Map()));
    const key = `${registered} ${args.map(formOfLowered).join(" ")}`;
    let found = byForm.get(key);
    if (!found)
      byForm.set(
        key,
        (found = { active: 0, size: 0, branch: 0, isRecursive: false, outlined: null, result: null, kinds: [] }),
      );
    return found;
  }

  /**
   * Lowers a function's body into a graph of its own. For a recursion of which no call has ended yet, it first finds
   * the form of the result.
   */
  private outline(
    lowering: Inliner,
    specialisation: Specialisation,
    definition: Definition,
    scope: Scope,
    args: readonly Lowered[],
    registered: boolean,
  ): Outlined {
    const body = () => {
      const graph = new Graph();
      const inner = lowering.into(graph);
      let number = 0;
      const parameters = args.map((arg) =>
        withNodes(
          arg,
          kindsOf(lowering.graph, arg).map((kind) => graph.parameter(number++, kind)),
        ),
      );
      const value = inner.lower(definition.body, { scope, definition, args: parameters, registered });
      return { graph, inner, value };
    };
    const draft = (results: Outlined["results"]): Outlined => ({
      name: `${definition.name}${this.functions.length}`,
      parameters: args.flatMap((arg) => kindsOf(lowering.graph, arg)),
      results,
      body: null,
      isRecursive: specialisation.isRecursive,
      cost: { fuel: 0, depth: 0 },
    });
    if (specialisation.isRecursive && !specialisation.result) {
      // If its own calls give up, the sides of an `if` that end the recursion show the form.
      specialisation.outlined = draft([]);
      const { graph, value } = body();
      specialisation.result = value;
      specialisation.kinds = kindsOf(graph, value);
      specialisation.outlined = draft(specialisation.kinds);
    }
    const outlined = specialisation.outlined ?? draft(specialisation.kinds);
    specialisation.outlined = outlined;
    this.functions.push(outlined);
    const { graph, inner, value } = body();
    if (formOfLowered(value) !== formOfLowered(specialisation.result!))
      throw new Unlowered(`'${definition.name}' gives different shapes`);
    outlined.body = { graph, results: nodesOf(value) as Node[], duties: graph.duties.all };
    outlined.cost = { fuel: inner.fuel, depth: inner.deepest };
    return outlined;
  }
}

/**
 * Whether a call inside a call of the same function may be inlined: known numbers control it, and it is not too large.
 */
function canUnroll(graph: Graph, { active, size, branch }: Specialisation, args: readonly Lowered[]): boolean {
  const isKnown = (node: Node) => graph.realValue(node) !== null || graph.booleanValue(node) !== null;
  const byNumbers = args.some((arg) => nodesOf(arg).some(isKnown));
  return byNumbers && size <= largestInline && branch <= largestBranch && active <= deepestUnrolled;
}

/** Inlines a call; null if it turns out that the function must stay a function. */
function writeOut(graph: Graph, specialisation: Specialisation, lower: () => Lowered): Lowered | null {
  if (specialisation.active++ === 0) specialisation.branch = 0;
  const before = graph.nodes.length;
  try {
    const value = lower();
    const size = graph.nodes.length - before;
    specialisation.size = Math.max(specialisation.size, size);
    specialisation.branch = Math.max(specialisation.branch, size);
    specialisation.result = value;
    specialisation.kinds = kindsOf(graph, value);
    return value;
  } catch (error) {
    const isOwn = error instanceof NeedsFunction && error.specialisation === specialisation;
    if (!isOwn || specialisation.active > 1) throw error;
    specialisation.isRecursive = true;
    return null;
  } finally {
    specialisation.active--;
  }
}
