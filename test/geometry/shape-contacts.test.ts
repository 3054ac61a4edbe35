import { describe, expect, test } from "vitest";
import { createCompound, createTriangleMesh } from "../../src/geometry/composite/composite.ts";
import { createHeightField } from "../../src/geometry/composite/height-field.ts";
import { createManifold, type Manifold } from "../../src/geometry/contact/manifold.ts";
import { createProximity } from "../../src/geometry/contact/proximity.ts";
import { staying } from "../../src/geometry/motion/motion.ts";
import { createImpact, findImpact } from "../../src/geometry/motion/time-of-impact.ts";
import { collide, measureDistance } from "../../src/geometry/pairs/pairs.ts";
import type { Pose } from "../../src/geometry/shapes/pose.ts";
import { type BodyShape, createShape } from "../../src/geometry/shapes/shape.ts";
import { polyhedron, randomFrom, randomPoint, randomQuaternion } from "./polytopes.ts";
import { type Body, cuboid, halfSpace, plane, poseOf, sphere, type V } from "./reference.ts";

const shape = (type: string, ...size: number[]): BodyShape => {
  const made = createShape(type, size);
  if ("problem" in made) throw new Error(made.problem);
  return made;
};

function touching(a: Body, b: Body, margin = 1e-6): Manifold {
  const out = createManifold();
  collide(out, a.shape, a.pose, b.shape, b.pose, margin);
  return out;
}

/** Points to six digits, sorted. */
function points(m: Manifold): string[] {
  const round = (x: number) => (Math.round(x * 1e6) / 1e6 + 0).toString();
  return Array.from({ length: m.count }, (_, i) =>
    [0, 1, 2].map((x) => round(m.positions[3 * i + x])).join(" "),
  ).sort();
}

const half = Math.SQRT1_2;
/** Turns z to x. */
const lying: [number, number, number, number] = [half, 0, half, 0];
const ground: Body = { shape: halfSpace, pose: poseOf([0, 0, 0]) };
const table: Body = { shape: cuboid(4, 4, 1), pose: poseOf([0, 0, -0.5]) };
const block: Body = {
  shape: polyhedron([-2, 2].flatMap((x) => [-2, 2].flatMap((y) => [-1, 0].map((z): V => [x, y, z])))),
  pose: poseOf([0, 0, 0]),
};
const floor: Body = { shape: meshOf(grid(3)), pose: poseOf([0, 0, 0]) };

/** A square of 4 × 4 in n × n cells, as vertices and triangles. */
function grid(n: number) {
  const vertices: number[] = [];
  const triangles: number[] = [];
  for (let j = 0; j <= n; j++) for (let i = 0; i <= n; i++) vertices.push((4 * i) / n - 2, (4 * j) / n - 2, 0);
  for (let j = 0; j < n; j++)
    for (let i = 0; i < n; i++) {
      const k = j * (n + 1) + i;
      triangles.push(k, k + 1, k + n + 2, k, k + n + 2, k + n + 1);
    }
  return { vertices: Float64Array.from(vertices), triangles: Int32Array.from(triangles) };
}

function meshOf(mesh: ReturnType<typeof grid>): BodyShape {
  const made = createTriangleMesh(mesh, 0);
  if ("problem" in made) throw new Error(made.problem);
  return made.shape;
}

describe("on something flat", () => {
  const under: [string, Body][] = [
    ["a half space", ground],
    ["a plane", { shape: plane, pose: poseOf([0, 0, 0]) }],
    ["a cuboid", table],
    ["a polyhedron", block],
    ["a mesh", floor],
  ];
  const cases: [string, BodyShape, Pose, string[]][] = [
    [
      "a cylinder that stands touches at four points of its rim",
      shape("cylinder", 0.5, 2),
      poseOf([0.1, 0, 1]),
      ["-0.4 0 0", "0.1 -0.5 0", "0.1 0.5 0", "0.6 0 0"],
    ],
    [
      "a cylinder that lies touches along a line",
      shape("cylinder", 0.5, 2),
      poseOf([0.1, 0, 0.5], lying),
      ["-0.9 0 0", "1.1 0 0"],
    ],
    [
      "a cone that stands touches at four points of its rim",
      shape("cone", 0.5, 2),
      poseOf([0.1, 0, 0.5]),
      ["-0.4 0 0", "0.1 -0.5 0", "0.1 0.5 0", "0.6 0 0"],
    ],
    [
      "a capsule that lies touches along a line",
      shape("capsule", 0.5, 2),
      poseOf([0.1, 0, 0.5], lying),
      ["-0.9 0 0", "1.1 0 0"],
    ],
    ["a capsule that stands touches at a point", shape("capsule", 0.5, 2), poseOf([0.1, 0.2, 1.5]), ["0.1 0.2 0"]],
    [
      "a polyhedron touches with its corners",
      polyhedron([
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ]),
      poseOf([0.1, 0.1, 0]),
      ["0.1 0.1 0", "0.1 1.1 0", "1.1 0.1 0"],
    ],
    ["a sphere touches at a point", sphere(0.5), poseOf([0.1, 0.2, 0.5]), ["0.1 0.2 0"]],
  ];
  for (const [name, solid, pose, expected] of cases)
    for (const [what, body] of under)
      test(`${name}: ${what}`, () => {
        const found = touching({ shape: solid, pose }, body);
        expect(points(found)).toEqual(expected);
        for (let i = 0; i < found.count; i++) {
          expect(found.normals[3 * i + 2]).toBeCloseTo(1, 12);
          expect(Math.abs(found.penetrations[i])).toBeLessThan(1e-12);
        }
        expect(found.normal[2]).toBeCloseTo(1, 12);
      });
});

test("a cone on its side touches from its point to its rim", () => {
  const cone = shape("cone", 0.5, 2) as Extract<BodyShape, { kind: "cone" }>;
  // Turned about y until the side is level: its slope is atan(radius/length).
  const angle = Math.PI / 2 + Math.atan2(0.5, 2);
  const pose = poseOf([0, 0, 0], [Math.cos(angle / 2), 0, Math.sin(angle / 2), 0]);
  const height = Math.sin(Math.atan2(0.5, 2)) * cone.apex;
  pose.position[2] = height;
  for (const body of [ground, table, block]) {
    const found = touching({ shape: cone, pose }, body);
    expect(found.count).toBe(2);
    const xs = [found.positions[0], found.positions[3]].sort((a, b) => a - b);
    expect(xs[1] - xs[0]).toBeCloseTo(Math.hypot(0.5, 2), 6);
  }
});

test("sides that lie along each other touch at both ends of what they share", () => {
  for (const [type, other] of [
    ["capsule", "capsule"],
    ["cylinder", "cylinder"],
    ["capsule", "cylinder"],
  ]) {
    const a = { shape: shape(type, 0.5, 2), pose: poseOf([0, 0, 0]) };
    const b = { shape: shape(other, 0.25, 2), pose: poseOf([0.75, 0, 0.5]) };
    expect(points(touching(a, b))).toEqual(["0.5 0 -0.5", "0.5 0 1"]);
    const across = { shape: b.shape, pose: poseOf([0.75, 0, 0.5], [half, half, 0, 0]) };
    expect(points(touching(a, across))).toEqual(["0.5 0 0.5"]);
  }
});

test("the corners of a polyhedron like a cuboid are those of the cuboid", () => {
  const random = randomFrom(21);
  for (let k = 0; k < 200; k++) {
    const [x, y, z] = [0.2 + random(), 0.2 + random(), 0.2 + random()];
    const box = polyhedron([-x, x].flatMap((a) => [-y, y].flatMap((b) => [-z, z].map((c): V => [a, b, c]))));
    const q = k % 2 === 0 ? randomQuaternion(random) : ([1, 0, 0, 0] as const);
    const pose = poseOf([random() - 0.5, random() - 0.5, z + 0.001 * (random() - 0.5)], q);
    const [first, second] = [
      touching({ shape: cuboid(2 * x, 2 * y, 2 * z), pose }, table, 0.01),
      touching({ shape: box, pose }, table, 0.01),
    ];
    expect(second.count).toBe(first.count);
    for (let i = 0; i < 3; i++) expect(second.normal[i]).toBeCloseTo(first.normal[i], 9);
    expect(Math.max(...second.penetrations.subarray(0, second.count))).toBeCloseTo(
      Math.max(...first.penetrations.subarray(0, first.count)),
      9,
    );
  }
});

test("points keep their features while the same ones touch", () => {
  const random = randomFrom(22);
  const solids: [BodyShape, Pose][] = [
    [shape("cylinder", 0.5, 2), poseOf([0.1, 0, 1])],
    [shape("cylinder", 0.5, 2), poseOf([0.1, 0, 0.5], lying)],
    [shape("cone", 0.5, 2), poseOf([0.1, 0, 0.5])],
    [shape("capsule", 0.5, 2), poseOf([0.1, 0, 0.5], lying)],
    [
      polyhedron([
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ]),
      poseOf([0.1, 0.1, 0]),
    ],
  ];
  for (const [solid, pose] of solids)
    for (const body of [ground, table, block]) {
      const before = touching({ shape: solid, pose }, body, 1e-3);
      const names = [...before.features.subarray(0, before.count)].sort();
      expect(new Set(names).size).toBe(before.count);
      for (let k = 0; k < 20; k++) {
        const q = randomPoint(random, 1e-6);
        const moved = poseOf(pose.position.map((x, i) => x + 1e-5 * q[i]));
        moved.rotation.set(pose.rotation);
        const after = touching({ shape: solid, pose: moved }, body, 1e-3);
        expect([...after.features.subarray(0, after.count)].sort()).toEqual(names);
      }
    }
});

describe("shapes made of others", () => {
  const at = (x: number, y: number, z: number) => poseOf([x, y, z]);
  const stool = createCompound(
    [
      { shape: cuboid(1, 1, 0.1), pose: at(0, 0, 1) },
      ...[
        [-1, -1],
        [-1, 1],
        [1, -1],
        [1, 1],
      ].map(([x, y]) => ({ shape: shape("cylinder", 0.05, 0.95), pose: at(0.4 * x, 0.4 * y, 0.475) })),
    ],
    Float64Array.of(0, 0, 0),
  );
  if ("problem" in stool) throw new Error(stool.problem);

  test("a stool stands on the ground with four legs, and on one step with two", () => {
    const standing = touching({ shape: stool, pose: at(0, 0, 0) }, ground);
    expect(standing.count).toBe(4);
    const xs = Array.from({ length: 4 }, (_, i) => Math.abs(standing.positions[3 * i]));
    expect(Math.min(...xs)).toBeGreaterThan(0.34);
    const step: Body = { shape: cuboid(2, 2, 1), pose: at(1, 0, -0.5) };
    const edge = touching({ shape: stool, pose: at(0, 0, 0) }, step);
    for (let i = 0; i < edge.count; i++) expect(edge.positions[3 * i]).toBeGreaterThan(0.34);
    expect(edge.center[0]).toBeGreaterThan(0.34);
  });

  test("the distance is the least of all parts', against solids, compounds and meshes", () => {
    const random = randomFrom(23);
    const others: BodyShape[] = [sphere(0.3), cuboid(0.2, 0.3, 0.4), shape("cone", 0.3, 0.8), stool, floor.shape];
    for (let k = 0; k < 100; k++) {
      const other = others[k % others.length];
      const pose = poseOf(randomPoint(random, 2), randomQuaternion(random));
      const found = createProximity();
      measureDistance(found, stool, at(0, 0, 0), other, pose);
      let least = Infinity;
      for (const part of stool.parts)
        least = Math.min(least, measureDistance(createProximity(), part.shape, part.pose, other, pose).distance);
      expect(found.distance).toBeCloseTo(least, 10);
    }
  });

  test("a body that lies over many triangles of a level mesh feels one level surface", () => {
    const random = randomFrom(24);
    const fine: Body = { shape: meshOf(grid(40)), pose: at(0, 0, 0) };
    const solids: [BodyShape, number][] = [
      [cuboid(0.6, 0.4, 0.2), 0.1],
      [sphere(0.2), 0.2],
      [shape("cylinder", 0.2, 0.4), 0.2],
      [shape("cone", 0.2, 0.4), 0.1],
    ];
    for (let k = 0; k < 80; k++) {
      const [solid, height] = solids[k % solids.length];
      const [x, y] = randomPoint(random, 1);
      const sunk = 0.02 * random();
      const angle = random();
      const pose = poseOf([x, y, height - sunk], [Math.cos(angle), 0, 0, Math.sin(angle)]);
      const found = touching({ shape: solid, pose }, fine, 1e-3);
      expect(found.count).toBe(solid.kind === "sphere" ? 1 : 4);
      for (let i = 0; i < found.count; i++) {
        expect(found.normals[3 * i + 2]).toBeGreaterThan(1 - 1e-9);
        expect(found.penetrations[i]).toBeCloseTo(sunk, 9);
      }
    }
  });

  test("a height field lies at its heights, and pushes upwards only", () => {
    const heights = Float64Array.of(0, 1, 2, 0, 1, 2);
    const slope = createHeightField(heights, 2, 3, [2, 1]);
    if ("problem" in slope) throw new Error(slope.problem);
    const found = createProximity();
    const ball: Body = { shape: sphere(0.1), pose: poseOf([0.2, 0.1, 1.5]) };
    measureDistance(found, slope, at(0, 0, 0), ball.shape, ball.pose);
    expect(found.distance).toBeCloseTo(0.3 * Math.SQRT1_2 - 0.1, 12);
    const under = touching({ shape: sphere(0.1), pose: poseOf([0.2, 0.1, 1.15]) }, { shape: slope, pose: at(0, 0, 0) });
    expect(under.normal[2]).toBeCloseTo(Math.SQRT1_2, 9);
  });

  test("open, doubled, turned over and thin triangles are told", () => {
    const tetrahedron = [
      [0, 2, 1],
      [0, 1, 3],
      [1, 2, 3],
      [2, 0, 3],
    ];
    const vertices = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);
    const make = (faces: number[][], v = vertices) =>
      createTriangleMesh({ vertices: v, triangles: Int32Array.from(faces.flat()) }, 0);
    const closed = make(tetrahedron);
    expect("open" in closed && closed.open).toBe("");
    expect("open" in closed && closed.shape.sides).toBe(1);
    const open = make(tetrahedron.slice(1));
    expect("open" in open && open.open).toContain("open");
    expect("open" in open && open.shape.sides).toBe(2);
    expect(make([...tetrahedron.slice(1), [0, 1, 2]])).toHaveProperty("problem");
    expect(make([[0, 1, 1]])).toHaveProperty("problem");
    expect(make([[0, 1, 2]], Float64Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0))).toHaveProperty("problem");
    expect(make([])).toHaveProperty("problem");
  });
});

describe("the time of impact", () => {
  const thin: [string, BodyShape][] = [
    ["a coin", shape("cylinder", 0.01, 0.002)],
    ["a needle", shape("capsule", 0.001, 0.02)],
    ["a cone", shape("cone", 0.01, 0.02)],
    [
      "a splinter",
      polyhedron([
        [0, 0, 0],
        [0.02, 0, 0],
        [0, 0.001, 0],
        [0, 0, 0.001],
      ]),
    ],
  ];
  const walls: [string, Body][] = [
    ["a sheet", { shape: cuboid(4, 4, 0.001), pose: poseOf([0, 0, 0]) }],
    ["a mesh", { shape: meshOf(grid(3)), pose: poseOf([0, 0, 0]) }],
    ["a disc", { shape: shape("cylinder", 2, 0.001), pose: poseOf([0, 0, 0]) }],
  ];
  for (const [name, solid] of thin)
    for (const [what, wall] of walls)
      test(`${name} at 3 km/s that turns 1000 times a second does not pass through ${what}`, () => {
        const [speed, turns] = [3000, 6000];
        const motion = (point: Float64Array, out: Pose) => {
          const angle = turns * point[0];
          out.position.set([0.3, 0.2, 1 - speed * point[0]]);
          out.rotation.set(poseOf([0, 0, 0], [Math.cos(angle / 2), Math.sin(angle / 2), 0, 0]).rotation);
        };
        const bound = { speed, angularSpeed: turns, acceleration: 0, angularAcceleration: 0 };
        const impact = createImpact();
        expect(
          findImpact(impact, { shape: solid, motion, bound }, staying(wall.shape, wall.pose), { from: 0, to: 0.001 }),
        ).toBe(true);
        expect(impact.sampled).toBe(false);
        expect(Math.abs(impact.time - 1 / speed)).toBeLessThan(0.025 / speed);
        const out = createProximity();
        measureDistance(out, solid, impact.poseA, wall.shape, impact.poseB);
        expect(out.distance).toBeGreaterThan(0);
        expect(out.distance).toBeLessThan(1e-8);
        expect(Math.abs(impact.contact.normal[2])).toBeCloseTo(1, 6);
      });
});
