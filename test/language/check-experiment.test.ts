// Whole experiments: who is governed by what, links and constraints, measures and events, libraries, imports.
import { describe, expect, test } from "vitest";
import { loadFiles } from "../../src/language/declare/load.ts";
import { Diagnostics } from "../../src/language/syntax/diagnostic.ts";
import { createSource, spanText } from "../../src/language/syntax/span.ts";
import { occurrencesIn } from "../../src/language/write/occurrences.ts";
import { check, told } from "./fuzz/told.ts";

const ball = `object { name = ball physical type = dynamic geometrical type = sphere
  attributes = { size = 1 v = [0, 0, 0] mass = 2 force = [0, 0, 0] torque = [0, 0, 0] } }
`;
const box = ball
  .replace("name = ball", "name = box")
  .replace("sphere", "cuboid")
  .replace("size = 1", "size = [1, 1, 1]");
const slab = `object { name = slab physical type = static geometrical type = cuboid attributes = { size = [1, 1, 1] } }
`;
const run = "simulation { name = s initial time = 0 duration = 1 }\n";

/** `wrong` is told where a context is looked at: by this the tests see who is. */
const wrong = "functions = { q = 1 + true }";
const misfit = "shapes: '+' cannot take a real and a boolean";

function messages(text: string, files: Readonly<Record<string, string>> = {}): string[] {
  return check(text, files).map(({ code, message }) => `${code}: ${message}`);
}

function context(name: string, type: string, applicability: string, rest = ""): string {
  return `context { name = ${name} type = ${type} applicability = { ${applicability} } ${rest} }\n`;
}

describe("applicability", () => {
  test("a tie is an error that names both contexts and whom they fit", () => {
    const text = ball + context("one", "free fall", "") + context("two", "free fall", "") + run;
    expect(told(text)).toEqual(["4:18 tie: 'two' and 'one' apply equally well to 'ball'"]);
    expect(check(text)[0].notes).toEqual([
      "make one more specific by its applicability, or leave one out of contexts_involved",
    ]);
    const pair = ball + slab + context("one", "collision", "") + context("two", "collision", "") + run;
    expect(messages(pair)).toEqual(["tie: 'two' and 'one' apply equally well to 'ball' and 'slab'"]);
  });

  test.each([
    ["a name over a shape", "object ball", "1 sphere"],
    ["a shape over a physical type", "1 sphere", "1 dynamic object"],
    ["a physical type over nothing", "1 dynamic", ""],
    ["a name over a shape of a physical type", "object ball", "1 dynamic sphere"],
  ])("%s", (_, special, general) => {
    const text = context("special", "free fall", special) + context("general", "free fall", general) + ball + run;
    const idle =
      "no-effect: 'general' does nothing: no objects fit its applicability, or a more specific context governs them";
    expect(messages(text)).toEqual([idle]);
    // Here the general law speaks of a name that the ball has not; nobody is left for it to govern.
    const careless =
      context("special", "free fall", special) + context("general", "free fall", general, "functions = { q = height }");
    expect(messages(`${careless}${ball}${run}`)).toEqual([idle]);
    expect(messages(`${careless.replace(special, "1 cone")}${ball}${run}`)).toEqual([
      "unknown-name: 'height' is not defined here",
    ]);
  });

  test("contexts of different types do not tie", () => {
    expect(
      messages(
        ball + slab + context("a", "free fall", "") + context("b", "collision", "") + context("c", "contact", "") + run,
      ),
    ).toEqual([]);
  });

  test("a context left out of the simulation does not tie", () => {
    const sim = "simulation { name = s initial time = 0 duration = 1 contexts_involved = {one} }";
    expect(messages(ball + context("one", "free fall", "") + context("two", "free fall", "") + sim)).toEqual([]);
  });

  test("its words are kinds of objects, its numbers whole", () => {
    expect(messages(ball + context("a", "free fall", "1 dinamic object"))).toEqual([
      "applicability: 'dinamic' is not a kind of object",
    ]);
    expect(messages(ball + context("a", "free fall", "0 objects"))).toEqual([
      "applicability: the number of objects is a whole number from 1 on",
    ]);
    expect(messages(ball + context("a", "collision", "mandatory 2 convex polyhedra and 1 half space"))).toEqual([]);
  });

  test("a law is checked on every kind of object it governs", () => {
    const other = box.replace("v = [0, 0, 0]", "v = 1");
    const text = context("fall", "free fall", "", "functions = { v = previous(v) + [0, 0, 1] }") + ball + other + run;
    expect(messages(text)).toEqual(["shapes: '+' cannot take a real and a vector of 3"]);
    expect(messages(text.replace("applicability = {  }", "applicability = { 1 sphere }"))).toEqual([]);
  });

  test("a law that governs nobody is checked for what is wrong with it wherever it goes", () => {
    const idle =
      "no-effect: 'a' does nothing: no objects fit its applicability, or a more specific context governs them";
    expect(messages(context("a", "free fall", "1 sphere", wrong) + slab + run)).toEqual([misfit]);
    expect(messages(context("a", "free fall", "1 sphere", "functions = { q = whatever + 1 }") + slab + run)).toEqual([
      idle,
    ]);
  });
});

describe("simulations", () => {
  test("name objects and contexts that are there", () => {
    const sim =
      "simulation { name = s initial time = 0 duration = 1 objects_involved = {bal} contexts_involved = {fal} }";
    expect(messages(ball + context("fall", "free fall", "") + sim)).toEqual([
      "unknown-name: there is no object called 'bal'",
      "unknown-name: there is no context called 'fal'",
    ]);
  });

  test("need a name, a start and a duration", () => {
    expect(messages("simulation { name = s }")).toEqual([
      "missing-key: this simulation has no 'initial time'",
      "missing-key: this simulation has no 'duration'",
    ]);
  });

  test("names are given once for each kind of block", () => {
    expect(messages(`${ball}${ball}${context("ball", "free fall", "")}${run}${run}`)).toEqual([
      "duplicate: there is already an object called 'ball'",
      "duplicate: there is already a simulation called 's'",
    ]);
  });
});

describe("links and constraints", () => {
  const link = (between: string, kind = "spring") =>
    `link { name = rope kind = ${kind} between = {${between}} attributes = { k = 20 } }\n`;
  const law = (type: string, functions: string, rest = "") =>
    `context { name = spring type = ${type} ${rest} functions = { ${functions} } }\n`;

  test("in a link law are the link's attributes, its anchors, attached, and both objects' attributes", () => {
    const functions = "d = anchor1 - anchor2  force1 += -k * d  force2 += k * d  a = if attached then v1 - v2 else v1";
    expect(messages(law("link", functions) + ball + box + link("ball at [0, 0, 1], box"))).toEqual([]);
    expect(messages(law("link", "a = k + anchor1") + ball + link("ball, world"))).toEqual([
      "shapes: '+' cannot take a real and a vector of 3",
    ]);
    expect(messages(law("link", "force += [0, 0, 1]") + ball + link("ball, world"))).toEqual([
      "unknown-name: this adds to 'force', which is not an attribute here",
    ]);
  });

  test("the world is an end that stands still, and what is written to it is dropped", () => {
    expect(messages(law("link", "force2 += k * (position2 - position1)") + ball + link("ball, world"))).toEqual([]);
  });

  test("its ends and its kind are there", () => {
    expect(messages(law("link", "") + ball + link("bal, world", "sprnig"))).toEqual([
      "unknown-name: no link or constraint context is called 'sprnig'",
      "unknown-name: there is no object called 'bal'",
    ]);
    expect(messages(law("link", "") + ball + link("ball"))).toEqual([
      "setting: a link has two ends, and this one has 1",
    ]);
  });

  test("a constraint has unknowns of its own, rates of its constraints, and derivatives", () => {
    const functions = `C = anchor1 - anchor2  a = C' + C''
      force1 += matrixTranspose(derivative(C, position1)) * lambda
      torque1 += matrixTranspose(derivative(C, orientation1)) * lambda`;
    const keys = "unknowns = {lambda} constraints = {C}";
    expect(messages(law("constraint", functions, keys) + ball + link("ball, world"))).toEqual([]);
    expect(messages(law("constraint", functions) + ball + link("ball, world"))).toContain(
      "unknown-name: 'lambda' is not defined here",
    );
    const real = "C = (anchor1 - anchor2) . [0, 0, 1]  q = derivative(C, position1) + [[1, 2]]";
    expect(messages(law("constraint", real, keys) + ball + link("ball, world"))).toEqual([
      "shapes: '+' cannot take a 1×3 matrix and a 1×2 matrix",
    ]);
  });
});

describe("measures and events", () => {
  const measured = (text: string) => `measures { ${text} }\n${ball}${slab}`;

  test("total adds up over the dynamic objects, in each one's own names", () => {
    expect(messages(measured("energy = total(0.5 * mass * (v . v))  twice = 2 * energy"))).toEqual([]);
    expect(messages(measured("mass = total(mass)  momentum = total(mass * v)"))).toEqual([]);
    expect(messages(measured("x = total(v) + 1"))).toEqual(["shapes: '+' cannot take a vector of 3 and a real"]);
    expect(messages(measured("x = total(mas)"))).toEqual(["unknown-name: 'mas' is not defined here"]);
    expect(messages(measured("x = total(mass, v)"))).toEqual(["arguments: write total(expression)"]);
    expect(messages(measured("x = x + 1"))).toEqual(["cycle: 'x' needs its own value"]);
  });

  test("functions of an object's context may be summed", () => {
    const fall = "context { name = fall type = free fall functions = { kinetic = 0.5 * mass * (v . v) } }\n";
    expect(messages(fall + measured("energy = total(kinetic)"))).toEqual([]);
  });

  test("total is for measures, and a measure names objects by aliases", () => {
    expect(messages(`${ball}context { name = a type = free fall functions = { x = total(mass) } }`)).toEqual([
      "special: total is for measures",
    ]);
    expect(messages(measured("use p as attribute position of object ball  height = p # 3"))).toEqual([]);
    expect(messages(measured("use p as attribute position of object bal  height = p # 3"))[0]).toBe(
      "unknown-name: there is no object called 'bal'",
    );
    expect(messages(measured("height = position # 3"))).toEqual(["unknown-name: 'position' is not defined here"]);
  });

  test("measures state values, not rates", () => {
    expect(messages(measured("x' = 1  y += 2"))).toEqual([
      "stray-law: in measures { }, write x = value",
      "stray-law: in measures { }, write y = value",
    ]);
  });

  const event = (when: string, functions: string, aliases = "") =>
    `event { name = e when = ${when} aliases = { ${aliases} } functions = { ${functions} } }\n` +
    `world attributes { k = 1 }\n${ball}`;

  test("an event has a condition, and its names come by aliases", () => {
    expect(
      messages(event("seen # 3 < 0", "seen = [0, 0, 0]  k = 2", "use seen as attribute position of object ball")),
    ).toEqual([]);
    expect(messages(event("k", ""))).toEqual(["shape: a condition is a boolean, and this is a real"]);
    expect(messages(event("position # 3 < 0", ""))).toEqual(["unknown-name: 'position' is not defined here"]);
    expect(messages(event("k > 1", "k = [1]"))).toEqual(["shapes: 'k' is a real, and this gives a vector of 1"]);
    expect(messages("event { name = e functions = { } }")).toEqual(["missing-key: this event has no 'when'"]);
  });

  test("an attribute is given once, also by its other name", () => {
    const text = `object { name = ball  physical type = dynamic  geometrical type = sphere
      attributes = { size = 1  position = [0, 0, 0]  pos = [0, 0, 5] } }`;
    expect(messages(text)).toEqual(["duplicate: the attribute 'pos' is given twice: 'position' is the same attribute"]);
  });

  test("inputs and world attributes are seen everywhere, and given once", () => {
    const text = "input { pointer = [0, 0, 0] }\nworld attributes { pointer = 1 }\n";
    expect(messages(text)).toEqual(["duplicate: the world attribute 'pointer' is given twice"]);
    expect(messages(`input { pointer = [0, 0, 0] }\n${measured("x = pointer + 1")}`)).toEqual([
      "shapes: '+' cannot take a vector of 3 and a real",
    ]);
  });

  const wire = "curve { name = wire  points = {[0, 0, 0], [1, 0, 0]} }\n";

  test("a link may end at a curve, which its law calls curve1 or curve2", () => {
    const link = (ends: string, law: string) =>
      `${wire}${ball}link { name = hole kind = bead between = {${ends}} }\n` +
      `context { name = bead type = link functions = { ${law} } }`;
    expect(
      messages(link("ball, wire", "s = nearest(curve2, anchor1)  gap = normalsAt(curve2, s) * (anchor1 - anchor2)")),
    ).toEqual([]);
    expect(messages(link("wire, ball", "d = tangentAt(curve1, 0) . anchor2"))).toEqual([]);
    expect(messages(link("ball, world", "s = lengthOf(curve2)"))).toEqual([
      "unknown-name: 'curve2' is the end 'world' of the link 'hole', which is not a curve",
    ]);
    expect(messages(link("ball, wire", "s = lengthOf(curve1)"))).toEqual([
      "unknown-name: 'curve1' is the end 'ball' of the link 'hole', which is not a curve",
    ]);
    expect(messages(link("ball, wires", "s = 1"))).toEqual(["unknown-name: there is no object called 'wires'"]);
    const two =
      `${link("ball, world", "s = lengthOf(curve2)")}link { name = other kind = ` + "bead between = {ball, wire} }";
    expect(messages(two)).toEqual([
      "unknown-name: 'curve2' is the end 'world' of the link 'hole', which is not a curve",
    ]);
  });

  test("a law library may speak of the curve at the end of links to come", () => {
    expect(messages("context { name = bead type = link functions = { s = nearest(curve2, anchor1) } }")).toEqual([]);
    expect(messages("foot(p) = pointAt(curve2, nearest(curve2, p))")).toEqual([]);
    expect(messages(`${wire}${ball}foot(p) = pointAt(wir, nearest(wire, p))`)).toEqual([
      "unknown-name: there is no curve called 'wir'",
    ]);
  });

  test("what a curve is asked has its shapes", () => {
    const law = (text: string) => `${wire}${ball}context { name = a type = free fall functions = { ${text} } }`;
    expect(messages(law("s = nearest(wire, 1)"))).toEqual([
      "arguments: nearest takes a vector of 3 as p, and this is a real",
    ]);
    expect(messages(law("p = pointAt(wire, position)"))).toEqual([
      "arguments: pointAt takes a real as s, and this is a vector of 3",
    ]);
    expect(messages(law("p = pointAt(wire)"))).toEqual([
      "arguments: write pointAt(curve, s), with the name of a curve",
    ]);
    expect(messages(law("p = lengthOf([1, 2])"))).toEqual([
      "arguments: write lengthOf(curve), with the name of a curve",
    ]);
    expect(messages(law("p = curvatureAt(wire, 1) + lengthOf(wire) + nearest(wire, position) + true"))).toEqual([
      "shapes: '+' cannot take a real and a boolean",
    ]);
    expect(messages(`${wire}world attributes { k = lengthOf(wire) }`)).toEqual([
      "unknown-name: the world comes before its curves",
    ]);
  });

  test("a curve goes through points or has one function of one parameter, and keys that fit", () => {
    const curve = (text: string) => messages(`curve { name = c  ${text} }`);
    expect(curve("point(s, t) = [s, t, 0]")).toEqual([
      "stray-law: the point of a curve is a function of one parameter",
    ]);
    expect(curve("point(s) = [s, 0, 0]  place(s) = [s, 0, 0]")).toEqual(["stray-law: a curve has no function 'place'"]);
    expect(curve("points = {[0, 0, 0], [1, 0, 0]}  to = 2")).toEqual([
      "setting: 'to' is for a curve given by point(s)",
    ]);
    expect(curve("point(s) = [s, 0, 0]  form = spline")).toEqual(["setting: 'form' is for a curve through points"]);
    expect(curve("points = {[0, 0, 0], [1, 0, 0]}  form = straight")).toEqual([
      "setting: 'form' is one of: spline, polyline",
    ]);
    expect(curve("points = 3")).toEqual([
      "shape: the points of a curve are vectors of 3 in braces, or the rows of a matrix, and this is a real",
    ]);
    expect(curve("points = [[0, 0], [1, 1]]")).toEqual([
      "shape: the points of a curve are vectors of 3 in braces, or the rows of a matrix, and this is a 2×2 matrix",
    ]);
    expect(curve("point(s) = [s, q, 0]")).toEqual(["unknown-name: 'q' is not defined here"]);
    expect(curve("point(s) = [s, sine(t), 0]")).toEqual(["curve: a curve does not move: 't' has its first value here"]);
    expect(curve("point(t) = [t, sine(t), 0]")).toEqual([]);
    const bent = "point(s) = [s, bend * s, 0] }  world attributes { bend = 1 }";
    expect(messages(`curve { name = c  ${bent}`)).toEqual([]);
    for (const change of [
      "event { name = e  when = t > 1  functions = { bend = 2 } }",
      "context { name = l  type = free fall  functions = { bend = 2 } }",
    ])
      expect(messages(`curve { name = c  ${bent}  ${change}`)).toEqual([
        "curve: a curve does not move: 'bend' has its first value here",
      ]);
  });

  test("a curve is one thing wherever it is named: for going there, and for renaming", () => {
    const text =
      `${wire}${ball}link { name = hole kind = bead between = {ball, wire} }\n` +
      "context { name = bead type = link functions = { s = nearest(wire, pointAt(wire, 1)) } }";
    const source = createSource("test", text);
    const files = loadFiles(source, () => ({ problem: "" }), new Diagnostics());
    const found = occurrencesIn(files).filter(({ key }) => key === "curve wire");
    expect(found.map(({ span }) => spanText(span))).toEqual(["wire", "wire", "wire", "wire"]);
  });

  test("lessons, studies and copies of links name what is renamed with them", () => {
    const text = `${ball}link { name = ropes  kind = rope  copies = 2  between = {ball, world} }
context { name = rope  type = link  functions = { d = norm(anchor1 - anchor2) } }
event { name = snap  when = held  aliases = { use held as attribute attached of link ropes2 }
  functions = { held = false } }
measures { height = total(1) }
study { name = s  keep n = countEvents(snap) }
lesson { lock = {ball, ropes}  hide = {rope}  step { goal = countEvents(snap) > maximum(height) } }`;
    const files = loadFiles(createSource("test", text), () => ({ problem: "" }), new Diagnostics());
    const all = occurrencesIn(files);
    const count = (key: string) => all.filter((found) => found.key === key).length;
    expect(["object ball", "link ropes", "context rope", "event snap"].map(count)).toEqual([3, 3, 3, 3]);
    expect(all.filter(({ span }) => spanText(span) === "height")).toHaveLength(2);
  });

  test("curves are named where points on them are asked for", () => {
    const curve = "curve { name = wire point(s) = [s, 0, 0] closed = false }\n";
    const law = (text: string) => `${curve}${ball}context { name = a type = free fall functions = { ${text} } }`;
    expect(messages(law("p = pointAt(wire, 1) + position  n = normalsAt(wire, 0)"))).toEqual([]);
    expect(messages(law("p = pointAt(wir, 1)"))).toEqual(["unknown-name: there is no curve called 'wir'"]);
    expect(messages(law("p = pointAt(wire, 1) + 1"))).toEqual(["shapes: '+' cannot take a vector of 3 and a real"]);
  });
});

describe("libraries and imports", () => {
  const gravity =
    "context { name = gravity type = free fall functions = { v' = pull(mass)  position' = v } }\n" +
    "pull(m) = m * [0, 0, -9.81]";

  test("in a text without objects any name may be an attribute of the objects to come", () => {
    expect(messages(gravity)).toEqual([]);
    expect(messages("context { name = a type = free fall functions = { v' = (force + wind) / mass } }")).toEqual([]);
    expect(messages("context { name = a type = free fall functions = { v' = 1 + true  w = nrom(q) } }")).toEqual([
      misfit,
      "not-a-function: 'nrom' is not a function",
    ]);
    const [called] = check("context { name = a type = free fall functions = { w = nrom(q) } }");
    expect(called.notes).toEqual(["did you mean 'norm'?"]);
  });

  test("a world attribute may have the name of what an unused law of a library needs", () => {
    const files = { "g.vfl": "context { name = pull  type = link  functions = { force1 += norm(axis) * axis } }" };
    expect(messages(`import "g.vfl"\nworld attributes { axis = 3 }\n${ball}${run}`, files)).toEqual([]);
  });

  test("an imported law is checked on the objects it meets, and keeps the functions of its own file", () => {
    const files = { "g.vfl": gravity };
    expect(messages(`import "g.vfl"\n${ball}${run}`, files)).toEqual([]);
    expect(messages(`import "g.vfl"\n${ball.replace("mass = 2", "")}${run}`, files)).toEqual([
      "unknown-name: 'ball' lacks 'mass', which g.vfl needs",
    ]);
    expect(messages(`import "g.vfl"\n${ball}${run}x = pull([1, 2])`, files)).toEqual([
      "shapes: 'pull' cannot take a vector of 2",
    ]);
    expect(messages(`import "g.vfl"\npull(m) = 3\n${ball}${run}`, files)).toEqual([]);
  });

  test("a mistake in an imported file is told of that file", () => {
    const [diagnostic] = check('import "g.vfl"', { "g.vfl": "x = 1\ny = x + true" });
    expect([diagnostic.span.source.name, diagnostic.message]).toEqual([
      "g.vfl",
      "'+' cannot take a real and a boolean",
    ]);
  });

  test("a file that is not there is told at its import", () => {
    expect(told('x = 1\nimport "nowhere.vfl"')).toEqual(["2:1 import: there is no file nowhere.vfl"]);
  });
});

test("a broken law does not hide the mistakes of the others, and makes none of its own", () => {
  const text = `${ball}context { name = a type = free fall functions = {
  half = (mass / 2
  v' = force / half + wnd
  position' = v + half * 3
  q = nrom(v)
} }
${run}`;
  expect(told(text)).toEqual([
    "4:19 syntax: something is missing after '2'",
    "5:23 unknown-name: 'wnd' is not defined here",
    "7:7 unknown-name: 'nrom' is not defined here",
  ]);
});

describe("how a link is drawn", () => {
  const joined = (drawing: string) =>
    `${ball}context { name = fall type = free fall functions = { v' = force } }
     context { name = pull type = link drawing = ${drawing} functions = { force1 += anchor2 - anchor1 } }
     link { name = s kind = pull between = {ball, world} drawing = ${drawing} }\n${run}`;

  test.each(["rod", "joint", "spring", "rope", "motor", "nothing"])("%s is one of the ways", (drawing) => {
    expect(messages(joined(drawing))).toEqual([]);
  });

  test("another word is a mistake, in the law and in the link", () => {
    const told = "setting: 'drawing' is one of: rod, joint, spring, rope, motor, nothing";
    expect(messages(joined("sprng"))).toEqual([told, told]);
  });
});

describe("what no run would follow is told", () => {
  const fall = (laws: string) => `context { name = fall type = free fall functions = { ${laws} } }\n`;
  const spring = (laws: string, more = "") => `context { name = spring type = link ${more} functions = { ${laws} } }
link { name = s kind = spring between = {ball, world} attributes = { m = 0 } }\n`;

  test.each([
    [
      "a link beside '='",
      fall("force = [0, 0, -1]  v' = force") + spring("force1 += [0, 1, 0]"),
      "'force1' gets its value by '=' in the law 'fall', so the term added here would be lost",
    ],
    [
      "the same law",
      fall("force = [0, 0, -1]  force += [0, 1, 0]  v' = force"),
      "'force' gets its value by '=' in this law, so the term added here would be lost",
    ],
    [
      "a rate",
      fall("force' = [0, 0, -1]  force += [0, 1, 0]  v' = force"),
      "'force' has a rate in this law, so the term added here would be lost",
    ],
    [
      "a pair",
      `${fall("force = [0, 0, -1]  v' = force")}context { name = push type = contact applied to = pair ` +
        `functions = { force1 += [0, 0, 1] } }\n${slab}`,
      "'force1' gets its value by '=' in the law 'fall', so the term added here would be lost",
    ],
  ])("what is added beside what replaces it: %s", (_, laws, words) => {
    const stepping = run.replace("duration = 1", "duration = 1 scheme = time stepping");
    const end = laws.includes("applied to = pair") ? stepping : run;
    expect(messages(ball + laws + end)).toEqual([`contribution: ${words}`]);
  });

  test("contributions of several laws, and a law at another time, are no mistake", () => {
    const held = "context { name = held type = contact functions = { force = [0, 0, 0]  v' = force } }\n";
    expect(
      messages(ball + fall("force += [0, 0, -1]  v' = force") + spring("force1 += [0, 1, 0]") + slab + run),
    ).toEqual([]);
    expect(messages(ball + fall("force += [0, 0, -1]  v' = force") + held + slab + run)).toEqual([]);
  });

  test("the rate of a rate", () => {
    const [one] = check(ball + fall("position'' = [0, 0, -9.81]") + run);
    expect(one.message).toBe("'position''' is the rate of a rate, and a law states first rates only");
    expect(one.notes[0]).toContain("write position' = v and v' = …");
  });

  test.each([
    [
      "an attribute of the link",
      spring("m = previous(m) + 1  force1 += [0, 0, m]"),
      "previous(m) would always be the first value",
    ],
    [
      "one of its law",
      spring("n = previous(n) + 1  force1 += [0, 0, n]", "attributes = {n = 0}"),
      "previous(n) would always be the first value",
    ],
    [
      "what begins with it",
      spring("rest = anchor1  force1 += rest", "attributes = {rest} compute_first_time_only_attributes = {rest}"),
      "'rest' would be computed again at every instant",
    ],
  ])("what a link law would keep: %s", (_, law, words) => {
    expect(messages(ball + fall("v' = force") + law + run)).toEqual([
      `link-state: a link law keeps no values: ${words}`,
    ]);
  });
});

describe("names of an imported law", () => {
  const law = `
lift(x) = [0, 0, x]
context { name = fall type = free fall units = {g [m/s^2], mass [kg], v [m/s]} functions = {
  R = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
  v' = R * g + lift(1)
  position' = v } }`;
  const text = (world: string, attributes = "") => `import "law.vfl"
world attributes { g = [0, 0, -9.81] ${world} }
object { name = ball physical type = dynamic geometrical type = sphere
  attributes = { size = 1 v = [0, 0, 0] mass = 2 ${attributes} } }
${run}`;

  test("are its own: the world may have others of that name, of other shapes too", () => {
    expect(messages(text("R = 0.5  lift = 3"), { "law.vfl": law })).toEqual([]);
  });

  test("an attribute of an object that the law leaves alone is told", () => {
    expect(told(text("", "R = 0.5"), { "law.vfl": law })).toEqual([
      "4:50 helper: the imported law 'fall' has its own helper 'R': this attribute is another one, " +
        "and nothing changes it",
    ]);
  });

  test("what the law says it needs it may change, and so may a law without a word of what it needs", () => {
    const closed = "context { name = fall type = free fall units = {v [m/s]} functions = { v = 1 } }";
    expect(messages(text(""), { "law.vfl": closed })).toEqual([
      "shapes: 'v' of 'ball' is a vector of 3, which does not fit the law 'fall' of law.vfl",
    ]);
    const open = "context { name = fall type = free fall functions = { v = 1 } }";
    expect(messages(text(""), { "law.vfl": open })).toEqual([
      "shapes: 'v' of 'ball' is a vector of 3, which does not fit the law 'fall' of law.vfl",
    ]);
  });

  test("the text's own laws change what has their names", () => {
    const own = "context { name = fall type = free fall functions = { R = true } }";
    expect(messages(`${text("R = 0.5").replace('import "law.vfl"', own)}`)).toEqual([
      "shapes: 'R' is a real, and this gives a boolean",
    ]);
  });
});
