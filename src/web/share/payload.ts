// An experiment on its way to somebody else: its text and what it was written for, packed into an address.
import { deflateSync, Inflate, strFromU8, strToU8 } from "fflate";
import { Sha256 } from "../../record/sha256.ts";
import { lawText } from "../worker/library.ts";

/** The version of VFLang that this lab reads. It grows when a text could come to mean something else. */
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
  /** A digest of the laws that the text imports, as they were. */
  readonly laws: string;
}

/** The files that a text imports, directly or through others. */
function importsOf(text: string, found = new Map<string, string>()): Map<string, string> {
  for (const [, path] of text.matchAll(/^\s*import\s+"([^"\n]+)"/gm)) {
    const law = found.has(path) ? null : lawText(path);
    if (law === null) continue;
    found.set(path, law);
    importsOf(law, found);
  }
  return found;
}

export function lawsDigest(text: string): string {
  const laws = [...importsOf(text)].sort(([a], [b]) => (a < b ? -1 : 1));
  return laws.length === 0
    ? ""
    : new Sha256()
        .update(strToU8(JSON.stringify(laws)))
        .digest()
        .slice(0, 16);
}

export function packedOf({ name, text }: Payload): Packed {
  return { name, text, language: languageVersion, laws: lawsDigest(text) };
}

/** The part of an address after `#x=`. */
export function pack(payload: Payload): string {
  const bytes = deflateSync(strToU8(JSON.stringify(packedOf(payload))), { level: 9 });
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** What was packed, with what the person should know about it, or why it cannot be opened. */
export type Unpacked = (Payload & { readonly notes: readonly string[] }) | { readonly problem: string };

export function unpack(address: string): Unpacked {
  if (address.length > longestAddress) return { problem: "the link is too long to be an experiment" };
  try {
    const raw = atob(address.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = inflate(Uint8Array.from(raw, (sign) => sign.charCodeAt(0)));
    if (!bytes) return { problem: "what is in the link is too large to be an experiment" };
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

/** Reads what somebody else wrote; nothing of it is trusted but that name and text are text. */
export function read(found: unknown): Unpacked {
  if (typeof found !== "object" || found === null) return { problem: "there is no experiment in it" };
  const { name, text, language, laws } = found as Record<string, unknown>;
  if (typeof text !== "string" || typeof language !== "number") return { problem: "there is no experiment in it" };
  if (language > languageVersion)
    return { problem: `it is written in version ${language} of the language; this lab reads ${languageVersion}. Reload for a newer lab` };
  const notes =
    typeof laws === "string" && laws !== lawsDigest(text)
      ? ["The law library has changed since this was shared: numbers may differ from those its author saw."]
      : [];
  return { name: typeof name === "string" && name.trim() !== "" ? name.slice(0, 200) : "shared experiment", text, notes };
} // biome-ignore format: one sentence
