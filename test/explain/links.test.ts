// Links in explanations: unknowns of constraints by the equation that they are found from, on known and on random
// experiments.
import { expect, test } from "vitest";
import type { Value } from "../../src/compiler/values/value.ts";
import { sameBits } from "../../src/explain/tree/literal.ts";
import type { ExplanationNode } from "../../src/explain/tree/node.ts";
import { suppose } from "../../src/explain/what-if.ts";
import { Run } from "../../src/lab.ts";
import { isMissing, Probe } from "../../src/record/probe/probe.ts";
import { Random } from "../language/fuzz/random.ts";
import { explainerOf, flawsBelow, nodeOf } from "./tree.ts";

const share = Number(process.env["FUZZ"] ?? 1);
const shift = 100_000_000 * Number(process.env["FUZZ_SEED"] ?? 0);

/** A point on a rod of length 2, level with its end and thrown downwards at 3 m/s. */
const pendulum = `
import "laws/joints.vfl"
world attributes { g = [0, 0, -9.81] }
object { name = bob  physical type = dynamic  geometrical type = sphere
  attributes = { position = [1.2, 0, -1.6]  orientation = [1, 0, 0, 0]  size = 0.1  mass = 0.5
    v = [2.4, 0, 1.8]  force = [0, 0, 0]  torque = [0, 0, 0] } }
link { name = string  kind = rod  between = {bob, world}  attributes = { length = 2 } }
context { name = newton  type = free fall
  functions = { force += mass * g  v' = force / mass  position' = v } }
simulation { name = swing  initial time = 0  duration = 0.1  step = 0.01  integrator = explicit euler }`;

const real = (value: Value | { missing: string }) => {
  if (typeof value !== "number") throw new Error(JSON.stringify(value));
  return value;
};

test("the pull of a pendulum's rod comes from the equation of its constraint, and goes with the mass", () => {
  const explainer = explainerOf(pendulum);
  const node = nodeOf(explainer.explain("string.lambda", { time: 0.02 }));
  const at = (path: string) => (explainer.value(path, { time: 0.02 }) as { data: Float64Array }).data;
  const [x, v] = [at("bob.position"), at("bob.v")];
  // m v²/l and the weight along the rod; the rod's unknown is negative for a pull.
  const pull = (mass: number) => mass * ((v[0] ** 2 + v[2] ** 2) / 2 - (9.81 * x[2]) / 2);
  expect(real(node.value)).toBeCloseTo(-pull(0.5), 9);
  expect(node.formula).toMatch(/^b \/ K/);
  expect(flawsBelow(node, 6, { nodes: 60 })).toEqual([]);
  const find = (root: ExplanationNode, name: string, depth: number): ExplanationNode | null => {
    if (root.name === name) return root;
    for (const term of depth > 0 ? root.terms : []) {
      const found = find(term.open(), name, depth - 1);
      if (found) return found;
    }
    return null;
  };
  const mass = find(node, "bob.mass", 4)!;
  // How it swings does not depend on the mass, so far back as one looks.
  expect(real(suppose(node, [{ key: mass.key, value: 2 }]))).toBeCloseTo(-pull(2), 9);
});

test("what if where a law began is the run with that beginning", () => {
  const falling = (v: number) => `object { name = stone  physical type = dynamic  geometrical type = sphere
  attributes = { position = [0, 0, 9]  size = 0.1  v = [0, 0, ${v}] } }
context { name = air  type = free fall  functions = { position' = v  v' = [0, 0, -9.81] - 0.3 * norm(v) * v } }
simulation { name = s  initial time = 0  duration = 1  step = 0.05  integrator = rk4 }`;
  const node = nodeOf(explainerOf(falling(0)).explain("stone.v", { time: 0.6 }));
  const began = node.earlier!.open();
  const { data } = suppose(node, [{ key: began.key, value: { kind: "vector", data: Float64Array.of(0, 0, 5) } }]) as {
    data: Float64Array;
  };
  const { data: run } = explainerOf(falling(5)).value("stone.v", { time: 0.6 }) as { data: Float64Array };
  expect([...data]).toEqual([...run]);
});

test("a body that falls asleep has the spin of what it holds then: every number below is the record's", () => {
  const text = `world attributes { g = [0, 0, -9.81]  friction = 0.5  restitution = 0  relaxation = 0.2  slop = 1e-4
    bounce_speed = 0.5 }
import "laws/bodies.vfl"  import "laws/newton-euler.vfl"  import "laws/contact-impulses.vfl"
object { name = ground  physical type = static  geometrical type = half space  attributes = { position = [0, 0, 0] } }
object { name = ball  physical type = dynamic  geometrical type = sphere
  attributes = { position = [0, 0, 0.5]  size = 0.5  mass = 20
  inertia = sphereInertia(mass, size)  orientation = [1, 0, 0, 0]  v = [0.003, 0, 0]  w = [0, 0, 0]  L = [0, 0, 0]
    force = [0, 0, 0]  torque = [0, 0, 0] } }
simulation { name = s  initial time = 0  duration = 0.5  step = 0.01  frames = 100  scheme = time stepping
  margin = 0.01  iterations = 20
  sleep speed = 0.01  sleep time = 0.1
    contexts_involved = {newton_euler, contact_impulses, contact_impulses_with_static} }`;
  const explainer = explainerOf(text);
  const run = new Run(explainer.model);
  while (!run.isDone) run.advance();
  const { index } = explainer.model.byName.get("ball")!;
  const { time } = run.recording.frames.find(({ inactive }) => inactive![index] === 1)!;
  const node = nodeOf(explainer.explain("ball.w", { time }));
  expect(node.formula).toBe("R * (inverse(inertia) * (matrixTranspose(R) * L))");
  expect(node.terms.find(({ name }) => name === "L")!.value).toEqual(explainer.value("ball.L", { time }));
  expect(flawsBelow(node, 2, { nodes: 20 })).toEqual([]);
});

test("unknowns that are solved for together are found together under what is supposed", () => {
  // Two equal bobs on one vertical string: the upper rod carries both weights, whatever the lower bob weighs.
  const text = pendulum
    .replace("[1.2, 0, -1.6]", "[0, 0, -2]")
    .replace("[2.4, 0, 1.8]", "[0, 0, 0]")
    .replace(
      "link {",
      `object { name = low  physical type = dynamic  geometrical type = sphere
      attributes = { position = [0, 0, -4]  orientation = [1, 0, 0, 0]  size = 0.1  mass = 0.5  v = [0, 0, 0]
        force = [0, 0, 0]  torque = [0, 0, 0] } }
    link { name = lower  kind = rod  between = {low, bob}  attributes = { length = 2 } }
    link {`,
    );
  const explainer = explainerOf(text);
  const node = nodeOf(explainer.explain("string.lambda", { time: 0.02 }));
  expect(real(node.value)).toBeCloseTo(-9.81, 9);
  const other = nodeOf(explainer.explain("low.mass", { time: 0.02 }));
  expect(real(suppose(node, [{ key: other.key, value: 1.5 }]))).toBeCloseTo(-9.81 * 2, 8);
});

const integrators = ["rk4", "explicit euler", "semi-implicit euler", "implicit midpoint", "dormand-prince"];

/** Bodies in a row, each joined to the one before by something; laws of the library and a text's own. */
function randomLinks(random: Random): { text: string; names: string[] } {
  const count = 2 + random.below(2);
  const number = (most: number) => (random.below(2001) / 1000 - 1) * most;
  const vector = (most: number) => `[${number(most)}, ${number(most)}, ${number(most)}]`;
  const stabilised = () => random.pick(["", "stabilisation = none", "stabilisation = 7", "stabilisation = projection"]);
  const isStepped = random.chance(40);
  const bodies = Array.from(
    { length: count },
    (_, i) => `
object { name = b${i}  physical type = dynamic  geometrical type = cuboid
  attributes = { position = [0, 0, ${-1 - i}]  orientation = [1, 0, 0, 0]  size = [0.2, 0.3, 0.8]
    mass = ${1 + random.below(3)}
    inertia = [[0.3, 0, 0], [0, 0.2, 0], [0, 0, 0.1]]  v = [0, 0, 0]  w = [0, 0, 0]  L = [0, 0, 0]  force = [0, 0, 0]
      torque = [0, 0, 0] } }`,
  );
  const kinds = ["ball_joint", "rod", "spring", "own_distance", "own_plane", "brake"];
  const chosen = bodies.map((_, i) => (i === 0 ? random.pick(kinds.slice(0, 2)) : random.pick(kinds)));
  const attributes: Record<string, string> = {
    rod: "length = 1",
    spring: `k = ${5 + random.below(40)}  c = ${number(1)}  rest = 0.7`,
    own_distance: "span = 1",
    own_plane: "normal = [1, 0, 0]",
    brake: "c = 0.4",
  };
  const links = chosen.map((kind, i) => {
    const [here, there] =
      kind === "ball_joint" ? ["[0, 0, 0.5]", i === 0 ? "[0, 0, -0.5]" : "[0, 0, -0.5]"] : ["[0, 0, 0]", "[0, 0, 0]"];
    const before =
      i === 0 ? `world at ${kind === "ball_joint" ? "[0, 0, -0.5]" : "[0, 0, 0]"}` : `b${i - 1} at ${there}`;
    return `link { name = l${i}  kind = ${kind}  between = {b${i} at ${here}, ${before}}
      attributes = { ${attributes[kind] ?? ""} } }`;
  });
  const pushed = `event { name = kick  when = t > 0.043  functions = { speed = previous(speed) + ${vector(1)} }
    aliases = { use speed as attribute v of object b${count - 1} } }`;
  const text = `
import "laws/joints.vfl"
import "laws/links.vfl"
import "laws/newton-euler.vfl"
world attributes { g = ${vector(10)} }
${bodies.join("")}
${links.join("\n")}
context { name = own_distance  type = constraint  unknowns = {lambda}  constraints = {gap}  ${stabilised()}
  functions = { way = anchor1 - anchor2  gap = way . way - span * span
    force1 += 2 * lambda * way  force2 += -2 * lambda * way } }
context { name = own_plane  type = constraint  unknowns = {lambda, mu}  constraints = {C, D}  ${stabilised()}
  functions = { C = normal . (position1 - position2)  D = [0, 1, 0] . (position1 - position2)
    force1 += lambda * normal + [0, mu, 0]
    force2 += -(lambda * normal)  force2 += [0, -mu, 0] } }
context { name = brake  type = constraint  unknowns = {lambda}  constraints = {turning}
  functions = { turning = [0, 0, 1] . (w1 - w2)
    torque1 += [0, 0, lambda] - c * w1
    torque2 += [0, 0, -lambda] } }
${random.chance(50) && !isStepped ? pushed : ""}
simulation { name = run  initial time = 0  duration = 0.2  step = 0.02
  ${isStepped ? "scheme = time stepping" : `integrator = ${random.pick(integrators)}`}
  contexts_involved = {newton_euler, ${[...new Set(chosen)].join(", ")}} }`;
  return { text, names: chosen.map((_, i) => `l${i}`) };
}

const experiments = Math.ceil(7 * share);

test(`links of ${experiments} random experiments are explained`, { timeout: 120_000 * Math.max(1, share) }, () => {
  let equations = 0;
  let ran = 0;
  const refused: string[] = [];
  for (let k = 0; k < experiments; k++) {
    const random = new Random(shift + k);
    const { text, names } = randomLinks(random);
    const explainer = explainerOf(text);
    const { model } = explainer;
    const run = new Run(model);
    while (!run.isDone) run.advance();
    const { frames, stop } = run.recording;
    if (stop) {
      refused.push(`${shift + k}: ${stop.diagnostic.message}`);
      continue;
    }
    ran++;
    const probe = new Probe(model);
    for (let i = 0; i < 4; i++) {
      const frame = random.pick(frames.slice(1));
      const unknowns = model.links.flatMap((link) => link.unknowns.map((slot) => `${link.name}.${slot.name}`));
      const body = `b${random.below(names.length)}.`;
      const path = i < 2 ? random.pick(unknowns) : body + random.pick(["force", "torque", "v", "L", "position", "w"]);
      const recorded = probe.value(frame, path);
      const node = explainer.explain(path, { time: frame.time });
      const where = `${path} t = ${frame.time} seed ${shift + k}\n${text}`;
      if ("missing" in node || isMissing(recorded)) throw new Error(where);
      expect(sameBits(node.value, recorded), where).toBe(true);
      expect(flawsBelow(node, 5, { nodes: 30 }), where).toEqual([]);
      const rest = node.terms.find(({ name }) => name === "rest");
      if (node.terms.some(({ name }) => name === "K")) equations++;
      if (rest) expect(sizeOf(rest.value), where).toBeLessThan(1e-7 * (1 + sizeOf(node.value)));
    }
  }
  expect(refused, "runs that stop").toEqual([]);
  expect(ran).toBeGreaterThan(experiments / 2);
  expect(equations).toBeGreaterThan(ran);
});

function sizeOf(value: Value): number {
  return typeof value === "object" && "data" in value ? Math.max(...value.data.map(Math.abs)) : Math.abs(Number(value));
}
