// What messages tell people to write exists: every function that a message calls by name is one of the language.
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { prelude } from "../../src/language/prelude/prelude.ts";
import { curveCalls, natives } from "../../src/language/shapes/natives.ts";

/** Calls that only laws, first values, measures, studies or curves know. */
const special = [
  ...["previous", "derivative", "heldByLinks", "sumOthers", "random", "total", "totalLinks"],
  ...["maximum", "mean", "final", "drift", "countEvents", "range", "logRange", "point"],
];
const known = new Set([...natives.keys(), ...prelude().keys(), ...curveCalls.keys(), ...special]);

/** Sentences among the literals of a program: those with a blank; without what is put into them. */
function sentences(program: string): string[] {
  const bare = program.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$| \/\/ biome-ignore.*$/gm, "");
  const literals = bare.matchAll(/"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g);
  return [...literals]
    .map(([, plain, template]) => plain ?? template.replace(/\$\{[^{}]*\}/g, "…"))
    .filter((one) => one.includes(" "));
}

/** Texts in VFLang, tables, and a file of expressions with quotation marks: they have no messages with calls. */
const skipped = /prelude|generated|lesson-text/;

function filesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => /\.ts$/.test(name) && !skipped.test(name)).map((name) => `${folder}/${name}`);
}

test("every function that a message names is there", () => {
  const files = ["language", "engine", "record", "geometry"].flatMap((folder) => filesIn(`src/${folder}`));
  expect(files.length).toBeGreaterThan(100);
  const unknown = files.flatMap((file) => {
    const calls = sentences(readFileSync(file, "utf8")).flatMap((one) => [
      ...one.matchAll(/(?<![\p{L}\p{N}_….])([a-z]\p{L}+)\(/gu),
    ]);
    const names = calls.map(([, name]) => name).filter((name) => !known.has(name));
    return names.map((name) => `${file}: ${name}`);
  });
  expect(unknown).toEqual([]);
});
