// The law library, for the workers: experiments import laws by path. A law is loaded when a text imports it.
import { createSource, type Source } from "../../language/syntax/span.ts";
import { Wanted } from "./wanted.ts";

const folder = "../../../";
const texts = import.meta.glob("../../../laws/*.vfl", { query: "?raw", import: "default" }) as Record<
  string,
  () => Promise<string>
>;
const loaders = new Map(Object.entries(texts).map(([path, load]) => [path.slice(folder.length), load]));

/** One source for each file that is loaded, which stays the same object, so that caches know it. */
const laws = new Map<string, Source>();

/** The laws that a text imports, as far as a glance shows; what it overlooks is loaded when it is asked for. */
function importedIn(text: string): string[] {
  return [...text.matchAll(/\bimport\s+"([^"\n]+)"/g)].map(([, path]) => path);
}

/** Loads laws and all that they import. */
async function load(paths: readonly string[]): Promise<void> {
  const missing = [...new Set(paths)].filter((path) => loaders.has(path) && !laws.has(path));
  if (missing.length === 0) return;
  const found = await Promise.all(missing.map((path) => loaders.get(path)!()));
  for (const [i, path] of missing.entries()) laws.set(path, createSource(path, found[i]));
  await load(found.flatMap(importedIn));
}

/** Wants all laws that a text imports at once, rather than one after the other. */
export function wantImports(text: string): void {
  const missing = importedIn(text).filter((path) => loaders.has(path) && !laws.has(path));
  if (missing.length > 0) throw new Wanted(() => load(missing));
}

/** Loads the whole library. */
export function loadLibrary(): Promise<void> {
  return load(lawPaths());
}

/** The text of an imported file, or why there is none. */
export function importSource(path: string): Source | { readonly problem: string } {
  const found = laws.get(path);
  if (found) return found;
  if (loaders.has(path)) throw new Wanted(() => load([path]));
  return { problem: `there is no file '${path}' in the law library; it has: ${lawPaths().join(", ")}` };
}

export function lawText(path: string): string | null {
  const found = importSource(path);
  return "problem" in found ? null : found.text;
}

export function lawPaths(): string[] {
  return [...loaders.keys()].sort();
}
