// What the geometry tells a body that is held in a group: sums open to the bodies they are of, contacts to where these
// are.
import { describe, expect, test } from "vitest";
import { sameBits } from "../../src/explain/tree/literal.ts";
import type { ExplanationNode } from "../../src/explain/tree/node.ts";
import { nodeAt, suppose } from "../../src/explain/what-if.ts";
import { isMissing } from "../../src/record/probe/probe.ts";
import { floor, object, runText } from "../engine/lab.ts";
import { explainerOf, flawsBelow, nodeOf } from "./tree.ts";

const masses = { a: 1, b: 0.1, c: 0.7, d: 0.2 };
const block = (name: keyof typeof masses, z: number, more = "") =>
  object(
    name,
    "dynamic",
    "cuboid",
    `position = [0, 0, ${z}] [m]  size = [1, 1, 1] [m]  mass = ${masses[name]} [kg]  v = [0, 0, 0] [m/s]  ${more}`,
  );

/** A pile of three; the fourth falls onto it for 0.5 s, and stops there without a word to those below. */
const pile = `import "laws/force-contact.vfl"
  world attributes { g = [0, 0, -10] [m/s^2] }
  ${block("a", 0.5)} ${block("b", 1.5)} ${block("c", 2.5, "tag = 2")} ${block("d", 4.75, "tag = 3")} ${floor}
  context { name = fall  type = free fall  functions = { v' = g  position' = v } }
  context { name = stop  type = collision  applicability = { mandatory 1 dynamic object and mandatory 1 static object }
    functions = { v = [0, 0, 0] [m/s] } }
  context { name = meet  type = collision  applicability = { mandatory 2 dynamic objects }
    functions = { v1 = [0, 0, 0] [m/s]  v2 = [0, 0, 0] [m/s] } }
  simulation { name = s  initial time = 0  duration = 1  step = 0.1  frames = 10
    contexts_involved = {fall, stop, meet, force_contact} }`;
const directions = ["1, [0, 0, 1]", "2, [0, 0, -1]"];

const explainer = explainerOf(pile);
const recording = runText(pile);
const explain = (path: string, time = 0.8) => nodeOf(explainer.explain(path, { time }));
const termsOf = ({ terms }: ExplanationNode) => terms.map(({ name, value }) => [name, value]);

describe("a sum over what lies on a body", () => {
  test("opens to these bodies, each with its own attribute, down to the first values", () => {
    const node = explain("a.massSumDirVec1");
    expect(termsOf(node)).toEqual([
      ["b.mass", 0.1],
      ["c.mass", 0.7],
      ["d.mass", 0.2],
    ]);
    expect(node.value).toBe(0.1 + 0.7 + 0.2);
    expect(node.formula).toBe("mass_b + mass_c + mass_d");
    expect(node.words).toContain(`direction ${directions[0]}`);
    expect(node.words).toContain("b (met by a), c (met by b), d (met by c)");
    expect(node.terms.map((term) => term.open().origin)).toEqual(["initial", "initial", "initial"]);
  });

  test("is opened from the law that asks for it, also in what was computed first", () => {
    const mass = nodeAt(explain("b.total_mass"), "2")!;
    expect(termsOf(mass)).toEqual([
      ["c.mass", 0.7],
      ["d.mass", 0.2],
    ]);
    const first = explain("b.v0");
    const normal = first.terms.find(({ name }) => name === "normal")!.open();
    expect(normal.terms.map(({ name }) => name)).toEqual(["hasPathToStaticObjectDirVec2", "collisionNormalsDirVec2"]);
    expect(flawsBelow(first, 5, { nodes: 80 })).toEqual([]);
  });

  test("tells those who lack the attribute, and that there is nobody", () => {
    const tags = explain("b.tagSumDirVec2");
    expect(tags.value).toBe(0);
    expect(tags.words).toContain(
      "a (met by b; counts nothing, without tag), floor (met by a; counts nothing, without tag)",
    );
    expect(termsOf(explain("a.tagSumDirVec1"))).toEqual([
      ["c.tag", 2],
      ["d.tag", 3],
    ]);
    const top = explain("d.massSumDirVec1");
    expect(top).toMatchObject({ value: 0, terms: [] });
    expect(top.words).toContain("d meets nothing there");
  });

  test("before the fourth came it was over those that lay there", () => {
    expect(termsOf(explain("a.massSumDirVec1", 0.3))).toEqual([
      ["b.mass", 0.1],
      ["c.mass", 0.7],
    ]);
    const landed = recording.events.findIndex(({ type, objects }) => type === "contact" && objects.includes("d"));
    const sides = (["before", "after"] as const).map(
      (side) => nodeOf(explainer.explain("a.massSumDirVec1", { event: landed + 1, side })).terms.length,
    );
    expect(sides).toEqual([2, 3]);
  });

  test("with another mass in it all above it is another", () => {
    const root = explain("a.total_mass");
    const d = nodeAt(root, "2.3")!;
    expect(d.name).toBe("d.mass");
    expect(suppose(root, [{ key: d.key, value: 4 }])).toBe(1 + (0.1 + 0.7 + 4));
  });
});

describe("the contacts of a body", () => {
  test("are told with whom, and with what the test was of whether they face the direction", () => {
    const normals = explain("b.collisionNormalsDirVec2");
    expect(normals.words).toContain("a, -n . d = 1");
    expect(normals.decisions.map(({ text, value }) => [text, value])).toEqual([
      ["-normal_b_a . direction_2 > 0.000001", true],
      ["-normal_b_c . direction_2 > 0.000001", false],
    ]);
    expect(normals.terms.map(({ name }) => name)).toEqual(["normal at a"]);
    const points = explain("b.collisionPointsDirVec2").terms[0];
    expect((points.value as { data: Float64Array }).data[2]).toBeCloseTo(1, 12);
    expect(points.open().terms.map(({ name }) => name)).toEqual([
      "b.position",
      "b.orientation",
      "b.size",
      "a.position",
      "a.orientation",
      "a.size",
    ]);
  });

  test("lead to what carries it, or to nothing that does", () => {
    const carried = explain("c.hasPathToStaticObjectDirVec2");
    expect(carried.value).toBe(true);
    expect(carried.words).toContain("c meets b, b meets a, a meets floor, which is static");
    expect(carried.terms.map(({ name }) => name)).toEqual([
      "normal of c at b",
      "normal of b at a",
      "normal of a at floor",
    ]);
    const above = explain("c.hasPathToStaticObjectDirVec1");
    expect(above.value).toBe(false);
    expect(above.words).toContain("no, only d");
  });
});

test("each of them is the record's at every frame and both sides of events, and formulas give their values", () => {
  const given = ["massSum", "positionSum", "tagSum", "hasPathToStaticObject", "collisionNormals", "collisionPoints"];
  const names = Object.keys(masses).flatMap((body) =>
    [1, 2].flatMap((k) => given.map((what) => `${body}.${what}DirVec${k}`)),
  );
  const { frames, events } = recording;
  const frameMoments = frames.map((frame) => ({ frame, when: { time: frame.time } }));
  const sides = events.flatMap((event, i) =>
    (["before", "after"] as const).map((side) => ({ frame: event[side], when: { event: i + 1, side } })),
  );
  let shown = 0;
  for (const { frame, when } of [...frameMoments, ...sides])
    for (const path of names) {
      const where = `${path} ${JSON.stringify(when)}`;
      const recorded = explainer.probe.value(frame, path);
      const node = explainer.explain(path, when);
      if (isMissing(recorded)) expect(node, where).toHaveProperty("missing");
      else {
        shown++;
        expect(sameBits(nodeOf(node).value, recorded), where).toBe(true);
        expect(nodeOf(node).words, where).toContain("found when 'force_contact' began");
        expect(flawsBelow(nodeOf(node), 2, { nodes: 20 }), where).toEqual([]);
      }
    }
  expect(shown).toBeGreaterThan(300);
});

test("a law that a new neighbour makes begin again is told from that beginning", () => {
  for (const path of ["a.t0", "a.position0", "a.position", "a.v"]) {
    const node = explain(path);
    const frame = recording.frames.find(({ time }) => time === 0.8)!;
    expect(sameBits(node.value, explainer.probe.value(frame, path) as ExplanationNode["value"]), path).toBe(true);
    expect(flawsBelow(node, 4, { nodes: 60 }), path).toEqual([]);
  }
  expect(explain("a.t0").value).toBeCloseTo(0.5, 6);
  expect(explainer.why("a", { time: 0.8 })).toHaveProperty("since", explain("a.t0").value);
});
