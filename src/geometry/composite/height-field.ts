// Height fields: a grid of heights over a rectangle of the xy-plane, as a mesh with one side, upwards.
import type { Numbers } from "../../math/vectors/vec3.ts";
import { faultOf, type ShapeProblem, type TriangleMesh } from "../shapes/shape.ts";
import { createTriangleMesh } from "./composite.ts";

/**
 * `heights` row after row: a row runs along x, rows follow each other along y. The grid spans size[0] by size[1] about
 * the origin. Each cell is two triangles, divided along the diagonal from its least x and y.
 */
export function createHeightField(
  heights: Numbers,
  rows: number,
  cols: number,
  size: ArrayLike<number>,
): TriangleMesh | ShapeProblem {
  if (rows < 2 || cols < 2) return { problem: `A height field has at least 2 × 2 heights, not ${rows} × ${cols}.` };
  if (size.length !== 2) return { problem: "The size of a height field is its lengths along x and y, two numbers." };
  for (let i = 0; i < 2; i++) {
    const fault = faultOf(size[i]);
    if (fault !== "") return { problem: `A length of a height field must be ${fault}; it is ${size[i]}.` };
  }
  const vertices = new Float64Array(3 * rows * cols);
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < cols; i++) {
      const at = 3 * (j * cols + i);
      vertices[at] = (i / (cols - 1) - 0.5) * size[0];
      vertices[at + 1] = (j / (rows - 1) - 0.5) * size[1];
      vertices[at + 2] = heights[j * cols + i];
    }
  }
  const triangles: number[] = [];
  for (let j = 0; j + 1 < rows; j++) {
    for (let i = 0; i + 1 < cols; i++) {
      const k = j * cols + i;
      triangles.push(k, k + 1, k + cols + 1, k, k + cols + 1, k + cols);
    }
  }
  const made = createTriangleMesh({ vertices, triangles: Int32Array.from(triangles) }, 1);
  return "problem" in made ? made : made.shape;
}
