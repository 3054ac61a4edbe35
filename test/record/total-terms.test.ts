// Totals at many moments, one after the other, are those of each moment by itself.
import { expect, test } from "vitest";
import { checkSource } from "../../src/language/check/check.ts";
import { createSource } from "../../src/language/syntax/span.ts";
import { Probe } from "../../src/record/probe/probe.ts";
import { prepare, Run } from "../../src/record/run/run.ts";

const balls = `world attributes { g = [0, 0, -10]  gust = 0 }
object {
  name = ball
  physical type = dynamic
  geometrical type = sphere
  copies = 6
  attributes = { size = 0.2  position = [0, 2 * index, index]  mass = index  v = [0, 0, 0]  bounces = 0 }
}
object { name = floor  physical type = static  geometrical type = half space
  attributes = { position = [0, 0, 0]  orientation = [0, 0, 0] } }
context { name = fall  type = free fall  functions = { speed = norm(v)  v' = g  position' = v } }
context {
  name = bounce
  type = collision
  functions = { v1 = previous(v1) - 1.8 * (previous(v1) . collisionNormal) * collisionNormal
    bounces1 = previous(bounces1) + 1 }
}
simulation { name = main  initial time = 0  duration = 1.2  step = 0.01  frames = 10 }
measures {
  energy = total(0.5 * mass * (v . v) - mass * (g . position))
  momentum = total(mass * v)
  // Of other bodies, of the law that governs, of the time, and of an argument.
  beside = total(norm(position - sumOthers(position)))
  speeds = total(speed)
  ages = total(t * mass)
  heaviest(limit) = total(if mass > limit then mass else 0)
  heavy = heaviest(2) + 10 * heaviest(4)
  hits = total(bounces)
}
`;

test("totals at both sides of events are the same whatever was asked before", () => {
  const model = prepare(checkSource(createSource("balls", balls), () => ({ problem: "nothing to import" })));
  if ("severity" in model) throw new Error(model.message);
  const { frames, events } = new Run(model).finish();
  const collisions = events.filter(({ type }) => type === "collision");
  expect(collisions.length).toBeGreaterThan(5);
  const moments = [...frames, ...collisions.flatMap(({ before, after }) => [before, after])];
  const probe = new Probe(model);
  expect(probe.measureNames).toHaveLength(7);
  // In the order of time, and to and fro.
  const orders = [
    moments.toSorted((a, b) => a.time - b.time),
    moments.map((_, i) => moments[(7 * i) % moments.length]),
    moments,
  ];
  for (const order of orders)
    for (const moment of order)
      for (const name of probe.measureNames)
        expect(probe.value(moment, name)).toEqual(new Probe(model).value(moment, name));
  expect(probe.value(frames[0], "heavy")).toBe(18 + 110);
  expect(probe.value(frames.at(-1)!, "hits")).toBe(collisions.length);
});
