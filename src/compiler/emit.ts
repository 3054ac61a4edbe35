// Graphs to instructions. A kernel is a loop over bodies; where the graph has neither branches nor calls of its own functions, two
// bodies are taken at a time.
import { elementaryArity } from "./elementary-arity.ts";
import type { BinaryNode, Graph, Kind, Node, NodeData, Outlined, Place, UnaryNode } from "./graph.ts";
import { type Placement, place, type Region } from "./placement.ts";
import type { Code, Opcode, ValueType, VectorOpcode } from "./wasm-bytes.ts";
import type { ModuleBuilder } from "./wasm-module.ts";

/** The parameters of every function: so many bases, and the two bodies as byte offsets. */
export const bases = 4;
const ownPlace = bases;
const otherPlace = bases + 1;
/** In a kernel the end of the loop comes third. */
const endPlace = bases + 2;

/** Where a kernel leaves the body at which it gave up; then what a native of the host takes and gives. */
export const failureCell = 0;
export const scratch = 64;
export const scratchNumbers = 8_000;

/** The functions and globals of a module that code refers to. */
export interface Linkage {
  readonly module: ModuleBuilder;
  readonly outlined: ReadonlyMap<Outlined, number>;
  /** The global that counts what recursions may still spend, and that of their depth. */
  readonly fuel: number;
  readonly depth: number;
  /** The number under which the host knows a native with these argument shapes. */
  hostCall(native: string, shape: readonly number[], size: number): number;
}

export const hostSignature = { parameters: ["i32"], results: ["i32"] } as const;

export function elementarySignature(name: keyof typeof elementaryArity) {
  return { parameters: elementaryArity[name] === 2 ? (["f64", "f64"] as const) : (["f64"] as const), results: ["f64"] } as const; // biome-ignore format: one record
}

const unaryOps: Readonly<Record<Exclude<UnaryNode, "not">, [Opcode, VectorOpcode]>> = {
  neg: ["f64.neg", "f64x2.neg"],
  sqrt: ["f64.sqrt", "f64x2.sqrt"],
  abs: ["f64.abs", "f64x2.abs"],
  floor: ["f64.floor", "f64x2.floor"],
};

const binaryOps: Readonly<Record<BinaryNode, [Opcode, VectorOpcode]>> = {
  add: ["f64.add", "f64x2.add"],
  sub: ["f64.sub", "f64x2.sub"],
  mul: ["f64.mul", "f64x2.mul"],
  div: ["f64.div", "f64x2.div"],
  min: ["f64.min", "f64x2.min"],
  max: ["f64.max", "f64x2.max"],
  lt: ["f64.lt", "f64x2.lt"],
  le: ["f64.le", "f64x2.le"],
  eq: ["f64.eq", "f64x2.eq"],
  ne: ["f64.ne", "f64x2.ne"],
  and: ["i32.and", "v128.and"],
  or: ["i32.or", "v128.or"],
};

export type Lanes = 1 | 2;

/** Emits the nodes of one graph into one function. */
export class Emitter {
  readonly code: Code;
  private readonly graph: Graph;
  private readonly placement: Placement;
  private readonly linkage: Linkage;
  private readonly lanes: Lanes;
  /** The first parameter that a graph's own parameters go by. */
  private readonly firstParameter: number;
  private readonly locals = new Map<Node, number>();
  /** Addresses: a base with the place of a body added. */
  private readonly addresses = new Map<string, number>();
  /** Conditions seen to hold, by the regions that are open. */
  private readonly held: Set<Node>[] = [new Set()];

  constructor(code: Code, graph: Graph, roots: readonly Node[], linkage: Linkage, lanes: Lanes, firstParameter: number) {
    this.code = code;
    this.graph = graph;
    this.placement = place(graph, roots);
    this.linkage = linkage;
    this.lanes = lanes;
    this.firstParameter = firstParameter;
  } // biome-ignore format: one signature

  typeOf(kind: Kind): ValueType {
    if (this.lanes === 2) return "v128";
    return kind === "real" ? "f64" : "i32";
  }

  common(): void {
    this.region(this.placement.common);
  }

  /** To be called where the places of the bodies are set, before what depends on them. */
  addressAll(): void {
    const needed = new Set<string>();
    for (const [node, region] of this.placement.regions.entries()) {
      const data = this.graph.data(node);
      if (region && data.op === "load" && data.place.index !== null)
        needed.add(`${data.place.base},${data.place.index}`);
    }
    for (const key of needed) this.address(key);
  }

  private address(key: string): number {
    let local = this.addresses.get(key);
    if (local === undefined) {
      this.addresses.set(key, (local = this.code.local("i32")));
      const [base, index] = key.split(",").map(Number);
      this.code.op("local.get", base);
      this.code.op("local.get", index === 0 ? ownPlace : otherPlace);
      this.code.op("i32.add");
      this.code.op("local.set", local);
    }
    return local;
  }

  body(): void {
    this.region(this.placement.body);
  }

  private region(region: Region): void {
    for (const node of region.nodes) this.statement(node);
  }

  private statement(node: Node): void {
    const data = this.graph.data(node);
    switch (data.op) {
      case "branch":
        return this.branch(node, data);
      case "invoke":
        this.places();
        for (const arg of data.args) this.value(arg);
        this.code.op("call", this.linkage.outlined.get(data.outlined)!);
        return this.takeResults(node, data.outlined.results);
      case "host":
        return this.host(node, data);
      case "others":
        return this.others(node, data);
      default: {
        this.compute(node, data);
        const local = this.code.local(this.typeOf(this.graph.kind(node)));
        this.code.op("local.set", local);
        this.locals.set(node, local);
      }
    }
  }

  private places(other: number = otherPlace): void {
    for (let k = 0; k <= ownPlace; k++) this.code.op("local.get", k);
    this.code.op("local.get", other);
  }

  /** The results of a call lie on the stack, the last on top. */
  private takeResults(node: Node, kinds: readonly Kind[]): void {
    const picks = this.placement.picks.get(node);
    for (let number = kinds.length - 1; number >= 0; number--) {
      const local = this.code.local(this.typeOf(kinds[number]));
      this.code.op("local.set", local);
      const pick = picks?.get(number);
      if (pick !== undefined) this.locals.set(pick, local);
    }
  }

  /** Leaves the value on the stack. */
  value(node: Node): void {
    const local = this.locals.get(node);
    if (local !== undefined) this.code.op("local.get", local);
    else this.compute(node, this.graph.data(node));
  }

  private compute(node: Node, data: NodeData): void {
    const { code, lanes } = this;
    switch (data.op) {
      case "real":
        code.constant(data.value);
        if (lanes === 2) code.vector("f64x2.splat");
        return;
      case "boolean":
        if (lanes === 1) return code.integer(data.value ? 1 : 0);
        code.constant(0);
        code.vector("f64x2.splat");
        if (data.value) code.vector("v128.not");
        return;
      case "parameter":
        return code.op("local.get", this.firstParameter + data.number);
      case "load":
        return this.load(data.place, data.kind);
      case "not":
        this.value(data.a);
        return lanes === 1 ? code.op("i32.eqz") : code.vector("v128.not");
      case "neg":
      case "sqrt":
      case "abs":
      case "floor":
        this.value(data.a);
        return lanes === 1 ? code.op(unaryOps[data.op][0]) : code.vector(unaryOps[data.op][1]);
      case "elementary":
        return this.elementary(data);
      case "select":
        this.value(data.a);
        this.value(data.b);
        this.value(data.condition);
        return lanes === 1 ? code.op("select") : code.vector("v128.bitselect");
      case "guard":
        this.guard(data.condition);
        return this.value(data.a);
      case "branch":
      case "invoke":
      case "host":
      case "others":
      case "pick":
        throw new Error(`node ${node} (${data.op}) has no place`);
      default:
        this.value(data.a);
        this.value(data.b);
        return lanes === 1 ? code.op(binaryOps[data.op][0]) : code.vector(binaryOps[data.op][1]);
    }
  }

  private load({ base, offset, index }: Place, kind: Kind): void {
    const { code, lanes } = this;
    code.op("local.get", index === null ? base : this.address(`${base},${index}`));
    if (lanes === 1) code.op("f64.load", 3, offset);
    else code.vector(index === null ? "v128.load64_splat" : "v128.load", 3, offset);
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
      return code.op("call", call);
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

  private guard(condition: Node): void {
    if (this.held.some((conditions) => conditions.has(condition))) return;
    this.value(condition);
    this.code.op("i32.eqz");
    this.giveUpIf();
    this.held.at(-1)!.add(condition);
  }

  /** Gives up where the number on the stack is not zero, leaving word at which body. */
  giveUpIf(): void {
    const { code } = this;
    code.open("if");
    code.integer(failureCell);
    code.op("local.get", ownPlace);
    code.op("i32.store", 2, 0);
    code.op("unreachable");
    code.op("end");
  }

  private branch(node: Node, data: NodeData & { op: "branch" }): void {
    const { code } = this;
    const { yes, no } = this.placement.sides.get(node)!;
    const picks = [...(this.placement.picks.get(node) ?? [])];
    const locals = picks.map(([, pick]) => code.local(this.typeOf(this.graph.kind(pick))));
    const side = (region: Region, values: readonly Node[]) => {
      this.held.push(new Set());
      this.region(region);
      for (const [i, [number]] of picks.entries()) {
        this.value(values[number]);
        code.op("local.set", locals[i]);
      }
      this.held.pop();
    };
    this.value(data.condition);
    code.open("if");
    side(yes, data.yes);
    code.op("else");
    side(no, data.no);
    code.op("end");
    for (const [i, [, pick]] of picks.entries()) this.locals.set(pick, locals[i]);
  }

  /** What the native takes goes through the scratch space; zero comes back where it cannot. */
  private host(node: Node, data: NodeData & { op: "host" }): void {
    const { code, linkage } = this;
    for (const [k, arg] of data.args.entries()) {
      code.integer(scratch + 8 * k);
      this.value(arg);
      code.op("f64.store", 3, 0);
    }
    code.integer(linkage.hostCall(data.native, data.shape, data.size));
    code.op("call", linkage.module.importFunction("host", hostSignature));
    code.op("i32.eqz");
    this.giveUpIf();
    for (const [number, pick] of this.placement.picks.get(node) ?? []) {
      const local = code.local("f64");
      code.integer(scratch + 8 * number);
      code.op("f64.load", 3, 0);
      code.op("local.set", local);
      this.locals.set(pick, local);
    }
  }

  /** The first term is taken as it is, each further one is added. */
  private others(node: Node, data: NodeData & { op: "others" }): void {
    const { code } = this;
    const place = code.local("i32");
    const isFirst = code.local("i32");
    const sums = data.outlined.results.map(() => code.local("f64"));
    const terms = sums.map(() => code.local("f64"));
    for (const [k, sum] of (data.sums ?? []).entries()) {
      this.value(sum);
      code.op("local.set", sums[k]);
    }
    code.integer(data.sums ? 0 : 1);
    code.op("local.set", isFirst);
    code.integer(0);
    code.op("local.set", place);
    code.open("loop");
    if (data.self) {
      code.op("local.get", place);
      code.op("local.get", ownPlace);
      code.op("i32.ne");
      code.open("if");
    }
    this.places(place);
    for (const arg of data.args) this.value(arg);
    code.op("call", this.linkage.outlined.get(data.outlined)!);
    for (const term of terms.toReversed()) code.op("local.set", term);
    for (const [k, sum] of sums.entries()) {
      code.op("local.get", terms[k]);
      code.op("local.get", sum);
      code.op("local.get", terms[k]);
      code.op("f64.add");
      code.op("local.get", isFirst);
      code.op("select");
      code.op("local.set", sum);
    }
    code.integer(0);
    code.op("local.set", isFirst);
    if (data.self) code.op("end");
    code.op("local.get", place);
    code.integer(8);
    code.op("i32.add");
    code.op("local.tee", place);
    code.integer(8 * data.count);
    code.op("i32.lt_s");
    code.op("br_if", 0);
    code.op("end");
    for (const [number, pick] of this.placement.picks.get(node) ?? []) this.locals.set(pick, sums[number]);
  }
}

/** The places of a kernel's parameters, for those who write its loop. */
export const kernelPlaces = { own: ownPlace, other: otherPlace, end: endPlace };
