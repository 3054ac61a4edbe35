// What the documents point to is there.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { documents, readDocument, root } from "./documents.ts";

const withoutCode = (text: string) => text.replace(/^```[\s\S]*?^```$/gm, "").replace(/`[^`\n]*`/g, "");

/** The anchor that a heading gets on a page. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

function anchorsOf(path: string): Set<string> {
  const headings = withoutCode(readDocument(path)).matchAll(/^#+ (.+)$/gm);
  return new Set([...headings].map(([, heading]) => anchorOf(heading)));
}

test.each(documents)("every link of %s leads somewhere", (path) => {
  const wrong: string[] = [];
  for (const [, target] of withoutCode(readDocument(path)).matchAll(/\]\(([^)]+)\)/g)) {
    if (/^https:/.test(target)) continue;
    const [file, anchor] = target.split("#");
    const found = file === "" ? path : join(dirname(path), file);
    if (!existsSync(join(root, found))) wrong.push(target);
    else if (anchor !== undefined && !anchorsOf(found).has(anchor)) wrong.push(target);
  }
  expect(wrong).toEqual([]);
});

test("every file and script that a document names is there", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const wrong: string[] = [];
  for (const path of documents) {
    const text = readDocument(path);
    for (const [, script] of text.matchAll(/npm run ([\w-]+)/g))
      if (!(script in scripts)) wrong.push(`npm run ${script}`);
    for (const [, file] of text.matchAll(/\b((?:src|test|scripts|bin)\/[\w./-]*\w)/g))
      if (!existsSync(join(root, file)) && !/src\/(record|web)$/.test(file)) wrong.push(`${path}: ${file}`);
  }
  expect(wrong).toEqual([]);
});

test("the map of ARCHITECTURE.md names every room, and no file or room that is not there", () => {
  const map = readDocument("ARCHITECTURE.md");
  const wrong: string[] = [];
  for (const [, path] of map.matchAll(/`([\w-]+(?:\/[\w.-]+)+\.tsx?)`/g))
    if (!existsSync(join(root, "src", path)) && !existsSync(join(root, path))) wrong.push(path);
  for (const [, layer, text] of map.matchAll(/^\*\*`(\w+)`\*\*:([\s\S]*?)(?=^\*\*`|^Beside|^## )/gm)) {
    const folder = join(root, "src", layer);
    const rooms = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const named = new Set([...text.matchAll(/`([\w-]+)\/`/g)].map(([, room]) => room));
    for (const { name } of rooms)
      if (!named.has(name) && !/^(node_modules|public|style)$/.test(name)) wrong.push(`${layer}/${name} is missing`);
    const below = new Set(rooms.flatMap(({ name }) => [name, ...foldersIn(join(folder, name))]));
    for (const room of named) if (!below.has(room)) wrong.push(`${layer}/${room} is not there`);
    for (const [, name] of text.matchAll(/`([\w-]+\.ts)`/g))
      if (!readdirSync(folder, { recursive: true }).some((path) => String(path).endsWith(`/${name}`))) wrong.push(name);
  }
  expect(wrong).toEqual([]);
  expect(map.split(/\s+/).length).toBeLessThanOrEqual(1500);
});

function foldersIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}
