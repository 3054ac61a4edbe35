// The dimension of one expression, and of what has been inferred.
import type { Scope } from "../names/scope.ts";
import type { Expr } from "../syntax/ast.ts";
import type { Dimension } from "../syntax/unit.ts";
import { ground, isGround } from "./dimension.ts";
import type { DimensionHost, Dimensions } from "./host.ts";
import { DimensionInference } from "./infer.ts";
import { all, any, type DimensionValue } from "./value.ts";

/** The one dimension of a value; null if it is unknown, or entries differ. */
export function groundOf(
  value: DimensionValue,
  { values, solution }: Pick<Dimensions, "values" | "solution">,
): Dimension | null {
  const dim = values.dimOf(value);
  const found = dim && solution.resolve(dim);
  return found && isGround(found) ? found.base : null;
}

/**
 * What is known of an answer: its dimension, null for plain numbers and mismatches; and the sentences that describe
 * mismatches.
 */
export interface AnswerDimension {
  readonly dimension: Dimension | null;
  readonly misfit: readonly string[];
}

/** The dimension of an expression in which attributes have these known dimensions, by name. */
export function dimensionOfExpression(
  expr: Expr,
  scope: Scope,
  of: (attribute: string) => Dimension | null,
): AnswerDimension {
  const told: string[][] = [];
  const host: DimensionHost = {
    attributeNamed: () => null,
    attribute({ name }) {
      const known = of(name);
      return known ? all(ground(known), null) : any;
    },
    special: () => null,
    tell: (_, message, notes) => {
      told.push([message, ...notes]);
    },
    repair: () => null,
  };
  const inference = new DimensionInference(host);
  const value = inference.run(expr, scope);
  const isKnown = told.length === 0 && value.kind !== "bare";
  return { dimension: isKnown ? groundOf(value, inference) : null, misfit: told[0] ?? [] };
}
