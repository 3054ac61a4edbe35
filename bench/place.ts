// Where things lie. bench/ runs from its sources in the tests and from .setup/bench when it measures, so the root is
// looked for upwards.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

function findRoot(folder: string): string {
  if (existsSync(join(folder, "package.json"))) return folder;
  return findRoot(dirname(folder));
}

export const root = findRoot(dirname(fileURLToPath(import.meta.url)));

/** A file of the law library, by the path an import gives. */
export function libraryFile(path: string): string {
  return join(root, path);
}

/**
 * Where the other engines of a suite are loaded from. They are installed for measurements only, so the compiler must
 * not follow the import from here: `bench/peers` has types of its own, which `npm run bench` checks.
 */
export function peersOf(suite: "joints" | "scenes"): string {
  return new URL(`./peers/${suite}/peers.js`, import.meta.url).href;
}
