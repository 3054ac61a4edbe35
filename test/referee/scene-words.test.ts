// The generator of scenes uses what the language and the library have: every word of the tables occurs in the first
// thousand scenes.
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { geometricalTypes, physicalTypes } from "../../src/language/declare/experiment.ts";
import { curveCalls } from "../../src/language/shapes/natives.ts";
import {
  accelerationNames,
  contactPointsNames,
  integratorNames,
  schemeNames,
  solverMethods,
  stabilisationNames,
  startNames,
  sweepOrderNames,
} from "../../src/language/syntax/setting-names.ts";
import { Random } from "../language/fuzz/random.ts";
import { randomScene } from "./scenes/scene.ts";

const scenes = 1000;

const seen = new Set<string>();
for (let seed = 0; seed < scenes; seed++) for (const trait of randomScene(new Random(seed)).traits) seen.add(trait);

/** Of a list of words those that never occur, each behind what stands before it in a text. */
function missing(words: Iterable<string>, before = ""): string[] {
  return [...words].filter((word) => !seen.has(`${before}${word}`));
}

test.each([
  ["geometrical type", geometricalTypes],
  ["physical type", physicalTypes],
  ["integrator", integratorNames],
  ["scheme", schemeNames],
  ["sweep order", sweepOrderNames],
  ["contact points", contactPointsNames],
  ["acceleration", accelerationNames],
  ["start", startNames],
  ["solver", solverMethods],
  ["stabilisation", [...stabilisationNames, "10"]],
])("every %s", (key, words) => {
  expect(missing(words, `${key} = `)).toEqual([]);
});

test("every context of the library", () => {
  const folder = new URL("../../laws/", import.meta.url);
  const texts = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), "utf8"));
  const names = texts.flatMap((text) => [...text.matchAll(/^context \{\n {2}name = (\w+)/gm)].map(([, name]) => name));
  expect(names.length).toBeGreaterThan(50);
  // Its impulse is that of impulse-collision.vfl, and no other law reads tables of materials.
  const left = new Set(["material_collision_with_static"]);
  expect(missing(names.filter((name) => !left.has(name)))).toEqual([]);
});

test("every special call", () => {
  const calls = ["previous", "sumOthers", "total", "totalLinks", "random", "derivative", "heldByLinks"];
  expect(missing([...calls, ...curveCalls.keys()], "call of ")).toEqual([]);
});

test("aliases of every kind", () => {
  expect(missing(["world", "each other object", "object with index", "object", "link"], "alias of ")).toEqual([]);
});
