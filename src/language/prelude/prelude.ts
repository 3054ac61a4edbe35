// The natives that are written in VFLang itself, parsed once.
import type { Definition } from "../syntax/ast.ts";
import { Diagnostics, formatDiagnostic } from "../syntax/diagnostic.ts";
import { parseFile } from "../syntax/parse.ts";
import { createSource } from "../syntax/span.ts";
import { curvePrelude } from "./curves.ts";
import { quaternions } from "./quaternions.ts";
import { rotations } from "./rotations.ts";
import { vectors } from "./vectors.ts";

let definitions: ReadonlyMap<string, Definition> | null = null;

/** Functions in VFLang by name: natives, and the helpers they call, which only the prelude sees. */
export function prelude(): ReadonlyMap<string, Definition> {
  if (definitions) return definitions;
  const parsed = new Map<string, Definition>();
  const diagnostics = new Diagnostics();
  for (const [name, text] of [
    ["vectors", vectors],
    ["rotations", rotations],
    ["quaternions", quaternions],
    ["curves", curvePrelude],
  ])
    for (const definition of parseFile(createSource(`prelude/${name}`, text), diagnostics).definitions)
      parsed.set(definition.name, definition);
  if (diagnostics.all.length > 0) throw new Error(diagnostics.all.map(formatDiagnostic).join("\n"));
  definitions = parsed;
  return parsed;
}
