// A model seen from another frame: its first values turned, or mirrored and turned. What is a vector of the world, what
// one of a body, and what turns the other way round in a mirror is known by names: those of the library and of the
// gallery.
import type { Link, Model, Slot } from "../../../src/referee/reading/reading.ts";
import { readNumbers, writeNumbers } from "../../../src/referee/reading/reading.ts";

type Matrix = readonly (readonly number[])[];

/**
 * The world is turned by `world`; bodies have their own axes in the frame `own`, which is mirrored where the world is.
 */
export interface View {
  readonly world: Matrix;
  readonly own: Matrix;
  /** -1 in a mirror. */
  readonly hand: 1 | -1;
}

const identity: Matrix = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const mirror: Matrix = [
  [1, 0, 0],
  [0, -1, 0],
  [0, 0, 1],
];

/** About an axis that is none of the frame's. */
export function turnedView(angle: number): View {
  return { world: about([1 / 3, -2 / 3, 2 / 3], angle), own: identity, hand: 1 };
}

export function mirroredView(angle: number): View {
  return { world: times(about([1 / 3, -2 / 3, 2 / 3], angle), mirror), own: mirror, hand: -1 };
}

/** Vectors that say how something turns. */
const axial = new Set(["w", "L", "torque", "a_v", "L_body", "ang_v"]);
/** Vectors in the frame of their body, and what has three numbers and is none. */
const ofBody = new Set(["L_body", "middle"]);
const noVector = new Set(["size", "origin"]);

/** Attributes of links: in whose frame they are, an end's or the world's. */
type Frame = 1 | 2 | "world";
const frames: Readonly<Record<string, Readonly<Record<string, Frame>>>> = {
  hinge: { axis: 1, other_axis: 2 },
  slider: { axis: 2 },
  motor: { axis: 2 },
  torsion_spring: { axis: 2 },
  gear: { axis: "world", other_axis: "world" },
  rope_on_wheel: { direction: "world", axis: "world" },
  pulley: { wheel_1: "world", wheel_2: "world" },
  rolling_ball: { normal: 2 },
  rolling_disc: { normal: 2 },
  drive: { axis: "world" },
};
/** Axes about which something turns; those of a hinge are lines. */
const axialAxes = new Set(["motor", "torsion_spring", "gear", "rope_on_wheel", "drive"]);

/** Turns all that bodies, links and the world have in a memory. */
export function see(model: Model, memory: Float64Array, view: View): void {
  for (const slot of model.world.values()) if (isVector(slot)) turn(memory, slot, view.world, handOf(slot.name, view));
  for (const body of model.bodies)
    for (const slot of body.slots.values()) {
      if (slot === body.orientation) turnOrientation(memory, slot, view);
      else if (slot.shape.kind === "matrix" && slot.size === 9) turnTensor(memory, slot, view.own);
      else if (isVector(slot))
        turn(memory, slot, ofBody.has(slot.name) ? view.own : view.world, handOf(slot.name, view));
    }
  for (const link of model.links) seeLink(memory, link, view);
}

function seeLink(memory: Float64Array, link: Link, view: View): void {
  const frameOf = (frame: Frame) => (frame === "world" || !link.bodies[frame - 1] ? view.world : view.own);
  const kind = link.context.name.name;
  for (const end of [1, 2] as const) turn(memory, link.slots.get(`at ${end}`)!, frameOf(end), 1);
  for (const [name, frame] of Object.entries(frames[kind] ?? {})) {
    const isAxis = name.endsWith("axis") && axialAxes.has(kind);
    turn(memory, link.slots.get(name)!, frameOf(frame), isAxis ? view.hand : 1);
  }
  // It takes the frame of the first end to that of the second.
  const between = link.slots.get("turn");
  if (!between) return;
  const inside = rotationOf(readNumbers(memory, between));
  writeNumbers(memory, between, quaternionOf(times(times(frameOf(1), inside), transposed(frameOf(2)))));
}

const isVector = ({ name, shape, size }: Slot) => shape.kind === "vector" && size === 3 && !noVector.has(name);
const handOf = (name: string, { hand }: View) => (axial.has(name) ? hand : 1);

function turn(memory: Float64Array, slot: Slot, matrix: Matrix, sign: number): void {
  const x = readNumbers(memory, slot);
  writeNumbers(
    memory,
    slot,
    matrix.map((row) => sign * row.reduce((sum, a, k) => sum + a * x[k], 0)),
  );
}

function turnTensor(memory: Float64Array, slot: Slot, own: Matrix): void {
  writeNumbers(memory, slot, times(times(own, rowsOf(readNumbers(memory, slot))), transposed(own)).flat());
}

function turnOrientation(memory: Float64Array, slot: Slot, { world, own }: View): void {
  const turned = times(times(world, rotationOf(readNumbers(memory, slot))), transposed(own));
  const form = slot.size === 4 ? quaternionOf(turned) : slot.size === 9 ? turned.flat() : anglesOf(turned);
  writeNumbers(memory, slot, form);
}

/** Of a quaternion, a matrix or Euler angles, R = Rx Ry Rz. */
export function rotationOf(numbers: readonly number[]): Matrix {
  if (numbers.length === 9) return rowsOf(numbers);
  if (numbers.length === 3) {
    const [x, y, z] = identity.map((axis, k) => about(axis, numbers[k]));
    return times(times(x, y), z);
  }
  const [w, x, y, z] = numbers;
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ];
}

function anglesOf(r: Matrix): number[] {
  return [Math.atan2(-r[1][2], r[2][2]), Math.asin(Math.max(-1, Math.min(1, r[0][2]))), Math.atan2(-r[0][1], r[0][0])];
}

function quaternionOf(r: Matrix): number[] {
  const trace = r[0][0] + r[1][1] + r[2][2];
  const squares = [1 + trace, 1 - trace + 2 * r[0][0], 1 - trace + 2 * r[1][1], 1 - trace + 2 * r[2][2]];
  const k = squares.indexOf(Math.max(...squares));
  const products = [
    [squares[0], r[2][1] - r[1][2], r[0][2] - r[2][0], r[1][0] - r[0][1]],
    [r[2][1] - r[1][2], squares[1], r[0][1] + r[1][0], r[0][2] + r[2][0]],
    [r[0][2] - r[2][0], r[0][1] + r[1][0], squares[2], r[1][2] + r[2][1]],
    [r[1][0] - r[0][1], r[0][2] + r[2][0], r[1][2] + r[2][1], squares[3]],
  ][k];
  const length = Math.hypot(...products);
  return products.map((x) => x / length);
}

function about([x, y, z]: readonly number[], angle: number): Matrix {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const d = 1 - c;
  return [
    [c + d * x * x, d * x * y - s * z, d * x * z + s * y],
    [d * x * y + s * z, c + d * y * y, d * y * z - s * x],
    [d * x * z - s * y, d * y * z + s * x, c + d * z * z],
  ];
}

function times(a: Matrix, b: Matrix): Matrix {
  return a.map((row) => [0, 1, 2].map((j) => row.reduce((sum, x, k) => sum + x * b[k][j], 0)));
}

const transposed = (a: Matrix): Matrix => [0, 1, 2].map((i) => [0, 1, 2].map((j) => a[j][i]));
const rowsOf = (x: readonly number[]): Matrix => [x.slice(0, 3), x.slice(3, 6), x.slice(6, 9)];
