// A rule of dimensions so simple that it is plainly right, and far weaker than the checker: of names with a stated
// unit, numbers, and what products, quotients, powers and entries make of them. Everything else is not known.
import type { ContextDeclaration } from "../../../src/language/declare/experiment.ts";
import type { Definition, Expr, File } from "../../../src/language/syntax/ast.ts";
import { type Dimension, dimensionless, isPure, multiplyUnits } from "../../../src/language/syntax/unit.ts";

const metre: Dimension = [1, 0, 0, 0, 0, 0, 0];
const second: Dimension = [0, 0, 1, 0, 0, 0, 0];
const given = new Map<string, Dimension>([
  ["t", second],
  ["dt", second],
  ["position", metre],
  ["size", metre],
  ["collisionPoint", metre],
  ["anchor1", metre],
  ["anchor2", metre],
  ["collisionNormal", dimensionless],
]);

export class SimpleRule {
  private readonly stated = new Map<string, Dimension>(given);
  private readonly functions = new Map<string, Definition>();
  private readonly ofLaw: readonly { readonly name: string; readonly unit: { readonly dimension: Dimension } | null }[];
  private readonly pending = new Set<Definition>();

  constructor(file: File, context: Pick<ContextDeclaration, "units" | "attributes" | "functions"> | null) {
    for (const definition of [...file.definitions, ...(context?.functions ?? [])])
      this.functions.set(definition.name, definition);
    this.ofLaw = [...(context?.units ?? []), ...(context?.attributes ?? [])];
    for (const { name, unit } of this.ofLaw)
      if (unit) for (const suffix of ["", "1", "2"]) this.stated.set(name + suffix, unit.dimension);
  }

  /** The dimension of an expression in the body of a function; null where this rule cannot tell. */
  of(expr: Expr, params: Definition["params"]): Dimension | null {
    switch (expr.kind) {
      case "number":
        return expr.value === 0 ? null : dimensionless;
      case "name": {
        const param = params.find(({ name }) => name === expr.name);
        if (param) return param.unit?.dimension ?? null;
        return (
          this.stated.get(expr.name) ?? this.stated.get(expr.name.replace(/[12]$/, "")) ?? this.ofFunction(expr.name)
        );
      }
      case "unary":
        return this.of(expr.operand, params);
      case "call":
        return this.functions.get(expr.name)?.unit?.dimension ?? null;
      case "binary": {
        const left = this.of(expr.left, params);
        if (expr.op === "#") return left;
        if (expr.op === "^") {
          const power = expr.right.kind === "number" ? expr.right.value : null;
          return left && power !== null ? multiplyUnits(dimensionless, left, power) : null;
        }
        const right = this.of(expr.right, params);
        if (expr.op === "+" || expr.op === "-") return left ?? right;
        if (!left || !right) return null;
        return expr.op === "*" || expr.op === "."
          ? multiplyUnits(left, right, 1)
          : expr.op === "/"
            ? multiplyUnits(left, right, -1)
            : null;
      }
      default:
        return null;
    }
  }

  /** Parameters, or of a law what it states, that are of another dimension than this one. */
  unlike(dimension: Dimension, params: Definition["params"]): string[] {
    const names = params.length > 0 ? params : this.ofLaw;
    const isOther = (of?: Dimension) => of !== undefined && !isPure(multiplyUnits(of, dimension, -1));
    return names.filter(({ unit }) => isOther(unit?.dimension)).map(({ name }) => name);
  }

  /** Known, and not a pure number. */
  isQuantity(expr: Expr, params: Definition["params"]): boolean {
    const dimension = this.of(expr, params);
    return dimension !== null && !isPure(dimension);
  }

  private ofFunction(name: string): Dimension | null {
    const definition = this.functions.get(name);
    if (!definition || definition.params.length > 0 || this.pending.has(definition)) return null;
    this.pending.add(definition);
    const found = definition.unit?.dimension ?? this.of(definition.body, []);
    this.pending.delete(definition);
    return found;
  }
}
