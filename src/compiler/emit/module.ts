// A kernel as a module: a loop over bodies. If the graph has neither branches nor functions of its own, two bodies
// are taken at a time.
import {
  type MemoryPlace,
  type Node,
  type NodeGraph,
  type Outlined,
  operandsOf,
  type ScalarKind,
} from "../graph/node.ts";
import { defaultLimits } from "../values/budget.ts";
import type { Question } from "../values/question.ts";
import { Emitter } from "./emit.ts";
import { bases, elementarySignature, endPlace, hostSignature, type Lanes, ownPlace } from "./instructions.ts";
import {
  advanceLocal,
  changingPlaces,
  entryWords,
  moveOn,
  readEntry,
  storeLanes,
  type Traversal,
} from "./traversal.ts";
import type { Linkage } from "./value.ts";
import { Code, type ValueType } from "./wasm-bytes.ts";
import { ModuleBuilder } from "./wasm-module.ts";

/**
 * A result and where it is stored. All results of a body or pair are computed before they are written: a kernel over
 * several bodies must not write where it still reads.
 */
export interface Store {
  readonly node: Node;
  /** Null for a result that is computed only to see whether it exists. */
  readonly place: MemoryPlace | null;
  /** A number that is committed: the kernel gives up if it is not finite. */
  readonly mustBeFinite: boolean;
}

/** What is compiled: a graph, its functions, what it stores. */
export interface KernelSource {
  readonly graph: NodeGraph;
  readonly functions: readonly Outlined[];
  readonly stores: readonly Store[];
  /** Nodes that are computed only because they may fail. */
  readonly duties: readonly Node[];
  /** The most of the interpreter's fuel and depth that one body takes, without recursions. */
  readonly fuel: number;
  readonly depth: number;
  /** What the kernel runs over; the bodies of a group if it is left out. */
  readonly traversal?: Traversal;
}

const i32s = (count: number): ValueType[] => Array.from({ length: count }, () => "i32");
const typeOfKind = (kind: ScalarKind): ValueType => (kind === "real" ? "f64" : "i32");

/** The bytes of a module that exports the kernel. */
export function emitModule(source: KernelSource, questions: Question[]): Uint8Array<ArrayBuffer> {
  const module = new ModuleBuilder();
  const graphs = [source.graph, ...source.functions.flatMap(({ body }) => (body ? [body.graph] : []))];
  for (const graph of graphs)
    for (const data of graph.nodes) {
      if (data.op === "elementary") module.importFunction(data.name, elementarySignature(data.name));
      if (data.op === "host") module.importFunction("host", hostSignature);
    }
  const functions = source.functions.filter(({ body }) => body !== null);
  const outlined = new Map(
    functions.map((one) => [
      one,
      module.declare({
        parameters: [...i32s(bases + 2), ...one.parameters.map(typeOfKind)],
        results: one.results.map(typeOfKind),
      }),
    ]),
  );
  const hostCall: Linkage["hostCall"] = (question) => questions.push(question) - 1;
  const tells = source.traversal?.kind === "points" ? "entry" : "body";
  const linkage: Linkage = {
    module,
    outlined,
    fuel: module.global(0),
    depth: module.global(0),
    hostCall,
    tells,
    givesUp: "by its result",
  };
  for (const [one, number] of outlined) module.define(number, emitFunction(one, { ...linkage, givesUp: "by a trap" }));
  const kernel = module.declare({ parameters: i32s(bases + 3), results: ["i32"] });
  const code = new Code(bases + 3);
  if ((!source.traversal || source.traversal.kind === "row") && isForTwo(source)) emitLoop(code, source, linkage, 2);
  emitLoop(code, source, linkage, 1);
  code.integer(1);
  module.define(kernel, code);
  module.export("kernel", kernel);
  return module.finish();
}

const single: ReadonlySet<string> = new Set(["check", "branch", "invoke", "host", "others", "pick", "parameter"]);

/** Whether two bodies can be computed at a time: there are no branches, and both need the same operations. */
function isForTwo({ graph, stores, duties, traversal }: KernelSource): boolean {
  if (duties.length > 0) return false;
  const isRow = traversal?.kind === "row";
  const seen = new Set<Node>();
  let arithmetic = 0;
  const look = (node: Node): boolean => {
    if (seen.has(node)) return true;
    seen.add(node);
    const data = graph.data(node);
    if (single.has(data.op) || (data.op === "load" && data.place.index === 1 && !isRow)) return false;
    // Calls would have to be made for each body, which gains nothing.
    arithmetic += data.op === "elementary" ? -10 : 1;
    return operandsOf(data).every(look);
  };
  return stores.every(({ node, place }) => (isRow || place?.index !== null) && look(node)) && arithmetic > 0;
}

function emitFunction(one: Outlined, linkage: Linkage): Code {
  const { graph, results, duties } = one.body!;
  const code = new Code(bases + 2 + one.parameters.length);
  const emitter = new Emitter(code, { graph, roots: results, duties, lanes: 1, firstParameter: bases + 2 }, linkage);
  if (one.isRecursive) {
    const count = (global: number, by: number, op: "i32.add" | "i32.sub") => {
      code.op("global.get", global);
      code.integer(by);
      code.op(op);
      code.op("global.set", global);
      code.op("global.get", global);
      code.integer(0);
      code.op("i32.lt_s");
      emitter.giveUpIf();
    };
    count(linkage.fuel, Math.max(1, one.cost.fuel), "i32.sub");
    count(linkage.depth, Math.max(1, one.cost.depth), "i32.sub");
  }
  emitter.addressAll();
  emitter.common();
  emitter.body();
  for (const node of results) emitter.value(node);
  if (one.isRecursive) {
    code.op("global.get", linkage.depth);
    code.integer(Math.max(1, one.cost.depth));
    code.op("i32.add");
    code.op("global.set", linkage.depth);
  }
  return code;
}

function emitLoop(code: Code, source: KernelSource, linkage: Linkage, lanes: Lanes): void {
  const { graph, stores } = source;
  const [own, end] = [ownPlace, endPlace];
  const { duties, traversal } = source;
  const isTable = traversal !== undefined && traversal.kind !== "row";
  const roots = stores.map(({ node }) => node);
  const emitter = new Emitter(code, { graph, roots, duties, lanes, firstParameter: 0, traversal }, linkage);
  // The position of the loop: a body, or an entry of the table.
  const cursor = isTable ? code.local("i32") : own;
  const another = () => {
    code.op("local.get", cursor);
    if (lanes === 2) {
      code.integer(8);
      code.op("i32.add");
    }
    code.op("local.get", end);
    code.op("i32.lt_s");
  };
  // For two bodies at a time, one sum over all bodies shows whether all numbers are finite; if not, they are computed
  // again, one by one.
  const sum = code.local(lanes === 1 ? "f64" : "v128");
  const starts = changingPlaces(traversal).map((place) => ({ place, start: code.local("i32") }));
  for (const { place, start } of starts) {
    code.op("local.get", place);
    code.op("local.set", start);
  }
  if (isTable) {
    code.op("local.get", own);
    code.op("local.set", cursor);
  }
  another();
  code.open("if");
  emitter.common();
  code.open("loop");
  if (source.functions.some((one) => one.isRecursive)) setBudget(code, source, linkage);
  if (isTable) readEntry(code, cursor, traversal.kind);
  emitter.addressAll();
  emitter.body();
  const values = stores.map((store) => {
    const local = code.local(emitter.typeOf("real"));
    emitter.value(store.node);
    if (graph.kind(store.node) === "boolean") asNumber(code, lanes);
    code.op("local.set", local);
    return { local, ...store };
  });
  const checked = values.filter((value) => value.mustBeFinite && graph.kind(value.node) === "real");
  if (checked.length > 0) {
    const locals = checked.map(({ local }) => local);
    addTo(code, sum, locals, lanes);
    if (lanes === 1) {
      isUnsound(code, sum, lanes);
      emitter.giveUpIf();
    }
  }
  for (const { local, place } of values) if (place) storeLanes(code, place, local, lanes, traversal);
  advanceLocal(code, cursor, isTable ? 4 * entryWords : 8 * lanes);
  if (traversal?.kind === "row") moveOn(code, traversal, lanes);
  another();
  code.op("br_if", 0);
  code.op("end");
  if (lanes === 2 && checked.length > 0) {
    isUnsound(code, sum, lanes);
    code.open("if");
    for (const { place, start } of starts) {
      code.op("local.get", start);
      code.op("local.set", place);
    }
    code.op("end");
  }
  code.op("end");
}

/** Sets what a body may spend of the interpreter's fuel and depth on recursions. */
function setBudget(code: Code, { fuel, depth }: KernelSource, linkage: Linkage): void {
  code.integer(Math.max(0, defaultLimits.fuel - fuel));
  code.op("global.set", linkage.fuel);
  code.integer(Math.max(0, defaultLimits.depth - depth));
  code.op("global.set", linkage.depth);
}

/**
 * Adds numbers that must be finite to a sum; two bodies at a time, over all bodies. A sum with a number that is not
 * finite is not finite; if a sum overflows, the interpreter decides.
 */
function addTo(code: Code, sum: number, locals: readonly number[], lanes: Lanes): void {
  sumOf(code, locals, lanes);
  if (lanes === 2) {
    code.op("local.get", sum);
    code.vector("f64x2.add");
  }
  code.op("local.set", sum);
}

/** Turns booleans on the stack into 1 and 0. */
function asNumber(code: Code, lanes: Lanes): void {
  if (lanes === 1) code.op("f64.convert_i32_s");
  else {
    code.constant(1);
    code.vector("f64x2.splat");
    code.vector("v128.and");
  }
}

/** Leaves the sum of locals on the stack, added in pairs so that the additions can run in parallel. */
function sumOf(code: Code, locals: readonly number[], lanes: Lanes): void {
  if (locals.length === 1) {
    code.op("local.get", locals[0]);
    return;
  }
  const half = locals.length >> 1;
  sumOf(code, locals.slice(0, half), lanes);
  sumOf(code, locals.slice(half), lanes);
  if (lanes === 1) code.op("f64.add");
  else code.vector("f64x2.add");
}

/** Leaves on the stack whether a number, or one of two, is not finite: x - x is zero only for finite x. */
function isUnsound(code: Code, local: number, lanes: Lanes): void {
  code.op("local.get", local);
  code.op("local.get", local);
  if (lanes === 1) {
    code.op("f64.sub");
    code.constant(0);
    code.op("f64.ne");
  } else {
    code.vector("f64x2.sub");
    code.constant(0);
    code.vector("f64x2.splat");
    code.vector("f64x2.ne");
    code.vector("v128.any_true");
  }
}
