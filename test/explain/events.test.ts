// Names at the sides of an event: those of its law mean what they mean there, and only for the bodies that take part.
import { describe, expect, test } from "vitest";
import { sameBits } from "../../src/explain/tree/literal.ts";
import { Run } from "../../src/lab.ts";
import { isMissing } from "../../src/record/probe/probe.ts";
import { floor, object } from "../engine/lab.ts";
import { explainerOf, flawsBelow, nodeOf } from "./tree.ts";

const ball = (name: string, x: number, z: number) =>
  object(
    name,
    "dynamic",
    "sphere",
    `position = [${x}, 0, ${z}] [m]  size = 0.1 [m]  mass = 2 [kg]  v = [0, 0, 0] [m/s]  force = [0, 0, 0] [N]`,
  );

/**
 * Both the law of the fall and that of the bounce have a `speed`, as has the link a `force1`; the bounce counts in
 * `hits`.
 */
const text = `world attributes { g = [0, 0, -10] [m/s^2] }
  ${ball("low", 0, 1.1)} ${ball("high", 2, 5)} ${floor}
  link { name = cord  kind = pull  between = {high at [0, 0, 0], world at [2, 0, 9]}  attributes = { k = 3 [N/m] } }
  context { name = pull  type = link  functions = { force1 += k * (anchor2 - anchor1) } }
  context { name = fall  type = free fall
    functions = { speed = norm(v)  force += mass * g  position' = v  v' = force / mass } }
  context { name = bounce  type = collision
    attributes = { hits = 0, begun }  compute_first_time_only_attributes = { begun }
    functions = { begun = t + 1  hits = previous(hits) + 1  force1 = 100 [N] * collisionNormal
      speed = norm(previous(v))
      e = 0.5  v = previous(v) - (1 + e) * (previous(v) . collisionNormal) * collisionNormal } }
  measures { use u as attribute v of object high  e = u . u }
  simulation { name = s  initial time = 0  duration = 0.6  step = 0.01 }`;

const explainer = explainerOf(text);
const { events } = new Run(explainer.model).finish();
const number = 1 + events.findIndex(({ type }) => type === "collision");
const explain = (path: string, side: "before" | "after") => explainer.explain(path, { event: number, side });

describe.each(["before", "after"] as const)("%s a bounce", (side) => {
  test.each([
    "high.speed",
    "cord.force1",
    "high.v",
    "e",
    "speed",
    "low.speed",
    "low.hits",
    "low.begun",
    "low.collisionNormal",
    "hits",
    "v",
    "collisionPoint",
  ])("%s is the record's", (path) => {
    const recorded = explainer.probe.value(events[number - 1][side], path);
    if (isMissing(recorded)) return expect(explain(path, side)).toHaveProperty("missing");
    const node = nodeOf(explain(path, side));
    expect(sameBits(node.value, recorded)).toBe(true);
    expect(node.name.replace(/^.*\\./, "")).toBe(path.replace(/^.*\\./, ""));
    expect(flawsBelow(node, 4, { nodes: 40 })).toEqual([]);
  });

  test("another body is told by its own law, a link by its own, a measure by its own formula", () => {
    // The one that takes no part has fallen as long, pulled by less than its weight.
    expect(nodeOf(explain("high.speed", side)).words).toContain("'fall' on high");
    expect(nodeOf(explain("cord.force1", side)).value).not.toEqual(nodeOf(explain("low.force1", "after")).value);
    expect(nodeOf(explain("e", side)).formula).toBe("u . u");
    expect(explain("high.hits", side)).toHaveProperty("missing");
    expect(explain("high.collisionNormal", side)).toHaveProperty("missing");
  });
});

test("what the law of the bounce keeps is counted by it", () => {
  expect([nodeOf(explain("low.hits", "before")).value, nodeOf(explain("low.hits", "after")).value]).toEqual([0, 1]);
  // A fall by 1 m takes the square root of 1/5 of a second.
  expect(nodeOf(explain("low.begun", "after")).value as number).toBeCloseTo(1 + Math.sqrt(0.2), 9);
});
