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
