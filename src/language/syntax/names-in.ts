// The names in an expression, and dependencies between them.
import { type Expr, partsOf } from "./ast.ts";

/** Visits every name and call in an expression; `visit` returns whether to visit a call's arguments. */
export function visitNames(expr: Expr, visit: (name: string, call: readonly Expr[] | null) => boolean): void {
  if (expr.kind === "name") visit(expr.name, null);
  else if (expr.kind === "derivative") visit(expr.name + "'".repeat(expr.order), null);
  else if (expr.kind === "call" && !visit(expr.name, expr.args)) return;
  for (const part of partsOf(expr)) visitNames(part, visit);
}

/** The items in the order of their dependencies: so no chain of names, however long, is followed by recursion. */
export function orderByNeed<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  bodyOf: (item: T) => Expr | null,
): T[] {
  const byName = new Map<string, T>();
  for (const item of items) if (!byName.has(nameOf(item))) byName.set(nameOf(item), item);
  const ordered = new Set<T>();
  const entered = new Set<T>();
  const enter = (item: T): T[] => {
    const needs: T[] = [];
    const body = entered.has(item) ? null : bodyOf(item);
    entered.add(item);
    if (body)
      visitNames(body, (name) => {
        const needed = byName.get(name);
        if (needed !== undefined && !entered.has(needed)) needs.push(needed);
        return true;
      });
    return needs;
  };
  for (const start of items) {
    const stack = [{ item: start, needs: null as T[] | null }];
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      top.needs ??= enter(top.item);
      const next = top.needs.pop();
      if (next !== undefined) stack.push({ item: next, needs: null });
      else {
        ordered.add(top.item);
        stack.pop();
      }
    }
  }
  return [...ordered];
}
