// The limit on the work for the first values of an experiment: each copy has its own values, and there may be thousands
// of copies.

import { type Host, Interpreter } from "../../compiler/interpret/interpreter.ts";
import { Budget } from "../../compiler/values/budget.ts";
import type { Value } from "../../compiler/values/value.ts";
import type { Scope } from "../../language/names/scope.ts";
import type { Expr } from "../../language/syntax/ast.ts";
import type { Span } from "../../language/syntax/span.ts";
import { RunError } from "./run-error.ts";

/** Steps of work, as an evaluation counts them. */
const mostWork = 20_000_000;

export class Preparation {
  private spent = 0;

  evaluate(expr: Expr, scope: Scope, host?: Host): Value {
    const budget = new Budget();
    const value = new Interpreter(host, budget).run(expr, scope);
    this.spend(budget.limits.fuel - budget.fuel, expr.span);
    return value;
  }

  /** Counts work before or after it is done. */
  spend(work: number, span: Span): void {
    this.spent += work;
    if (this.spent > mostWork)
      throw new RunError(
        "fuel",
        span,
        "the first values of all objects and links take too long to compute",
        `stopped after ${mostWork} steps of work; take fewer copies, or compute what they share once, in the world ` +
          `attributes`,
      );
  }
}
