// The curves of a run. They are made once, from the world's first values, and do not change.

import { Interpreter } from "../../compiler/interpret/interpreter.ts";
import { createFormulaMachine, formulaPath } from "../../compiler/kernel/formula-path.ts";
import type { Machine } from "../../compiler/kernel/kernel.ts";
import { shapeOf, type Value } from "../../compiler/values/value.ts";
import { createCurve } from "../../geometry/curves/create.ts";
import type { Curve, Path } from "../../geometry/curves/curve.ts";
import { pathThrough } from "../../geometry/curves/points.ts";
import { InitialScope } from "../../language/declare/environment.ts";
import type { CurveDeclaration } from "../../language/declare/experiment.ts";
import type { Attribute } from "../../language/names/scope.ts";
import type { Shape } from "../../language/shapes/shape.ts";
import type { Expr } from "../../language/syntax/ast.ts";
import { RunError } from "./run-error.ts";

export type Curves = ReadonlyMap<string, Curve>;

export const noCurves: Curves = new Map();

export function createCurves(declarations: readonly CurveDeclaration[], world: ReadonlyMap<string, Value>): Curves {
  const machine = declarations.some(({ point }) => point !== null) ? createFormulaMachine() : null;
  const curves = declarations.map((declaration): [string, Curve] => [
    declaration.name.name,
    new CurveMaker(declaration, world, machine).make(),
  ]);
  return new Map(curves.sort(([a], [b]) => (a < b ? -1 : 1)));
}

class CurveMaker {
  private readonly declaration: CurveDeclaration;
  private readonly machine: Machine | null;
  private readonly scope: InitialScope;
  private readonly host: { read: (attribute: Attribute) => Value | null; special: () => null };

  constructor(declaration: CurveDeclaration, world: ReadonlyMap<string, Value>, machine: Machine | null) {
    this.declaration = declaration;
    this.machine = machine;
    const shapes = new Map<string, Shape>([...world].map(([name, value]) => [name, shapeOf(value)]));
    this.scope = new InitialScope([], shapes, declaration.scope);
    this.host = { read: ({ name }) => world.get(name) ?? null, special: () => null };
  }

  make(): Curve {
    const { points, point, isClosed } = this.declaration;
    const curve = createCurve(this.path(), isClosed);
    if (!("problem" in curve)) return curve;
    // The interpreter reports best what is wrong with a formula at a place.
    if (curve.at !== undefined && point) {
      const frame = { scope: this.scope, definition: point, args: [curve.at], registered: false };
      new Interpreter(this.host).evaluate(point.body, frame);
    }
    throw this.problem(point?.body ?? points!, curve.problem);
  }

  private path(): Path {
    const { points, point, form, from, to, isClosed } = this.declaration;
    if (!point) {
      const path = pathThrough(this.numbers(points!), form, isClosed);
      if ("problem" in path) throw this.problem(points!, path.problem);
      return path;
    }
    const low = from ? this.real(from) : 0;
    const high = to ? this.real(to) : 1;
    const path = formulaPath(point, this.scope, this.host.read, low, high, this.machine);
    if ("refused" in path) throw this.problem(point.body, `its formula cannot be differentiated: ${path.refused}`);
    return path;
  }

  private problem(expr: Expr, what: string): RunError {
    return new RunError("curve", expr.span, `'${this.declaration.name.name}' is not a curve: ${what}`);
  }

  private evaluate(expr: Expr): Value {
    return new Interpreter(this.host).run(expr, this.scope);
  }

  private real(expr: Expr): number {
    const value = this.evaluate(expr);
    if (typeof value !== "number") throw this.problem(expr, "its range goes from one real to another");
    return value;
  }

  /** Points in a sequence, or the rows of a matrix. */
  private numbers(expr: Expr): Float64Array {
    const value = this.evaluate(expr);
    if (typeof value === "object" && value.kind === "matrix" && value.cols === 3) return value.data;
    const items = typeof value === "object" && value.kind === "sequence" ? value.items : [false];
    const numbers = items.flatMap((item) => {
      if (typeof item === "object" && item.kind === "vector" && item.data.length === 3) return [...item.data];
      throw this.problem(expr, "its points are vectors of 3");
    });
    return Float64Array.from(numbers);
  }
}
