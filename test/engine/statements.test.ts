// Every kind of statement in every place: it does what the reference says of it, or it is refused. A cell is the value
// that the run ends with, which follows from the text, or the code of the diagnostic.
import { describe, expect, test } from "vitest";
import { type Checked, checkSource, createSource, prepare, Run } from "../../src/lab.ts";
import { number, read } from "./lab.ts";

/** What is written to an attribute n that is 1 at first, over five steps of 0.1. */
const kinds: Readonly<Record<string, (n: string) => string>> = {
  "=": (n) => `${n} = 7`,
  "'": (n) => `${n}' = 3`,
  "''": (n) => `${n}'' = 3`,
  "+=": (n) => `${n} += 2`,
  previous: (n) => `${n} = previous(${n}) + 1`,
  "first time only": (n) => `${n} = 7`,
};

/** What a link does that holds its ends by no force. */
const noPull = "force1 += [0, 0, 0] * q  force2 += -[0, 0, 0] * q";

interface Parts {
  /** Of the free-fall law of the ball. */
  readonly fall?: string;
  readonly blocks?: string;
  readonly simulation?: string;
  readonly world?: string;
  readonly object?: string;
  readonly link?: string;
}

/**
 * The ball meets the floor at t = 0.25; the link holds it to the twin, which is far away. All is observed, so that
 * all is read.
 */
function scene({
  fall = "functions = {",
  blocks = "",
  simulation = "",
  world = "",
  object = "",
  link = "",
}: Parts): string {
  // The first value of what adds up is no value.
  const first = /[a-z]1? \+= 2/.test(blocks + fall) ? 0 : 1;
  const body = (name: string, place: string, v: string, more: string) =>
    `object { name = ${name} physical type = dynamic geometrical type = sphere
       attributes = { size = 0.1 position = ${place} v = ${v} a = ${first} b = 0 force = [0, 0, 0] ${more} } }\n`;
  const spring = `context { name = spring type = link functions = { ${noPull} } }`;
  return `world attributes { c = 1 ${world} }
${body("ball", "[0, 0, 0.35]", blocks.includes("constraint") ? "[0, 0, 0]" : "[0, 0, -1]", object)}
${body("twin", "[0, 0, 5]", "[0, 0, 0]", "")}
object { name = floor physical type = static geometrical type = half space attributes = { a = 1 } }
context { name = fall type = free fall applicability = {object ball} ${fall} position' = v  v' = force } }
context { name = still type = free fall functions = { position' = v  v' = force } }
link { name = s kind = spring between = {ball, twin} attributes = { q = 1 ${link} } }
${blocks.includes("name = spring") ? "" : spring}
${blocks}
measures { use observed as attribute a of object ball  seen = total(a + b) + c + observed }
simulation { name = run initial time = 0 duration = 0.5 step = 0.1 ${simulation} }`;
}

const aliases = "use twin_a as attribute a of object twin  use link_q as attribute q of link s";
/** The attribute that a name stands for, as it is listed and as it is asked for. */
const meaning: Readonly<Record<string, readonly [string, string]>> = {
  a: ["a", "ball.a"],
  a1: ["a", "ball.a"],
  c: ["c", "c"],
  k: ["k", "ball.b"],
  q: ["q", "s.q"],
  twin_a: ["a", "twin.a"],
  link_q: ["q", "s.q"],
};

/**
 * The text of a statement in a law: `k` is an attribute of the context, and what it becomes is shown as b of the
 * ball.
 */
function lawWith(place: string, kind: string, name: string): string {
  const statement =
    kinds[kind](name) +
    (name === "k" && place !== "link" && place !== "constraint"
      ? `  ${place === "pair contact" ? "b1" : "b"} = k`
      : "");
  const once = kind === "first time only" ? `compute_first_time_only_attributes = {${meaning[name][0]}}` : "";
  const head = `attributes = {k = 1} aliases = { ${name === "q" ? "" : aliases} } ${once}`;
  const law = (type: string, functions: string) =>
    `context { name = law type = ${type} ${head} functions = { ${functions} ${statement} } }`;
  switch (place) {
    case "free fall":
      return scene({ fall: `${head} functions = { ${statement}` });
    case "collision":
      return scene({ blocks: law("collision", "v = -previous(v)") });
    case "group contact":
      return scene({
        blocks: `context { name = hit type = collision functions = { v = [0, 0, 0] } } ${law("contact", "")}`,
      });
    case "pair contact":
      return scene({
        blocks: law("contact applied to = pair iterations = 1", "v1 = [0, 0, 0]"),
        simulation: "scheme = time stepping",
      });
    case "link":
      return scene({
        blocks: `context { name = spring type = link ${head} functions = { ${noPull}  ${statement} } }`,
      });
    case "constraint":
      return scene({
        blocks: `context { name = spring type = constraint unknowns = {l} constraints = {C} ${head} functions = {
        C = norm(position1 - position2) - 4.65  force1 += l * [0, 0, 1]  force2 += -l * [0, 0, 1]  ${statement} } }`,
      });
    default:
      return scene({
        blocks: `event { name = e when = t > 0.25 aliases = { use a as attribute a of object ball ${aliases} }
          functions = { ${statement} } }`,
      });
  }
}

/** Diagnostics, and the value at the end of the run where there is no error. */
function outcome(text: string, path: string): number | string {
  const checked: Checked = checkSource(createSource("test.vfl", text), read);
  const [first] = checked.diagnostics.toSorted((one, other) => (one.severity < other.severity ? -1 : 1));
  if (first) return first.code;
  const model = prepare(checked);
  if ("severity" in model) return model.code;
  const [compiled, interpreted] = (["compiled", "interpreted"] as const).map((evaluation) =>
    new Run(model, { evaluation }).finish(),
  );
  if (compiled.stop) return `stopped: ${compiled.stop.diagnostic.message}`;
  expect(number(interpreted, path)).toBe(number(compiled, path));
  return Number(number(compiled, path).toPrecision(12));
}

/**
 * Place and name; then a cell for each of the kinds. Rates act for 0.5, in the contact from t = 0.25 to 0.5;
 * `previous` counts steps, of 0.1 and to events.
 */
const table = `
free fall     | a      | 7    | 2.5  | rate-order | 2            | 6          | 7
free fall     | c      | 7    | 2.5  | rate-order | 2            | 6          | unknown-name
free fall     | k      | 7    | rate | rate-order | contribution | 6          | 7
free fall     | twin_a | 7    | 2.5  | rate-order | 2            | 6          | 7
free fall     | link_q | 7    | 2.5  | rate-order | 2            | 6          | unknown-name
collision     | a      | 7    | rate | rate-order | contribution | 2          | 7
collision     | a1     | 7    | rate | rate-order | contribution | 2          | 7
collision     | c      | 7    | rate | rate-order | contribution | 2          | unknown-name
collision     | k      | 7    | rate | rate-order | contribution | 2          | 7
collision     | twin_a | 7    | rate | rate-order | contribution | 2          | 7
collision     | link_q | 7    | rate | rate-order | contribution | 2          | unknown-name
group contact | a      | 7    | 1.75 | rate-order | 2            | 4          | 7
group contact | c      | 7    | 1.75 | rate-order | 2            | 4          | unknown-name
group contact | k      | 7    | rate | rate-order | contribution | 4          | 7
group contact | twin_a | 7    | 1.75 | rate-order | 2            | 4          | 7
group contact | link_q | 7    | 1.75 | rate-order | 2            | 4          | unknown-name
pair contact  | a      | 7    | rate | rate-order | 2            | 3          | lost
pair contact  | a1     | 7    | rate | rate-order | 2            | 3          | lost
pair contact  | c      | lost | rate | rate-order | contribution | lost       | unknown-name
pair contact  | k      | 7    | rate | rate-order | contribution | 3          | 7
pair contact  | twin_a | lost | rate | rate-order | contribution | lost       | lost
pair contact  | link_q | lost | rate | rate-order | contribution | lost       | unknown-name
link          | q      | 7    | rate | rate-order | contribution | link-state | unknown-name
link          | a1     | lost | rate | rate-order | 2            | lost       | link-state
link          | c      | lost | rate | rate-order | contribution | lost       | unknown-name
link          | twin_a | lost | rate | rate-order | contribution | lost       | link-state
constraint    | q      | 7    | rate | rate-order | contribution | link-state | unknown-name
constraint    | a1     | lost | rate | rate-order | 2            | lost       | link-state
constraint    | c      | lost | rate | rate-order | contribution | lost       | unknown-name
event         | a      | 7    | rate | rate-order | contribution | 2          |
event         | c      | 7    | rate | rate-order | contribution | 2          |
event         | twin_a | 7    | rate | rate-order | contribution | 2          |
event         | link_q | 7    | rate | rate-order | contribution | 2          |`;

describe("a statement in a law or an event acts, or is refused", () => {
  const rows = table
    .trim()
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()));
  test.each(rows)("%s, of %s", (place, name, ...cells) => {
    const found = Object.keys(kinds).map((kind, i) =>
      cells[i] === "" ? "" : String(outcome(lawWith(place, kind, name), meaning[name][1])),
    );
    expect(found).toEqual(cells);
  });
});

describe("first values and measures are values, and nothing else", () => {
  const places: readonly (readonly [string, (statement: string) => Parts, string])[] = [
    ["world attributes", (statement) => ({ world: statement }), "z"],
    ["attributes of an object", (statement) => ({ object: statement }), "ball.z"],
    ["attributes of a link", (statement) => ({ link: statement }), "s.z"],
    ["inputs", (statement) => ({ blocks: `input { ${statement} }` }), "z"],
    ["measures", (statement) => ({ blocks: `measures { ${statement} }` }), "z"],
  ];
  test.each(places)("%s", (_, partsWith, path) => {
    const found = Object.keys(kinds)
      .slice(0, 5)
      .map((kind) => outcome(scene(partsWith(kinds[kind]("z"))), path));
    expect(found[0]).toBe(7);
    for (const code of found.slice(1, 4)) expect(["stray-law", "attribute-form"]).toContain(code);
    expect(["unknown-name", "special"]).toContain(found[4]);
  });

  test.each([
    ["a rate", "z' = 1"],
    ["a contribution", "z += 1"],
  ])("%s outside all blocks", (_, statement) => {
    expect(outcome(scene({ blocks: statement }), "c")).toBe("stray-law");
  });
});

describe("what a link's law computes", () => {
  const spring = `context { name = spring type = link functions = { q = 7 + t  ${noPull} } }`;

  test("is shown as the law says it, not as it was at first", () => {
    expect(outcome(scene({ blocks: spring }), "s.q")).toBe(7.5);
  });

  test("cannot be read by an alias, which would see the first value", () => {
    const measure = "measures { use q_now as attribute q of link s  m = q_now }";
    expect(outcome(scene({ blocks: spring + measure }), "m")).toBe("link-state");
  });
});

describe("several laws that write to one object by an alias", () => {
  const text = (value: string) =>
    scene({
      fall: "aliases = { use x as attribute a of object post } functions = { x = 7",
      blocks: `object { name = post physical type = dynamic geometrical type = sphere
          attributes = { size = 0.1 position = [9, 9, 9] v = [0, 0, 0] a = 1 b = 0 force = [0, 0, 0] } }
        context { name = other type = free fall applicability = {object twin}
          aliases = { use x as attribute a of object post }
          functions = { position' = v  v' = force  x = ${value} } }`,
    });

  test("give it the same value", () => {
    expect(outcome(text("7"), "post.a")).toBe(7);
  });

  test("or end the run, which names them", () => {
    expect(outcome(text("8"), "post.a")).toContain("stopped: 'twin' and 'ball' give 'a' of 'post' different values");
  });
});

test("events of one instant happen in the order of their names, whatever the order of the text", () => {
  const event = (name: string, law: string) =>
    `event { name = ${name} when = t > 0.25 aliases = { use a as attribute a of object ball } functions = { ` +
    `${law} } }\n`;
  const [add, double] = [event("add", "a = previous(a) + 5"), event("double", "a = 2 * previous(a)")];
  expect(outcome(scene({ blocks: add + double }), "ball.a")).toBe(12);
  expect(outcome(scene({ blocks: double + add }), "ball.a")).toBe(12);
});

test("a world attribute keeps its value beside an imported law's helper of that name with a unit", () => {
  const law = `context { name = press type = free fall units = {P [Pa], v [m/s]} functions = {
    P = 2 [Pa]  position' = v } }`;
  const text = `import "law.vfl"
    world attributes { P = 101325 [Pa] }
    object { name = ball physical type = dynamic geometrical type = sphere
      attributes = { size = 0.1 [m] v = [0, 0, 0] [m/s] } }
    simulation { name = run initial time = 0 duration = 0.5 step = 0.1 }`;
  const checked = checkSource(createSource("test.vfl", text), () => createSource("law.vfl", law));
  expect(checked.diagnostics).toEqual([]);
  const model = prepare(checked);
  if ("severity" in model) throw new Error(model.message);
  expect(number(new Run(model).finish(), "P")).toBe(101325);
  expect(number(new Run(model).finish(), "ball.P")).toBe(2);
});
