// The law library, for the workers and for sharing: experiments import laws by path.
import { createSource, type Source } from "../../language/syntax/span.ts";

const lawTexts = import.meta.glob("../../../laws/*.vfl", { query: "?raw", import: "default", eager: true }) as Record<
  string,
  string
>;

/** One source for each file, which stays the same object, so that caches know it. */
const laws = new Map(
  Object.entries(lawTexts).map(([path, text]) => {
    const name = path.replace(/^.*\/laws\//, "laws/");
    return [name, createSource(name, text)];
  }),
);

/** The text of an imported file, or why there is none. */
export function importSource(path: string): Source | { readonly problem: string } {
  const problem = `there is no file '${path}' in the law library; it has: ${[...laws.keys()].join(", ")}`;
  return laws.get(path) ?? { problem };
}

export function lawText(path: string): string | null {
  return laws.get(path)?.text ?? null;
}

export function lawPaths(): string[] {
  return [...laws.keys()].sort();
}
