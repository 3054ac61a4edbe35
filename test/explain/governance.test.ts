import { expect, test } from "vitest";
import type { Governance } from "../../src/explain/governance.ts";
import { experiment } from "../engine/lab.ts";
import { explainerOf } from "./tree.ts";

function why(explainer: ReturnType<typeof explainerOf>, name: string, time: number): Governance {
  const found = explainer.why(name, { time });
  if ("missing" in found) throw new Error(found.missing);
  return found;
}

const ball = explainerOf(experiment("bouncing-ball"));

test("in the air a ball falls freely since its last bounce", () => {
  const found = why(ball, "ball", 0.7);
  expect(found).toMatchObject({ law: "free_fall", type: "free fall", neighbours: [], links: [] });
  expect(found.since).toBeCloseTo(Math.sqrt(2 / 9.81), 12);
  expect(found.reasons[0]).toBe("'ball' touches nothing");
  expect(found.reasons[1]).toMatch(
    /^since t = 0\.4515\d*, after the collision 'frictionless_collision_with_static' of ball and ground/,
  );
  expect(found.reasons[2]).toMatch(/is the only free-fall context that applies$/);
});

test("at rest the contact law holds it, for free fall would not part it from the ground", () => {
  const found = why(ball, "ball", 3.5);
  expect(found).toMatchObject({ law: "force_contact", type: "contact" });
  expect(found.neighbours).toHaveLength(1);
  const [ground] = found.neighbours;
  expect(ground).toMatchObject({ other: "ground", status: "contact", tendency: "closing", law: "force_contact" });
  // A fall from rest: half g times the time of the test squared.
  expect(ground.growth).toBeCloseTo(-0.5 * 9.81 * ground.separation ** 2, 14);
  expect(found.reasons[0]).toContain("'ball' is held in contact with 'ground'");
});

test("what is static is moved by none", () => {
  expect(why(ball, "ground", 0.7)).toMatchObject({
    law: null,
    type: null,
    reasons: ["'ground' is static: no law moves it"],
  });
});

test("the most specific of several laws wins, and it is said why", () => {
  const explainer = explainerOf(`object { name = a  physical type = dynamic  geometrical type = sphere
      attributes = { position = [0, 0, 0]  size = 1  v = [1, 0, 0] } }
context { name = any  type = free fall  functions = { position' = v } }
context { name = round  type = free fall  applicability = { mandatory 1 dynamic sphere }
  functions = { position' = 2 * v } }
context { name = boxes  type = free fall  applicability = { mandatory 1 dynamic cuboid }
  functions = { position' = 3 * v } }
simulation { name = s  initial time = 0  duration = 1 }`);
  const found = why(explainer, "a", 0.5);
  expect(found.law).toBe("round");
  expect(found.candidates).toMatchObject([
    { context: "any", isApplicable: true, isChosen: false, specificity: [0, 0, 0] },
    { context: "boxes", isApplicable: false, isChosen: false, specificity: [0, 1, 1] },
    { context: "round", isApplicable: true, isChosen: true, specificity: [0, 1, 1] },
  ]);
  expect(found.reasons.at(-1)).toBe(
    "'round', which asks for mandatory 1 dynamic sphere, is more specific than 'any': " +
      "names before shapes before physical types",
  );
});

test("in time stepping the laws of contact points act on top of free fall", () => {
  const found = why(explainerOf(experiment("pile-10")), "block1", 0.1);
  expect(found.type).toBe("free fall");
  expect(found.neighbours.length).toBeGreaterThan(0);
  for (const { status, law } of found.neighbours) expect([status, law === null]).toEqual(["contact point", false]);
});

test("links act on top by the laws that their kinds name, and are told with what they ask", () => {
  const found = why(explainerOf(experiment("double-pendulum")), "rods1", 0.01);
  expect(found.law).toBe("newton_euler");
  expect(found.reasons).toContain(
    "'hinge', the kind of the link 'pivot' to the world, also acts: " +
      "it solves for lambda, mu so that C, tilt stays zero",
  );
  expect(found.reasons.filter((reason) => reason.startsWith("'hinge'"))).toHaveLength(2);
});

test("of a body that sleeps it is said, and which law would move it", () => {
  const explainer = explainerOf(`object { name = ground  physical type = static  geometrical type = half space
      attributes = { position = [0, 0, 0] } }
object { name = ball  physical type = dynamic  geometrical type = sphere
  attributes = { position = [0, 0, 1]  size = 1  v = [0, 0, 0] } }
context { name = fall  type = free fall  functions = { position' = v  v' = [0, 0, -10] } }
context { name = stop  type = contact  applied to = pair
  applicability = { mandatory 1 dynamic object and mandatory 1 static object }
  functions = { v1 = previous(v1) - min(0, previous(v1) . collisionNormal) * collisionNormal } }
simulation { name = s  initial time = 0  duration = 1  step = 0.01  scheme = time stepping  margin = 0.01
  sleep speed = 0.01  sleep time = 0.1 }`);
  expect(why(explainer, "ball", 0.05)).toMatchObject({ sleeps: false, law: "fall" });
  const found = why(explainer, "ball", 0.5);
  expect(found).toMatchObject({ sleeps: true, law: "fall" });
  expect(found.reasons[0]).toMatch(/^'ball' sleeps: .* slower than 0\.01 for 0\.1 s/);
  expect(found.reasons.at(-1)).toMatch(
    /^'stop', which asks for .* is also applied to its contact points with 'ground'$/,
  );
});
