// Bodies whose size laws change are drawn with the size of the moment: the surface that is drawn encloses the volume of
// the shape.
import { type InstancedMesh, Matrix4, Vector3 } from "three";
import { expect, test } from "vitest";
import { createResizable, isResizable } from "../../../src/geometry/composite/resize.ts";
import { createMassProperties } from "../../../src/geometry/mass/mass-properties.ts";
import { massPropertiesOf } from "../../../src/geometry/mass/shape-mass.ts";
import { type BodyShape, createShape } from "../../../src/geometry/shapes/shape.ts";
import { Bodies } from "../../../src/web/view/bodies/bodies.ts";
import { light } from "../../../src/web/view/draw/palette.ts";
import { shapeInfos } from "../../../src/web/worker/shape-info.ts";
import { polyhedron } from "../../geometry/polytopes.ts";

const corner: [number, number, number][] = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 2, 0],
  [0, 0, 3],
];
const shapes: [string, BodyShape, number[], number[], number[]][] = [
  ["sphere", createShape("sphere", [1]) as BodyShape, [1], [1.7], [0, 0, 0]],
  ["cuboid", createShape("cuboid", [1, 2, 3]) as BodyShape, [1, 2, 3], [2, 1, 0.5], [0, 0, 0]],
  ["capsule", createShape("capsule", [0.5, 0.5]) as BodyShape, [0.5, 0.5], [0.3, 4], [0, 0, 0]],
  ["cylinder", createShape("cylinder", [0.5, 2]) as BodyShape, [0.5, 2], [2, 0.5], [0, 0, 0]],
  ["cone", createShape("cone", [0.5, 2]) as BodyShape, [0.5, 2], [2, 0.5], [0, 0, 0]],
  ["polyhedron", polyhedron(corner, null), [2], [5], [0, 0, 0]],
  ["polyhedron that grows from a corner", polyhedron(corner, [1, 1, 1]), [2], [5], [1, 1, 1]],
];

test.each(shapes)("a %s is drawn as large as it is now", (_, shape, first, now, origin) => {
  const bodies = new Bodies();
  const info = {
    name: "body",
    object: "body",
    physicalType: "dynamic",
    shape: shapeInfos()(shape),
    slots: [],
  } as const;
  bodies.show([{ ...info, sizing: { first, origin } }], new Set(), light);
  bodies.positions[0].set(3, 4, 5);
  bodies.turns[0].setFromAxisAngle(new Vector3(0.6, 0, 0.8), 1);
  bodies.sizes[0]!.set(now);
  bodies.resize(0);
  bodies.place(null);
  const mesh = bodies.group.children[0] as InstancedMesh;
  const matrix = new Matrix4();
  mesh.getMatrixAt(0, matrix);
  const geometry = mesh.geometry.index ? mesh.geometry.toNonIndexed() : mesh.geometry;
  const points = geometry.getAttribute("position");
  const at = (i: number) => new Vector3().fromBufferAttribute(points, i).applyMatrix4(matrix);
  let volume = 0;
  const centre = new Vector3();
  for (let k = 0; k < points.count; k += 3) {
    const [a, b, c] = [at(k), at(k + 1), at(k + 2)];
    const part = a.dot(b.clone().cross(c)) / 6;
    volume += part;
    centre.addScaledVector(a.add(b).add(c), part / 4);
  }
  if (!isResizable(shape)) throw new Error("it has no size");
  const resizable = createResizable(shape, Float64Array.from(first), Float64Array.from(origin));
  resizable.resize(Float64Array.from(now));
  const exact = createMassProperties();
  massPropertiesOf(exact, resizable.shape);
  expect(Math.abs(volume / exact.volume - 1)).toBeLessThan(0.02);
  const middle = new Vector3()
    .fromArray([...exact.center])
    .applyQuaternion(bodies.turns[0])
    .add(bodies.positions[0]);
  expect(centre.divideScalar(volume).distanceTo(middle)).toBeLessThan(0.02);
  bodies.dispose();
});
