// Random bodies on random joints, free in space: whatever the joints are, they can change neither momentum nor energy.
import { describe, expect, test } from "vitest";
import { createRandom } from "../../src/math/random.ts";
import { largest, number, numbers, object, runText } from "./lab.ts";

type Vector = readonly number[];
const cross = (a: Vector, b: Vector) =>
  [0, 1, 2].map((i) => a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3]);
const plus = (a: Vector, b: Vector, s = 1) => a.map((x, i) => x + s * b[i]);
/** Turned from the world into the frame of a quaternion. */
const seenFrom = ([c, ...r]: Vector, u: Vector) => {
  const t = cross(r, u).map((x) => -2 * x);
  return plus(plus(u, t, c), cross(r, t), -1);
};
/** The quaternion that takes the frame of p to that of q: p⁻¹ q. */
const between = ([a, ...u]: Vector, [b, ...v]: Vector) => [
  a * b + u[0] * v[0] + u[1] * v[1] + u[2] * v[2],
  ...plus(
    plus(
      v.map((x) => a * x),
      u,
      -b,
    ),
    cross(u, v),
    -1,
  ),
];
const list = (values: Vector) => `[${values.join(", ")}]`;

const kinds = ["ball_joint", "hinge", "weld", "slider", "rod"] as const;

/**
 * A tree of boxes: each hangs on an earlier one, by a joint of a random kind. Velocities are random: the lab makes them
 * fit.
 */
function tree(seed: number, count: number): string {
  const chance = createRandom(seed, "tree");
  const vector = (size: number) => [0, 1, 2].map(() => chance.uniform(-size, size));
  const unit = (n: number) => {
    const values = Array.from({ length: n }, () => chance.uniform(-1, 1));
    return values.map((x) => x / Math.hypot(...values));
  };
  const places: number[][] = [];
  const turns: number[][] = [];
  const texts: string[] = [];
  for (let k = 0; k < count; k++) {
    places.push(vector(2));
    turns.push(unit(4));
    texts.push(
      object(
        `box${k}`,
        "dynamic",
        "cuboid",
        `position = ${list(places[k])}  orientation = ${list(turns[k])}  size = [0.3, 0.5, 0.8]
          mass = ${chance.uniform(0.5, 2)}
      inertia = cuboidInertia(mass, size)  v = ${list(vector(1))}  w = ${list(vector(1))}
      L = spinMomentum(inertia, orientation, w)  force = [0, 0, 0]  torque = [0, 0, 0]`,
      ),
    );
    if (k === 0) continue;
    const other = Math.floor(chance.uniform(0, k));
    const kind = kinds[(seed + k) % kinds.length];
    const middle = plus(places[k], places[other]).map((x) => x / 2);
    const at = (body: number) => list(seenFrom(turns[body], plus(middle, places[body], -1)));
    const axis = unit(3);
    const attributes = {
      ball_joint: "",
      hinge: `axis = ${list(seenFrom(turns[k], axis))}  other_axis = ${list(seenFrom(turns[other], axis))}`,
      weld: `turn = ${list(between(turns[k], turns[other]))}`,
      slider: `turn = ${list(between(turns[k], turns[other]))}  axis = ${list(seenFrom(turns[other], axis))}`,
      rod: `length = ${Math.hypot(...plus(places[k], places[other], -1))}`,
    }[kind];
    const ends = kind === "rod" ? `box${k}, box${other}` : `box${k} at ${at(k)}, box${other} at ${at(other)}`;
    texts.push(`link { name = joint${k}  kind = ${kind}  between = {${ends}}  attributes = { ${attributes} } }`);
  }
  return `import "laws/bodies.vfl"
    import "laws/newton-euler.vfl"
    import "laws/joints.vfl"
    world attributes { g = [0, 0, 0] }
    ${texts.join("\n")}
    measures {
      energy = total(kineticEnergy(mass, v, inertia, orientation, w))
      momentum = total(mass * v)
      angular = total(angularMomentum(mass, position, v, inertia, orientation, w))
    }
    simulation { name = s  initial time = 0  duration = 2  step = 0.002  frames = 10  integrator = rk4
    start = projected
      contexts_involved = {newton_euler, ball_joint, hinge, weld, slider, rod} }`;
}

describe.each([1, 2, 3, 4, 5, 6])("tree %i of seven boxes", (seed) => {
  const text = tree(seed, 7);
  const recording = runText(text);
  const size = Math.sqrt(2 * number(recording, "energy", 0));

  test("moves", () => {
    expect(size).toBeGreaterThan(0.5);
  });

  test.each(["momentum", "angular"])("keeps its %s to 1e-9", (name) => {
    const first = numbers(recording, name, 0);
    for (const { time } of recording.frames)
      expect(Math.hypot(...plus(numbers(recording, name, time), first, -1))).toBeLessThan(1e-9 * size);
  });

  test("keeps its energy to 1e-8", () => {
    expect(largest(recording, "energy", number(recording, "energy", 0))).toBeLessThan(1e-8 * size ** 2);
  });

  test("had its momenta before its velocities were made to fit: impulses of joints come in pairs", () => {
    const given = runText(
      text
        .replace("start = projected", "")
        .replace(/contexts_involved = \{[^}]*\}/, "contexts_involved = {newton_euler}"),
      { overrides: { duration: 0.002 } },
    );
    for (const name of ["momentum", "angular"])
      expect(Math.hypot(...plus(numbers(given, name, 0), numbers(recording, name, 0), -1))).toBeLessThan(1e-9 * size);
  });
});
