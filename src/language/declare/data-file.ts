// Data files, which objects name by `file = "…"`. They are read like imports, or are in the text itself as a data URL.
//
// Bytes are passed as a string with one character a byte, like imported texts.
import { decodeBase64 } from "../../math/base64.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import type { Experiment, FileReference } from "./experiment.ts";
import type { ReadImport } from "./load.ts";
import { givings } from "./object-attributes.ts";

/** A data file: its name, whose ending says what it is, and its bytes. */
export interface DataFile {
  readonly name: string;
  readonly bytes: string;
}

const mostFiles = 100;
const largestFile = 32_000_000;

/** File endings for the kinds of data that a data URL can name. */
const endings: ReadonlyMap<string, string> = new Map([
  ["model/obj", "data.obj"],
  ["model/stl", "data.stl"],
  ["model/gltf+json", "data.gltf"],
  ["model/gltf-binary", "data.glb"],
]);

/** Reads the files of all objects, each once. */
export function loadDataFiles(experiment: Experiment, read: ReadImport, diagnostics: Diagnostics): void {
  const known = new Map<string, DataFile | { readonly problem: string }>();
  for (const { file, geometricalType } of experiment.objects) {
    if (!file || givings.get(geometricalType)!.file === "no") continue;
    const key = `${file.span.source.name}\n${file.path}`;
    let found = known.get(key);
    if (!found)
      known.set(
        key,
        (found = known.size < mostFiles ? loadFile(file, read) : { problem: `more than ${mostFiles} files are named` }),
      );
    if ("problem" in found) diagnostics.error("import", file.span, found.problem);
    else experiment.files.set(file, found);
  }
}

function loadFile({ path, span }: FileReference, read: ReadImport): DataFile | { readonly problem: string } {
  if (path.startsWith("data:")) return readDataUrl(path);
  const found = read(path, span.source, "bytes");
  if ("problem" in found) return found;
  if (found.text.length > largestFile) return { problem: `'${path}' is larger than ${largestFile / 1e6} MB` };
  return { name: path, bytes: found.text };
}

/** Reads `data:model/stl;base64,…`. */
function readDataUrl(url: string): DataFile | { readonly problem: string } {
  const comma = url.indexOf(",");
  const head = url.slice(5, comma < 0 ? 5 : comma);
  const [kind, coding] = head.split(";");
  const name = endings.get(kind);
  if (!name || coding !== "base64")
    return {
      problem: `data in the text begin with data:KIND;base64, where KIND is one of ${[...endings.keys()].join(", ")}`,
    };
  const letters = url.slice(comma + 1);
  const bytes = decodeBase64(letters);
  if (!bytes) return { problem: "the data in the text are not base64" };
  return { name, bytes: Array.from(bytes, (byte) => String.fromCharCode(byte)).join("") };
}
