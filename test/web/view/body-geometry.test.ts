// The surfaces of bodies in the view are those of the geometry: asked by mass properties and bounds, without a picture.
import { expect, test } from "vitest";
import { createCompound } from "../../../src/geometry/composite/composite.ts";
import { createMassProperties } from "../../../src/geometry/mass/mass-properties.ts";
import { massPropertiesOf } from "../../../src/geometry/mass/shape-mass.ts";
import { type BodyShape, createShape } from "../../../src/geometry/shapes/shape.ts";
import { geometryOf, halfOf } from "../../../src/web/view/bodies/body-geometry.ts";
import { bodyShapeOf, shapeInfos } from "../../../src/web/worker/shape-info.ts";
import { polyhedron } from "../../geometry/polytopes.ts";
import { poseOf } from "../../geometry/reference.ts";

const sized = (type: string, ...size: number[]): BodyShape => createShape(type, size) as BodyShape;
const hammer = createCompound(
  [
    { shape: sized("cuboid", 0.4, 0.1, 0.1), pose: poseOf([0, 0, 0.5]) },
    { shape: sized("cylinder", 0.05, 0.6), pose: poseOf([0, 0, 0.1]) },
  ],
  null,
) as BodyShape;
const shapes: [string, BodyShape][] = [
  ["cylinder", sized("cylinder", 0.5, 2)],
  ["cone", sized("cone", 0.5, 2)],
  ["capsule", sized("capsule", 0.5, 2)],
  [
    "polyhedron",
    polyhedron(
      [
        [0, 0, 0],
        [1, 0, 0],
        [0, 2, 0],
        [0, 0, 3],
      ],
      null,
    ),
  ],
  ["compound", hammer],
];

for (const [name, shape] of shapes)
  test(`the surface of a ${name} encloses its volume, and its normals point outwards`, () => {
    const info = shapeInfos()(shape);
    const half = halfOf(info)!.toArray();
    const geometry = geometryOf(info, 1);
    const [positions, normals] = ["position", "normal"].map((key) => geometry.getAttribute(key).array);
    const vertices = Float64Array.from(positions, (x, i) => x * half[i % 3]);
    let [volume, least] = [0, Infinity];
    for (let k = 0; k < vertices.length; k += 9) {
      const [a, b, c] = [0, 3, 6].map((i) => vertices.subarray(k + i, k + i + 3));
      const area = [0, 1, 2].map((x) => {
        const [y, z] = [(x + 1) % 3, (x + 2) % 3];
        return (b[y] - a[y]) * (c[z] - a[z]) - (b[z] - a[z]) * (c[y] - a[y]);
      });
      volume += (a[0] * area[0] + a[1] * area[1] + a[2] * area[2]) / 6;
      // Normals are those of the stretched surface, seen before it is stretched.
      const n = [0, 1, 2].map((x) => normals[k + x] / half[x]);
      least = Math.min(least, area[0] * n[0] + area[1] * n[1] + area[2] * n[2]);
    }
    const exact = createMassProperties();
    massPropertiesOf(exact, shape);
    expect(Math.abs(volume / exact.volume - 1)).toBeLessThan(0.01);
    expect(least).toBeGreaterThan(0);
    const back = createMassProperties();
    massPropertiesOf(back, bodyShapeOf(info));
    expect(back.volume).toBeCloseTo(exact.volume, 12);
  });
