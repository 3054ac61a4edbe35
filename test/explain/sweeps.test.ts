// Time stepping explained: which contact law added what in which sweep, and collisions as parts of a step.
import { describe, expect, test } from "vitest";
import { sameBits } from "../../src/explain/tree/literal.ts";
import type { ExplanationNode } from "../../src/explain/tree/node.ts";
import { Run } from "../../src/lab.ts";
import { explainerOf, flawsBelow, nodeOf } from "./tree.ts";

const mass = 2;
const step = 0.01;
const text = `world attributes { g = [0, 0, -10] [m/s^2] }
object { name = ball  copies = 2  physical type = dynamic  geometrical type = sphere
  attributes = { position = [3 * index, 0, if index == 1 then 0.1 else 0.3] [m]  orientation = [1, 0, 0, 0]
    size = 0.1 [m]  mass = ${mass} [kg]  v = [0, 0, 0] [m/s]  w = [0, 0, 1] [1/s]  n = 0  force = [0, 0, 0] [N] } }
object { name = ground  physical type = static  geometrical type = half space
  attributes = { position = [0, 0, 0]  orientation = [0, 0, 0] } }
context { name = fall  type = free fall  functions = {
  force += mass * g
  position' = v
  v' = force / mass
  orientation' = orientationRate(orientation, w) } }
context { name = strike  type = collision  functions = { n = previous(n) + 1 } }
context { name = hold  type = contact  applied to = pair  iterations = 4
  applicability = { mandatory 1 dynamic object and mandatory 1 static object }
  attributes = { jn = 0, begun }  compute_first_time_only_attributes = { begun }
  functions = { begun = t
    jn = max(0, previous(jn) - 0.5 * mass * (previous(v) . collisionNormal))
    v = previous(v) + (jn - (if iteration == 1 then 0 else previous(jn))) / mass * collisionNormal } }
event { name = ring  when = t >= 0.12  aliases = { use rung as attribute n of object ball1 }
  functions = { rung = previous(rung) + 10 } }
simulation { name = s  initial time = 0  duration = 0.4  step = ${step}  scheme = time stepping }`;

const explainer = explainerOf(text);
const run = new Run(explainer.model);
while (!run.isDone) run.advance();
const { events, frames } = run.recording;

describe("the numbers of events", () => {
  test("name the events of the record, also after collisions, which are parts of their steps", () => {
    const types = events.map(({ type }) => type);
    expect(types.indexOf("collision")).toBeLessThan(types.indexOf("event"));
    expect(types.lastIndexOf("collision")).toBeGreaterThan(types.indexOf("event"));
    for (const [i, event] of events.entries())
      for (const side of ["before", "after"] as const)
        for (const path of ["ball1.n", "ball2.n", "ball2.v"]) {
          const recorded = explainer.probe.value(event[side], path) as ExplanationNode["value"];
          const node = nodeOf(explainer.explain(path, { event: i + 1, side }));
          expect(sameBits(node.value, recorded), `${path} ${side} ${event.type} ${i + 1}`).toBe(true);
          expect(flawsBelow(node, 4, { nodes: 20 })).toEqual([]);
        }
  });

  test("what there is none of is told with what there is", () => {
    expect(explainer.explain("ball1.v", { event: 999, side: "after" })).toEqual({
      missing: `there is no event 999; the run has ${events.length}`,
    });
    expect(explainer.why("bell", { time: 0 })).toEqual({
      missing: "there is no object 'bell'; there are 'ball1', 'ball2', 'ground'",
    });
  });

  test("a collision is told by its law, and its functions go by their names", () => {
    const number = 1 + events.findIndex(({ type, objects }) => type === "collision" && objects.includes("ball2"));
    const node = nodeOf(explainer.explain("ball2.n", { event: number, side: "after" }));
    expect(node).toMatchObject({ value: 1, formula: "previous(n) + 1" });
    expect(node.words).toContain("the collision 'strike' of ball2 and ground");
    expect(nodeOf(explainer.explain("n", { event: number, side: "after" })).value).toBe(1);
  });
});

describe("a ball at rest on the ground", () => {
  const time = 0.1;
  const root = nodeOf(explainer.explain("ball1.v", { time }));

  test("has its velocity by the last sweep of the contact law, whose terms open to the sweep before", () => {
    expect(root.words).toMatch(/^sweep 4 of the contact law 'hold' on ball1 and ground at \[3, 0, -?0\.?/);
    const before = root.terms.find(({ name }) => name === "previous(v)")!.open();
    expect(before.words).toContain("sweep 3 of the contact law 'hold'");
    expect(flawsBelow(root, 12, { nodes: 120 })).toEqual([]);
  });

  test("before the sweeps it had fallen for a step", () => {
    const fallen = root.earlier!.open();
    expect(fallen.formula).toContain("+ h *");
    // What it had, and g h.
    const [had, h, rate] = fallen.terms.map(({ value }) => value as { data: Float64Array });
    expect(Number(h)).toBeCloseTo(step, 14);
    expect(Array.from(rate.data)).toEqual([0, 0, -10]);
    expect((fallen.value as { data: Float64Array }).data[2]).toBeCloseTo(had.data[2] - 10 * step, 14);
  });

  test("what a law keeps at a point leads back over the steps to when the point began", () => {
    const jn = root.terms.find(({ name }) => name === "jn")!.open();
    const before = jn.terms.find(({ name }) => name === "previous(jn)")!.open();
    expect(before.words).toContain("sweep 3");
    // Against gravity for a step, in the end: m g h.
    expect(jn.value as number).toBeCloseTo(mass * 10 * step, 2);
    let node = jn;
    for (let n = 0; n < 200; n++) {
      const next = node.terms.find(({ name }) => name === "previous(jn)");
      if (!next) break;
      node = next.open();
    }
    expect(node).toMatchObject({ origin: "initial", value: 0 });
  });
});

test("an orientation is divided by its length after each step", () => {
  const node = nodeOf(explainer.explain("ball1.orientation", { time: 0.2 }));
  expect(node.formula).toBe("orientation_integrated / norm(orientation_integrated)");
  expect(flawsBelow(node, 3, { nodes: 30 })).toEqual([]);
});

test("what stays as it was over thousands of steps leads to where it came from", () => {
  // A rate of zero, and a ball that sleeps.
  const still = text
    .replace("force += mass * g", "force += mass * g  n' = 0 * t  w' = [0, 0, 0] [1/s^2]")
    .replace("duration = 0.4", "duration = 30  sleep speed = 0.1  sleep time = 0.1");
  const far = explainerOf(still);
  for (const path of ["ball2.w", "ball1.position", "ball1.v"]) {
    const node = nodeOf(far.explain(path, { time: 29.995 }));
    expect(sameBits(node.value, far.value(path, { time: 29.995 }) as ExplanationNode["value"]), path).toBe(true);
    expect(flawsBelow(node, 2, { nodes: 10 })).toEqual([]);
  }
  expect(nodeOf(far.explain("ball2.w", { time: 29.995 })).origin).toBe("initial");
});

test("between the ends of a step the way is straight, as in the record of that instant", () => {
  const time = 0.1234;
  const again = new Run(explainer.model, { at: [time] });
  while (!again.isDone) again.advance();
  const frame = again.recording.frames.find((one) => one.time === time)!;
  for (const path of ["ball1.position", "ball2.position", "ball1.orientation", "ball1.v"]) {
    const node = nodeOf(explainer.explain(path, { time }));
    expect(sameBits(node.value, explainer.probe.value(frame, path) as ExplanationNode["value"]), path).toBe(true);
    expect(flawsBelow(node, 4, { nodes: 40 })).toEqual([]);
  }
  expect(frames.length).toBeGreaterThan(10);
});
