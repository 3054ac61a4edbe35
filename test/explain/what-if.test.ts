// What if a number were another: it is carried through all that depends on it. Compared with the law worked out by
// hand, and with runs of the changed text.
import { describe, expect, test } from "vitest";
import type { Value } from "../../src/compiler/values/value.ts";
import type { Explainer, When } from "../../src/explain/explainer.ts";
import { sameBits } from "../../src/explain/tree/literal.ts";
import type { ExplanationNode } from "../../src/explain/tree/node.ts";
import { nodeAt, suppose, suppositionAt, WhatIf } from "../../src/explain/what-if.ts";
import { Run } from "../../src/lab.ts";
import { isMissing, type Missing } from "../../src/record/probe/probe.ts";
import { experiment } from "../engine/lab.ts";
import { explainerOf, nodeOf } from "./tree.ts";

const vector = (...data: number[]): Value => ({ kind: "vector", data: Float64Array.from(data) });
const numbers = (value: Value | Missing): number[] => {
  if (isMissing(value)) throw new Error(value.missing);
  return typeof value === "object" && "data" in value ? [...value.data] : [Number(value)];
};
const near = (found: Value | Missing, wanted: readonly number[], digits = 10) => {
  const is = numbers(found);
  expect(is.length).toBe(wanted.length);
  for (const [i, x] of wanted.entries()) expect(is[i]).toBeCloseTo(x, digits);
};

/** Where a name stands in the formula of a node, or below it. */
function find(root: ExplanationNode, name: string, depth = 12): ExplanationNode {
  let level = [root];
  const seen = new Set<string>();
  for (let i = 0; i <= depth; i++) {
    const found = level.find((node) => node.name === name);
    if (found) return found;
    level = level
      .flatMap((node) => node.terms.map((term) => term.open()))
      .filter(({ key }) => !seen.has(key) && seen.add(key));
  }
  throw new Error(`no ${name}`);
}

/** The number of the first event of a type, from 1. */
function firstOf(explainer: Explainer, type: string, which = 0): number {
  const run = new Run(explainer.model);
  while (!run.isDone && run.recording.events.filter((event) => event.type === type).length <= which) run.advance();
  return run.recording.events.indexOf(run.recording.events.filter((event) => event.type === type)[which]) + 1;
}

const past = (event: number): When => ({ event, side: "after" });

describe("in a bounce", () => {
  const explainer = explainerOf(experiment("bouncing-ball"));
  const root = nodeOf(explainer.explain("ball.v", past(firstOf(explainer, "collision", 1))));
  const settings = explainer.model.settings;

  test("the impulse follows the velocity before: after = -e before", () => {
    const supposition = suppositionAt(root, "1", vector(0, 0, -10), settings)!;
    near(suppose(root, [supposition]), [0, 0, 7]);
    // Not one step back is looked through: nothing before the bounce depends on it.
    near(suppose(nodeAt(root, "1.1")!, [supposition]), [0, 0, 0.7 * Math.sqrt(2 * 9.81)]);
  });

  test("a velocity that leaves takes the other branch: no impulse", () => {
    near(suppose(root, [suppositionAt(root, "1", vector(1, 0, 3), settings)!]), [1, 0, 3]);
  });

  test("several at once: the impulse -(1 + e) m v for each", () => {
    const impulse = nodeAt(root, "2")!;
    const suppositions = [
      suppositionAt(root, "1", vector(2, 0, -4), settings)!,
      { key: find(root, "restitution").key, value: 0.5 },
      { key: find(root, "ball.mass").key, value: 3 },
    ];
    near(suppose(impulse, suppositions), [0, 0, 1.5 * 3 * 4]);
    near(suppose(root, suppositions), [2, 0, 2]);
  });

  test("a matrix: the inertia turns a grazing bounce", () => {
    const spin = nodeOf(explainer.explain("ball.w", past(firstOf(explainer, "collision", 1))));
    const inertia = find(spin, "ball.inertia");
    const heavy = { kind: "matrix", rows: 3, cols: 3, data: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1) } as Value;
    // The impulse along the normal passes through the centre, whatever the inertia.
    near(suppose(spin, [{ key: inertia.key, value: heavy }]), [0, 0, 0]);
    const inverse = find(spin, "inverse_inertia");
    near(suppose(inverse, [{ key: inertia.key, value: heavy }]), [1, 0, 0, 0, 1, 0, 0, 0, 1]);
  });
});

test("Newton's collision of the library: both bodies follow one velocity", () => {
  const ball = (name: string, x: number, v: number, mass: number) =>
    `object { name = ${name}  physical type = dynamic  geometrical type = sphere  attributes = {
      position = [${x}, 0, 0] [m]  orientation = [0, 0, 0]  size = 0.1 [m]  mass = ${mass} [kg]
      inertia = sphereInertia(mass, size)  v = [${v}, 0, 0] [m/s]  w = [0, 0, 0] [1/s] } }`;
  const explainer = explainerOf(`import "laws/bodies.vfl"  import "laws/frictionless-collision.vfl"
    world attributes { restitution = 0.5 }
    ${ball("left", -1, 2, 1)} ${ball("right", 1, -1, 3)}
    context { name = drift  type = free fall  functions = { position' = v } }
    simulation { name = s  initial time = 0  duration = 2  contexts_involved = {drift, frictionless_collision} }`);
  const event = past(firstOf(explainer, "collision"));
  const law = (m1: number, m2: number, v1: number, v2: number, e: number) => {
    const both = m1 * v1 + m2 * v2;
    return [(both - m2 * e * (v1 - v2)) / (m1 + m2), (both + m1 * e * (v1 - v2)) / (m1 + m2)];
  };
  const [left, right] = ["left.v", "right.v"].map((path) => nodeOf(explainer.explain(path, event)));
  near(left.value, [law(1, 3, 2, -1, 0.5)[0], 0, 0]);
  const v1 = { key: find(left, "left.v").key === left.key ? nodeAt(left, "1")!.key : "", value: vector(5, 0, 0) };
  const [own, other] = law(1, 3, 5, -1, 0.5);
  near(suppose(left, [v1]), [own, 0, 0]);
  near(suppose(right, [v1]), [other, 0, 0]);
  const heavy = { key: find(right, "right.mass").key, value: 7 };
  const [ownHeavy, otherHeavy] = law(1, 7, 5, -1, 0.5);
  near(suppose(left, [v1, heavy]), [ownHeavy, 0, 0]);
  near(suppose(right, [v1, heavy]), [otherHeavy, 0, 0]);
});

/** The first collision of an experiment, with one of its numbers changed in the text: until then nothing differs. */
test.each([
  ["bouncing-ball", "restitution"],
  ["newton-restitution-energy", "friction"],
  ["ball-slips-then-rolls", "friction"],
  ["tippe-top", "friction"],
])("the first collision of %s with another %s is that of the changed text", (name, constant) => {
  const text = experiment(name);
  const stated = new RegExp(`^(\\s*${constant} = )([\\d.]+)`, "m");
  const value = Number(stated.exec(text)![2]) * 0.7 + 0.03;
  const [was, is] = [text, text.replace(stated, `$1${value}`)].map(explainerOf);
  const event = firstOf(was, "collision");
  if (event === 0) return;
  const run = new Run(was.model);
  while (run.recording.events.length < event) run.advance();
  const { bodies } = run.recording.events[event - 1].before.act!.players;
  for (const body of bodies.filter(({ physicalType }) => physicalType === "dynamic")) {
    const root = nodeOf(was.explain(`${body.name}.v`, past(event)));
    const { key } = nodeOf(was.explain(constant, past(event)));
    const whatIf = new WhatIf(root, [{ key, value }]);
    near(whatIf.of(root).value, numbers(is.value(root.name, past(event)) as Value), 9);
    expect(whatIf.notes).toEqual([]);
  }
});

/** Runs without events: the whole way back is computed again. */
test.each([
  ["fall-in-air", "ball.v", 0.2, "ball.mass", 3],
  ["projectile-with-drag", "ball.position", 0.1, "g", [0, 0, -3]],
  ["kepler-orbit", "planet.position", 0.03, "GM", 30],
] as const)("%s: %s at t = %d with another %s is that of the changed text", (name, path, time, constant, instead) => {
  const text = experiment(name);
  const was = explainerOf(text);
  const node = nodeOf(was.explain(constant, { time: 0 }));
  const value = typeof instead === "number" ? instead : vector(...instead);
  const root = nodeOf(was.explain(path, { time }));
  const word = constant.replace(/^.*\./, "");
  const is = explainerOf(
    text.replace(
      new RegExp(`^(\\s*${word} = )(\\[[^\\]]*\\]|[^\\[\\n]+)`, "m"),
      `$1${typeof instead === "number" ? instead : `[${instead}]`}`,
    ),
  );
  const whatIf = new WhatIf(root, [{ key: node.key, value }]);
  const wanted = is.value(path, { time }) as Value;
  expect(sameBits(wanted, root.value)).toBe(false);
  near(whatIf.of(root).value, numbers(wanted), 9);
});

const plain = (functions: string, world = "", more = "") => `
  world attributes { ${world} }
  object { name = a  physical type = dynamic  geometrical type = sphere
    attributes = { position = [0, 0, 1]  size = 0.1  v = [3, 4, 0]  one = 2  two = 2 } }
  context { name = law  type = free fall  functions = { position' = v  ${functions} } ${more} }
  simulation { name = s  initial time = 0  duration = 1  step = 0.1  integrator = explicit euler }`;

describe("over functions", () => {
  const at = (text: string, path: string) => {
    const explainer = explainerOf(text);
    return { explainer, root: nodeOf(explainer.explain(path, { time: 0.5 })) };
  };

  test("of equal arguments only the one that is another changes", () => {
    const { explainer, root } = at(plain("square(x) = x * x  sum = square(one) + 10 * square(two)"), "a.sum");
    const { key } = nodeOf(explainer.explain("a.one", { time: 0.5 }));
    expect(suppose(root, [{ key, value: 3 }])).toBe(9 + 40);
  });

  test("nested, with conditions and | and & that are decided otherwise", () => {
    const law = `inner(x) = if x > 2.5 & x < 10 then 100 * x else x
      outer(y) = if y < 0 | y > 2 then inner(y + 1) else y
      result = outer(one) + outer(two)`;
    const { explainer, root } = at(plain(law), "a.result");
    expect(root.value).toBe(4);
    const { key } = nodeOf(explainer.explain("a.one", { time: 0.5 }));
    expect(suppose(root, [{ key, value: 4 }])).toBe(502);
    expect(suppose(root, [{ key, value: 12 }])).toBe(13 + 2);
    expect(suppose(root, [{ key, value: -1 }])).toBe(0 + 2);
  });

  test("by an alias, of a measure and in a law", () => {
    const text = `${plain("speed = norm(mine)", "", "aliases = { use mine as attribute v of object a }")}
      measures { use there as attribute v of object a  twice = 2 * norm(there) }`;
    const { explainer, root } = at(text, "twice");
    const { key } = nodeOf(explainer.explain("a.v", { time: 0.5 }));
    expect(suppose(root, [{ key, value: vector(6, 8, 0) }])).toBe(20);
    const speed = nodeOf(explainer.explain("a.speed", { time: 0.5 }));
    expect(suppose(speed, [{ key, value: vector(6, 8, 0) }])).toBe(10);
  });

  test("a function that has no value then says so", () => {
    const { explainer, root } = at(plain("picked = v # one"), "a.picked");
    const { key } = nodeOf(explainer.explain("a.one", { time: 0.5 }));
    expect(suppose(root, [{ key, value: 7 }])).toEqual({ missing: expect.stringContaining("'a.picked'") });
  });
});

test("in a step of time stepping all sweeps follow", () => {
  const text = (friction: number) => `import "laws/bodies.vfl"  import "laws/newton-euler.vfl"
    import "laws/contact-impulses.vfl"
    world attributes { g = [0, 0, -10]  friction = ${friction}  restitution = 0  relaxation = 0.2  slop = 1e-4
      bounce_speed = 0.5 }
    object { name = ground  physical type = static  geometrical type = half space
      attributes = { position = [0, 0, 0] } }
    object { name = ball  physical type = dynamic  geometrical type = sphere
      attributes = { position = [0, 0, 0.5]  size = 0.5  mass = 20  inertia = sphereInertia(mass, size)
        orientation = [1, 0, 0, 0]  v = [1, 0, 0]  w = [0, 0, 0]  L = [0, 0, 0]
        force = [0, 0, 0]  torque = [0, 0, 0] } }
    simulation { name = s  initial time = 0  duration = 0.1  step = 0.01  scheme = time stepping  margin = 0.01
      iterations = 8  contexts_involved = {newton_euler, contact_impulses, contact_impulses_with_static} }`;
  const [was, is] = [0.5, 0.2].map((friction) => explainerOf(text(friction)));
  const { key } = nodeOf(was.explain("friction", { time: 0 }));
  const whatIf = (path: string, time: number) => new WhatIf(nodeOf(was.explain(path, { time })), [{ key, value: 0.2 }]);
  const root = nodeOf(was.explain("ball.w", { time: 0.01 }));
  const first = whatIf("ball.w", 0.01);
  near(first.of(root).value, numbers(is.value("ball.w", { time: 0.01 }) as Value), 9);
  near(first.of(root).value, [0, (2.5 * 0.2 * 10 * 0.01) / 0.5, 0], 9);
  expect(first.notes).toEqual([]);
  // In the next step the ball would be elsewhere: where it touches is found by the geometry alone, which is said.
  expect(whatIf("ball.w", 0.02).notes).toEqual([
    "Unchanged, because only a run can compute them: collisionNormal, collisionPoint.",
  ]);
});

test("what is too far back stays as it was, and this is said", () => {
  const explainer = explainerOf(experiment("kepler-orbit"));
  const root = nodeOf(explainer.explain("planet.v", { time: 1.5 }));
  const { key } = nodeOf(explainer.explain("GM", { time: 0 }));
  const whatIf = new WhatIf(root, [{ key, value: 50 }]);
  expect(isMissing(whatIf.of(root).value)).toBe(false);
  expect(whatIf.notes).toEqual([expect.stringMatching(/^This is carried back to t = 1\.\d+; earlier values/)]);
  // A number that lies there itself cannot be carried here.
  const began = root.earlier!.open();
  const far = new WhatIf(root, [{ key: began.key, value: vector(0, 5, 0) }]);
  expect(far.of(root).value).toEqual({ missing: expect.stringContaining("numbers lie between") });
});
