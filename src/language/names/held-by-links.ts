// `heldByLinks(u, p)` in a collision law: the part of the change of u per unit of p that links take back. Both are
// functions of the law without parameters: u depends on registered values, and p is the cause by which the law acts.
// The engine finds the value before the law is evaluated, by applying the law with values of p of its own choice; so p
// may depend on it.
import { type CallExpr, type Definition, type Expr, partsOf } from "../syntax/ast.ts";
import type { Scope } from "./scope.ts";

export const heldByLinks = "heldByLinks";

export interface HeldCall {
  /** The key of the value for the law; it is not a name of the language. */
  readonly key: string;
  readonly change: Definition;
  readonly cause: Definition;
}

/** The request of a call, or what is wrong with it. */
export function heldCall(call: CallExpr, scope: Scope): HeldCall | string {
  const [change, cause] = call.args.map((arg) => functionNamed(arg, scope));
  if (call.args.length !== 2 || !change || !cause)
    return `write ${heldByLinks}(u, p) with the names of two functions of this law: what changes, and what changes it`;
  return { key: `${heldByLinks}(${change.name}, ${cause.name})`, change, cause };
}

function functionNamed(expr: Expr, scope: Scope): Definition | null {
  const binding = expr.kind === "name" ? scope.lookup(expr.name) : null;
  return binding?.kind === "function" && binding.definition.params.length === 0 ? binding.definition : null;
}

/** All requests of a law's functions, each once. */
export function heldCallsIn(functions: readonly Definition[], scope: Scope): HeldCall[] {
  const found = new Map<string, HeldCall>();
  const look = (expr: Expr): void => {
    if (expr.kind === "call" && expr.name === heldByLinks) {
      const asked = heldCall(expr, scope);
      if (typeof asked !== "string") found.set(asked.key, asked);
    }
    for (const part of partsOf(expr)) look(part);
  };
  for (const { body } of functions) look(body);
  return [...found.values()];
}
