// Reading and replacing files of text. The reasons of a failure are sentences without a full stop.
import { randomBytes } from "node:crypto";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { printable } from "../../language/syntax/diagnostic.ts";
import type { InputStream } from "../terminal/io.ts";

export interface FileProblem {
  readonly problem: string;
}

export const packageRoot = fileURLToPath(new URL("../../..", import.meta.url));

/** Larger than any experiment; the parser has the same limit. */
const largestFile = 4_000_000;
const tooLarge = "is larger than 4 MB";
const notText = "is not a text in UTF-8";

export function quote(path: string): string {
  return `'${printable(path)}'`;
}

/** The text of a file, including a byte order mark; `name` is how the person calls the file. */
export function readText(path: string, name: string): { text: string } | FileProblem {
  try {
    const stat = statSync(path);
    if (stat.isDirectory()) return { problem: `${quote(name)} is a folder; name the files in it` };
    if (!stat.isFile()) return { problem: `${quote(name)} is not a file` };
    if (stat.size > largestFile) return { problem: `${quote(name)} ${tooLarge}` };
    const text = decode(readFileSync(path));
    return text === null ? { problem: `${quote(name)} ${notText}` } : { text };
  } catch (error) {
    return { problem: describeFailure(error, name) };
  }
}

const largestData = 32_000_000;

/** The bytes of a file, one character a byte. */
export function readBytes(path: string, name: string): { bytes: string } | FileProblem {
  try {
    const stat = statSync(path);
    if (!stat.isFile()) return { problem: `${quote(name)} is not a file` };
    if (stat.size > largestData) return { problem: `${quote(name)} is larger than ${largestData / 1e6} MB` };
    return { bytes: readFileSync(path).toString("latin1") };
  } catch (error) {
    return { problem: describeFailure(error, name) };
  }
}

/** All of standard input. */
export async function readStream(input: InputStream): Promise<{ text: string } | FileProblem> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of input) {
    chunks.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
    size += chunk.length;
    if (size > largestFile) return { problem: `standard input ${tooLarge}` };
  }
  const text = decode(Buffer.concat(chunks));
  return text === null ? { problem: `standard input ${notText}` } : { text };
}

function decode(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The text without a byte order mark: columns are counted from behind it. */
export function withoutMark(text: string): string {
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}

/**
 * Replaces a file by a text, whole or in pieces, or creates it, in one step: nobody sees half of it. Follows symbolic
 * links; writes directly to what is no regular file, such as /dev/stdout.
 */
export function replaceFile(path: string, text: string | Iterable<string>, name: string): FileProblem | null {
  let temporary: string | null = null;
  const pieces = typeof text === "string" ? [text] : text;
  try {
    const old = statSync(path, { throwIfNoEntry: false });
    if (old?.isDirectory()) return { problem: `${quote(name)} is a folder; name a file in it` };
    if (old && !old.isFile()) {
      for (const piece of pieces) appendFileSync(path, piece);
      return null;
    }
    const target = old ? realpathSync(path) : path;
    temporary = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString("hex")}.tmp`);
    const file = openSync(temporary, "wx", old ? old.mode & 0o777 : 0o666);
    try {
      for (const piece of pieces) writeFileSync(file, piece);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    if (old) keepOwner(temporary, old.uid, old.gid, old.mode & 0o7777);
    renameSync(temporary, target);
    return null;
  } catch (error) {
    if (temporary) removeQuietly(temporary);
    return { problem: describeFailure(error, name) };
  }
}

function keepOwner(path: string, uid: number, gid: number, mode: number): void {
  try {
    const made = statSync(path);
    if (made.uid !== uid || made.gid !== gid) chownSync(path, uid, gid);
  } catch {
    // Only the superuser can change the owner of a file; the text matters more.
  }
  chmodSync(path, mode);
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // The temporary file was never created.
  }
}

const reasons = new Map([
  ["ENOENT", "is not there"],
  ["ENOTDIR", "is not there"],
  ["EACCES", "may not be opened: permission denied"],
  ["EPERM", "may not be changed: permission denied"],
  ["EROFS", "is on a disk that cannot be written"],
  ["ENOSPC", "does not fit: the disk is full"],
  ["ELOOP", "is a link that leads to itself"],
  ["ENAMETOOLONG", "is too long for the name of a file"],
  ["ERR_INVALID_ARG_VALUE", "is not the name of a file"],
]);

export function describeFailure(error: unknown, name: string): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  return `${quote(name)} ${reasons.get(code) ?? `cannot be used: ${message}`}`;
}
