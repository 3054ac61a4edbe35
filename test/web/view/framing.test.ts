// The first look at an experiment: whatever the shape of the window, all that moves is in the picture, from its start
// to its end, and below the tools.
import { readdirSync, readFileSync } from "node:fs";
import { PerspectiveCamera, Quaternion, Vector3 } from "three";
import { expect, test } from "vitest";
import { checkSource } from "../../../src/language/check/check.ts";
import { createSource } from "../../../src/language/syntax/span.ts";
import { Probe } from "../../../src/record/probe/probe.ts";
import { prepare, Run } from "../../../src/record/run/run.ts";
import { Frames } from "../../../src/web/state/run.ts";
import { halfOf } from "../../../src/web/view/bodies/body-geometry.ts";
import { Poses } from "../../../src/web/view/bodies/pose.ts";
import { directionOf, fieldOfView, fitCamera, type PictureShape } from "../../../src/web/view/scene/camera.ts";
import { type Extent, extentOf } from "../../../src/web/view/scene/extent.ts";
import { layoutOf } from "../../../src/web/worker/layout.ts";
import { experimentText } from "../measuring.ts";

const shapes: Readonly<Record<string, PictureShape>> = {
  desktop: { aspect: 1.7, covered: 0.06 },
  tablet: { aspect: 1.1, covered: 0.08 },
  phone: { aspect: 0.8, covered: 0.22 },
};
/** Runs that would take long are looked at up to this number of frames. */
const mostFrames = 25;
const many = /^(pile-|gas-of|ball-pit|card-house|pyramid|worb-[45]|mixed|dominoes|andrews|thesis-5-complete|four-bar)/;

const importSource = (path: string) => createSource(path, readFileSync(path, "utf8"));
const names = readdirSync("experiments").map((file) => file.replace(".vfl", ""));

function framesOf(name: string, text = experimentText(name)): Frames {
  const model = prepare(checkSource(createSource(name, text), importSource));
  if ("severity" in model) throw new Error(model.message);
  const run = new Run(model);
  while (!run.isDone && !(many.test(name) && run.recording.frames.length >= mostFrames)) run.advance();
  const frames = new Frames(layoutOf(model, new Probe(model), []));
  for (const { time, memory } of run.recording.frames)
    frames.add(Float64Array.of(time), memory, new Float64Array(0), null);
  return frames;
}

function cameraFor(extent: Extent, shape: PictureShape): PerspectiveCamera {
  const camera = new PerspectiveCamera(fieldOfView, shape.aspect, 1e-6, 1e9);
  fitCamera(camera, extent, directionOf("default", extent, shape), shape.covered);
  camera.updateMatrixWorld();
  return camera;
}

/** The corners of the boxes around all bodies that move, at a frame; of a sphere those points of it. */
function* cornersAt(frames: Frames, frame: number, { lost, directions }: Extent): Generator<[string, Vector3]> {
  const poses = new Poses(frames.layout);
  const [at, turn] = [new Vector3(), new Quaternion()];
  for (const [i, { name, physicalType, shape }] of frames.layout.bodies.entries()) {
    const half = physicalType === "static" ? null : halfOf(shape);
    if (!half) continue;
    if (shape.kind === "sphere") half.multiplyScalar(1 / Math.sqrt(3));
    poses.read(frames.memory(frame), i, at, turn);
    if (!Number.isFinite(at.lengthSq()) || at.dot(directions.up) < lost) continue;
    for (let k = 0; k < 8; k++) {
      const corner = new Vector3(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1).multiply(half);
      yield [name, corner.applyQuaternion(turn).add(at)];
    }
  }
}

test.each(names)("all of %s is in the picture, on any window", (name) => {
  const frames = framesOf(name);
  const extent = extentOf(frames);
  const outside: string[] = [];
  for (const [window, shape] of Object.entries(shapes)) {
    const camera = cameraFor(extent, shape);
    for (const frame of [0, Math.floor(frames.count / 2), frames.count - 1])
      for (const [body, corner] of cornersAt(frames, frame, extent)) {
        const { x, y } = corner.project(camera);
        if (Math.abs(x) <= 1 && y >= -1 && y <= 1 - 2 * shape.covered) continue;
        outside.push(`${body} on a ${window} at frame ${frame}: ${x.toFixed(2)} ${y.toFixed(2)}`);
      }
  }
  expect(outside).toEqual([]);
});

test("a throw is seen from its broad side where there is room, and larger from aside where there is not", () => {
  const frames = framesOf("throw");
  const extent = extentOf(frames);
  const [wide, narrow] = [shapes["desktop"], shapes["phone"]].map((shape) => directionOf("default", extent, shape));
  // It flies along x.
  expect(Math.abs(wide.x)).toBeLessThan(0.4);
  expect(Math.abs(narrow.x)).toBeGreaterThan(0.45);
  const aside = new PerspectiveCamera(fieldOfView, shapes["phone"].aspect);
  fitCamera(aside, extent, wide, shapes["phone"].covered);
  const chosen = cameraFor(extent, shapes["phone"]);
  expect(chosen.position.distanceTo(extent.centre)).toBeLessThan(0.95 * aside.position.distanceTo(extent.centre));
});

test("without a ground, up is where gravity does not pull", () => {
  const upOf = (gravity: string) =>
    extentOf(framesOf("throw", experimentText("throw").replace("[0, 0, -9.81]", gravity))).directions.up.toArray();
  expect(upOf("[0, 0, -9.81]")).toEqual([0, 0, 1]);
  expect(upOf("[0, -9.81, 0]")).toEqual([0, 1, 0]);
  expect(upOf("[-9.81, 0, 0]")).toEqual([1, 0, 0]);
  expect(upOf("[0, 0, 0]")).toEqual([0, 0, 1]);
});

test("a direction once chosen stays unless another is better by more than was said", () => {
  const extent = extentOf(framesOf("throw"));
  const [wide, narrow] = [shapes["desktop"], shapes["phone"]].map((shape) => directionOf("default", extent, shape));
  const again = (worthTurning: number) =>
    directionOf("default", extent, shapes["phone"], { direction: wide, worthTurning });
  expect(again(1)).toEqual(narrow);
  expect(again(10)).toBe(wide);
});

test("a slope alone is seen from its side, as a ramp on a level", () => {
  const { slope, directions } = extentOf(framesOf("ramp-sticks"));
  expect((slope!.angle * 180) / Math.PI).toBeCloseTo(15, 6);
  const { low, high, height } = slope!;
  for (const point of low) expect(point.dot(directions.up)).toBeCloseTo(height, 9);
  for (const point of high) expect(point.dot(directions.up)).toBeGreaterThan(height);
  const extent = extentOf(framesOf("ramp-sticks"));
  const direction = directionOf("default", extent, shapes["desktop"]);
  expect(Math.abs(direction.dot(slope!.out))).toBeLessThan(0.35);
  // A level ground is none, nor are two half spaces.
  expect(extentOf(framesOf("bouncing-ball")).slope).toBeNull();
  expect(extentOf(framesOf("sliding-ladder")).slope).toBeNull();
});
