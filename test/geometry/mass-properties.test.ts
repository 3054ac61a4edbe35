import fc from "fast-check";
import { expect, test } from "vitest";
import { createCompound, createPolyhedron } from "../../src/geometry/composite/composite.ts";
import {
  createMassProperties,
  inertiaForMass,
  type MassProperties,
  principalAxes,
} from "../../src/geometry/mass/mass-properties.ts";
import { massPropertiesOfMesh } from "../../src/geometry/mass/mesh-mass.ts";
import { massPropertiesOf } from "../../src/geometry/mass/shape-mass.ts";
import { checkMesh, type Mesh } from "../../src/geometry/shapes/mesh.ts";
import type { BodyShape } from "../../src/geometry/shapes/shape.ts";
import {
  add,
  column,
  coordinate,
  cuboid,
  dot,
  halfSpace,
  orientation,
  plane,
  rotationOf,
  scale,
  sphere,
  turn,
  type V,
} from "./reference.ts";

const runs = { seed: 4, numRuns: 200 };

function ofShape(shape: BodyShape): MassProperties {
  const out = createMassProperties();
  expect(massPropertiesOf(out, shape)).toBe("");
  return out;
}

function ofMesh(mesh: Mesh): MassProperties {
  const out = createMassProperties();
  expect(massPropertiesOfMesh(out, mesh)).toBe("");
  return out;
}

function mesh(vertices: number[][], triangles: number[][]): Mesh {
  return { vertices: Float64Array.from(vertices.flat()), triangles: Int32Array.from(triangles.flat()) };
}

function boxMesh(x: number, y: number, z: number): Mesh {
  const vertices = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [
    (k & 1 ? x : -x) / 2,
    (k & 2 ? y : -y) / 2,
    (k & 4 ? z : -z) / 2,
  ]);
  const quads = [
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 2, 3, 1],
    [4, 5, 7, 6],
  ];
  return mesh(
    vertices,
    quads.flatMap(([a, b, c, d]) => [
      [a, b, c],
      [a, c, d],
    ]),
  );
}

/** An octahedron divided `depth` times, its vertices drawn out to radius 1. */
function sphereMesh(depth: number): Mesh {
  const vertices: V[] = [
    [1, 0, 0],
    [-1, 0, 0],
    [0, 1, 0],
    [0, -1, 0],
    [0, 0, 1],
    [0, 0, -1],
  ];
  let triangles = [
    [0, 2, 4],
    [2, 1, 4],
    [1, 3, 4],
    [3, 0, 4],
    [2, 0, 5],
    [1, 2, 5],
    [3, 1, 5],
    [0, 3, 5],
  ];
  for (let k = 0; k < depth; k++) {
    const middles = new Map<string, number>();
    const middle = (i: number, j: number) => {
      const name = `${Math.min(i, j)} ${Math.max(i, j)}`;
      if (!middles.has(name)) {
        const sum = add(vertices[i], vertices[j]);
        middles.set(name, vertices.push(scale(sum, 1 / Math.hypot(...sum))) - 1);
      }
      return middles.get(name)!;
    };
    triangles = triangles.flatMap(([a, b, c]) => {
      const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
      return [
        [a, ab, ca],
        [ab, b, bc],
        [ca, bc, c],
        [ab, bc, ca],
      ];
    });
  }
  return mesh(vertices, triangles);
}

function moved({ vertices, triangles }: Mesh, rotation: Float64Array, shift: V): Mesh {
  const out = new Float64Array(vertices.length);
  for (let i = 0; i < vertices.length; i += 3) out.set(add(turn(rotation, vertices.subarray(i, i + 3)), shift), i);
  return { vertices: out, triangles };
}

function expectNear(actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number): void {
  for (let i = 0; i < expected.length; i++) expect(Math.abs(actual[i] - expected[i])).toBeLessThanOrEqual(tolerance);
}

test("a sphere has 4/3 π r³ and 2/5 m r², a cuboid its edges and m/12 (b² + c²)", () => {
  const ball = ofShape(sphere(2));
  expect(ball.volume).toBeCloseTo((32 / 3) * Math.PI, 13);
  const inertia = inertiaForMass(new Float64Array(9), ball, 5);
  expectNear(inertia, [8, 0, 0, 0, 8, 0, 0, 0, 8], 1e-14);
  const brick = ofShape(cuboid(1, 2, 3));
  expect(brick.volume).toBe(6);
  expectNear(inertiaForMass(new Float64Array(9), brick, 12), [13, 0, 0, 0, 10, 0, 0, 0, 5], 1e-14);
  expect([...brick.center]).toEqual([0, 0, 0]);
});

test("half spaces and planes have none, and the sentence says why", () => {
  const out = createMassProperties();
  expect(massPropertiesOf(out, halfSpace)).toBe("A half space has no end, and so neither volume nor centre of mass.");
  expect(massPropertiesOf(out, plane)).toContain("A plane");
});

test("the mesh of a box has the box's properties", () => {
  fc.assert(
    fc.property(fc.tuple(...[0, 1, 2].map(() => fc.double({ min: 0.1, max: 9, noNaN: true }))), ([x, y, z]) => {
      const byMesh = ofMesh(boxMesh(x, y, z));
      const byShape = ofShape(cuboid(x, y, z));
      expect(Math.abs(byMesh.volume / byShape.volume - 1)).toBeLessThan(1e-14);
      expectNear(byMesh.center, [0, 0, 0], 1e-14);
      expectNear(byMesh.inertia, byShape.inertia, 1e-14 * (x * x + y * y + z * z) * byShape.volume);
    }),
    runs,
  );
});

test("a tetrahedron on the axes has a³/6, its centre at a/4, and products of inertia a⁵/480", () => {
  const a = 2;
  const corner = mesh(
    [
      [0, 0, 0],
      [a, 0, 0],
      [0, a, 0],
      [0, 0, a],
    ],
    [
      [0, 2, 1],
      [0, 1, 3],
      [0, 3, 2],
      [1, 2, 3],
    ],
  );
  const found = ofMesh(corner);
  expect(found.volume).toBeCloseTo(a ** 3 / 6, 14);
  expectNear(found.center, [a / 4, a / 4, a / 4], 1e-15);
  // ∫x² = a⁵/60 and ∫xy = a⁵/120 about the corner; moved to the centre by V (a/4)²: 1/60 - 1/96 = 1/160, 1/120 - 1/96 =
  // -1/480.
  const square = a ** 5 / 160;
  const product = a ** 5 / 480;
  expectNear(
    found.inertia,
    [2 * square, product, product, product, 2 * square, product, product, product, 2 * square],
    1e-14,
  );
});

test("a finer and finer sphere of triangles tends to the sphere, by the square of the edge", () => {
  const exact = ofShape(sphere(1));
  const errors = [2, 3, 4, 5].map((depth) => {
    const found = ofMesh(sphereMesh(depth));
    expectNear(found.center, [0, 0, 0], 1e-14);
    expect(Math.abs(found.inertia[0] / found.inertia[8] - 1)).toBeLessThan(1e-12);
    expect(Math.abs(found.volume / exact.volume - 1)).toBeLessThan(0.2 / 4 ** (depth - 2));
    return 1 - found.inertia[0] / exact.inertia[0];
  });
  for (let i = 1; i < errors.length; i++) expect(errors[i - 1] / errors[i]).toBeGreaterThan(3.7);
  expect(errors[3]).toBeLessThan(0.005);
});

test("moving a mesh moves its centre, turning it turns its tensor: R I Rᵀ", () => {
  fc.assert(
    fc.property(orientation, fc.tuple(coordinate, coordinate, coordinate), (q, shift) => {
      const rotation = rotationOf(q);
      const far = scale(shift, 100);
      const still = ofMesh(boxMesh(1, 2, 3));
      const turned = ofMesh(moved(boxMesh(1, 2, 3), rotation, far));
      expect(Math.abs(turned.volume - 6)).toBeLessThan(1e-11);
      expectNear(turned.center, far, 1e-11);
      for (let i = 0; i < 3; i++) {
        const ei = [0, 1, 2].map((k) => (k === i ? 1 : 0));
        // I' v = R I Rᵀ v for the three basis vectors.
        const back: V = [0, 1, 2].map((k) => dot(column(rotation, k), ei)) as V;
        expectNear(column(turned.inertia, i), turn(rotation, turn(still.inertia, back)), 1e-10);
      }
    }),
    runs,
  );
});

test("principal axes diagonalise the tensor, with rising moments", () => {
  fc.assert(
    fc.property(orientation, (q) => {
      const { inertia } = ofMesh(moved(boxMesh(1, 2, 3), rotationOf(q), [1, 2, 3]));
      const moments = new Float64Array(3);
      const axes = new Float64Array(9);
      principalAxes(moments, axes, inertia);
      expectNear(moments, [2.5, 5, 6.5], 1e-12);
      for (let i = 0; i < 3; i++) expectNear(turn(inertia, column(axes, i)), scale(column(axes, i), moments[i]), 1e-12);
    }),
    runs,
  );
});

test("vertices listed once per triangle, as in files of loose triangles, close all the same", () => {
  const { vertices, triangles } = boxMesh(1, 2, 3);
  const loose: Mesh = {
    vertices: Float64Array.from([...triangles].flatMap((k) => [...vertices.subarray(3 * k, 3 * k + 3)])),
    triangles: Int32Array.from(triangles.keys()),
  };
  expect(ofMesh(loose).volume).toBeCloseTo(6, 13);
});

test("open, turned over, inside out, flat and broken meshes are told apart, each in a sentence", () => {
  const box = boxMesh(1, 1, 1);
  const out = createMassProperties();
  expect(checkMesh({ ...box, triangles: box.triangles.subarray(3) })).toMatch(
    /^The mesh is open: triangle \d+ has no neighbour along an edge\.$/,
  );
  const turnedOver = box.triangles.slice();
  [turnedOver[0], turnedOver[1]] = [turnedOver[1], turnedOver[0]];
  expect(checkMesh({ ...box, triangles: turnedOver })).toMatch(
    /^Triangles 1 and \d+ go along an edge in the same sense/,
  );
  const insideOut = box.triangles.slice().reverse();
  expect(massPropertiesOfMesh(out, { ...box, triangles: insideOut })).toMatch(/^The mesh is inside out/);
  const flat = mesh(
    [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
    ],
    [
      [0, 1, 2],
      [0, 2, 1],
    ],
  );
  expect(massPropertiesOfMesh(out, flat)).toBe("The mesh is flat: it encloses no volume.");
  expect(checkMesh({ ...box, triangles: Int32Array.of(0, 1, 8) })).toBe(
    "Triangle 1 names vertex 9, but the mesh has 8.",
  );
  expect(checkMesh({ ...box, triangles: Int32Array.of(0, 1, 1) })).toBe("Triangle 1 has two vertices at one place.");
  expect(checkMesh({ ...box, triangles: new Int32Array(0) })).toBe("The mesh has no triangles.");
  expect(checkMesh({ ...box, vertices: box.vertices.map((x, i) => (i === 4 ? Number.NaN : x)) })).toContain(
    "not finite",
  );
});

/**
 * A body about z as a mesh: the outline (radius, height), from below upwards, turned in n steps; open ends are closed
 * by their middle.
 */
function turned(outline: readonly (readonly [number, number])[], n: number): Mesh {
  const vertices: number[] = [0, 0, outline[0][1], 0, 0, outline.at(-1)![1]];
  const triangles: number[] = [];
  for (const [r, z] of outline)
    for (let i = 0; i < n; i++)
      vertices.push(r * Math.cos((2 * Math.PI * i) / n), r * Math.sin((2 * Math.PI * i) / n), z);
  const at = (ring: number, i: number) => 2 + ring * n + (i % n);
  const last = outline.length - 1;
  for (let i = 0; i < n; i++) {
    triangles.push(0, at(0, i + 1), at(0, i), 1, at(last, i), at(last, i + 1));
    for (let k = 0; k < last; k++)
      triangles.push(at(k, i), at(k, i + 1), at(k + 1, i), at(k, i + 1), at(k + 1, i + 1), at(k + 1, i));
  }
  return { vertices: Float64Array.from(vertices), triangles: Int32Array.from(triangles) };
}

/**
 * The limit of finer and finer meshes: their error falls with the square of n, so (4 f(2n) - f(n))/3 has none of it.
 */
function limitOf(mesh: (n: number) => Mesh): number[] {
  const numbers = (p: MassProperties) => [p.volume, ...p.center, ...p.inertia];
  const [coarse, fine] = [numbers(ofMesh(mesh(64))), numbers(ofMesh(mesh(128)))];
  return fine.map((x, i) => (4 * x - coarse[i]) / 3);
}

test("cylinder, cone and capsule are the limits of meshes turned about their axis", () => {
  const [r, length] = [0.7, 1.6];
  const round = (n: number) => Array.from({ length: n }, (_, i) => (Math.PI / 2) * ((i + 0.5) / n));
  const solids: [BodyShape, (n: number) => Mesh][] = [
    [
      { kind: "cylinder", radius: r, half: length / 2 },
      (n) =>
        turned(
          [
            [r, -length / 2],
            [r, length / 2],
          ],
          n,
        ),
    ],
    [
      { kind: "cone", radius: r, base: -length / 4, apex: 0.75 * length },
      (n) =>
        turned(
          [
            [r, -length / 4],
            [0.5 * r, length / 4],
            [1e-9, 0.75 * length],
          ],
          n,
        ),
    ],
    [
      { kind: "capsule", radius: r, half: length / 2 },
      (n) => {
        const upper = round(n).map((a): [number, number] => [r * Math.cos(a), length / 2 + r * Math.sin(a)]);
        const lower = upper.map(([x, z]): [number, number] => [x, -z]).reverse();
        return turned([...lower, [r, -length / 2], [r, length / 2], ...upper], n);
      },
    ],
  ];
  for (const [shape, mesh] of solids) {
    const exact = ofShape(shape);
    const limit = limitOf(mesh);
    [exact.volume, ...exact.center, ...exact.inertia].forEach((x, i) => {
      expect(Math.abs(x - limit[i])).toBeLessThan(3e-5);
    });
  }
});

test("a cuboid cut into pieces and glued again has its own properties, however it is turned", () => {
  const pieces = [-1, 1].flatMap((x) =>
    [-1, 1].map((y) => ({
      shape: cuboid(1, 2, 3),
      pose: { position: Float64Array.of(x / 2 + 5, y, 7), rotation: rotationOf([1, 0, 0, 0]) },
    })),
  );
  const glued = createCompound(pieces, null);
  if ("problem" in glued) throw new Error(glued.problem);
  expectSame(ofShape(glued), ofShape(cuboid(2, 4, 3)), 1e-12);
  expect([...glued.parts[0].pose.position]).toEqual([-0.5, -1, 0]);
});

test("the hull of a cuboid's corners is the cuboid, and its origin its centre of mass", () => {
  const corners = [0, 2].flatMap((x) => [0, 4].flatMap((y) => [0, 3].flatMap((z) => [x + 9, y, z])));
  const hull = createPolyhedron(Float64Array.from(corners), null);
  if ("problem" in hull) throw new Error(hull.problem);
  expectSame(ofShape(hull), ofShape(cuboid(2, 4, 3)), 1e-12);
});

function expectSame(a: MassProperties, b: MassProperties, tolerance: number): void {
  const numbers = (p: MassProperties) => [p.volume, ...p.center, ...p.inertia];
  numbers(a).forEach((x, i) => {
    expect(Math.abs(x - numbers(b)[i])).toBeLessThan(tolerance * 100);
  });
}
