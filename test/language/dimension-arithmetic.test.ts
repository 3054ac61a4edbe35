// How much is found of what goes wrong with dimensions, judged by arithmetic alone: a function of the library that was
// changed in one token is wrong if in other units it no longer gives what it states.
import { expect, test } from "vitest";
import { EvaluationError } from "../../src/compiler/values/evaluation-error.ts";
import type { Value } from "../../src/compiler/values/value.ts";
import { checkSource } from "../../src/language/check/check.ts";
import type { Scope } from "../../src/language/names/scope.ts";
import { type Definition, type Expr, partsOf } from "../../src/language/syntax/ast.ts";
import { Diagnostics } from "../../src/language/syntax/diagnostic.ts";
import { parseFile } from "../../src/language/syntax/parse.ts";
import { createSource, spanText } from "../../src/language/syntax/span.ts";
import { argument } from "./dimension/arguments.ts";
import { inBothUnits } from "./dimension/homogeneous.ts";
import { textsIn } from "./dimension/library.ts";
import type { Mutation } from "./dimension/mutations.ts";

const operators = ["+", "-", "*", "/", ".", "^"];
const laws = textsIn("laws");

/** Every operator as every other, every parameter as every other, every exponent one more. */
function changesOf({ body, params }: Definition): Mutation[] {
  const found: Mutation[] = [];
  const replace = ({ from, to }: Expr["span"], insert: string) => found.push({ from, to, insert });
  const visit = (expr: Expr): void => {
    for (const part of partsOf(expr)) visit(part);
    if (expr.kind === "name" && params.some(({ name }) => name === expr.name))
      for (const { name } of params) if (name !== expr.name) replace(expr.span, name);
    if (expr.kind !== "binary" || !operators.includes(expr.op)) return;
    for (const op of operators) if (op !== expr.op) replace(expr.opSpan, op);
    if (expr.op === "^" && expr.right.kind === "number") replace(expr.right.span, String(expr.right.value + 1));
  };
  visit(body);
  return found;
}

/** Sizes of arguments: with some of them other branches are taken. */
const sizes = [1, -0.6, 3.1];

function sized(value: Value, size: number): Value {
  if (typeof value === "number") return value * size;
  return typeof value === "object" && "data" in value ? { ...value, data: value.data.map((x) => x * size) } : value;
}

/** Whether arithmetic tells that a function does not have the dimension it states; null where it cannot be computed. */
function isWrong(definition: Definition, scope: Scope): boolean | null {
  const told = sizes.map((size) => {
    const args = definition.params.map(({ name }, i) => sized(argument(name, definition.name), size * (1 + 0.1 * i)));
    try {
      const [here, there] = inBothUnits(definition, scope, args);
      if (![...here, ...there].every(Number.isFinite)) return null;
      const most = Math.max(1e-9, ...here.map(Math.abs));
      return here.some((x, i) => Math.abs(x - there[i]) > 1e-6 * most);
    } catch (error) {
      if (error instanceof EvaluationError) return null;
      throw error;
    }
  });
  return told.includes(true) || (told.includes(false) ? false : null);
}

/**
 * What a text without contexts says of a function: whether it is wrong, and whether that was told; null where it is not
 * known.
 */
function judge(name: string, text: string, of: string): { wrong: boolean; told: boolean } | null {
  const { diagnostics, scope } = checkSource(createSource(name, text), (path) => createSource(path, laws.get(path)!));
  if (diagnostics.some(({ severity }) => severity === "error")) return null;
  const binding = scope.lookup(of);
  const wrong = binding?.kind === "function" ? isWrong(binding.definition, binding.scope) : null;
  return wrong === null ? null : { wrong, told: diagnostics.some(({ code }) => code === "dimensions") };
}

test("of the functions of the library changed in one token, 95 of 100 wrong ones are found, and no right one", () => {
  let wrong = 0;
  const missed: string[] = [];
  for (const [name, text] of laws) {
    const { definitions } = parseFile(createSource(name, text), new Diagnostics());
    const imports = text.match(/^import .*$/gm)?.join("\n") ?? "";
    for (const definition of definitions) {
      if (!definition.unit || definition.params.length === 0 || definition.params.some(({ unit }) => !unit)) continue;
      const { from, to } = definition.span;
      const others = definitions
        .filter((other) => other !== definition)
        .map(({ span }) => spanText(span))
        .join("\n");
      const whole = (body: string) => `${imports}\n${others}\n${body}\n`;
      const right = judge(name, whole(spanText(definition.span)), definition.name);
      if (right === null) continue;
      expect(right, `${name} ${definition.name}`).toEqual({ wrong: false, told: false });
      for (const change of changesOf(definition)) {
        const body = text.slice(from, change.from) + change.insert + text.slice(change.to, to);
        const found = judge(name, whole(body), definition.name);
        if (!found?.wrong) continue;
        wrong++;
        if (!found.told) missed.push(`${name}: ${body}`);
      }
    }
  }
  expect(wrong).toBeGreaterThan(550);
  expect(missed.length, missed.join("\n\n")).toBeLessThan(0.05 * wrong);
}, 300_000);
