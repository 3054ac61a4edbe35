// The natives that are written in VFLang itself, parsed once.
import type { Definition } from "./ast.ts";
import { Diagnostics, formatDiagnostic } from "./diagnostic.ts";
import { parseFile } from "./parse.ts";
import { curves } from "./prelude/curves.ts";
import { quaternions } from "./prelude/quaternions.ts";
import { rotations } from "./prelude/rotations.ts";
import { vectors } from "./prelude/vectors.ts";
import { createSource } from "./span.ts";

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
    ["curves", curves],
  ])
    for (const definition of parseFile(createSource(`prelude/${name}`, text), diagnostics).definitions)
      parsed.set(definition.name, definition);
  if (diagnostics.all.length > 0) throw new Error(diagnostics.all.map(formatDiagnostic).join("\n"));
  definitions = parsed;
  return parsed;
}
