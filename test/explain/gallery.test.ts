// Links, constraints, curves, driven bodies, groups, time stepping: nothing shown is wrong.
import { expect, test } from "vitest";
import { sameBits } from "../../src/explain/tree/literal.ts";
import { Run } from "../../src/lab.ts";
import { isMissing } from "../../src/record/probe/probe.ts";
import { experiment } from "../engine/lab.ts";
import { explainerOf, flawsBelow, nodeOf } from "./tree.ts";

test.each([
  ["double-pendulum", 0.03],
  ["rope-snaps", 0.02],
  ["bungee", 2.5],
  ["pile-10", 0.02],
  ["pile-10", 0.605],
  ["worb-4a", 1.2],
  ["worb-5a", 0.03],
  ["penalty-linear", 0.3],
  ["ball-slips-then-rolls", 0.1],
  ["penalty-hertz", 0.02],
  ["kepler-orbit", 0.05],
  ["ball-on-shaken-plate", 0.1],
  ["bone-on-helix", 0.02],
  ["newtons-cradle", 0.6],
])("%s", (name, time) => {
  const explainer = explainerOf(experiment(name));
  const { model, probe } = explainer;
  const run = new Run(model, { at: [time] });
  while (!run.isDone && run.time <= time) run.advance();
  const frame = run.recording.frames.findLast((one) => one.time === time)!;
  const body = model.bodies.find(({ physicalType }) => physicalType === "dynamic")!;
  for (const path of [
    ...["position", "orientation", "v", "w", "force"].map((one) => `${body.name}.${one}`),
    ...probe.measureNames.slice(0, 2),
  ]) {
    const recorded = probe.value(frame, path);
    const node = explainer.explain(path, { time });
    if (isMissing(recorded)) {
      expect(node, path).toHaveProperty("missing");
      continue;
    }
    expect(sameBits(nodeOf(node).value, recorded), path).toBe(true);
    expect(flawsBelow(nodeOf(node), 3, { nodes: 25 }), path).toEqual([]);
  }
});

test.each([
  ["double-pendulum", "rods1.force", 0.03, ["force += of rods1", "force2 += of elbow", "force1 += of pivot"]],
  ["bungee", "jumper.force", 0.1, ["force += of jumper", "force1 += of cord"]],
])(
  "in %s the sum of forces has a term for each link, down to its unknowns and attributes",
  (name, path, time, terms) => {
    const node = nodeOf(explainerOf(experiment(name)).explain(path, { time }));
    expect(node.terms.map((term) => term.name)).toEqual(terms);
    expect(node.expr).not.toBeNull();
    expect(flawsBelow(node, 6, { nodes: 40 })).toEqual([]);
  },
);

test("first values that chance gave are what it gave, wherever in a formula it stands", () => {
  const explainer = explainerOf(experiment("gas-of-spheres"));
  // onSphere(random(-1, 1), random(0, 2 * pi))
  const node = nodeOf(explainer.explain("atom3.v", { time: 0 }));
  expect(flawsBelow(node, 4, { nodes: 30 })).toEqual([]);
  const drawn: string[] = [];
  const look = (one: typeof node): void => {
    if (one.words.startsWith("drawn at random")) drawn.push(one.name);
    for (const term of one.terms) look(term.open());
  };
  look(node);
  expect(new Set(drawn)).toEqual(new Set(["random(-1, 1)", "random(0, 2 * pi)"]));
});

test.each([
  ["bungee", "cord.force2", 0.05],
  ["rope-snaps", "rope.torque1", 0.05],
  ["block-and-tackle", "tackle.force1", 0],
])("what a link of %s does is the record's to the sign of a zero", (name, path, time) => {
  const explainer = explainerOf(experiment(name));
  const node = nodeOf(explainer.explain(path, { time }));
  expect(sameBits(node.value, explainer.value(path, { time }) as typeof node.value)).toBe(true);
  expect(flawsBelow(node, 3, { nodes: 20 })).toEqual([]);
});

test("laws that move bodies see how deep they overlap when they are applied, not when the sweep began", () => {
  const explainer = explainerOf(experiment("worb-5a").replace(/blocks = \d+/, "blocks = 30"));
  const time = 0.4;
  for (const path of ["block1.position", "block15.orientation"]) {
    const node = nodeOf(explainer.explain(path, { time }));
    expect(sameBits(node.value, explainer.value(path, { time }) as typeof node.value)).toBe(true);
    expect(flawsBelow(node, 6, { nodes: 60 }), path).toEqual([]);
  }
});

test("a sum over links has a term for each, down to where the ends of the link are", () => {
  const explainer = explainerOf(experiment("double-pendulum"));
  const node = nodeOf(explainer.explain("gap", { time: 0.02 }));
  const sum = node.terms[0].open();
  expect(sum.terms.map(({ name }) => name)).toEqual(["of elbow", "of pivot"]);
  expect(sum.terms[0].open().formula).toBe("norm(anchor1 - anchor2)");
  expect(flawsBelow(node, 6, { nodes: 60 })).toEqual([]);
});

test("what the geometry tells opens to what it was asked with", () => {
  const inertia = nodeOf(explainerOf(experiment("mixed-shapes")).explain("pill3.inertia", { time: 0 })).terms[0].open();
  expect(inertia.terms.map(({ name, value }) => [name, value])).toEqual([["mass", 5]]);
  expect(inertia.terms[0].open().terms[0].open().origin).toBe("initial");
  const bead = nodeOf(explainerOf(experiment("beads-on-a-cycloid")).explain("beads3.position", { time: 0 }));
  expect(flawsBelow(bead, 6, { nodes: 30 })).toEqual([]);
  const place = bead.terms.find(({ name }) => name.startsWith("pointAt"))!.open();
  expect(place.terms.map(({ name }) => name)).toEqual(["-0.5 * index"]);
});
