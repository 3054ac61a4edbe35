// Where the result of a command goes: standard output, or the file that --out names.
import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { quote, replaceFile } from "../files/files.ts";
import { type Io, writeLines } from "../terminal/io.ts";
import { paintFor } from "../terminal/paint.ts";
import { UsageError } from "./command.ts";

/** Whether --out names a file; without it, and for `-`, the output is the standard one. */
export function isFile(out: string | undefined): out is string {
  return out !== undefined && out !== "-";
}

/** Refuses, before a long run, a file that could not or should not be written after it. */
export function refuseOutput(out: string | undefined, io: Io, option = "--out"): void {
  if (!isFile(out)) return;
  if (/\.vfl$/i.test(out)) throw new UsageError(`${option} ${quote(out)} is the name of an experiment; choose another`);
  const path = resolve(io.cwd, out);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`${option} ${quote(out)} is a folder; name a file in it`);
  if (!statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`${option} ${quote(out)}: there is no such folder`);
}

/**
 * Refuses a file whose ending names another format than the output has; a file without an ending, or with `.txt`, is
 * allowed.
 */
export function refuseEnding(out: string | undefined, formats: readonly string[], option = "--out"): void {
  const ending = isFile(out) ? /\.(\w+)$/.exec(out)?.[1].toLowerCase() : undefined;
  if (ending === undefined || ending === "txt" || formats.includes(ending)) return;
  const known = formats.map((format) => `.${format}`).join(", ");
  throw new UsageError(
    `${option} ${quote(out!)}: what is written has not the format .${ending}`,
    `choose the ending ${known}`,
  );
}

/** Refuses to overwrite a file from which an experiment was read, under any of its names. */
export function refuseOverwriting(
  out: string | undefined,
  opened: ReadonlySet<string>,
  io: Io,
  option = "--out",
): void {
  if (!isFile(out)) return;
  const path = resolve(io.cwd, out);
  if (existsSync(path) && opened.has(realpathSync(path)))
    throw new UsageError(`${option} ${quote(out)} is a file of the experiment; choose another name`);
}

/** Writes the pieces; false if that failed, which is reported. */
export async function writeOutput(pieces: Iterable<string>, out: string | undefined, io: Io): Promise<boolean> {
  if (isFile(out)) {
    const failed = replaceFile(resolve(io.cwd, out), gather(pieces), out);
    if (failed) writeLines(io.stderr, [`${paintFor(io.stderr, io.env).error("virtuafiz:")} ${failed.problem}`]);
    return failed === null;
  }
  for (const piece of gather(pieces)) {
    if (io.outputClosed.aborted) break;
    if (!io.stdout.write(piece)) await drainOrEnd(io);
  }
  return true;
}

/** Resolves when the output accepts more, or when nobody reads it any more. */
function drainOrEnd({ stdout, outputClosed }: Io): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      stdout.removeListener("drain", go);
      outputClosed.removeEventListener("abort", go);
      resolve();
    };
    stdout.once("drain", go);
    outputClosed.addEventListener("abort", go);
  });
}

const largePiece = 1 << 16;

/** Joins small pieces into fewer, larger ones. */
function* gather(pieces: Iterable<string>): Generator<string> {
  let text = "";
  for (const piece of pieces) {
    text += piece;
    if (text.length < largePiece) continue;
    yield text;
    text = "";
  }
  if (text !== "") yield text;
}
