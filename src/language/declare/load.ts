// A text and what it imports. An import brings the contexts and functions of another file.
import { FunctionScope } from "../names/scope.ts";
import type { File, Import } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import { ParseCache } from "../syntax/parse-cache.ts";
import type { Source } from "../syntax/span.ts";

/** Finds an imported text, or a data file as a text with one character a byte; the caller decides where it may look. */
export type ReadImport = (path: string, from: Source, form: "text" | "bytes") => Source | { readonly problem: string };

export interface LoadedFile {
  readonly file: File;
  readonly scope: FunctionScope;
}

const mostFiles = 100;

/** A program's reader may return nothing. */
function isSource(found: Partial<Source & { problem: string }> | undefined): found is Source {
  return typeof found?.text === "string" && typeof found.name === "string";
}

/** Reports a file that is not there, with the file that was probably meant. */
function reportMissing(
  { path, span }: Import,
  problem: string | undefined,
  isThere: (path: string) => boolean,
  diagnostics: Diagnostics,
): void {
  const message = problem ?? `there is no file '${path}'`;
  const meant = message.includes("did you mean") ? undefined : meantPaths(path).find(isThere);
  diagnostics.error("import", span, message, ...(meant === undefined ? [] : [`did you mean "${meant}"?`]));
}

/** What a path that is not there may stand for: without its folder, its ending, or by the name of a context. */
function meantPaths(path: string): string[] {
  const bare = path.replace(/^(\.\/)+/, "").replace(/^laws\//, "");
  const file = bare.endsWith(".vfl") ? bare : `${bare.replace(/\.\w*$/, "")}.vfl`;
  const library = `laws/${file}`;
  const usual = library.toLowerCase().replace(/[_ ]/g, "-");
  return [...new Set([file, library, usual])].filter((one) => one !== path);
}

/** Adds the functions of a file to its scope. */
function defineOwn({ file, scope }: LoadedFile, diagnostics: Diagnostics): void {
  const seen = new Set<string>();
  for (const definition of file.definitions) {
    if (seen.has(definition.name))
      diagnostics.error("duplicate", definition.nameSpan, `'${definition.name}' is defined twice`);
    seen.add(definition.name);
    scope.define(definition);
  }
}

/** Loads the file itself first, then those it imports, each once. */
export function loadFiles(
  source: Source,
  read: ReadImport,
  diagnostics: Diagnostics,
  cache = new ParseCache(),
): LoadedFile[] {
  const loaded = new Map<string, LoadedFile>();
  const load = (from: Source): LoadedFile => {
    const known = loaded.get(from.name);
    if (known) return known;
    const file = from === source ? cache.text(from, diagnostics) : cache.import(from, diagnostics);
    const scope = new FunctionScope();
    const result: LoadedFile = { file, scope };
    loaded.set(from.name, result);
    for (const item of file.imports) {
      if (loaded.size >= mostFiles) {
        diagnostics.error("import", item.span, `more than ${mostFiles} files are imported`);
        break;
      }
      const found: Partial<Source & { problem: string }> | undefined = read(item.path, from, "text");
      if (!isSource(found)) {
        reportMissing(item, found?.problem, (path) => isSource(read(path, from, "text") ?? {}), diagnostics);
        continue;
      }
      for (const [name, binding] of load(found).scope.own()) scope.import(name, binding);
    }
    defineOwn(result, diagnostics);
    return result;
  };
  load(source);
  return [...loaded.values()];
}
