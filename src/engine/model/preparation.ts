// What the first values of an experiment may cost in all: each copy has its own, and there may be thousands.

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

  /** Counts work that is about to be done, or has been. */
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
