// The law library as texts, and what the checker says of one of them.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { checkSource } from "../../../src/language/check/check.ts";
import type { Diagnostic } from "../../../src/language/syntax/diagnostic.ts";
import { createSource, type Source } from "../../../src/language/syntax/span.ts";

const root = join(import.meta.dirname, "../../..");

/** The texts of a folder by their path from the root: `laws/gravity.vfl`. */
export function textsIn(folder: "laws" | "experiments"): Map<string, string> {
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith(".vfl"));
  return new Map(names.map((name) => [`${folder}/${name}`, readFileSync(join(root, folder, name), "utf8")]));
}

const laws = textsIn("laws");

function read(path: string): Source | { problem: string } {
  const text = laws.get(path);
  return text === undefined ? { problem: "is not there" } : createSource(path, text);
}

export function diagnose(name: string, text: string): readonly Diagnostic[] {
  return checkSource(createSource(name, text), read).diagnostics;
}
