// Wavefront OBJ: `v x y z` and `f 1 2 3 …`, vertices counted from 1, or from the last one backwards by negative
// numbers; in `1/2/3` the first number is the vertex. Faces with more corners become fans. Everything else (normals,
// groups, materials) is ignored.
import type { Mesh } from "../shapes/mesh.ts";
import type { ShapeProblem } from "../shapes/shape.ts";
import { numberOf, visitLines } from "./lines.ts";

export function readObj(bytes: Uint8Array): Mesh | ShapeProblem {
  const vertices: number[] = [];
  const triangles: number[] = [];
  const problem = visitLines(bytes, (words, line) => {
    if (words[0] === "v") return addVertex(vertices, words, line);
    if (words[0] === "f") return addFace(triangles, words, vertices.length / 3, line);
    return "";
  });
  if (problem !== "") return { problem };
  const most = triangles.reduce((a, b) => Math.max(a, b), -1);
  if (most >= vertices.length / 3)
    return { problem: `a face names vertex ${most + 1}, but there are ${vertices.length / 3}.` };
  return { vertices: Float64Array.from(vertices), triangles: Int32Array.from(triangles) };
}

function addVertex(out: number[], words: readonly string[], line: number): string {
  for (let k = 1; k <= 3; k++) {
    const x = numberOf(words[k]);
    if (Number.isNaN(x)) return `line ${line}: a vertex has three numbers.`;
    out.push(x);
  }
  return "";
}

function addFace(out: number[], words: readonly string[], count: number, line: number): string {
  const corners: number[] = [];
  for (let k = 1; k < words.length && !words[k].startsWith("#"); k++) {
    const number = numberOf(words[k].split("/")[0]);
    const i = number < 0 ? count + number : number - 1;
    if (!Number.isInteger(number) || number === 0 || i < 0)
      return `line ${line}: '${words[k].slice(0, 20)}' names no vertex.`;
    corners.push(i);
  }
  if (corners.length < 3) return `line ${line}: a face has at least three corners.`;
  for (let k = 1; k + 1 < corners.length; k++) out.push(corners[0], corners[k], corners[k + 1]);
  return "";
}
