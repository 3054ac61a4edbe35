// The values of nodes as instructions: on the stack, or kept in locals.

import type { MemoryPlace, Node, NodeData, NodeGraph, Outlined, ScalarKind } from "../graph/node.ts";
import type { Region } from "../graph/region.ts";
import type { Question } from "../values/question.ts";
import { binaryOps, elementarySignature, failureCell, type Lanes, ownPlace, unaryOps } from "./instructions.ts";
import { type Placement, place } from "./placement.ts";
import { changingBases, isNextToEachOther, placeDistance, pushAddress, type Traversal } from "./traversal.ts";
import type { Code, Opcode, ValueType, VectorOpcode } from "./wasm-bytes.ts";
import type { ModuleBuilder } from "./wasm-module.ts";

/** The functions and globals of a module that code refers to. */
export interface Linkage {
  readonly module: ModuleBuilder;
  readonly outlined: ReadonlyMap<Outlined, number>;
  /** The global that counts what recursions may still spend, and the one that counts their depth. */
  readonly fuel: number;
  readonly depth: number;
  /** The number by which the host knows this question. */
  hostCall(question: Question): number;
  /** What code stores when it gives up; for an entry of a table it has been stored before. */
  readonly tells: "body" | "entry";
  /** How code gives up: a kernel itself returns 0; an inner function can only trap. */
  readonly givesUp: "by its result" | "by a trap";
}

/** What becomes a function: a graph, its results, and how bodies are taken. */
export interface Emitted {
  readonly graph: NodeGraph;
  readonly roots: readonly Node[];
  readonly duties: readonly Node[];
  readonly lanes: Lanes;
  /** The index of the function's parameter that is the graph's first parameter. */
  readonly firstParameter: number;
  readonly traversal?: Traversal;
}

/** The values of one graph's nodes, in one function. */
export class ValueEmitter {
  readonly code: Code;
  protected readonly graph: NodeGraph;
  protected readonly placement: Placement;
  protected readonly linkage: Linkage;
  private readonly lanes: Lanes;
  private readonly traversal: Traversal | undefined;
  private readonly firstParameter: number;
  protected readonly locals = new Map<Node, number>();
  /** Addresses: a base with the place of a body added. */
  private readonly addresses = new Map<string, number>();
  /** Conditions seen to hold, by the regions that are open. */
  protected readonly held: Set<Node>[] = [new Set()];

  constructor(code: Code, { graph, roots, duties, lanes, firstParameter, traversal }: Emitted, linkage: Linkage) {
    this.code = code;
    this.graph = graph;
    this.placement = place(graph, roots, duties, changingBases(traversal));
    this.traversal = traversal;
    this.linkage = linkage;
    this.lanes = lanes;
    this.firstParameter = firstParameter;
  }

  typeOf(kind: ScalarKind): ValueType {
    if (this.lanes === 2) return "v128";
    return kind === "real" ? "f64" : "i32";
  }

  /**
   * Computes the addresses of all bodies. Call it where the places of the bodies are set, before code that uses them.
   */
  addressAll(): void {
    const needed = new Set<string>();
    const { regions } = this.placement;
    for (let node = 0; node < regions.length; node++) {
      const data = this.graph.data(node);
      if (data.op === "load" && data.place.index !== null && regions[node]) needed.add(addressKey(data.place));
    }
    for (const key of needed) this.address(key);
  }

  private address(key: string): number {
    let local = this.addresses.get(key);
    if (local === undefined) {
      this.addresses.set(key, (local = this.code.local("i32")));
      const [base, index, stride] = key.split(",").map(Number);
      pushAddress(this.code, { base: base as Region, offset: 0, index: index === 0 ? 0 : 1, stride });
      this.code.op("local.set", local);
    }
    return local;
  }

  /** Leaves the value of the node on the stack. */
  value(node: Node): void {
    const local = this.locals.get(node);
    if (local !== undefined) this.code.op("local.get", local);
    else this.compute(node, this.graph.data(node));
  }

  protected compute(node: Node, data: NodeData): void {
    const { code } = this;
    switch (data.op) {
      case "real":
        code.constant(data.value);
        if (this.lanes === 2) code.vector("f64x2.splat");
        break;
      case "boolean":
        this.truth(data.value);
        break;
      case "parameter":
        code.op("local.get", this.firstParameter + data.number);
        break;
      case "load":
        this.load(data.place, data.kind);
        break;
      case "not":
        this.value(data.a);
        this.either("i32.eqz", "v128.not");
        break;
      case "neg":
      case "sqrt":
      case "abs":
      case "floor":
        this.value(data.a);
        this.either(unaryOps[data.op].one, unaryOps[data.op].two);
        break;
      case "elementary":
        this.elementary(data);
        break;
      case "select":
        this.select(data.condition, data.a, data.b);
        break;
      case "min":
      case "max":
        this.extreme(data.op, data.a, data.b);
        break;
      case "check":
      case "branch":
      case "invoke":
      case "host":
      case "others":
      case "pick":
        throw new Error(`node ${node} (${data.op}) has no place`);
      default:
        this.value(data.a);
        this.value(data.b);
        this.either(binaryOps[data.op].one, binaryOps[data.op].two);
    }
  }

  /** Selects without a jump: a jump that the processor cannot predict costs more than computing both sides. */
  private select(condition: Node, a: Node, b: Node): void {
    const { code, lanes } = this;
    const isReal = lanes === 1 && this.graph.kind(a) === "real";
    for (const side of [a, b]) {
      this.value(side);
      if (isReal) code.op("i64.reinterpret_f64");
    }
    this.value(condition);
    this.either("select", "v128.bitselect");
    if (isReal) code.op("f64.reinterpret_i64");
  }

  /**
   * With a constant c other than −0, a comparison alone selects correctly: pmin(x, c) is c < x ? c : x, and so x if x
   * is NaN, as it should be. pmax(x, 0) would be −0 for x = −0; adding 0 makes it 0.
   */
  private extreme(op: "min" | "max", a: Node, b: Node): void {
    const { code, lanes } = this;
    const limit = lanes === 1 ? [b, a].find((node) => this.isLimit(node)) : undefined;
    if (limit === undefined) {
      this.value(a);
      this.value(b);
      this.either(binaryOps[op].one, binaryOps[op].two);
      return;
    }
    for (const node of [limit === a ? b : a, limit]) {
      this.value(node);
      code.vector("f64x2.splat");
    }
    code.vector(op === "min" ? "f64x2.pmin" : "f64x2.pmax");
    code.vector("f64x2.extract_lane");
    code.byte(0);
    const data = this.graph.data(limit);
    if (op === "max" && data.op === "real" && data.value === 0) {
      code.constant(0);
      code.op("f64.add");
    }
  }

  private isLimit(node: Node): boolean {
    const data = this.graph.data(node);
    return data.op === "real" && !Object.is(data.value, -0) && !Number.isNaN(data.value);
  }

  /** An instruction on one number, or its counterpart on two. */
  private either(one: Opcode, two: VectorOpcode): void {
    if (this.lanes === 1) this.code.op(one);
    else this.code.vector(two);
  }

  private truth(value: boolean): void {
    const { code } = this;
    if (this.lanes === 1) code.integer(value ? 1 : 0);
    else {
      code.constant(0);
      code.vector("f64x2.splat");
      if (value) code.vector("v128.not");
    }
  }

  private load(place: MemoryPlace, kind: ScalarKind): void {
    const { code, lanes, traversal } = this;
    const { base, offset, index } = place;
    const address = () => code.op("local.get", index === null ? base : this.address(addressKey(place)));
    const distance = lanes === 2 ? placeDistance(place, traversal) : null;
    if (distance !== null) address();
    address();
    if (lanes === 1) code.op("f64.load", 3, offset);
    else code.vector(isNextToEachOther(place, traversal) ? "v128.load" : "v128.load64_splat", 3, offset);
    if (distance !== null) code.lane("v128.load64_lane", 1, offset + distance);
    if (kind === "real") return;
    code.constant(0);
    if (lanes === 1) code.op("f64.ne");
    else {
      code.vector("f64x2.splat");
      code.vector("f64x2.ne");
    }
  }

  private elementary(data: NodeData & { op: "elementary" }): void {
    const { code } = this;
    const call = this.linkage.module.importFunction(data.name, elementarySignature(data.name));
    if (this.lanes === 1) {
      for (const arg of data.args) this.value(arg);
      code.op("call", call);
      return;
    }
    const locals = data.args.map((arg) => {
      const local = code.local("v128");
      this.value(arg);
      code.op("local.set", local);
      return local;
    });
    for (const lane of [0, 1]) {
      for (const local of locals) {
        code.op("local.get", local);
        code.vector("f64x2.extract_lane");
        code.byte(lane);
      }
      code.op("call", call);
      if (lane === 0) code.vector("f64x2.splat");
    }
    code.vector("f64x2.replace_lane");
    code.byte(1);
  }

  protected check(condition: Node): void {
    if (this.held.some((conditions) => conditions.has(condition))) return;
    this.value(condition);
    this.code.op("i32.eqz");
    this.giveUpIf();
    this.held.at(-1)!.add(condition);
  }

  /** Gives up if the number on the stack is not zero, and stores the body. */
  giveUpIf(): void {
    const { code } = this;
    code.open("if");
    if (this.linkage.tells === "body") {
      code.integer(failureCell);
      code.op("local.get", ownPlace);
      code.op("i32.store", 2, 0);
    }
    if (this.linkage.givesUp === "by a trap") code.op("unreachable");
    else {
      code.integer(0);
      code.op("return");
    }
    code.op("end");
  }
}

/** Places with the same key have the same address except for their offsets. */
function addressKey({ base, index, stride = 1 }: MemoryPlace): string {
  return `${base},${index},${stride}`;
}
