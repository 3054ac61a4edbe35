// Lines fit into 120 columns. The formatter breaks code; this looks at what it leaves alone: comments, strings, VFLang,
// styles and documents.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const columns = 120;

function filesIn(folder: string, ends: RegExp): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && ends.test(entry.name) && !/\.generated\./.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/node_modules|\/results\//.test(file));
}

/** Lines that are too long, as `file:line`; `may` says which may be. */
function longLines(files: readonly string[], may: (line: string, isFenced: boolean) => boolean): string[] {
  return files.flatMap((file) => {
    let isFenced = false;
    return readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line, i) => {
        if (line.startsWith("```")) isFenced = !isFenced;
        return [...line].length > columns && !may(line, isFenced) ? [`${relative(root, file)}:${i + 1}`] : [];
      });
  });
}

test("code, styles and scripts", () => {
  const files = ["src", "bench", "scripts"].flatMap((folder) => filesIn(folder, /\.(tsx?|m?js|mts|css|grammar)$/));
  expect(files.length).toBeGreaterThan(900);
  expect(longLines(files, () => false)).toEqual([]);
});

test("comments of tests; their texts and patterns may be longer", () => {
  const files = filesIn("test", /\.tsx?$/);
  expect(longLines(files, (line) => !/^\s*(\/\/|\/?\*)/.test(line))).toEqual([]);
});

test("laws and experiments, except strings of lessons", () => {
  const files = ["laws", "experiments"].flatMap((folder) => filesIn(folder, /\.vfl$/));
  expect(longLines(files, (line) => /^\s*\w+ = "[^"]*"$/.test(line))).toEqual([]);
});

test("documents, except tables, pictures and output of programs", () => {
  const own = ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md"].map((name) => join(root, name));
  const isPrinted = (line: string) => /^(\/\/|\s+\S|they differ)/.test(line);
  const may = (line: string, isFenced: boolean) => /^(\||!\[)/.test(line) || (isFenced && isPrinted(line));
  expect(longLines([...own, ...filesIn("docs", /\.md$/)], may)).toEqual([]);
});
