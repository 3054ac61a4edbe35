// What a text may reach: the law library, the folder it belongs to, and what is below that folder.
import { lstatSync, readdirSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, join, relative, sep, win32 } from "node:path";
import { didYouMean } from "../../language/syntax/suggest.ts";
import { describeFailure, type FileProblem, packageRoot, quote } from "./files.ts";

/** Where a path in a text starts (`folder`), and the folder it must not leave (`root`). */
export interface ImportFolder {
  readonly root: string;
  readonly folder: string;
}

export const lawLibrary = join(packageRoot, "laws");

export function isLaw(path: string): boolean {
  return path === "laws" || path.startsWith("laws/");
}

/** The real path of an existing file that a text names. */
export function locate(path: string, from: ImportFolder): { file: string; place: ImportFolder } | FileProblem {
  const refused = refuse(path);
  if (refused) return refused;
  const root = isLaw(path) ? lawLibrary : from.root;
  const target = isLaw(path) ? join(packageRoot, path) : join(from.folder, path);
  try {
    const file = realpathSync(target);
    if (!isInside(realpathSync(root), file)) return leaves(path, "is a link that leaves the folder");
    return { file, place: { root, folder: dirname(file) } };
  } catch (error) {
    if (isLaw(path))
      return { problem: [`the law library has no ${quote(path)}`, ...didYouMean(path, laws())].join("; ") };
    return { problem: describeFailure(error, path) };
  }
}

/** The path at which a text may make or replace a file. */
export function locateNew(path: string, from: ImportFolder): { file: string; exists: boolean } | FileProblem {
  const refused = refuse(path);
  if (refused) return refused;
  if (isLaw(path)) return { problem: `${quote(path)} is in the law library, which is only read` };
  const target = join(from.folder, path);
  try {
    const folder = realpathSync(dirname(target));
    if (!isInside(realpathSync(from.root), folder)) return leaves(path, "is behind a link that leaves the folder");
    const entry = lstatSync(target, { throwIfNoEntry: false });
    if (entry?.isSymbolicLink()) return { problem: `${quote(path)} is a link; name the file itself` };
    if (entry && !entry.isFile()) return { problem: `${quote(path)} is not a file` };
    return { file: target, exists: entry !== undefined };
  } catch (error) {
    return { problem: describeFailure(error, dirname(path)) };
  }
}

function refuse(path: string): FileProblem | null {
  if (path.trim() === "") return { problem: "the name of a file is missing" };
  if (isAbsolute(path) || win32.isAbsolute(path)) return leaves(path, "is an absolute path");
  if (path.split(/[\\/]/).includes("..")) return leaves(path, "leads out by '..'");
  return null;
}

function leaves(path: string, how: string): FileProblem {
  return { problem: `${quote(path)} ${how}: a text reaches only its own folder, what is below it, and laws/` };
}

function isInside(root: string, path: string): boolean {
  const fromRoot = relative(root, path);
  return fromRoot !== ".." && !fromRoot.startsWith(`..${sep}`) && !isAbsolute(fromRoot);
}

/** Every file of the library as an import names it. */
export function laws(): string[] {
  try {
    return readdirSync(lawLibrary, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".vfl"))
      .map((name) => `laws/${name.split(sep).join("/")}`)
      .sort();
  } catch {
    return [];
  }
}
