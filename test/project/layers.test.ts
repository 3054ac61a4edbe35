// The architecture, checked on the text of the imports.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const src = join(root, "src");

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.d\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

const files = filesIn(src);
const nameOf = (file: string) => relative(src, file).split("\\").join("/");

/** The layer of a file: the folder in src/, or `lab` for lab.ts. */
function layerOf(file: string): string {
  const name = nameOf(file);
  return name.includes("/") ? name.slice(0, name.indexOf("/")) : name.replace(/\.ts$/, "");
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/^\s*(?:import|export)\b[^;]*?from\s+"([^"]+)"|\bimport\("([^"]+)"\)/gm)].map(
    (match) => match[1] ?? match[2],
  );
}

/** What each layer may import, itself aside. */
const below: Record<string, string[]> = {
  math: [],
  language: ["math"],
  geometry: ["math"],
  compiler: ["math", "language", "geometry"],
  engine: ["math", "language", "geometry", "compiler"],
  record: ["math", "language", "geometry", "compiler", "engine"],
  explain: ["math", "language", "geometry", "compiler", "engine", "record"],
  // Neither engine nor geometry: it recomputes what they did.
  referee: ["math", "language", "compiler", "record"],
  lab: ["math", "language", "geometry", "compiler", "engine", "record", "explain", "referee"],
  cli: ["math", "language", "geometry", "compiler", "engine", "record", "explain", "referee", "lab"],
  web: ["math", "language", "geometry", "compiler", "engine", "record", "explain", "referee", "lab"],
};
const core = files.filter((file) => layerOf(file) !== "cli" && layerOf(file) !== "web");

test("layers import downwards only", () => {
  const wrong: string[] = [];
  for (const file of files) {
    const layer = layerOf(file);
    expect(below, `${nameOf(file)} is in no known layer`).toHaveProperty(layer);
    for (const path of importsOf(file).filter((path) => path.startsWith("."))) {
      const target = layerOf(join(file, "..", path));
      if (target !== layer && !below[layer].includes(target)) wrong.push(`${nameOf(file)} imports ${path}`);
    }
  }
  expect(wrong).toEqual([]);
});

/**
 * The rooms of a layer, lowest first: a file imports from its own room and from lower ones only, types too. Files that
 * lie in the layer's own folder (its public interface, and what no room needs) are above all rooms.
 */
const rooms: Record<string, string[]> = {
  math: ["elementary", "vectors", "block"],
  language: [
    "shapes",
    "syntax",
    "prelude",
    "names",
    "infer",
    "declare",
    "dimension",
    "laws",
    "check",
    "typeset",
    "write",
  ],
  geometry: [
    "shapes",
    "mass",
    "composite",
    "contact",
    "convex",
    "pairs/distance",
    "pairs/collide",
    "pairs",
    "motion",
    "curves",
    "files",
  ],
  compiler: ["values", "interpret", "graph", "lower", "emit", "kernel"],
  engine: [
    "model",
    "doubts",
    "state",
    "laws",
    "links",
    "motion/integrators",
    "motion",
    "estimate",
    "run",
    "impacts",
    "stepping/contact",
    "stepping/sleep",
    "stepping/detection",
    "stepping/sweep",
    "stepping/newton",
    "stepping",
  ],
  web: [
    "protocol",
    "worker",
    "state",
    "ui",
    "share",
    "keep",
    "session",
    "gallery",
    "lesson",
    "referee/worker",
    "referee",
    "interpreter",
    "plots",
    "measures",
    "events",
    "explain/worker",
    "explain",
    "compare/worker",
    "compare",
    "objects",
    "timeline",
    "view/worker",
    "view/draw",
    "view/bodies",
    "view/scene",
    "view/links",
    "view/vectors",
    "view/contacts",
    "view/hand",
    "view/layers",
    "view",
    "editor/worker",
    "editor",
    "build",
    "shell",
    "offline",
  ],
  record: ["run", "probe", "check", "units", "table", "plot", "study"],
  explain: ["tree", "replay", "sites", "origins", "audit"],
  referee: ["math", "reading", "solids", "laws", "steps", "checks"],
  cli: ["terminal", "files", "options", "views", "study", "repl", "commands"],
};

/** The folder of a file within its layer, "" for the layer's own. */
function roomOf(file: string): string {
  return nameOf(file).split("/").slice(1, -1).join("/");
}

test("rooms import downwards only, types too", () => {
  const wrong: string[] = [];
  for (const file of files.filter((file) => layerOf(file) in rooms)) {
    const layer = layerOf(file);
    const order = [...rooms[layer], ""];
    const room = order.indexOf(roomOf(file));
    if (room < 0) wrong.push(`${nameOf(file)} is in no known room`);
    for (const path of importsOf(file).filter((path) => path.startsWith("."))) {
      const target = join(file, "..", path);
      if (layerOf(target) === layer && order.indexOf(roomOf(target)) > room)
        wrong.push(`${nameOf(file)} imports ${path}`);
    }
  }
  expect(wrong).toEqual([]);
});

test("no folder of the layers with rooms has more than 30 files of its own", () => {
  const counts = new Map<string, number>();
  for (const file of files.filter((file) => layerOf(file) in rooms)) {
    const folder = join(nameOf(file), "..");
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  expect([...counts].filter(([, count]) => count > 30)).toEqual([]);
});

test("no class of the engine has a subclass outside of it: who wants to see how it works observes it", () => {
  const wrong: string[] = [];
  for (const file of files.filter((file) => layerOf(file) !== "engine")) {
    const text = readFileSync(file, "utf8");
    const taken = [...text.matchAll(/^import ([^;]*?) from "[./]+\/engine\/[^"]+";/gm)]
      .map((match) => match[1])
      .join(" ");
    for (const [, name] of text.matchAll(/^(?:export )?(?:abstract )?class \w+(?:<[^>]*>)? extends (\w+)/gm))
      if (new RegExp(`\\b${name}\\b`).test(taken)) wrong.push(`${nameOf(file)} extends ${name}`);
  }
  expect(wrong).toEqual([]);
});

test("the referee takes only types from the record", () => {
  const wrong = files
    .filter((file) => layerOf(file) === "referee")
    .filter((file) => /^import (?!type)[^;]*"(?:\.\.\/)+record\//m.test(readFileSync(file, "utf8")));
  expect(wrong.map(nameOf)).toEqual([]);
});

test("no two files import each other, directly or in a circle", () => {
  const graph = new Map(
    files.map((file) => {
      // Types are gone at run time, and AST and scope speak of each other's types.
      const text = readFileSync(file, "utf8")
        .replace(/^import type[^;]*;/gm, "")
        .replace(/^export type[^;]*from[^;]*;/gm, "");
      const imports = [...text.matchAll(/from\s+"(\.[^"]+)"/g)].map((match) => join(file, "..", match[1]));
      return [file, imports.filter((path) => !/\.generated\.ts$/.test(path))];
    }),
  );
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, path: string[]) => {
    if (path.includes(file)) {
      cycles.push([...path.slice(path.indexOf(file)), file].map(nameOf).join(" → "));
      return;
    }
    if (done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  expect(cycles).toEqual([]);
});

const ofPages = /\b(document|window|navigator|localStorage|fetch\()/;
const ofPlatforms = /\b(process\.|Buffer|require\(|globalThis|setTimeout|performance|Date\b)/;

test("the core knows neither Node nor a browser", () => {
  const wrong: string[] = [];
  for (const file of core) {
    for (const path of importsOf(file)) {
      const allowed = path.startsWith(".") || path === "@lezer/lr" || path === "@lezer/common";
      if (!allowed) wrong.push(`${nameOf(file)} imports ${path}`);
    }
    const text = withoutComments(readFileSync(file, "utf8"));
    const platform = [ofPages, ofPlatforms].map((names) => names.exec(text)).find((found) => found !== null);
    if (platform) wrong.push(`${nameOf(file)} uses ${platform[0]}`);
  }
  expect(wrong).toEqual([]);
});

function withoutComments(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/(^|[^:"'`\\])\/\/[^\n]*/g, "$1")
    .replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, '""');
}

test("the core uses only those functions of Math that are the same everywhere", () => {
  const same = new Set(["abs", "floor", "ceil", "trunc", "sqrt", "min", "max", "fround", "imul", "clz32"]);
  const wrong: string[] = [];
  for (const file of core) {
    const text = withoutComments(readFileSync(file, "utf8"));
    for (const match of text.matchAll(/\bMath\.(\w+)|\bMath\s*\[|\*\*/g))
      if (!same.has(match[1])) wrong.push(`${nameOf(file)}: ${match[0]}`);
  }
  expect(wrong).toEqual([]);
});

test("no text is evaluated as code", () => {
  const wrong = files.filter((file) => /\beval\(|new Function\(/.test(withoutComments(readFileSync(file, "utf8"))));
  expect(wrong.map(nameOf)).toEqual([]);
});

test("the parser's tables are those of the grammar", async () => {
  const { execFileSync } = await import("node:child_process");
  execFileSync(process.execPath, [join(root, "scripts/grammar.mjs"), "--check"], { stdio: "pipe" });
});
