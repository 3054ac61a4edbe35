// Between frames: a bounce is drawn to its very point, and a vector that jumps is drawn as it was before or after,
// never between.
import { Quaternion, Vector3 } from "three";
import { expect, test } from "vitest";
import { Probe } from "../../../src/record/probe/probe.ts";
import { Frames } from "../../../src/web/state/run.ts";
import { cornersOf, Poses, shareOf } from "../../../src/web/view/bodies/pose.ts";
import { bendsOf } from "../../../src/web/worker/bends.ts";
import { layoutOf } from "../../../src/web/worker/layout.ts";
import { experimentText, recordOf } from "../measuring.ts";

/** The run of a ball, with few frames, as the page has it. */
function framesOf(): Frames {
  const text = experimentText("bouncing-ball")
    .replace(/frames = \d+/, "")
    .replace("duration", "frames = 4  duration");
  const { recording } = recordOf(text);
  const { model } = recording;
  const frames = new Frames(layoutOf(model, new Probe(model), []));
  for (const { time, memory } of recording.frames) frames.add(Float64Array.of(time), memory, new Float64Array(0), null);
  frames.bends.add(bendsOf(recording.events, new Map(model.bodies.map((body) => [body.name, body]))));
  return frames;
}

const frames = framesOf();
const ball = frames.layout.bodies.findIndex(({ name }) => name === "ball");
/** Falls from 1.1 to its radius, 0.1: 1 m. */
const impact = Math.sqrt(2 / 9.81);

function heightAt(time: number): number {
  const at = new Vector3();
  new Poses(frames.layout).between(frames, frames.at(time), time, ball, at, new Quaternion());
  return at.z;
}

test("at the bounce the ball is drawn on the ground, and above it before and after", () => {
  expect(frames.times[1]).toBe(0.25);
  expect(heightAt(impact)).toBeCloseTo(0.1, 9);
  expect(heightAt(impact - 0.01)).toBeGreaterThan(0.11);
  expect(heightAt(impact + 0.01)).toBeGreaterThan(0.11);
  // At frames it is where they say.
  for (const k of [0, 1, 2, 3])
    expect(heightAt(frames.times[k])).toBe(
      frames.memory(k)[frames.layout.bodies[ball].slots.find(({ name }) => name === "position")!.offset + 2],
    );
});

test("what jumps at the bounce belongs to the frame before up to it, and to the frame after it from there on", () => {
  const frame = frames.at(impact);
  expect(shareOf(frames, frame, impact - 1e-6, ball)).toBe(0);
  expect(shareOf(frames, frame, impact + 1e-6, ball)).toBe(1);
  expect(shareOf(frames, 0, 0.125, ball)).toBeCloseTo(0.5, 9);
});

test("the way of the ball has a corner at each bounce", () => {
  const [come, left] = [new Vector3(), new Vector3()];
  const heights: number[] = [];
  for (const _ of cornersOf(frames, ball, 0, 1.2, come, left)) heights.push(come.z, left.z);
  // The second bounce comes after 2 e t1 more: e = 0.7.
  expect(impact * 2.4).toBeLessThan(1.2);
  expect(heights.length).toBe(4);
  for (const height of heights) expect(height).toBeCloseTo(0.1, 9);
});

test("a run that is taken back loses the bends after that time", () => {
  const kept = frames.upTo(3, 0.5);
  expect(kept.bends.count(ball, 10)).toBe(1);
  expect(kept.count).toBe(3);
});
