// The law library, inside the workers and what shares: experiments import laws by path.
import { createSource, type Source } from "../../language/span.ts";

const lawTexts = import.meta.glob("../../../laws/*.vfl", { query: "?raw", import: "default", eager: true }) as Record<
  string,
  string
>;

const laws = new Map(Object.entries(lawTexts).map(([path, text]) => [path.replace(/^.*\/laws\//, "laws/"), text])); // biome-ignore format: one chain

/** The text of an imported file, or why there is none. */
export function importSource(path: string): Source | { readonly problem: string } {
  const text = laws.get(path);
  if (text !== undefined) return createSource(path, text);
  return { problem: `there is no file '${path}' in the law library; it has: ${[...laws.keys()].join(", ")}` };
}

export function lawText(path: string): string | null {
  return laws.get(path) ?? null;
}

export function lawPaths(): string[] {
  return [...laws.keys()].sort();
}
