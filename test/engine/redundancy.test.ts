// Mechanisms whose equations follow from each other: always, by their geometry, or for an instant, on a line that they
// cross.
import { describe, expect, test } from "vitest";
import { largest, number, numbers, object, runText } from "./lab.ts";

const gravity = 9.81;
type Point = readonly [number, number, number];
const text = (point: readonly number[]) => `[${point.join(", ")}]`;
const middle = (a: Point, b: Point) => a.map((x, k) => (x + b[k]) / 2);
const between = (from: readonly number[], to: Point) => text(to.map((x, k) => x - from[k]));

/** Bars of 1 kg from each corner to the next, on hinges, the first and the last of them in the world. */
function bars(corners: readonly Point[], axes: readonly Point[], motion: readonly string[], settings: string): string {
  const ends = corners.slice(0, -1).map((corner, k) => [corner, corners[k + 1]] as const);
  const bodies = ends.map(([a, b], k) => {
    const size = text(a.map((x, axis) => (x === b[axis] ? 0.1 : 1)));
    return object(
      `bar${k}`,
      "dynamic",
      "cuboid",
      `position = ${text(middle(a, b))}  orientation = [1, 0, 0, 0]  size = ${size}  mass = 1
       inertia = cuboidInertia(mass, size)  ${motion[k]}  L = spinMomentum(inertia, orientation, w)
       force = [0, 0, 0]  torque = [0, 0, 0]`,
    );
  });
  const at = (bar: number, corner: number) =>
    ends[bar] ? `bar${bar} at ${between(middle(...ends[bar]), corners[corner])}` : `world at ${text(corners[corner])}`;
  const links = corners.map((_, k) => {
    const pair = k === 0 ? `${at(0, 0)}, ${at(-1, 0)}` : `${at(k - 1, k)}, ${at(k, k)}`;
    const axis = text(axes[k]);
    return `link { name = h${k}  kind = hinge  between = {${pair}}  attributes = { axis = ${axis}
    other_axis = ${axis} } }`;
  });
  return `import "laws/bodies.vfl"
    import "laws/newton-euler.vfl"
    import "laws/joints.vfl"
    ${bodies.join("\n")} ${links.join("\n")}
    measures { energy = total(kineticEnergy(mass, v, inertia, orientation, w) - mass * (g . position))
    gap = totalLinks(norm(C)) }
    simulation { name = s  initial time = 0  frames = 10  contexts_involved = {newton_euler, hinge}  ${settings} }`;
}

const still = "v = [0, 0, 0]  w = [0, 0, 0]";

describe("Bricard's mechanism: six hinges along edges of a cube, which by counting could not move", () => {
  const corners: Point[] = [
    [0, 0, 0],
    [1, 0, 0],
    [1, -1, 0],
    [1, -1, 1],
    [0, -1, 1],
    [0, 0, 1],
  ];
  const axes: Point[] = [
    [0, 1, 0],
    [0, 0, 1],
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [1, 0, 0],
  ];
  const run = (step: number) =>
    runText(
      `world attributes { g = [0, -${gravity}, 0] }
       ${bars(corners, axes, Array(5).fill(still), `duration = 1  step = ${step}  integrator = rk4`)}`,
    );

  test("moves at long steps as at short ones, with the order of the integrator, and keeps its energy", () => {
    const [long, half, short] = [0.05, 0.02, 0.01].map(run);
    for (const recording of [long, half, short]) {
      expect(largest(recording, "gap")).toBeLessThan(1e-10);
      expect(number(recording, "solver.redundant")).toBe(1);
    }
    const lost = (recording: typeof long) => largest(recording, "energy", -3 * gravity);
    expect(lost(long)).toBeLessThan(1e-3);
    expect(Math.log2(lost(half) / lost(short))).toBeGreaterThan(3.5);
    const apart = (a: typeof long, b: typeof long) =>
      Math.hypot(...numbers(a, "bar2.position").map((x, k) => x - numbers(b, "bar2.position")[k]));
    expect(apart(long, short)).toBeLessThan(1e-3);
    expect(apart(half, short)).toBeLessThan(1e-5);
  });
});

describe("a four-bar linkage of equal bars goes through the line on which all of them lie", () => {
  const corners: Point[] = [
    [0, 0, 0],
    [0, 0, 1],
    [1, 0, 1],
    [1, 0, 0],
  ];
  const turning = "v = [0.5, 0, 0]  w = [0, 1, 0]";
  const run = (integrator: string, step: number) =>
    runText(
      `world attributes { g = [0, 0, -${gravity}] }
       ${bars(
         corners,
         Array(4).fill([0, 1, 0]),
         [turning, "v = [1, 0, 0]  w = [0, 0, 0]", turning],
         `duration = 2
         step = ${step}  integrator = ${integrator}`,
       )}`,
    );

  test.each([0.05, 0.01, 0.002])("as a parallelogram, by dormand-prince with steps of %f s", (step) => {
    const recording = run("dormand-prince", step);
    // Parts of a long step may happen to go by it.
    if (step < 0.05) {
      const note = recording.notes.find((one) => one.includes("constraints lose their rank for an instant"))!;
      expect(Number(/estimated error is small \(here (\S+) of a number/.exec(note)![1])).toBeLessThan(1e-6);
    }
    expect(largest(recording, "gap")).toBeLessThan(1e-9);
    for (const { time } of recording.frames) {
      // The middle bar stays level: the two others are parallel.
      const [a, b] = ["bar0.position", "bar2.position"].map((path) => numbers(recording, path, time));
      expect(Math.hypot(b[0] - a[0] - 1, b[2] - a[2])).toBeLessThan(1e-6);
    }
    // Two bars of 1 kg about their ends, and one that is led round: w² (2 I + m) / 2 and 2 g high.
    const moment = (2 * (1 + 0.01)) / 12 + 2 / 4 + 1;
    const whole = moment / 2 + 2 * gravity;
    expect(largest(recording, "energy", whole)).toBeLessThan(1e-4 * whole);
  });
});
