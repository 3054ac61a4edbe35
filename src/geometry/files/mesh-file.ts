// Triangles from the files that other programs write. The ending of its name says what a file is. The bytes come from
// elsewhere: nothing here opens a file. Every count is compared with the available bytes before memory is reserved for
// it.
import type { Mesh } from "../shapes/mesh.ts";
import type { ShapeProblem } from "../shapes/shape.ts";
import { readGltf } from "./gltf-file.ts";
import { readObj } from "./obj-file.ts";
import { readStl } from "./stl-file.ts";

/** More than any body needs, and small enough to read at once. */
export const LARGEST_FILE = 32_000_000;

export const MESH_ENDINGS = [".obj", ".stl", ".gltf", ".glb"] as const;

/** The mesh of a file, whether it is closed or not. */
export function readMesh(name: string, bytes: Uint8Array): Mesh | ShapeProblem {
  const read = readerOf(name);
  if (!read) return { problem: `'${name}' has none of the endings ${MESH_ENDINGS.join(", ")}.` };
  if (bytes.length === 0) return { problem: `'${name}' is empty.` };
  if (bytes.length > LARGEST_FILE) return { problem: `'${name}' is larger than ${LARGEST_FILE / 1e6} MB.` };
  const mesh = read(bytes);
  if ("problem" in mesh) return { problem: `'${name}': ${mesh.problem}` };
  if (mesh.triangles.length === 0) return { problem: `'${name}' has no triangles.` };
  const broken = mesh.vertices.findIndex((x) => !(Math.abs(x) < Infinity));
  if (broken >= 0)
    return { problem: `'${name}': vertex ${Math.floor(broken / 3) + 1} has a coordinate that is not finite.` };
  return mesh;
}

function readerOf(name: string): ((bytes: Uint8Array) => Mesh | ShapeProblem) | null {
  const ending = name.slice(name.lastIndexOf(".")).toLowerCase();
  if (ending === ".obj") return readObj;
  if (ending === ".stl") return readStl;
  return ending === ".gltf" || ending === ".glb" ? readGltf : null;
}
