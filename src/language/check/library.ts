// Names that the law library has and the text does not import: reported with the file to import.
import type { ReadImport } from "../declare/load.ts";
import type { Diagnostic } from "../syntax/diagnostic.ts";
import { type Source, spanText } from "../syntax/span.ts";

/** The files of the law library, those that others import first. */
export const libraryFiles: readonly string[] = [
  "bodies",
  "newton-euler",
  "gravity",
  "motion",
  "joints",
  "links",
  "free-fall-closed",
  "frictionless-collision",
  "impulse-collision",
  "impulse-collision-stronge",
  "materials",
  "sphere-collision-elastic",
  "contact-impulses",
  "contact-rolling",
  "contact-penalty",
  "contact-worb",
  "force-contact",
  "rolling",
  "rolling-joints",
  "drag",
  "air",
  "plane",
  "wires",
  "pointer-spring",
  "penalty-ground",
  "lecture-state",
];

/** Adds to each unknown name the file of the library that defines it, if there is one. */
export function tellLibrary(
  diagnostics: readonly Diagnostic[],
  source: Source,
  read: ReadImport,
): readonly Diagnostic[] {
  const isOwn = ({ code, span, severity }: Diagnostic) =>
    severity === "error" && code === "unknown-name" && span.source === source;
  if (!diagnostics.some(isOwn) || diagnostics.some(({ code }) => code === "import")) return diagnostics;
  const texts = new Map<string, string>();
  for (const file of libraryFiles) {
    const path = `laws/${file}.vfl`;
    const found: Partial<Source & { problem: string }> | undefined = read(path, source, "text");
    if (typeof found?.text === "string") texts.set(path, found.text);
  }
  return diagnostics.map((one) => {
    const path = isOwn(one) ? fileWith(one, texts) : null;
    return path === null ? one : { ...one, notes: [`it is in the law library: write import "${path}"`] };
  });
}

/** The file that has a context of the name at a diagnostic, or, of a call, a function. */
function fileWith({ span }: Diagnostic, texts: ReadonlyMap<string, string>): string | null {
  const name = /^[\p{L}_][\p{L}\p{N}_]*/u.exec(spanText(span))?.[0];
  if (name === undefined) return null;
  const isCall = spanText(span).startsWith(`${name}(`) || span.source.text[span.to] === "(";
  const pattern = isCall ? new RegExp(`^${name}\\(`, "mu") : new RegExp(`^context \\{\\s+name = ${name}\\s`, "mu");
  for (const [path, text] of texts) if (pattern.test(text)) return path;
  return null;
}
