// Derivatives on the graph, forwards: how a node changes when the leaves change in a given direction. A derivative that
// is zero by its form is null and leaves no node. Rotations have a rule of their own: a frame that turns with angular
// velocity w changes by w × its axes, whatever numbers its orientation is made of.
import { curveTangents } from "./derivative-curve.ts";
import { elementaryTangent } from "./derivative-elementary.ts";
import { matrixTangents } from "./derivative-matrix.ts";
import type { Graph } from "./graph.ts";
import type { Node, NodeData } from "./node.ts";
import { Unlowered } from "./refusal.ts";

export type Tangent = Node | null;

/** How the leaves change. */
export interface Direction {
  /** The tangent of a number in memory or of a parameter; null if it does not change. */
  leaf(node: Node): Tangent;
  /**
   * The angular velocity of the frame of an orientation; null if the derivative follows from the orientation's own
   * numbers.
   */
  turn(orientation: readonly Node[]): readonly Tangent[] | null;
}

export class Derivative {
  private readonly graph: Graph;
  private readonly direction: Direction;
  private readonly known = new Map<Node, Tangent>();
  private readonly several = new Map<Node, readonly Tangent[]>();
  /** Vectors turned by a frame, or back into it, by their numbers. */
  private readonly turned = new Map<Node, { readonly number: number; readonly tangents: () => readonly Tangent[] }>();

  /** `still`: nodes that are treated as constant. */
  constructor(graph: Graph, direction: Direction, still: readonly Node[] = []) {
    this.graph = graph;
    this.direction = direction;
    for (const node of still) this.known.set(node, null);
    for (const { orientation, axes } of graph.rotations) {
      const turn = direction.turn(orientation);
      // A matrix that is partly known before the run shares nodes with other matrices.
      const isWhole = new Set(axes).size === 9 && axes.every((axis) => graph.realValue(axis) === null);
      if (!turn || !isWhole) continue;
      this.turnAxes(axes, turn);
      this.turnVectors(axes, turn);
    }
  }

  /** R v changes by w × (R v) + R v', and R^T v by R^T (v' - w × v). */
  private turnVectors(axes: readonly Node[], turn: readonly Tangent[]): void {
    const [out, back] = [axes.join(), transposed(axes).join()];
    for (const { matrix, vector, result } of this.graph.products) {
      const key = matrix.join();
      if (key !== out && key !== back) continue;
      let found: readonly Tangent[] | null = null;
      const tangents = () => {
        if (found) return found;
        const change = vector.map((node) => this.of(node));
        const cross = this.cross(turn, key === out ? result : vector);
        if (key === out) found = this.product(axes, change).map((part, k) => this.plus(cross[k], part));
        else
          found = this.product(
            matrix,
            change.map((part, k) => this.minus(part, cross[k])),
          );
        return found;
      };
      for (const [number, node] of result.entries()) this.turned.set(node, { number, tangents });
    }
  }

  private cross([x, y, z]: readonly Tangent[], [a, b, c]: readonly Node[]): Tangent[] {
    const part = (one: Tangent, by: Node, other: Tangent, from: Node) => {
      const [left, right] = [this.scaled(one, by), this.scaled(other, from)];
      return left !== null && left === right ? null : this.minus(left, right);
    };
    return [part(y, c, z, b), part(z, a, x, c), part(x, b, y, a)];
  }

  private product(matrix: readonly Node[], vector: readonly Tangent[]): Tangent[] {
    return [0, 3, 6].map((row) => {
      let sum: Tangent = null;
      for (const [k, part] of vector.entries()) sum = this.plus(sum, this.scaled(part, matrix[row + k]));
      return sum;
    });
  }

  /** The tangents of the nine numbers of a rotation matrix, column by column w × its axis. */
  private turnAxes(axes: readonly Node[], [x, y, z]: readonly Tangent[]): void {
    for (let j = 0; j < 3; j++) {
      const [a, b, c] = [axes[j], axes[3 + j], axes[6 + j]];
      this.known.set(a, this.minus(this.scaled(y, c), this.scaled(z, b)));
      this.known.set(b, this.minus(this.scaled(z, a), this.scaled(x, c)));
      this.known.set(c, this.minus(this.scaled(x, b), this.scaled(y, a)));
    }
  }

  /** The derivative of a real node. */
  of(node: Node): Tangent {
    let tangent = this.known.get(node);
    if (tangent === undefined) this.known.set(node, (tangent = this.find(node, this.graph.data(node))));
    return tangent;
  }

  private find(node: Node, data: NodeData): Tangent {
    const { graph } = this;
    const turned = this.turned.get(node);
    if (turned) return turned.tangents()[turned.number];
    switch (data.op) {
      case "load":
      case "parameter":
        return this.direction.leaf(node);
      case "neg":
        return this.negated(this.of(data.a));
      case "sqrt": {
        const a = this.of(data.a);
        return a === null ? null : graph.binary("div", a, graph.binary("add", node, node));
      }
      case "abs": {
        const a = this.of(data.a);
        if (a === null) return null;
        return graph.select(graph.binary("lt", data.a, graph.real(0)), graph.unary("neg", a), a);
      }
      case "add":
        return this.plus(this.of(data.a), this.of(data.b));
      case "sub":
        return this.minus(this.of(data.a), this.of(data.b));
      case "mul":
        return this.plus(this.scaled(this.of(data.a), data.b), this.scaled(this.of(data.b), data.a));
      case "div": {
        // (a / b)' = (a' - (a / b) b') / b
        const above = this.minus(this.of(data.a), this.scaled(this.of(data.b), node));
        return above === null ? null : graph.binary("div", above, data.b);
      }
      case "min":
        return this.extreme(data.a, data.b, (a, b) => graph.binary("le", a, b));
      case "max":
        return this.extreme(data.a, data.b, (a, b) => graph.binary("le", b, a));
      case "select":
        return this.chosen(data.condition, data.a, data.b);
      case "elementary":
        return this.ofElementary(node, data);
      case "pick":
        return this.ofPick(data);
      case "floor":
      case "real":
        return null;
      default:
        throw new Unlowered(`${data.op} has no derivative`);
    }
  }

  private ofElementary(node: Node, data: NodeData & { op: "elementary" }): Tangent {
    const tangents = data.args.map((arg) => this.of(arg));
    if (tangents.every((tangent) => tangent === null)) return null;
    const factors = elementaryTangent(this.graph, data.name, data.args, node);
    let sum: Tangent = null;
    for (const [i, tangent] of tangents.entries())
      if (tangent !== null) sum = this.plus(sum, this.scaled(tangent, factors(i)));
    return sum;
  }

  /** The results of a branch are differentiated together, on both sides; so are the answers of the host. */
  private ofPick({ from, number }: NodeData & { op: "pick" }): Tangent {
    const { graph } = this;
    let tangents = this.several.get(from);
    if (!tangents) {
      const data = graph.data(from);
      if (data.op === "host") {
        const { question, args } = data;
        const changes = args.map((arg) => this.of(arg));
        tangents =
          "curve" in question
            ? curveTangents(graph, question, args, changes)
            : matrixTangents(graph, question, args, changes);
        this.several.set(from, tangents);
        return tangents[number];
      }
      if (data.op === "others") throw new Unlowered("a sum over others has no derivative");
      if (data.op !== "branch")
        throw new Unlowered("a function that calls itself, or is too large to be written out, has no derivative");
      const isReal = data.yes.map((node) => graph.kind(node) === "real");
      const yes = data.yes.map((node, k) => (isReal[k] ? this.of(node) : null));
      const no = data.no.map((node, k) => (isReal[k] ? this.of(node) : null));
      const wanted = yes.flatMap((tangent, k) => (tangent === null && no[k] === null ? [] : [k]));
      const zero = graph.real(0);
      const side = (nodes: readonly Tangent[]) => wanted.map((k) => nodes[k] ?? zero);
      const found = wanted.length === 0 ? [] : graph.branch(data.condition, side(yes), side(no));
      tangents = yes.map((_, k) => (wanted.includes(k) ? found[wanted.indexOf(k)] : null));
      this.several.set(from, tangents);
    }
    return tangents[number];
  }

  /** The derivative of the minimum or maximum of two; of equal ones the first, but preferably one that changes. */
  private extreme(a: Node, b: Node, isFirst: (a: Node, b: Node) => Node): Tangent {
    return this.of(a) === null ? this.chosen(isFirst(b, a), b, a) : this.chosen(isFirst(a, b), a, b);
  }

  private chosen(condition: Node, a: Node, b: Node): Tangent {
    if (this.graph.kind(a) === "boolean") return null;
    const [x, y] = [this.of(a), this.of(b)];
    if (x === null && y === null) return null;
    const zero = this.graph.real(0);
    return this.graph.select(condition, x ?? zero, y ?? zero);
  }

  private plus(a: Tangent, b: Tangent): Tangent {
    if (a === null || b === null) return a ?? b;
    return this.graph.binary("add", a, b);
  }

  private minus(a: Tangent, b: Tangent): Tangent {
    if (b === null) return a;
    return a === null ? this.graph.unary("neg", b) : this.graph.binary("sub", a, b);
  }

  private negated(a: Tangent): Tangent {
    return a === null ? null : this.graph.unary("neg", a);
  }

  private scaled(a: Tangent, by: Node): Tangent {
    return a === null || this.graph.realValue(by) === 0 ? null : this.graph.binary("mul", a, by);
  }
}

function transposed(matrix: readonly Node[]): Node[] {
  return [0, 1, 2].flatMap((row) => [matrix[row], matrix[3 + row], matrix[6 + row]]);
}

/** One of the directions in which a body or a number can move, for a column of a Jacobian. */
export interface Coordinate {
  /** The number that changes at rate one; null for a rotation. */
  readonly leaf: Node | null;
  /** The orientation that turns, and its axis. */
  readonly turning: { readonly orientation: readonly Node[]; readonly axis: 0 | 1 | 2 } | null;
}

export interface Linearised {
  /** Row after row: the derivative of value i by coordinate j; null if it is zero by its form. */
  readonly jacobian: readonly Tangent[];
  /** The rate of each value along the motion, and the second rate with the velocities kept: J̇q̇. */
  readonly rate: readonly Tangent[];
  readonly bias: readonly Tangent[];
}

/** Value, Jacobian, and what the motion itself adds to the second derivative, of functions of coordinates. */
export function linearise(
  graph: Graph,
  values: readonly Node[],
  coordinates: readonly Coordinate[],
  motion: Direction,
): Linearised {
  const columns = coordinates.map((coordinate) => {
    const derivative = new Derivative(graph, unitDirection(graph, coordinate));
    return values.map((value) => derivative.of(value));
  });
  const first = new Derivative(graph, motion);
  const rate = values.map((value) => first.of(value));
  const second = new Derivative(graph, motion);
  const bias = rate.map((tangent) => (tangent === null ? null : second.of(tangent)));
  return { jacobian: values.flatMap((_, i) => columns.map((column) => column[i])), rate, bias };
}

function unitDirection(graph: Graph, { leaf, turning }: Coordinate): Direction {
  return {
    leaf: (node) => (node === leaf ? graph.real(1) : null),
    turn: (orientation) => {
      const isIt = turning !== null && orientation.join() === turning.orientation.join();
      return isIt ? [0, 1, 2].map((axis) => (axis === turning.axis ? graph.real(1) : null)) : null;
    },
  };
}
