// How a contact law depends on the number of the iteration: `iteration == 1`, `iteration <= 2` divide the iterations of
// a step into phases. The text shows whether a law is applied too rarely to reach its last phase.

import type { ContextDeclaration } from "../../../language/declare/experiment.ts";
import { type BinaryOp, type Expr, partsOf } from "../../../language/syntax/ast.ts";

const mirrored = new Map<BinaryOp, BinaryOp>([
  ["<", ">"],
  [">", "<"],
  ["<=", ">="],
  [">=", "<="],
]);

/** The first iteration of the last phase; 1 for a law without phases. */
export function lastPhaseOf({ functions }: ContextDeclaration): number {
  let last = 1;
  const look = (expr: Expr) => {
    last = Math.max(last, phaseFrom(expr));
    for (const part of partsOf(expr)) look(part);
  };
  for (const { body } of functions) look(body);
  return last;
}

/** The iteration from which a comparison of `iteration` with a number keeps its value; 1 for all else. */
function phaseFrom(expr: Expr): number {
  if (expr.kind !== "binary") return 1;
  const { left, right, op } = expr;
  if (isIteration(left) && right.kind === "number") return changeOf(op, right.value);
  if (isIteration(right) && left.kind === "number") return changeOf(mirrored.get(op) ?? op, left.value);
  return 1;
}

function isIteration(expr: Expr): boolean {
  return expr.kind === "name" && expr.name === "iteration";
}

function changeOf(op: BinaryOp, value: number): number {
  if (op === "<" || op === ">=") return Math.ceil(value);
  return op === "==" || op === "!=" || op === "<=" || op === ">" ? Math.floor(value) + 1 : 1;
}
