// STL, as text or binary. A binary file is 80 arbitrary bytes, the number of triangles, and 50 bytes for each; its
// length shows which of the two a file is, because binary files may begin with "solid" too. Triangles are separate:
// vertices at the same place become one.
import type { Mesh } from "../shapes/mesh.ts";
import type { ShapeProblem } from "../shapes/shape.ts";
import { asciiOf, numberOf, visitLines } from "./lines.ts";

const HEADER = 84;
const TRIANGLE = 50;

export function readStl(bytes: Uint8Array): Mesh | ShapeProblem {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = bytes.length >= HEADER ? view.getUint32(80, true) : -1;
  if (count >= 0 && bytes.length === HEADER + TRIANGLE * count) return join(corners(view, count));
  if (asciiOf(bytes, 0, Math.min(bytes.length, 80)).trimStart().toLowerCase().startsWith("solid"))
    return readWords(bytes);
  if (count >= 0)
    return {
      problem: `it claims ${count} triangles, ${HEADER + TRIANGLE * count} bytes, and has ${bytes.length} bytes.`,
    };
  return { problem: "it is not an STL file: it has neither 'solid' at its start nor a matching count of triangles." };
}

function corners(view: DataView, count: number): Float64Array {
  const out = new Float64Array(9 * count);
  for (let k = 0; k < count; k++) {
    // The normal comes first; it follows from the corners, so it is ignored.
    const at = HEADER + TRIANGLE * k + 12;
    for (let i = 0; i < 9; i++) out[9 * k + i] = view.getFloat32(at + 4 * i, true);
  }
  return out;
}

function readWords(bytes: Uint8Array): Mesh | ShapeProblem {
  const out: number[] = [];
  let begun = 0;
  const problem = visitLines(bytes, (words, line) => {
    const [first] = words;
    if (first === "facet") begun = out.length;
    if (first === "endfacet" && out.length - begun !== 9)
      return `line ${line}: a triangle has three vertices, not ${(out.length - begun) / 3}.`;
    if (first !== "vertex") return "";
    for (let k = 1; k <= 3; k++) {
      const x = numberOf(words[k]);
      if (Number.isNaN(x)) return `line ${line}: a vertex has three numbers.`;
      out.push(x);
    }
    return "";
  });
  if (problem !== "") return { problem };
  if (out.length % 9 !== 0) return { problem: "its last triangle is not complete." };
  return join(Float64Array.from(out));
}

/** Separate triangles as a mesh of shared vertices. */
function join(all: Float64Array): Mesh {
  const numbers = new Map<string, number>();
  const vertices: number[] = [];
  const triangles = new Int32Array(all.length / 3);
  for (let k = 0; k < all.length; k += 3) {
    // Both zeros are the same place.
    const [x, y, z] = [all[k] + 0, all[k + 1] + 0, all[k + 2] + 0];
    const key = `${x} ${y} ${z}`;
    let number = numbers.get(key);
    if (number === undefined) {
      number = vertices.length / 3;
      numbers.set(key, number);
      vertices.push(x, y, z);
    }
    triangles[k / 3] = number;
  }
  return { vertices: Float64Array.from(vertices), triangles };
}
