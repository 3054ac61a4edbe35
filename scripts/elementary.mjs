// Translates the elementary functions of src/math to a WebAssembly module, src/math/elementary/elementary.generated.ts,
// so that compiled laws call the same arithmetic without leaving WebAssembly. `--check` only reports whether it is up
// to date.
//
// Every function gives the bits that JavaScript gives (a NaN is a NaN): values that are integers by their bounds become
// i32, all else is f64 in the order of the text. What is not understood ends the translation with its place.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { fail, readSources, SyntaxKind } from "./elementary/source.mjs";
import { Body, Restart } from "./elementary/statements.mjs";
import { isConstant } from "./elementary/value.mjs";
import { encodeModule, F64, f64Const, float, get, I32, I64, i32Const, i64Const, op, set } from "./elementary/wasm.mjs";
import { root } from "./setup.mjs";

class Module {
  constructor({ exports, entities }, reals) {
    this.exported = new Map([...exports].map(([name, definition]) => [definition, name]));
    this.reals = reals;
    this.data = [];
    for (const entity of entities) if (entity.kind === "table" || entity.indexed) this.place(entity);
    this.toInt32 = 0;
    this.functions = [toInt32()];
    this.indices = new Map();
    for (const definition of this.exported.keys()) this.indexOf(definition);
  }

  /** Tables and the scratch arrays with variable indices lie in memory one after the other. */
  place(entity) {
    entity.address = this.data.length;
    for (const value of entity.values ?? Array(entity.length).fill(0)) this.data.push(...float(value));
  }

  indexOf(definition) {
    if (!this.indices.has(definition)) {
      const { parameters, results, locals, code, outputs } = new Body(this, definition);
      const exported = this.exported.get(definition);
      this.indices.set(definition, this.functions.push({ parameters, results, locals, code, outputs, exported }) - 1);
    }
    return this.indices.get(definition);
  }

  /**
   * Whether a call becomes the function's own text: then constant arguments shorten it, and no integer has to pass as a
   * double. The exported functions are there anyway, and loops are for rare arguments.
   */
  expands(definition) {
    return !this.exported.has(definition) && !definition.loops;
  }

  resultKind(definition) {
    const { node, returns } = definition;
    if (returns.length === 0) return "void";
    if (node.type.kind === SyntaxKind.BooleanKeyword) return "bool";
    return this.reals.has(node) || this.exported.has(definition) ? "f64" : "i32";
  }

  restart(node) {
    if (this.reals.has(node)) fail(node, "not a number");
    this.reals.add(node);
    throw new Restart();
  }

  /** A number of the module level, from its text. */
  constant({ name, node, names }) {
    const frame = { definition: { names }, scope: new Map() };
    const value = Object.assign(Object.create(Body.prototype), { module: this, frame }).expression(node);
    return isConstant(value) ? value.constant : fail(node, `${name} is not a constant`);
  }
}

/** JavaScript's ToInt32 for any double: what lies beyond 2^63 is a significand shifted left. */
function toInt32() {
  const [x, bits, exponent] = [0, 1, 2];
  const small = [get(x), op.f64_abs, f64Const(2 ** 63), op.f64_lt];
  const truncated = [get(x), op.i64_trunc_sat_f64_s, op.i32_wrap_i64, op.return];
  const exponentOf = [get(bits), i64Const(52), op.i64_shr_u, op.i32_wrap_i64, i32Const(2047), op.i32_and];
  const far = [get(exponent), i32Const(31), op.i32_gt_s];
  const shifted = [[get(bits), i64Const(1n << 52n), op.i64_or, op.i32_wrap_i64, get(exponent), op.i32_shl]];
  const code = [
    [small, op.if, 0x40, truncated, op.end],
    [get(x), op.i64_reinterpret_f64, set(bits)],
    [exponentOf, i32Const(1075), op.i32_sub, set(exponent)],
    [far, op.if, 0x40, i32Const(0), op.return, op.end],
    [shifted, i32Const(0), shifted, op.i32_sub, get(x), f64Const(0), op.f64_gt, op.select],
  ];
  return { parameters: [F64], results: [I32], locals: [I64, I32], code, outputs: [] };
}

/** The module's bytes, from the sources as they are. */
export function translateElementary() {
  const sources = readSources(join(root, "src/math/elementary/elementary.ts"));
  const reals = new Set();
  for (;;) {
    try {
      const { functions, data } = new Module(sources, reals);
      return encodeModule(functions, data);
    } catch (error) {
      if (!(error instanceof Restart)) throw error;
    }
  }
}

function generatedText(bytes) {
  const lines = Buffer.from(bytes)
    .toString("base64")
    .match(/.{1,116}/g);
  const origin = "Made by scripts/elementary.mjs from elementary.ts and its folder: npm run elementary";
  return `// ${origin}. A WebAssembly module as base64.
export const ELEMENTARY_MODULE = \`
${lines.join("\n")}
\`;
`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const file = join(root, "src/math/elementary/elementary.generated.ts");
  const text = generatedText(translateElementary());
  if (!process.argv.includes("--check")) writeFileSync(file, text);
  else if (readFileSync(file, "utf8") !== text) {
    console.error("elementary.generated.ts is out of date: npm run elementary");
    process.exitCode = 1;
  }
}
