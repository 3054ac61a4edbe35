// What the hand builds, as text: bodies like those that are there, links with all that their laws need. Each text is
// checked, and run.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkSource, createSource, Probe, prepare, Run } from "../../src/lab.ts";
import { addBlockBeside, applyEdits } from "../../src/language/write/edit.ts";
import { drawnBodyText } from "../../src/web/build/body-text.ts";
import { bodyPatterns } from "../../src/web/build/drafts.ts";
import { linkPatterns } from "../../src/web/build/first-values.ts";
import { contextsOf, type Law } from "../../src/web/build/law-text.ts";
import { type DrawnEnd, linkGeometry, withLink } from "../../src/web/build/link-text.ts";
import { prismOver } from "../../src/web/build/prism.ts";
import { usedLaws, withoutShelved, withShelved } from "../../src/web/build/shelf-text.ts";
import { outlineOf } from "../../src/web/worker/outline.ts";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const world = read("src/web/session/new-world.vfl");
const lawOf = (file: string): Law => ({ file, contexts: contextsOf(read(file)) });
const laws = [lawOf("laws/links.vfl"), lawOf("laws/joints.vfl")];

function check(text: string) {
  return checkSource(createSource("built.vfl", text), (path) => createSource(path, read(path)));
}

function problems(text: string): string[] {
  return check(text).diagnostics.map(({ code, message }) => `${code}: ${message}`);
}

function run(text: string): { probe: Probe; run: ReturnType<Run["finish"]> } {
  const model = prepare(check(text));
  if ("severity" in model) throw new Error(model.message);
  return { probe: new Probe(model), run: new Run(model).finish() };
}

function valueAt(text: string, path: string, time: number): number[] {
  const { probe, run: record } = run(text);
  const frame = record.frames.find((one) => one.time >= time - 1e-9)!;
  const value = probe.value(frame, path) as unknown as { data?: ArrayLike<number> } | number;
  return typeof value === "number" ? [value] : Array.from(value.data!);
}

function withBody(text: string, id: string, position: readonly number[], name: string, length = 0): string {
  const pattern = bodyPatterns.find((one) => one.id === id)!;
  const draft = pattern.draw({ across: length, along: 0, length, usual: 0.1 });
  const place = [position[0], position[1], position[2] + draft.height];
  const block = drawnBodyText(draft, name, { position: place, turn: [1, 0, 0, 0] }, outlineOf(check(text)).objects);
  return applyEdits(text, addBlockBeside(text, "object", block));
}

test("the world that one begins with has no problems, and its ball bounces and comes to rest", () => {
  expect(problems(world)).toEqual([]);
  expect(valueAt(world, "ball.position", 10)[2]).toBeCloseTo(0.1, 3);
});

test.each(bodyPatterns.map(({ id }) => id))("a drawn %s has no problems and stays where it is put", (id) => {
  const text = withBody(world, id, [1, 0, 0], "drawn");
  expect(problems(text)).toEqual([]);
  const [before, after] = [0, 2].map((time) => valueAt(text, "drawn.position", time));
  for (let k = 0; k < 3; k++) expect(after[k]).toBeCloseTo(before[k], 2);
});

test("a prism stands where its corners are clicked, whatever their order", () => {
  const draft = prismOver(
    [
      [0, 0],
      [0.3, 0.4],
      [0.6, 0],
      [0.3, 0.1],
      [0, 0.4],
      [0.6, 0.4],
    ],
    0.2,
  )!;
  expect(draft.says).toBe("4 corners");
  const [x, y] = draft.offset;
  expect([x, y]).toEqual([expect.closeTo(0.3, 9), expect.closeTo(0.2, 9)]);
  expect(
    prismOver(
      [
        [0, 0],
        [1, 1],
        [2, 2],
      ],
      0.2,
    ),
  ).toBeNull();
  const block = drawnBodyText(
    draft,
    "drawn",
    { position: [x, y, 0.1], turn: [1, 0, 0, 0] },
    outlineOf(check(world)).objects,
  );
  const text = applyEdits(world, addBlockBeside(world, "object", block));
  expect(problems(text)).toEqual([]);
  expect(valueAt(text, "drawn.position", 1)[2]).toBeCloseTo(0.1, 2);
});

const ball: DrawnEnd = { said: "ball", object: "ball", at: [0, 0, 0] };
const box: DrawnEnd = { said: "drawn", object: "drawn", at: [0, 0, 0] };
const hook: DrawnEnd = { said: "world", object: null, at: [0.5, 0, 1] };

function joined(
  text: string,
  name: string,
  ends: readonly [DrawnEnd, DrawnEnd],
  to: readonly [number, number, number],
) {
  const patterns = linkPatterns.filter((one) => one.name.split("_")[0] === name);
  const geometry = linkGeometry({
    anchors: [[0, 0, 1], to],
    facing: [
      [0, -1, 0],
      [0, -1, 0],
    ],
    turnBetween: [1, 0, 0, 0],
  });
  return patterns.reduce((now, pattern) => {
    const law = laws.find(({ contexts }) => contexts.some((one) => one.name === pattern.kind))!;
    return withLink(now, { pattern, ends, geometry }, law, null);
  }, text);
}

const names = [...new Set(linkPatterns.map(({ name }) => name.split("_")[0]))];

/** Pins and glue hold points that are at one place; other links join the centre of the ball. */
const endFor = (name: string): DrawnEnd =>
  linkPatterns.some((one) => one.name === name && one.meets) ? { ...ball, at: [0.5, 0, 0] } : ball;

test.each(names)("a %s from a body to the world needs nothing else", (name) => {
  const text = joined(world, name, [endFor(name), hook], [0.5, 0, 1]);
  expect(problems(text)).toEqual([]);
  expect(run(text).run.stop).toBeNull();
});

test.each(names)("a %s between two bodies needs nothing else", (name) => {
  const two = withBody(world, "box", [0.5, 0, 0.9], "drawn");
  const text = joined(two, name, [endFor(name), box], [0.5, 0, 1]);
  expect(problems(text)).toEqual([]);
  expect(run(text).run.stop).toBeNull();
});

test("a pendulum that is drawn keeps its length", () => {
  const text = joined(world, "rod", [ball, hook], [0.5, 0, 1]);
  const [x, , z] = valueAt(text, "ball.position", 0.4);
  expect(Math.hypot(x - 0.5, z - 1)).toBeCloseTo(0.5, 6);
});

test("bodies get the attributes that a law needs, with what these are computed from", () => {
  const bare = world
    .replace(/ {4}(mass|inertia|w|L|force|torque) = .*\n/g, "")
    .replace('import "laws/motion.vfl"\n', "")
    .replace('import "laws/contact-impulses.vfl"\n', "")
    .replace('import "laws/bodies.vfl"\n', "");
  const patterns = linkPatterns.filter(({ name }) => name === "spring");
  const geometry = linkGeometry({
    anchors: [
      [0, 0, 1],
      [0.5, 0, 1],
    ],
    facing: [
      [0, -1, 0],
      [0, -1, 0],
    ],
    turnBetween: [1, 0, 0, 0],
  });
  const text = withLink(
    bare,
    { pattern: patterns[0], ends: [ball, hook], geometry },
    laws[0],
    lawOf("laws/motion.vfl"),
  );
  for (const line of ["mass = 1 [kg]", "inertia = inertiaTensor(mass)", "L = spinMomentum(inertia, orientation, w)"])
    expect(text).toContain(line);
  expect(text).toContain('import "laws/motion.vfl"');
  expect(problems(text).filter((one) => !one.includes("scheme"))).toEqual([]);
});

const shelf = ["air", "contact-impulses", "drag", "links", "motion"].map((name) => lawOf(`laws/${name}.vfl`));
const functionsOf = (file: string) => [...read(file).matchAll(/^([A-Za-z]\w*)\(/gm)].map(([, name]) => name);

test("a law from the shelf brings its import and attributes, replaces others, and goes without a trace", () => {
  const drag = shelf.find(({ file }) => file === "laws/drag.vfl")!;
  const text = withShelved(world, drag, "flight_in_air", shelf);
  expect(problems(text)).toEqual([]);
  for (const line of ["air_density = 1.2 [kg/m^3]", "drag_coefficient = 0.47", 'import "laws/drag.vfl"'])
    expect(text).toContain(line);
  expect(usedLaws(text, shelf)).toContain("flight_in_air");
  expect(usedLaws(text, shelf)).not.toContain("gravity");
  const fast = (of: string) => valueAt(of.replace("v = [0, 0, 0]", "v = [9, 0, 0]"), "ball.v", 0.3)[0];
  expect(fast(text)).toBeLessThan(fast(world) - 0.05);
  const back = withoutShelved(text, drag, "flight_in_air", shelf, functionsOf);
  expect(back.replace(/\n {2}contexts_involved = .*/, "")).toBe(world);
});

test("a law that goes leaves what others use", () => {
  const motion = shelf.find(({ file }) => file === "laws/motion.vfl")!;
  const still = withoutShelved(world, motion, "gravity", shelf, functionsOf);
  // The other law of its file is in use, and gravity may come back.
  expect(still).toContain("g = [0, 0, -9.81]");
  expect(problems(still)).toEqual([]);
  // A slider of the bench uses g, too.
  const kept = withoutShelved(still, motion, "free_motion", shelf, functionsOf);
  expect(kept).toContain("g = [0, 0, -9.81]");
  const bare = withoutShelved(
    still.replace(/\n *slider \{ number = g.*/, ""),
    motion,
    "free_motion",
    shelf,
    functionsOf,
  );
  for (const gone of ["laws/motion.vfl", "g = ", "force = ", "torque = "]) expect(bare).not.toContain(gone);
  for (const left of ["mass = 1 [kg]", "L = spinMomentum", "friction = 0.4"]) expect(bare).toContain(left);
  expect(withShelved(bare, motion, "gravity", shelf)).toContain("torque = [0, 0, 0] [N*m]");
});
