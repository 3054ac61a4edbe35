// What parsing keeps for the next text: a text being typed differs little from the one before, and its imports are the
// same.
import type { File } from "./ast.ts";
import { type Diagnostic, Diagnostics } from "./diagnostic.ts";
import { parseFile } from "./parse.ts";
import type { Source } from "./span.ts";
import { TreeMemory } from "./tree.ts";

export class ParseCache {
  private readonly tree = new TreeMemory();
  private readonly imports = new WeakMap<Source, { readonly file: File; readonly told: readonly Diagnostic[] }>();

  /** The text itself. */
  text(source: Source, diagnostics: Diagnostics): File {
    return parseFile(source, diagnostics, this.tree);
  }

  /** An imported text: the same source gives the same file. */
  import(source: Source, diagnostics: Diagnostics): File {
    let known = this.imports.get(source);
    if (!known) {
      const own = new Diagnostics();
      known = { file: parseFile(source, own), told: own.all };
      this.imports.set(source, known);
    }
    for (const one of known.told) diagnostics.add(one);
    return known.file;
  }
}
