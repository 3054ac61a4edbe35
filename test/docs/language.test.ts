// The reference is complete: everything the code knows by name is on the page, and what can be run has an example.

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { defaultLimits } from "../../src/compiler/values/budget.ts";
import { readSettings } from "../../src/engine/model/settings.ts";
import {
  contextTypes,
  geometricalTypes,
  physicalTypes,
  type SimulationDeclaration,
} from "../../src/language/declare/experiment.ts";
import { mostRuns, rangeNames, reductions } from "../../src/language/declare/study.ts";
import { nativeScope } from "../../src/language/names/scope.ts";
import { constants, largestDimension, natives } from "../../src/language/shapes/natives.ts";
import type { Block, Expr } from "../../src/language/syntax/ast.ts";
import { partsOf } from "../../src/language/syntax/ast.ts";
import { Diagnostics } from "../../src/language/syntax/diagnostic.ts";
import { deepestNesting, longestText, parseFile } from "../../src/language/syntax/parse.ts";
import { settingKeys } from "../../src/language/syntax/simulation-settings.ts";
import { createSource } from "../../src/language/syntax/span.ts";
import { phrases, topBlocks } from "../../src/language/syntax/tokens.ts";
import { findUnit, unitNames } from "../../src/language/syntax/unit.ts";
import { expressionsOf } from "../referee/transforms/text.ts";
import { readDocument, root } from "./documents.ts";
import { examplesIn } from "./examples.ts";

const page = readDocument("docs/language.md");
const examples = examplesIn(page).filter(({ kind }) => kind !== "mistakes");

/** The section under a heading, as far as the next one of the same rank or above. */
function section(title: string): string {
  const at = page.indexOf(`\n${title}\n`);
  expect(at, `there is no section '${title}'`).toBeGreaterThan(0);
  const rank = /^#+/.exec(title)![0].length;
  const rest = page.slice(at + title.length + 2);
  const end = rest.search(new RegExp(`^#{1,${rank}} `, "m"));
  return end < 0 ? rest : rest.slice(0, end);
}

const missingFrom = (text: string, words: Iterable<string>) =>
  [...words].filter((word) => !text.includes(`\`${word}\``));

/** What the examples use. */
const used = {
  kinds: new Set<string>(),
  operators: new Set<string>(),
  calls: new Set<string>(),
  names: new Set<string>(),
  blocks: new Set<string>(),
  keys: new Set<string>(),
  values: new Set<string>(),
};

function gather(expr: Expr): void {
  used.kinds.add(expr.kind);
  if (expr.kind === "binary") used.operators.add(expr.op);
  if (expr.kind === "unary") used.operators.add(`unary ${expr.op}`);
  if (expr.kind === "call") used.calls.add(expr.name);
  if (expr.kind === "name") used.names.add(expr.name);
  for (const part of partsOf(expr)) gather(part);
}

function gatherBlock(block: Block): void {
  used.blocks.add(block.kind);
  for (const inner of block.blocks) for (const { key } of inner.settings) used.keys.add(`${inner.kind}: ${key}`);
  for (const { key, value } of block.settings) {
    used.keys.add(`${block.kind}: ${key}`);
    expressionsOf(value).forEach(gather);
    if (value.kind === "words") used.values.add(value.words);
    if (value.kind === "expression" && value.value.kind === "name") used.values.add(value.value.name);
  }
  for (const { body } of block.definitions) gather(body);
}

for (const { text } of examples) {
  const file = parseFile(createSource("example", text), new Diagnostics());
  file.blocks.forEach(gatherBlock);
  for (const { body } of file.definitions) gather(body);
  for (const { value } of file.queries) gather(value);
}

const notIn = (set: ReadonlySet<string>, words: Iterable<string>) => [...words].filter((word) => !set.has(word));

test("every native and constant has an example that runs", () => {
  expect(notIn(used.calls, natives.keys())).toEqual([]);
  expect(notIn(used.names, constants.keys())).toEqual([]);
});

test("every native stands in a table with its parameters", () => {
  const signatures = [...natives.values()].map(
    ({ name, params }) => `${name}(${params.map((param) => param.name).join(", ")})`,
  );
  expect(missingFrom(section("## 7 Native functions"), signatures)).toEqual([]);
});

test("every kind of expression and every operator has an example and a row", () => {
  const kinds = [
    "number",
    "boolean",
    "name",
    "call",
    "derivative",
    "unary",
    "binary",
    "if",
    "vector",
    "sequence",
    "unit",
  ];
  expect(notIn(used.kinds, kinds)).toEqual([]);
  const binary = ["#", "^", "*", "/", ".", "+", "-", "==", "!=", "<=", ">=", "<", ">", "&", "|", "++"];
  expect(notIn(used.operators, [...binary, "unary -", "unary +", "unary !"])).toEqual([]);
  const rows = section("## 3 Operators").replaceAll("\\|", "|").replace("`x # i`", "`#`");
  expect(missingFrom(rows, [...binary, "!", "if c then a else b", "x [unit]"])).toEqual([]);
});

test("every block, every key and every choice has an example and a place in the tables", () => {
  const declare = readFileSync(`${root}/src/language/declare/block-reader.ts`, "utf8");
  const table = /const keysOf[\s\S]*?\n\]\);/.exec(declare)![0];
  const keys = [...table.matchAll(/\[\s*"([a-z ]+)",\s*\[([^\]]*)\]/g)].flatMap(([, block, list]) =>
    [...list.matchAll(/"([^"]+)"/g)].map(([, key]) => `${block}: ${key}`),
  );
  expect(keys.length).toBeGreaterThan(30);
  expect(notIn(used.keys, keys)).toEqual([]);
  expect(notIn(used.blocks, topBlocks)).toEqual([]);
  const blocks = section("## 6 Blocks");
  expect(
    missingFrom(
      blocks,
      keys.map((key) => key.split(": ")[1]),
    ),
  ).toEqual([]);
  expect(missingFrom(blocks, [...physicalTypes, ...geometricalTypes, ...contextTypes])).toEqual([]);
  expect(notIn(used.values, [...physicalTypes, ...geometricalTypes, ...contextTypes])).toEqual([]);
  expect(missingFrom(blocks, phrases)).toEqual([]);
});

test("every special call has an example", () => {
  const special = [
    ...reductions.keys(),
    ...rangeNames,
    ..."previous atStepStart sumOthers total totalLinks heldByLinks random derivative".split(" "),
    ..."nearest pointAt tangentAt normalsAt".split(" "),
  ];
  expect(notIn(used.calls, special)).toEqual([]);
});

test("every unit is in the tables, with its factor", () => {
  const rows = section("## 8 Units").matchAll(/^\| (`[^|]*) \| [^|]+ \| ([\d.e-]+) \|$/gm);
  const factors = new Map<string, number>();
  for (const [, cell, factor] of rows)
    for (const [, name] of cell.replace(/\(.*\)/, "").matchAll(/`([^`]+)`/g)) factors.set(name, Number(factor));
  for (const [name, factor] of factors) expect(findUnit(name)?.factor, name).toBe(factor);
  expect(missingFrom(section("## 8 Units"), unitNames)).toEqual([]);
  const prefixes = /prefix: `([^`]+)`/.exec(section("## 8 Units"))![1].split(" ");
  for (const prefix of [...prefixes, "µ"]) expect(findUnit(`${prefix}N`), prefix).not.toBeNull();
});

test("every code of a diagnostic is in the table", () => {
  const codes = new Set<string>();
  for (const entry of readdirSync(`${root}/src`, { recursive: true, encoding: "utf8" })) {
    if (!entry.endsWith(".ts")) continue;
    const text = readFileSync(`${root}/src/${entry}`, "utf8");
    const calls =
      /(?:iagnostics\??\.warning|(?:iagnostics\??|nference|running|this)\.error|\.fail|new RunError)\(\s*"([a-z-]+)"/g;
    for (const [, code] of text.matchAll(calls)) codes.add(code);
    for (const [, code] of text.matchAll(/\bcode: "([a-z-]+)"/g)) codes.add(code);
  }
  expect(codes.size).toBeGreaterThan(35);
  expect(missingFrom(section("## 11 Diagnostics"), codes)).toEqual([]);
  const documented = [...section("## 11 Diagnostics").matchAll(/^\| ([^|]+) \| [^|]+ \|$/gm)]
    .flatMap(([, cell]) => [...cell.matchAll(/`([a-z-]+)`/g)].map(([, code]) => code))
    .filter((code) => code.length > 0);
  expect(documented.filter((code) => !codes.has(code))).toEqual([]);
});

test("every setting of a simulation is described", () => {
  expect(missingFrom(section("### simulation"), settingKeys)).toEqual([]);
});

test("the defaults of a simulation are those of the engine", () => {
  const bare = { settings: new Map() } as unknown as SimulationDeclaration;
  const { step, integrator, frames, tolerance, separation, seed } = readSettings(bare, nativeScope, {});
  const text = section("### simulation");
  expect(text).toContain(`the length of a step; ${step} if`);
  expect(text).toContain(`\`${integrator}\` (the default)`);
  expect(text).toContain(`per unit of time; ${frames} |`);
  expect(text).toContain(`times of impacts and events; ${tolerance} |`);
  expect(separation).toBe(step / 1000);
  expect(text).toContain(`of \`random\`; ${seed} |`);
});

test("the limits are those of the code", () => {
  const { fuel, memory, depth } = defaultLimits;
  const limits = [fuel, memory, depth, deepestNesting, longestText, largestDimension, mostRuns];
  const text = section("## 10 Budgets and limits");
  for (const limit of limits) expect(text).toContain(`| ${limit.toLocaleString("en")} |`);
});
