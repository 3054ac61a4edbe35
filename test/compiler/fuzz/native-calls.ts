// How every native can be called, found by calling it: the shapes it takes and the shape it gives.
import { Interpreter } from "../../../src/compiler/interpret/interpreter.ts";
import { EvaluationError } from "../../../src/compiler/values/evaluation-error.ts";
import { shapeOf } from "../../../src/compiler/values/value.ts";
import { nativeScope } from "../../../src/language/names/scope.ts";
import { natives, type ParamKind } from "../../../src/language/shapes/natives.ts";
import { matrix, real, type Shape, shapeKey, vector } from "../../../src/language/shapes/shape.ts";
import { Diagnostics } from "../../../src/language/syntax/diagnostic.ts";
import { parseFile } from "../../../src/language/syntax/parse.ts";
import { createSource } from "../../../src/language/syntax/span.ts";

export interface NativeCall {
  readonly name: string;
  readonly args: readonly Shape[];
  readonly shape: Shape;
}

const sizes = [1, 2, 3, 4, 5];

/** The shapes to try for a parameter. Whole numbers and sequences are for the generator itself to write. */
function shapesOf(kind: ParamKind): readonly Shape[] {
  switch (kind) {
    case "real":
      return [real];
    case "vector":
      return sizes.map(vector);
    case "vector of 3":
      return [vector(3)];
    case "quaternion":
      return [vector(4)];
    case "matrix":
      return sizes.flatMap((rows) => sizes.map((cols) => matrix(rows, cols)));
    case "square matrix":
      return [...sizes, 6].map((n) => matrix(n, n));
    case "3×3 matrix":
      return [matrix(3, 3)];
    case "rotation matrix":
      return [matrix(3, 3), matrix(4, 4)];
    case "orientation":
      return [vector(3), vector(4), matrix(3, 3)];
    default:
      return [];
  }
}

function sample(shape: Shape): string {
  if (shape.kind === "vector")
    return `[${Array.from({ length: shape.length! }, (_, k) => (k === 0 ? 1 : 0)).join(", ")}]`;
  if (shape.kind !== "matrix") return "0.5";
  const row = (i: number) => Array.from({ length: shape.cols! }, (_, j) => (i === j ? 1 : 0)).join(", ");
  return `[${Array.from({ length: shape.rows! }, (_, i) => `[${row(i)}]`).join(", ")}]`;
}

/** The shape that a call gives, or null where it fails. */
function tried(name: string, args: readonly Shape[]): Shape | null {
  const text = `f = ${name}(${args.map(sample).join(", ")})`;
  const [definition] = parseFile(createSource("native", text), new Diagnostics()).definitions;
  try {
    return shapeOf(new Interpreter().compute(definition, nativeScope, false));
  } catch (error) {
    if (error instanceof EvaluationError) return null;
    throw error;
  }
}

function findCalls(): NativeCall[] {
  const calls: NativeCall[] = [];
  for (const { name, params } of natives.values()) {
    let lists: Shape[][] = [[]];
    for (const { kind } of params) lists = lists.flatMap((list) => shapesOf(kind).map((shape) => [...list, shape]));
    for (const args of lists) {
      const shape = tried(name, args);
      if (shape) calls.push({ name, args, shape });
    }
  }
  return calls;
}

function groupBy(calls: readonly NativeCall[], keyOf: (call: NativeCall) => string): Map<string, NativeCall[]> {
  const groups = new Map<string, NativeCall[]>();
  for (const call of calls) groups.set(keyOf(call), [...(groups.get(keyOf(call)) ?? []), call]);
  return groups;
}

const all = findCalls();
const most = 6;

/** By native. */
export const callsOfNatives: readonly (readonly NativeCall[])[] = [...groupBy(all, ({ name }) => name).values()];

/** By the key of the shape they give; each native as often as any other, however many shapes it takes. */
export const nativeCalls: ReadonlyMap<string, readonly NativeCall[]> = new Map(
  [...groupBy(all, ({ shape }) => shapeKey(shape))].map(([key, calls]) => [
    key,
    [...groupBy(calls, ({ name }) => name).values()].flatMap((same) =>
      Array.from({ length: most }, (_, k) => same[k % same.length]),
    ),
  ]),
);
