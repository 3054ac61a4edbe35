// The promise of shape inference: what it lets pass, the interpreter can evaluate, and the values have the shapes it
// said.
import { Interpreter } from "../../../src/compiler/interpret/interpreter.ts";
import { Budget, type Limits } from "../../../src/compiler/values/budget.ts";
import { EvaluationError } from "../../../src/compiler/values/evaluation-error.ts";
import { shapeOf } from "../../../src/compiler/values/value.ts";
import type { Checked } from "../../../src/language/check/check.ts";
import { Inference, type InferFrame, type KnownValue } from "../../../src/language/infer/infer.ts";
import { real, type Shape, shapeKey } from "../../../src/language/shapes/shape.ts";
import type { Expr } from "../../../src/language/syntax/ast.ts";
import { Diagnostics } from "../../../src/language/syntax/diagnostic.ts";

function isKnown(shape: Shape): boolean {
  switch (shape.kind) {
    case "unknown":
    case "never":
      return false;
    case "vector":
      return shape.length !== null;
    case "matrix":
      return shape.rows !== null && shape.cols !== null;
    case "sequence":
      return isKnown(shape.element);
    default:
      return true;
  }
}

/** Notes whether any part of what it follows was of a shape not fully known. */
class WatchfulInference extends Inference {
  open = false;

  override infer(expr: Expr, frame: InferFrame): KnownValue {
    const known = super.infer(expr, frame);
    if (!isKnown(known.shape)) this.open = true;
    return known;
  }
}

const larger: Limits = { fuel: 100_000, memory: 100_000, depth: 600 };

/** What only the run can tell: the numbers in a matrix, the length of a sequence, an index that is computed. */
const runTimeMatters =
  /singular|symmetric|empty sequence|the elements 1 to|the rows 1 to|counts from 1|whole number|at most|has no \d/;

/** Evaluates the zero-argument functions of a text without errors; returns how many had a shape known beforehand. */
export function evaluateSoundly(checked: Checked, names: readonly string[]): number {
  let evaluated = 0;
  for (const name of names) {
    const binding = checked.scope.lookup(name);
    if (binding?.kind !== "function" || binding.definition.params.length > 0) continue;
    const inference = new WatchfulInference(
      { attributeShape: () => real, specialShape: () => null },
      new Diagnostics(),
    );
    const { shape, constant } = inference.compute(binding.definition, binding.scope, false);
    if (inference.open) continue;
    evaluated++;
    const text = JSON.stringify(checked.source.text);
    try {
      const value = new Interpreter(undefined, new Budget(larger)).compute(binding.definition, binding.scope, false);
      if (shapeKey(shapeOf(value)) !== shapeKey(shape))
        throw new Error(`'${name}' was inferred ${shapeKey(shape)} and is ${shapeKey(shapeOf(value))}\n${text}`);
      if (constant !== null && !Object.is(constant, value) && constant !== value)
        throw new Error(`'${name}' was inferred to be ${constant} and is ${value}\n${text}`);
    } catch (error) {
      if (!(error instanceof EvaluationError)) throw error;
      if (["fuel", "memory", "depth"].includes(error.code)) continue;
      const isConstantIndex = /^#\s*\d/.test(error.span.source.text.slice(error.span.from, error.span.from + 20));
      const isRunTimeMatter = error.notes.some((note) => runTimeMatters.test(note));
      if (error.code === "arguments" && isRunTimeMatter && !isConstantIndex) continue;
      throw new Error(`'${name}' passed the checker, and then: ${error.message} (${error.notes.join("; ")})\n${text}`);
    }
  }
  return evaluated;
}

/** The names of what a text defines at its top, as they are written. */
export function definedNames(text: string): string[] {
  return [...text.matchAll(/^([\p{L}_][\p{L}\p{N}_]*) *=(?!=)/gmu)].map((match) => match[1]);
}
