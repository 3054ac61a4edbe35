// The bodies as the search for contacts reads them: pose, shape and group of each, in lists by the number of the body.
//
// For many bodies, memory access dominates the time. So nothing here is read from the records of the model, which are
// scattered: a body's pose and the sizes of a cuboid or a sphere are sixteen numbers, behind those of the body before.

import type { Resizable } from "../../../geometry/composite/resize.ts";
import { createPose, type Pose } from "../../../geometry/shapes/pose.ts";
import type { BodyShape, Cuboid } from "../../../geometry/shapes/shape.ts";
import type { Body } from "../../model/model.ts";
import type { ReadonlyNumbers } from "../../model/numbers.ts";
import { orientationRoom, rotationOf } from "../../model/orientation.ts";
import type { Sizing } from "../../model/sizing.ts";
import { copySlot, type Slot } from "../../model/slot.ts";

/** Position, sizes and rotation, padded so that no body's numbers begin inside a cache line. */
const poseNumbers = 16;
const sizesAt = 3;
const rotationAt = 6;

/** The rounding of squares of lengths, relative to them. */
const rounding = 1e-14;

export class PlacedBodies {
  readonly count: number;
  /** 1 for bodies that are not dynamic. */
  readonly still: Uint8Array;
  private readonly shapes: readonly BodyShape[];
  private readonly isCuboid: Uint8Array;
  readonly isSphere: Uint8Array;
  /** For the two bodies of a pair. */
  private readonly cuboids: readonly [Cuboid, Cuboid] = [
    { kind: "cuboid", half: new Float64Array(3) },
    { kind: "cuboid", half: new Float64Array(3) },
  ];
  private readonly spheres: readonly { readonly kind: "sphere"; radius: number }[] = [
    { kind: "sphere", radius: 0.5 },
    { kind: "sphere", radius: 0.5 },
  ];
  /** The first body of the group, which represents it. */
  readonly groups: Int32Array;
  /** The pose found last. */
  readonly pose: Pose = createPose();
  /** Three numbers a body: the last measured change of its position. */
  readonly ways: Float64Array;
  private readonly positions: Places;
  private readonly orientations: Places;
  private readonly numbers: Float64Array;
  /** For each body whose size laws change, the shape found last. */
  private readonly resized: readonly (Resized | null)[];

  constructor(bodies: readonly Body[]) {
    this.count = bodies.length;
    this.still = Uint8Array.from(bodies, ({ physicalType }) => (physicalType === "dynamic" ? 0 : 1));
    this.shapes = bodies.map(({ geometry }) => geometry);
    const having = (kind: BodyShape["kind"]) => Uint8Array.from(this.shapes, (shape) => (shape.kind === kind ? 1 : 0));
    this.isCuboid = having("cuboid");
    this.isSphere = having("sphere");
    this.groups = Int32Array.from(bodies, ({ group }) => group.first);
    this.positions = new Places(bodies.map(({ position }) => position));
    this.orientations = new Places(bodies.map(({ orientation }) => orientation));
    this.ways = new Float64Array(3 * bodies.length);
    this.numbers = new Float64Array(poseNumbers * bodies.length);
    for (const { geometry, index } of bodies) this.putSizes(index, geometry);
    this.resized = bodies.map(({ sizing }) => sizing && resizedBy(sizing));
  }

  private putSizes(i: number, shape: BodyShape): void {
    const at = poseNumbers * i + sizesAt;
    if (shape.kind === "cuboid") this.numbers.set(shape.half, at);
    else if (shape.kind === "sphere") this.numbers[at] = shape.radius;
  }

  /** Whether laws change the size of a body. */
  isResized(i: number): boolean {
    return this.resized[i] !== null;
  }

  /** Whether two spheres are surely farther apart than a distance, the one number in a list. */
  areSpheresApart(i: number, j: number, distance: Float64Array): boolean {
    const { numbers } = this;
    const a = poseNumbers * i;
    const b = poseNumbers * j;
    const x = numbers[a] - numbers[b];
    const y = numbers[a + 1] - numbers[b + 1];
    const z = numbers[a + 2] - numbers[b + 2];
    const near = numbers[a + sizesAt] + numbers[b + sizesAt] + distance[0];
    return (x * x + y * y + z * z) * (1 - rounding) > near * near;
  }

  /** The shape of a body; for a cuboid or a sphere valid until the next call for the same side of a pair. */
  shapeOf(i: number, side: 0 | 1): BodyShape {
    const { numbers } = this;
    const at = poseNumbers * i + sizesAt;
    if (this.isSphere[i] === 1) {
      const sphere = this.spheres[side];
      sphere.radius = numbers[at];
      return sphere;
    }
    if (this.isCuboid[i] === 0) return this.resized[i]?.made.shape ?? this.shapes[i];
    const cuboid = this.cuboids[side];
    for (let k = 0; k < 3; k++) cuboid.half[k] = numbers[at + k];
    return cuboid;
  }

  /** Finds the place of a body in a memory. */
  follow(i: number, memory: ReadonlyNumbers): void {
    const { pose, numbers } = this;
    const { position, rotation } = pose;
    this.positions.copy(i, memory, position);
    const orientation = orientationRoom(this.orientations.size[i]);
    this.orientations.copy(i, memory, orientation);
    rotationOf(rotation, orientation);
    const at = poseNumbers * i;
    for (let k = 0; k < 3; k++) numbers[at + k] = position[k];
    for (let k = 0; k < 9; k++) numbers[at + rotationAt + k] = rotation[k];
    const resized = this.resized[i];
    if (resized) this.followSize(i, resized, memory);
  }

  private followSize(i: number, { sizing, made, found }: Resized, memory: ReadonlyNumbers): void {
    made.resize(copySlot(memory, sizing.slot, found));
    this.putSizes(i, made.shape);
  }

  /** A point of a body, in its frame at the last found size: moves it to its place for the size in a memory. */
  stretch(i: number, point: Float64Array, memory: ReadonlyNumbers): void {
    const resized = this.resized[i];
    if (!resized) return;
    const { sizing, found } = resized;
    sizing.stretch(point, point, found, copySlot(memory, sizing.slot, sizing.numbers));
  }

  /** The pose of a body found last. */
  poseOf(i: number, out: Pose): void {
    const { numbers } = this;
    const { position, rotation } = out;
    const at = poseNumbers * i;
    for (let k = 0; k < 3; k++) position[k] = numbers[at + k];
    for (let k = 0; k < 9; k++) rotation[k] = numbers[at + rotationAt + k];
  }

  /**
   * Measures how a body moved from one memory to another; writes the distance, and the change of the numbers of its
   * orientation.
   */
  measureWay(i: number, before: ReadonlyNumbers, after: ReadonlyNumbers, out: Float64Array): void {
    const { ways } = this;
    this.positions.subtract(i, before, after, ways, 3 * i);
    out[0] = lengthOf(ways, 3 * i, 3);
    const { size } = this.orientations;
    const turn = orientationRoom(size[i]);
    this.orientations.subtract(i, before, after, turn, 0);
    out[1] = lengthOf(turn, 0, size[i]);
  }

  /** The largest move of any point of a body by the change of its size from one memory to another. */
  growth(i: number, before: ReadonlyNumbers, after: ReadonlyNumbers): number {
    const resized = this.resized[i];
    if (!resized) return 0;
    const { sizing } = resized;
    const { slot } = sizing;
    return sizing.farthest(copySlot(before, slot, resized.before), copySlot(after, slot, sizing.numbers));
  }

  /** Treats a body as unmoved. */
  rest(i: number): void {
    for (let k = 3 * i; k < 3 * i + 3; k++) this.ways[k] = 0;
  }

  /** Writes by how much the positions of two bodies may have approached each other. */
  measureApproach(i: number, j: number, out: Float64Array): void {
    const { ways } = this;
    for (let k = 0; k < 3; k++) approach[k] = ways[3 * i + k] - ways[3 * j + k];
    out[0] = lengthOf(approach, 0, 3);
  }
}

interface Resized {
  readonly sizing: Sizing;
  readonly made: Resizable;
  /** The size found last. */
  readonly found: Float64Array;
  /** A buffer for an earlier size. */
  readonly before: Float64Array;
}

function resizedBy(sizing: Sizing): Resized {
  const { size } = sizing.slot;
  return { sizing, made: sizing.create(), found: new Float64Array(size), before: new Float64Array(size) };
}

const approach = new Float64Array(3);

function lengthOf(numbers: Float64Array, at: number, size: number): number {
  let sum = 0;
  for (let k = at; k < at + size; k++) sum += numbers[k] * numbers[k];
  return Math.sqrt(sum);
}

/** Where the numbers of an attribute of each body lie in a memory. */
class Places {
  readonly size: Int32Array;
  private readonly offset: Int32Array;
  private readonly stride: Int32Array;

  constructor(slots: readonly Slot[]) {
    this.size = Int32Array.from(slots, ({ size }) => size);
    this.offset = Int32Array.from(slots, ({ offset }) => offset);
    this.stride = Int32Array.from(slots, ({ stride }) => stride);
  }

  copy(i: number, memory: ReadonlyNumbers, out: Float64Array): void {
    const size = this.size[i];
    const stride = this.stride[i];
    let at = this.offset[i];
    for (let k = 0; k < size; k++, at += stride) out[k] = memory[at];
  }

  /** Writes the differences of the numbers, after minus before. */
  subtract(i: number, before: ReadonlyNumbers, after: ReadonlyNumbers, out: Float64Array, to: number): void {
    const size = this.size[i];
    const stride = this.stride[i];
    let at = this.offset[i];
    for (let k = 0; k < size; k++, at += stride) out[to + k] = after[at] - before[at];
  }
}
