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

/** Lines that are too long, as `file:line`; `may` says which may be, from the word behind the opening fence, if any. */
function longLines(files: readonly string[], may: (line: string, fence: string | null) => boolean): string[] {
  return files.flatMap((file) => {
    let fence: string | null = null;
    return readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line, i) => {
        if (line.startsWith("```")) fence = fence === null ? line.slice(3) : null;
        return [...line].length > columns && !may(line, fence) ? [`${relative(root, file)}:${i + 1}`] : [];
      });
  });
}

test("code, styles and scripts", () => {
  const files = ["src", "bench", "scripts"].flatMap((folder) => filesIn(folder, /\.(tsx?|m?js|mts|css|grammar)$/));
  expect(files.length).toBeGreaterThan(900);
  expect(longLines(files, () => false)).toEqual([]);
});

test("tests", () => {
  expect(longLines(filesIn("test", /\.tsx?$/), () => false)).toEqual([]);
});

test("laws and experiments, except strings of lessons", () => {
  const files = ["laws", "experiments"].flatMap((folder) => filesIn(folder, /\.vfl$/));
  expect(longLines(files, (line) => /^\s*\w+ = "[^"]*"$/.test(line))).toEqual([]);
});

test("documents, except tables, pictures, data and output of programs", () => {
  const own = ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md"].map((name) => join(root, name));
  const documents = [...own, ...filesIn("docs", /\.md$/), ...filesIn("test", /\.md$/)];
  const isPrinted = (line: string) => /^(\/\/|they differ)| = "data:[^"]*"$/.test(line);
  const may = (line: string, fence: string | null) =>
    /^(\||!\[)/.test(line) || (fence !== null && (isPrinted(line) || (fence === "" && /^\s+\S/.test(line))));
  expect(longLines(documents, may)).toEqual([]);
});
