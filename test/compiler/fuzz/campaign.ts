// Random programs by the thousand, compiled and interpreted, and a look at whether they were worth it.
import { expect } from "vitest";
import { curveCalls, natives } from "../../../src/language/shapes/natives.ts";
import { type Expr, partsOf } from "../../../src/language/syntax/ast.ts";
import { Random } from "../../language/fuzz/random.ts";
import { compareProgram, emptyTally } from "./compare.ts";
import { randomProgram } from "./program.ts";

/** FUZZ=10 runs ten times as many; FUZZ_SEED=1 runs others. */
const share = Number(process.env["FUZZ"] ?? 1);
const shift = 100_000_000 * Number(process.env["FUZZ_SEED"] ?? 0);
export const programs = Math.ceil(50_000 * share);

export const timeout = 1_000_000 * Math.max(1, share);

const operators = ["+", "-", "*", "/", "^", ".", "#", "==", "!=", "<", ">", "<=", ">=", "&", "|", "++"];

/** Operators, natives and kinds of expressions, counted where they are compiled. */
function count(expr: Expr, seen: Map<string, number>): void {
  const words: string[] = [expr.kind];
  if (expr.kind === "binary") words.push(expr.op);
  if (expr.kind === "unary") words.push(`unary ${expr.op}`);
  if (expr.kind === "call") words.push(expr.name);
  for (const word of words) seen.set(word, (seen.get(word) ?? 0) + 1);
  for (const inner of partsOf(expr)) count(inner, seen);
}

/** `part` is one of two: each test file runs one. */
export function runCampaign(part: 0 | 1): void {
  const tally = emptyTally();
  const seen = new Map<string, number>();
  for (let k = 0; k < programs; k++) {
    const seed = shift + 50_000_000 * part + k;
    const random = new Random(seed);
    const program = randomProgram(random);
    try {
      compareProgram(program, random, tally);
    } catch (error) {
      throw new Error(`seed ${seed}: ${(error as Error).message}`, { cause: error });
    }
    if (k < 20_000) for (const { params, body } of program.definitions) if (params.length === 0) count(body, seen);
  }
  console.log(tally);
  expect(tally.programs).toBe(programs);
  // Most programs give numbers, and most of those are numbers indeed.
  expect(tally.compared).toBeGreaterThan(2 * programs);
  expect(tally.nans).toBeLessThan(0.2 * tally.numbers);
  expect(tally.failed).toBeGreaterThan(0.02 * programs);
  expect(tally.gaveUp).toBeLessThan(0.02 * tally.compared);
  expect(tally.unlowered).toBeLessThan(0.05 * programs);
  expect(tally.recursions).toBeGreaterThan(0.02 * programs);
  if (programs < 20_000) return;
  expect(tally.large).toBeGreaterThan(20);
  expect(tally.errors.get("arguments")).toBeGreaterThan(500);
  expect(tally.errors.get("depth")).toBeGreaterThan(20);
  for (const word of [
    ...operators,
    "unary -",
    "unary +",
    "unary !",
    "if",
    "unit",
    "vector",
    "sequence",
    ...natives.keys(),
    ...curveCalls.keys(),
  ])
    expect(seen.get(word) ?? 0, word).toBeGreaterThan(20);
}
