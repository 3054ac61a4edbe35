// The independent test of dimensions: in other units a formula gives other numbers, each times the factor that its
// dimension says.
import { Interpreter } from "../../../src/compiler/interpret/interpreter.ts";
import { matrixOf, type Value, vectorOf } from "../../../src/compiler/values/value.ts";
import type { Scope } from "../../../src/language/names/scope.ts";
import type { Definition } from "../../../src/language/syntax/ast.ts";
import type { Dimension } from "../../../src/language/syntax/unit.ts";

/** How many of the other units of length, mass and time make one of SI. */
const factors = [3.7, 0.21, 5.3];

export function factorOf(dimension: Dimension): number {
  return factors.reduce((product, factor, i) => product * factor ** dimension[i], 1);
}

function scaled(value: Value, factor: number): Value {
  if (typeof value === "number") return value * factor;
  if (typeof value === "boolean" || value.kind === "sequence") return value;
  const data = value.data.map((number) => number * factor);
  return value.kind === "vector" ? vectorOf(data) : matrixOf(value.rows, value.cols, data);
}

export function numbersIn(value: Value): number[] {
  if (typeof value === "number") return [value];
  return typeof value === "boolean" || value.kind === "sequence" ? [] : [...value.data];
}

/** A function's result in SI, and what it gives in other units, taken back to SI by its stated dimension. */
export function inBothUnits(definition: Definition, scope: Scope, args: readonly Value[]): [number[], number[]] {
  const evaluate = (values: readonly Value[]) =>
    new Interpreter().evaluate(definition.body, { scope, definition, args: values, registered: false });
  const others = args.map((arg, i) => scaled(arg, factorOf(definition.params[i].unit!.dimension)));
  const here = numbersIn(evaluate(args));
  const there = numbersIn(scaled(evaluate(others), 1 / factorOf(definition.unit!.dimension)));
  return [here, there];
}
