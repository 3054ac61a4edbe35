// Tensors of a body that a law takes in the frame of the world, where they would turn with the body.

import { attributeName } from "../../language/declare/environment.ts";
import type { ContextDeclaration } from "../../language/declare/experiment.ts";
import { type Definition, type Expr, partsOf } from "../../language/syntax/ast.ts";
import type { Diagnostic } from "../../language/syntax/diagnostic.ts";
import { visitNames } from "../../language/syntax/names-in.ts";
import { isRate } from "../../language/syntax/statement.ts";
import type { Body, Model, PlainModel } from "../model/model.ts";
import { readSlot } from "../model/slot.ts";

/** Moments that differ by less are equal. */
const rounding = 1e-6;

/**
 * `w = inverse(inertia) * L` beside `orientation' = orientationRate(orientation, w)`: w is in the frame of the world,
 * and the matrix is not turned with the body. A matrix that is the same in all directions needs no turning.
 */
export function unturnedTensors({ bodies, contexts, initial }: PlainModel): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const context of contexts) {
    if (context.type !== "free fall") continue;
    const spin = spinOf(context);
    const tensor = spin && tensorIn(spin, context);
    if (!tensor) continue;
    const body = bodies.find((one) => isUneven(one, tensor.name, initial));
    if (!body || context.functions.some(({ name }) => attributeName(name) === tensor.name)) continue;
    found.push({
      severity: "warning",
      code: "frame",
      message:
        `'${tensor.name}' of '${body.name}' is given in the body's frame, but '${context.name.name}' uses it in the ` +
        "world's frame without turning it",
      span: tensor.span,
      notes: [
        `with R = rotation(orientation), write R * ${tensor.said} * matrixTranspose(R) in place of ${tensor.said}`,
      ],
    });
  }
  return found;
}

/** What gives the angular velocity of the bodies, or its rate. */
function spinOf({ functions }: ContextDeclaration): Definition | null {
  const turning = functions.find((one) => isRate(one) && attributeName(one.name) === "orientation");
  const call = turning?.body;
  const spin = call?.kind === "call" && call.name === "orientationRate" ? call.args[1] : undefined;
  return spin?.kind === "name"
    ? (functions.find(({ name, params }) => name === spin.name && params.length === 0) ?? null)
    : null;
}

interface Tensor {
  readonly name: string;
  /** As it is multiplied by: `inverse(inertia)`. */
  readonly said: string;
  readonly span: Expr["span"];
}

/** The name by which a definition, itself or through helpers, is multiplied; null if it speaks of an orientation. */
function tensorIn(definition: Definition, { functions }: ContextDeclaration): Tensor | null {
  const seen = new Set<Definition>();
  let found: Tensor | null = null;
  let isTurned = false;
  const look = (one: Definition): void => {
    if (seen.has(one)) return;
    seen.add(one);
    found ??= factorIn(one.body);
    visitNames(one.body, (name) => {
      isTurned ||= attributeName(name) === "orientation";
      const helper = functions.find((other) => other.name === name && other.params.length === 0 && !isRate(other));
      if (helper) look(helper);
      return true;
    });
  };
  look(definition);
  return isTurned ? null : found;
}

/** `inverse(I) * x` or `I * x`. */
function factorIn(expr: Expr): Tensor | null {
  const factor = expr.kind === "binary" && expr.op === "*" ? expr.left : null;
  if (factor?.kind === "call" && /^(inverse|squareMatrixInverse)$/.test(factor.name)) {
    const [arg] = factor.args;
    if (arg?.kind === "name") return { name: arg.name, said: `${factor.name}(${arg.name})`, span: factor.span };
  }
  const solved = expr.kind === "call" && expr.name === "solve" ? expr.args[0] : null;
  const named = factor ?? solved;
  if (named?.kind === "name") return { name: named.name, said: named.name, span: named.span };
  return (
    partsOf(expr)
      .map(factorIn)
      .find((one) => one !== null) ?? null
  );
}

/** Whether an attribute of a body is a symmetric 3×3 matrix that is not the same in all directions. */
function isUneven({ slots, physicalType }: Body, name: string, memory: Model["initial"]): boolean {
  const slot = slots.get(name);
  const value = slot && slot.size === 9 && physicalType !== "static" ? readSlot(memory, slot) : null;
  if (value === null || typeof value !== "object" || value.kind !== "matrix") return false;
  const m = value.data;
  const size = Math.max(...m.map(Math.abs));
  const isZero = (x: number) => Math.abs(x) <= rounding * size;
  const isSymmetric = isZero(m[1] - m[3]) && isZero(m[2] - m[6]) && isZero(m[5] - m[7]);
  const isEven = [m[1], m[2], m[5], m[0] - m[4], m[4] - m[8]].every(isZero);
  return size > 0 && isSymmetric && !isEven;
}
