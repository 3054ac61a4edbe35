// First values that are physically impossible: masses and moments of inertia below zero, quaternions in the order of
// other programs.
import { applyBinary, isMisfit } from "../../compiler/interpret/operators.ts";
import { formatValue, type Value } from "../../compiler/values/value.ts";
import type { ObjectDeclaration } from "../../language/declare/experiment.ts";
import { type AttributeItem, type Expr, partsOf } from "../../language/syntax/ast.ts";
import type { Diagnostic } from "../../language/syntax/diagnostic.ts";
import { visitNames } from "../../language/syntax/names-in.ts";
import { placeOf, spanText } from "../../language/syntax/span.ts";
import { withoutEnd } from "../../language/syntax/statement.ts";
import type { Body, Model, PlainModel } from "../model/model.ts";
import { readSlot } from "../model/slot.ts";

/** Natives that have no answer for a singular matrix. */
const inverting = /^(inverse|solve)$/;
/** Moments that should be zero may be this large by rounding, relative to the largest. */
const roundedMoment = 1e-12;
/** Moments of a flat body, written with few digits, may exceed the sum of the others by this, relative to them. */
const mostRounded = 0.02;

export function bodyDoubts({ bodies, initial, contexts }: PlainModel): Diagnostic[] {
  const read = namesRead(contexts);
  const divisors = divisorsOf(contexts);
  const told = new Map<ObjectDeclaration, Diagnostic[]>();
  for (const body of bodies) {
    if (told.has(body.declaration)) continue;
    const found = [
      ...turnDoubts(body),
      ...(body.physicalType === "dynamic" ? inertDoubts(body, initial, { read, divisors }) : []),
    ];
    if (found.length > 0) told.set(body.declaration, found);
  }
  return [...told.values()].flat();
}

/** Names of attributes that laws read, at either end. */
export function namesRead(contexts: Model["contexts"]): ReadonlySet<string> {
  const read = new Set<string>();
  for (const { functions, aliases } of contexts) {
    for (const { body } of functions)
      visitNames(
        body,
        (name) =>
          read
            .add(name)
            .add(withoutEnd(name))
            .add(name.replace(/SumDirVec\d+$/, "")) !== null,
      );
    for (const { attribute } of aliases) read.add(attribute.name);
  }
  return read;
}

/** What laws divide by without testing it first. */
function divisorsOf(contexts: Model["contexts"]): ReadonlySet<string> {
  const divisors = new Set<string>();
  const asked = new Set<string>();
  const noteIn = (expr: Expr, names: Set<string>) =>
    visitNames(expr, (name) => names.add(name).add(withoutEnd(name)) !== null);
  const look = (expr: Expr): void => {
    if (expr.kind === "if") noteIn(expr.condition, asked);
    if (expr.kind === "binary" && expr.op === "/" && expr.right.kind === "name") noteIn(expr.right, divisors);
    for (const part of partsOf(expr)) look(part);
  };
  for (const { functions } of contexts) for (const { body } of functions) look(body);
  return new Set([...divisors].filter((name) => !asked.has(name)));
}

function doubt(item: AttributeItem, message: string, ...notes: string[]): Diagnostic {
  return { severity: "warning", code: "first-value", message, span: item.value?.span ?? item.nameSpan, notes };
}

/** Doubts about inertia: if it is below zero, a push moves the body against the push. */
function inertDoubts(
  { name, declaration, slots }: Body,
  memory: Model["initial"],
  { read, divisors }: { readonly read: ReadonlySet<string>; readonly divisors: ReadonlySet<string> },
): Diagnostic[] {
  for (const attribute of ["mass", "inertia"]) {
    const item = declaration.attributes.find((one) => one.name === attribute);
    const slot = slots.get(attribute);
    if (!item || !slot || !read.has(attribute)) continue;
    const value = readSlot(memory, slot);
    if (typeof value === "number" && value < 0)
      return [
        doubt(
          item,
          `the ${attribute} of '${name}' is ${formatValue(value)}: a push moves it backwards`,
          `write a positive ${attribute}`,
        ),
      ];
    if (value === 0 && divisors.has(attribute))
      return [
        doubt(item, `the ${attribute} of '${name}' is 0, and a law divides by it`, `write a positive ${attribute}`),
      ];
    if (slot.size !== 9 || typeof value !== "object" || value.kind !== "matrix") continue;
    if (hasNegativeMoment(value.data))
      return [
        doubt(
          item,
          `the inertia of '${name}' is ${formatValue(value)}: about some axis its moment is below zero`,
          "all moments of a body are positive; that of its shape is inertiaTensor(mass)",
        ),
      ];
    if (hasMomentBeyond(value.data))
      return [
        doubt(
          item,
          `the inertia of '${name}' is ${formatValue(value)}: one of its principal moments is larger than the other ` +
            "two together, and no body has this",
          "about each axis a moment is at most the sum of the other two; that of the shape is inertiaTensor(mass)",
        ),
      ];
  }
  return [];
}

/** Whether a symmetric matrix has a negative eigenvalue: by its principal minors. */
function hasNegativeMoment([a, b, c, d, e, f, g, h, i]: Float64Array): boolean {
  const size = Math.max(Math.abs(a), Math.abs(e), Math.abs(i));
  const isSymmetric = [b - d, c - g, f - h].every((gap) => Math.abs(gap) <= 1e-6 * size);
  if (!isSymmetric || !Number.isFinite(size)) return false;
  const least = -roundedMoment * size;
  const minors = [a * e - b * d, a * i - c * g, e * i - f * h];
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  return [a, e, i].some((x) => x < least) || minors.some((x) => x < least * size) || determinant < least * size * size;
}

/**
 * Whether a principal moment exceeds the sum of the other two: then the integral of the mass times x² would be
 * negative. The matrix of these integrals is half the trace minus the inertia.
 */
function hasMomentBeyond(inertia: Float64Array): boolean {
  const half = (inertia[0] + inertia[4] + inertia[8]) / 2;
  const spread = inertia.map((x, i) => (i % 4 === 0 ? half * (1 + mostRounded) - x : -x));
  return hasNegativeMoment(spread);
}

/** Doubts about quaternions: `[0, 0, 0, 1]` means no rotation in programs that write w last. */
function turnDoubts({ name, declaration }: Body): Diagnostic[] {
  const item = declaration.attributes.find((one) => one.name === "orientation");
  const last = item?.value ? numbersOf(item.value) : null;
  const axis = last?.length === 3 && last.filter((x) => x !== 0).length === 1 ? last.indexOf(1) : -1;
  if (item && axis >= 0)
    return [
      doubt(
        item,
        `the orientation of '${name}' is a turn by 1 radian, 57 degrees, about ${"xyz"[axis]}: three numbers are ` +
          `Euler angles`,
        "not turned is [0, 0, 0], or the quaternion [1, 0, 0, 0]; if this angle is meant, write 1 [rad]",
      ),
    ];
  if (!item || last?.length !== 4 || last.slice(0, 3).some((x) => x !== 0) || last[3] === 0) return [];
  return [
    doubt(
      item,
      `the orientation of '${name}' is half a turn about z: quaternions are [w, x, y, z]`,
      "not turned is [1, 0, 0, 0]; if half a turn is meant, write quaternionFromAxisAndAngle([0, 0, 1], pi)",
    ),
  ];
}

/** The numbers of an expression if all are written out; null if something is computed. */
function numbersOf(expr: Expr): readonly number[] | null {
  if (expr.kind === "number") return [expr.value];
  if (expr.kind === "unary" && expr.op === "-") return numbersOf(expr.operand)?.map((x) => -x) ?? null;
  if (expr.kind !== "vector") return null;
  const parts = expr.elements.map(numbersOf);
  return parts.every((one) => one !== null) ? parts.flat() : null;
}

/**
 * The error of a law about a matrix without an inverse at the start, moved to the attribute that is the matrix;
 * otherwise unchanged.
 */
export function blameSingular({ bodies, initial, contexts }: PlainModel, diagnostic: Diagnostic): Diagnostic {
  const { code, span, message, notes } = diagnostic;
  if (code !== "arguments" || !inverting.test(spanText(span))) return diagnostic;
  const read = namesRead(contexts);
  for (const body of bodies) {
    const item = body.declaration.attributes.find(({ name, value }) => {
      const slot = body.slots.get(name);
      return value && slot && read.has(name) && isSingular(readSlot(initial, slot));
    });
    if (!item) continue;
    const { line, column } = placeOf(span.source, span.from);
    const value = formatValue(readSlot(initial, body.slots.get(item.name)!));
    return {
      ...diagnostic,
      code: "first-value",
      message: `'${item.name}' of '${body.name}' has no inverse, and a law takes it: it is ${value}`,
      span: item.value!.span,
      notes: [
        ...(item.name === "inertia" ? ["give a thin body a small moment about its axis, instead of 0"] : []),
        `at ${span.source.name}:${line}:${column}: ${message}`,
        ...notes,
      ],
    };
  }
  return diagnostic;
}

function isSingular(value: Value): boolean {
  if (typeof value !== "object" || value.kind !== "matrix" || value.rows !== value.cols) return false;
  const inverse = applyBinary("^", value, -1);
  return typeof inverse === "object" && isMisfit(inverse);
}
