// The tree of a velocity after two bounces: down to the first values, and what other numbers would have made of it.
import { describe, expect, test } from "vitest";
import { formatValue } from "../../src/compiler/values/value.ts";
import { sameBits } from "../../src/explain/tree/literal.ts";
import { type ExplanationNode, withNumbers } from "../../src/explain/tree/node.ts";
import { nodeAt, suppose } from "../../src/explain/what-if.ts";
import { experiment, runText } from "../engine/lab.ts";
import { explainerOf, flawsBelow, nodeOf, pathBack } from "./tree.ts";

const text = experiment("bouncing-ball");
const rates = (integrator: string) => `world attributes { g = [0, 0, -9.81] [m/s^2] }
object { name = ball  physical type = dynamic  geometrical type = sphere
  attributes = { position = [0, 0, 1.1] [m]  orientation = [1, 0, 0, 0]  size = 0.1 [m]  mass = 2 [kg]
    v = [1, 0, 0] [m/s]  w = [0, 3, 0] [1/s]  force = [0, 0, 0] [N] } }
object { name = ground  physical type = static  geometrical type = half space
  attributes = { position = [0, 0, 0]  orientation = [0, 0, 0] } }
context { name = fall  type = free fall  functions = {
  force += mass * g
  force += -0.1 [kg/s] * v
  position' = v
  v' = force / mass
  orientation' = orientationRate(orientation, w) } }
context { name = bounce  type = collision
  functions = { e = 0.7  v = previous(v) - (1 + e) * (previous(v) . collisionNormal) * collisionNormal } }
simulation { name = s  initial time = 0  duration = 1.2  step = 0.05  integrator = ${integrator} }`;

/** All that is met on all ways down, each once. */
function originsBelow(root: ExplanationNode): Map<string, ExplanationNode> {
  const all = new Map<string, ExplanationNode>();
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (all.has(node.key)) continue;
    all.set(node.key, node);
    open.push(...node.terms.map((term) => term.open()));
  }
  return all;
}

describe("the velocity after the second bounce", () => {
  const explainer = explainerOf(text);
  const { events } = runText(text);
  const second = events.findIndex(
    (event, i) => event.type === "collision" && events.slice(0, i).some(({ type }) => type === "collision"),
  );
  const root = nodeOf(explainer.explain("ball.v", { event: second + 1, side: "after" }));

  test("reaches the first values of everything it depends on, and every formula on the way gives its value", () => {
    expect(
      sameBits(root.value, explainer.probe.value(events[second].after, "ball.v") as ExplanationNode["value"]),
    ).toBe(true);
    const all = [...originsBelow(root).values()];
    const initial = all.filter(({ origin, name }) => origin === "initial" && /^(ball|ground)\.|^[a-z]+$/.test(name));
    expect(new Set(initial.map(({ name }) => name))).toEqual(
      new Set([
        "ball.v",
        "ball.w",
        "ball.position",
        "ball.mass",
        "ball.size",
        "ball.inertia",
        "ball.orientation",
        "g",
        "restitution",
      ]),
    );
    expect(flawsBelow(root, 30, { nodes: 500 })).toEqual([]);
    const ends = all.filter(({ expr, terms }) => expr === null && terms.length === 0);
    expect(new Set(ends.map(({ name, origin }) => `${origin} ${name}`))).toEqual(
      new Set(["engine t", "given collisionPoint", "given collisionNormal"]),
    );
  });

  test("by the name it has in the law of the bounce, before it is what it was then", () => {
    for (const side of ["before", "after"] as const) {
      const node = nodeOf(explainer.explain("v", { event: second + 1, side }));
      expect(
        sameBits(node.value, explainer.probe.value(events[second][side], "v") as ExplanationNode["value"]),
        side,
      ).toBe(true);
      const last = nodeOf(explainer.explain("v#3", { event: second + 1, side }));
      expect(last.value, side).toBe((node.value as { data: Float64Array }).data[2]);
      expect(flawsBelow(node, 3, { nodes: 20 })).toEqual([]);
    }
  });

  test("has the values of theory: e² of the speed of the first fall", () => {
    const speed = Math.sqrt(2 * 9.81 * 1) * 0.7 ** 2;
    const found = nodeOf(explainer.explain("ball.v#3", { event: second + 1, side: "after" }));
    expect(found.value as number).toBeCloseTo(speed, 12);
    expect(found.formula).toBe("ball.v # 3");
  });

  test("with another restitution at both bounces it would be another", () => {
    const restitution = [...originsBelow(root).values()].find(({ name }) => name === "restitution")!;
    const supposed = suppose(root, [{ key: restitution.key, value: 1 }]);
    expect(formatValue(supposed as ExplanationNode["value"])).not.toBe(formatValue(root.value));
    // The second bounce stays at its time, 2 e v / g after the first: then the ball has v - 2 e v, not yet -v.
    const v = Math.sqrt(2 * 9.81);
    expect((supposed as { data: Float64Array }).data[2]).toBeCloseTo(2 * 0.7 * v - v, 10);
    expect(suppose(root, [{ key: "no such quantity", value: 1 }])).toEqual(root.value);
  });

  test("where a condition would decide otherwise, the other branch is computed", () => {
    const before = nodeAt(root, "2.1")!;
    expect(before.decisions.map(({ value }) => value)).toEqual([false]);
    const up = nodeAt(root, "2.1.1")!;
    const found = suppose(before, [{ key: up.key, value: { kind: "vector", data: Float64Array.of(0, 0, 1) } }]);
    expect(found).toEqual({ kind: "vector", data: Float64Array.of(0, 0, 0) });
  });
});

describe.each(["rk4", "semi-implicit euler", "explicit euler", "implicit midpoint", "dormand-prince"])(
  "by %s",
  (integrator) => {
    const explainer = explainerOf(rates(integrator));
    test("every step is explained, stage by stage, to the first values", () => {
      const root = nodeOf(explainer.explain("ball.position", { time: 1.1 }));
      expect(flawsBelow(root, 4, { nodes: 250 })).toEqual([]);
      const path = pathBack(root, 400);
      expect(path.at(-1)!.origin).toBe("initial");
      expect(path.filter(({ origin }) => origin === "reckoning").length).toBeGreaterThan(20);
    });

    test("between frames it is what a record of that time has", () => {
      const time = 0.7321;
      const node = nodeOf(explainer.explain("ball.orientation", { time }));
      const frame = runText(rates(integrator), { at: [time] }).frames.find((one) => one.time === time)!;
      expect(sameBits(node.value, explainer.probe.value(frame, "ball.orientation") as ExplanationNode["value"])).toBe(
        true,
      );
      expect(flawsBelow(node, 3, { nodes: 60 })).toEqual([]);
    });

    test("one name leads over all steps to where the law began", () => {
      const root = nodeOf(explainer.explain("ball.v", { time: 0.4 }));
      expect(root.earlier!.name).toBe("ball.v when 'fall' began, t = 0");
      expect(root.earlier!.open().origin).toBe("initial");
      expect(withNumbers(root.earlier!.open().expr!, [])).toBe("[1, 0, 0] [m/s]");
    });
  },
);

test.each(["rk4", "implicit midpoint", "dormand-prince"])("a step along a switch says so, by %s", (integrator) => {
  const explainer = explainerOf(`object { name = block  physical type = dynamic  geometrical type = sphere
      attributes = { size = 0.1  position = [0, 0, 0]  x = 0  v = 1 } }
    context { name = rubbed  type = free fall  functions = { x' = v  v' = 0.5 - sign(v) } }
    simulation { name = s  initial time = 0  duration = 2.4  step = 0.15  integrator = ${integrator}  frames = 20 }`);
  for (const path of ["block.v", "block.x"])
    for (const time of [2.1, 2.25, 2.3]) {
      const node = nodeOf(explainer.explain(path, { time }));
      expect(node.words).toContain("along a switch");
      expect(flawsBelow(node, 6, { nodes: 60 })).toEqual([]);
    }
});

describe.each(["rk4", "implicit midpoint", "dormand-prince"])(
  "a step that a law's switch divides, by %s",
  (integrator) => {
    const explainer = explainerOf(`
    object { name = block  physical type = dynamic  geometrical type = sphere
      attributes = { size = 0.1  x = 1  v = 0 } }
    context { name = rubbed  type = free fall  functions = { x' = v  v' = -x - 0.1 * sign(v) } }
    simulation { name = dry  initial time = 0  duration = 4  step = 0.1  integrator = ${integrator}  frames = 10 }`);

    test("is explained piece by piece, to the first values", () => {
      const root = nodeOf(explainer.explain("block.v", { time: 3.3 }));
      expect(flawsBelow(root, 4, { nodes: 250 })).toEqual([]);
      expect(pathBack(root, 600).at(-1)!.origin).toBe("initial");
      // Dormand and Prince's parts are pieces anyway.
      const early = nodeOf(explainer.explain("block.v", { time: 3.2 }));
      if (integrator !== "dormand-prince") expect(early.terms[0].name).toMatch(/^v at t = 3\.1\d+/);
      expect(early.expr).not.toBe(null);
    });
  },
);
