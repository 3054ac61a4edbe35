// What the documents point to is there.
import { existsSync, readFileSync } from "node:fs";
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

test("every source file of the map of ARCHITECTURE.md is there", () => {
  const wrong: string[] = [];
  // An item "- `room/`: …" of the layer's list speaks of the files of that folder.
  for (const [, layer, body] of readDocument("ARCHITECTURE.md").matchAll(
    /^\*\*`src\/(\w+)`\*\*([\s\S]*?)(?=^\*\*`|^## )/gm,
  ))
    for (const item of body.split(/^(?=- `)/m)) {
      const room = /^- `([\w/-]+)\/`:/.exec(item)?.[1] ?? "";
      for (const [, name] of item.matchAll(/`([\w-]+\.(?:ts|grammar))`/g))
        if (!existsSync(join(root, "src", layer, room, name))) wrong.push(join("src", layer, room, name));
    }
  expect(wrong).toEqual([]);
});
