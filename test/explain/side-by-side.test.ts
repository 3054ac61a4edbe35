import { expect, test } from "vitest";
import { compareModels } from "../../src/explain/audit/side-by-side.ts";
import { modelOf } from "../engine/lab.ts";

const scene = (e: string, g = "-9.81", more = "") => `world attributes { g = [0, 0, ${g}] }
object { name = ball  physical type = dynamic  geometrical type = sphere
  attributes = { position = [0, 0, 1.1]  size = 0.1  v = [0, 0, 0] } }
object { name = ground  physical type = static  geometrical type = half space  attributes = { position = [0, 0, 0] } }
context { name = fall  type = free fall  functions = { position' = v  v' = g } }
context { name = ${more || "bounce"}  type = collision
  functions = { v = previous(v) - (1 + ${e}) * (previous(v) . collisionNormal) * collisionNormal } }
simulation { name = s  initial time = 0  duration = 1  step = 0.01  frames = 20 }`;
const paths = ["ball.position", "ball.v"];
const impact = Math.sqrt(2 / 9.81);

test("a scene is like itself", () => {
  const found = compareModels(modelOf(scene("0.7")), modelOf(scene("0.7")), paths);
  expect(found).toMatchObject({ onlyA: [], onlyB: [], first: [], divergence: null, stopped: [] });
  expect(found.differences.map(({ most }) => most)).toEqual([0, 0]);
});

test("another restitution parts them at the first bounce, and the difference is that of theory", () => {
  const { divergence, differences, events } = compareModels(
    modelOf(scene("0.7")),
    modelOf(scene("0.5", "-9.81", "softer")),
    paths,
  );
  expect(divergence).toMatchObject({
    path: "ball.position",
    after: 0.45,
    time: 0.5,
    event: { run: "both", type: "collision", context: "bounce", objects: ["ball", "ground"] },
  });
  expect(divergence!.event!.time).toBeCloseTo(impact, 12);
  // Speeds after it differ by 0.2 of that of the impact, and positions by as much times the time since.
  const speed = 9.81 * impact;
  expect(divergence!.difference).toBeCloseTo(0.2 * speed * (0.5 - impact), 10);
  expect(differences.find(({ path }) => path === "ball.v")!.atEnd).toBeGreaterThan(0);
  expect(events.a).toBe(3);
});

test("laws that only one has are named", () => {
  const found = compareModels(modelOf(scene("0.7")), modelOf(scene("0.7", "-9.81", "softer")), paths);
  expect([found.onlyA, found.onlyB]).toEqual([["bounce"], ["softer"]]);
  expect(found.divergence).toBeNull();
});

test("other gravity leads apart without an event, and is told as a first value", () => {
  const found = compareModels(modelOf(scene("0.7")), modelOf(scene("0.7", "-1.62")), paths);
  expect(found.first.map(({ path }) => path)).toEqual(["g"]);
  expect(found.divergence).toMatchObject({ after: 0, time: 0.05, event: null, laws: { a: "fall", b: "fall" } });
  expect(found.divergence!.difference).toBeCloseTo(0.5 * (9.81 - 1.62) * 0.05 ** 2, 12);
});

test("an event that only one run has is the cause", () => {
  const held = scene("0.7").replace(
    "context { name = bounce",
    "event { name = catch  when = t >= 0.31  aliases = { use u as attribute v of object ball }  " +
      "functions = { u = [0, 0, 1] } }\ncontext { name = bounce",
  );
  const { divergence } = compareModels(modelOf(scene("0.7")), modelOf(held), paths);
  expect(divergence).toMatchObject({ after: 0.3, time: 0.35, event: { run: "B", type: "event", context: "catch" } });
  expect(divergence!.event!.time).toBeCloseTo(0.31, 10);
});
