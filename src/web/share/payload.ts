// An experiment packed into an address: its text, and the version for which it was written.
import { deflateSync, Inflate, strFromU8, strToU8 } from "fflate";
import { libraryText } from "./law-texts.ts";

/** The version of VFLang that this lab reads. It grows when the meaning of a text could change. */
export const languageVersion = 1;

/** An address longer than this is refused unread; a text longer than that is refused while it is unpacked. */
const longestAddress = 400_000;
const longestText = 1_000_000;

export interface Payload {
  readonly name: string;
  readonly text: string;
}

interface Packed extends Payload {
  readonly language: number;
  /** The files that the text imports, directly or through others, as they were: paths and texts. */
  readonly files: readonly (readonly [string, string])[];
}

const importLine = /^[ \t]*import[ \t]+"([^"\n]+)"/gm;

/** The files that a text imports, directly or through others. */
function importsOf(text: string, found = new Map<string, string>()): Map<string, string> {
  for (const [, path] of text.matchAll(importLine)) {
    const law = found.has(path) ? null : libraryText(path);
    if (law === null) continue;
    found.set(path, law);
    importsOf(law, found);
  }
  return found;
}

export function packedOf({ name, text }: Payload): Packed {
  return { name, text, language: languageVersion, files: [...importsOf(text)] };
}

/** The text with the files that it imports in place of the imports, each once. */
function inlined(text: string, files: ReadonlyMap<string, string>, done = new Set<string>()): string {
  return text.replace(importLine, (line, path: string) => {
    const file = files.get(path);
    if (file === undefined) return line;
    if (done.has(path)) return "";
    done.add(path);
    return `// ${path.replace(/[\r\n]/g, " ")}, as it came with this experiment:\n${inlined(file, files, done)}`;
  });
}

/** Packs an experiment into the part of an address after `#x=`. */
export function pack(payload: Payload): string {
  const bytes = deflateSync(strToU8(JSON.stringify(packedOf(payload))), { level: 9 });
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The unpacked content, with what the person should know about it, or why it cannot be opened. */
export type Unpacked = (Payload & { readonly notes: readonly string[] }) | { readonly problem: string };

export function unpack(address: string): Unpacked {
  if (address.length > longestAddress) return { problem: "the link is too long to be an experiment" };
  try {
    const raw = atob(address.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = inflate(Uint8Array.from(raw, (sign) => sign.charCodeAt(0)));
    if (!bytes) return { problem: "the content of the link is too large for an experiment" };
    return read(JSON.parse(strFromU8(bytes)));
  } catch {
    return { problem: "the link is damaged: perhaps a part of it was cut off" };
  }
}

/** Unpacks piece by piece, so that a small link cannot become a gigabyte; null if it tries. */
function inflate(packed: Uint8Array): Uint8Array | null {
  const pieces: Uint8Array[] = [];
  let size = 0;
  let isWhole = false;
  const inflater = new Inflate((piece, isLast) => {
    size += piece.length;
    if (size <= longestText) pieces.push(piece);
    isWhole = isLast;
  });
  const stride = 1024;
  for (let at = 0; at < packed.length; at += stride) {
    inflater.push(packed.subarray(at, at + stride), at + stride >= packed.length);
    if (size > longestText) return null;
  }
  if (!isWhole) throw new Error("the end is missing");
  const all = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** Reads foreign data; it trusts nothing except that name and text are text. */
export function read(found: unknown): Unpacked {
  if (typeof found !== "object" || found === null) return { problem: "there is no experiment in it" };
  const { name, text, language, files } = found as Record<string, unknown>;
  if (typeof text !== "string" || typeof language !== "number") return { problem: "there is no experiment in it" };
  if (language > languageVersion) {
    const versions = `it is written in version ${language} of the language; this lab reads ${languageVersion}`;
    return { problem: `${versions}. Reload for a newer lab` };
  }
  const title = typeof name === "string" && name.trim() !== "" ? name.slice(0, 200) : "shared experiment";
  const laws = new Map(Array.isArray(files) ? files.filter(isFile) : []);
  // Laws that are identical in this lab stay imports; others are put into the text, so that it is what its author ran.
  if ([...laws].every(([path, law]) => libraryText(path) === law)) return { name: title, text, notes: [] };
  const notes = ["Some laws differ from those of this lab: the text contains them as they were sent."];
  return { name: title, text: inlined(text, laws), notes };
}

function isFile(found: unknown): found is [string, string] {
  return Array.isArray(found) && found.length === 2 && found.every((one) => typeof one === "string");
}
