// Statements that a run would follow in silence to nowhere: what the checker says of them, and what it says to write.
// The table of all places and kinds is in test/engine/statements.test.ts.
import { describe, expect, test } from "vitest";
import { check } from "./fuzz/told.ts";

const object = (name: string, attributes = "", type = "dynamic") =>
  `object { name = ${name} physical type = ${type} geometrical type = sphere
     attributes = { size = 0.1 v = [0, 0, 0] mass = 2 a = 1 b = 1 force = [0, 0, 0] ${attributes} } }\n`;
const ball = object("ball");
const floor =
  "object { name = floor physical type = static geometrical type = half space attributes = { heat = 1 } }\n";
const fall = (laws = "", more = "") =>
  `context { name = fall type = free fall ${more} functions = { position' = v  v' = force / mass  ${laws} } }\n`;
const event = (functions: string, aliases: string, when = "t > 1") =>
  `event { name = e when = ${when} aliases = { ${aliases} } functions = { ${functions} } }\n`;
const link = (law: string, between = "{ball, world}", attributes = "q = 1") =>
  `context { name = spring type = link functions = { ${law} } }
   link { name = s kind = spring between = ${between} attributes = { ${attributes} } }\n`;
const run = (more = "") => `simulation { name = run initial time = 0 duration = 1 ${more} }\n`;
const stepping = run("scheme = time stepping");

/** `severity code: message`, with the first note. */
function said(text: string, files: Readonly<Record<string, string>> = {}): string[] {
  return check(text, files).map(({ severity, code, message, notes }) =>
    [`${severity} ${code}: ${message}`, ...notes.slice(0, 1)].join("; "),
  );
}

describe("what is written and lost at once", () => {
  const spin = "w = L / mass  L' = force";
  const turning = object("ball", "w = [0, 0, 0]  L = [0, 0, 0]");
  const computed =
    "warning lost: the law 'fall' computes 'w' of 'ball' at every instant: the value written here is lost " +
    "at once; write what it is computed from: L";

  test("by an event, to what a law computes: it names the law, and what to write", () => {
    const text = turning + fall(spin) + event("w = [0, 0, 1]", "use w as attribute w of object ball") + run();
    expect(said(text)).toEqual([computed]);
  });

  test("by a collision law, and by a contact law of pairs", () => {
    const struck = "context { name = hit type = collision functions = { v = -previous(v)  w = [0, 0, 1] } }\n";
    expect(said(turning + floor + fall(spin) + struck + run())).toEqual([computed]);
    const pushed =
      "context { name = push type = contact applied to = pair functions = { v1 = [0, 0, 0]  w1 = [0, 0, 1] } }\n";
    expect(said(turning + floor + fall(spin) + pushed + stepping)).toEqual([computed]);
  });

  test("but not where the law writes what it is made from, too, or where the value goes on from itself", () => {
    const struck = "context { name = hit type = collision functions = { L = -previous(L)  w = L / mass } }\n";
    expect(said(turning + floor + fall(spin) + struck + run())).toEqual([]);
    const jump = event("a = 5", "use a as attribute a of object ball");
    expect(said(ball + fall("a = 0.9 * previous(a)") + jump + run())).toEqual([]);
    expect(
      said(
        ball + fall("a0 = a  a = a0 + t", "attributes = {a0} compute_first_time_only_attributes = {a0}") + jump + run(),
      ),
    ).toEqual([]);
  });

  test("nor where another law that goes on keeps it", () => {
    const resting = "context { name = resting type = contact functions = { w' = force } }\n";
    const jump = event("w = [0, 0, 1]", "use w as attribute w of object ball");
    expect(said(turning + floor + fall(spin) + resting + jump + run())).toEqual([]);
  });

  test.each([
    ["an event", event("f = [0, 0, 9]", "use f as attribute force of object ball")],
    [
      "a collision law",
      `${floor}context { name = hit type = collision functions = { v = -previous(v)  force = [0, 0, 9] } }\n`,
    ],
  ])("to what laws add up, by %s", (_, block) => {
    expect(said(ball + fall("force += [0, 0, -1]") + block + run())).toEqual([
      expect.stringContaining(
        "warning lost: 'force' of 'ball' starts from zero at every instant, and the law 'fall' adds to it",
      ),
    ]);
  });

  test("to an attribute of the world or of a link that a law computes", () => {
    const world = "world attributes { c = 1 }\n";
    expect(said(world + ball + fall("c = 2 * t") + event("c = 5", "use c as attribute c of world") + run())).toEqual([
      expect.stringContaining("warning lost: the law 'fall' computes 'c' at every instant"),
    ]);
    const jump = event("q = 5", "use q as attribute q of link s");
    expect(said(ball + fall() + link("q = norm(anchor1)  force1 += [0, 0, q]") + jump + run())[0]).toContain(
      "error link-state: 'q' of 's' is computed by the law 'spring' at each instant and not stored",
    );
  });

  test("the first value of what laws add up", () => {
    const text =
      object("ball").replace("force = [0, 0, 0]", "force = [0, 0, -20]") + fall("force += [0, 0, -1]") + run();
    expect(said(text)).toEqual([
      "warning lost: 'force' starts from zero at every instant, and laws add to it: its first value only " +
        "gives its shape; write it into a law, such as 'fall': force += …",
    ]);
  });

  test("the first value of what a law computes from something that is zero", () => {
    const spinning = (w: string, L: string) => object("ball", `w = ${w}  L = ${L}`) + fall(spin) + run();
    expect(said(spinning("[0, 0, 3]", "[0, 0, 0]"))).toEqual([
      "warning lost: the law 'fall' computes 'w' from L, zero at first: this value is lost; " +
        "give the first value to L instead",
    ]);
    expect(said(spinning("[0, 0, 3]", "mass * w"))).toEqual([]);
    expect(said(spinning("[0, 0, 3]", "[0, 0, 6]"))).toEqual([]);
  });

  test("by a collision in time stepping, to the world", () => {
    const own = "context { name = hit type = collision functions = { v = -previous(v)  a = 2 } }\n";
    expect(said(ball + floor + fall() + own + stepping)).toEqual([]);
    const hits =
      "world attributes { hits = 0 }\n" +
      "context { name = hit type = collision aliases = { use hits as attribute hits of world } " +
      "functions = { v = -previous(v)  hits = previous(hits) + 1 } }\n";
    expect(said(ball + floor + fall() + hits + stepping)).toEqual([
      expect.stringContaining("warning lost: in the scheme 'time stepping' a collision changes its objects only"),
    ]);
  });

  test.each([
    [
      "static",
      floor,
      "use h as attribute heat of object floor",
      "'floor' is static: a value written to its 'heat' would be lost",
    ],
    [
      "driven",
      object("crank", "", "driven"),
      "use h as attribute a of object crank",
      "'crank' is driven: only its own free-fall law changes its 'a'",
    ],
  ])("to an object that is %s", (_, other, alias, words) => {
    expect(said(ball + other + fall() + event("h = 5", alias) + run())).toEqual([
      expect.stringContaining(`error given: ${words}`),
    ]);
  });

  test("to an input", () => {
    const input = "input { c = 1 }\n";
    const words =
      "error given: 'c' is an input: only a person changes it; what laws and events change belongs in " +
      "world attributes { }";
    expect(said(input + ball + fall("c = 2") + run())).toEqual([words]);
    expect(said(input + ball + fall() + event("c = 2", "use c as attribute c of world") + run())).toEqual([words]);
  });
});

describe("two laws for one attribute", () => {
  const twins = ball + object("twin");
  const other = (law: string) => `context { name = other type = free fall functions = { ${law} } }\n`;
  const named = (law: string) =>
    fall(law, "applicability = {object ball} aliases = { use x as attribute a of object twin }");

  test.each([
    ["values", "x = 7", "a = 3", "this law gives a value to 'a' of 'twin', and the law 'other' gives a value to it"],
    [
      "a value and a rate",
      "x = 7",
      "a' = 3",
      "this law gives a value to 'a' of 'twin', and the law 'other' gives a rate to it",
    ],
    ["rates", "x' = 7", "a' = 3", "this law gives a rate to 'a' of 'twin', and the law 'other' gives a rate to it"],
  ])("of another object, %s", (_, one, two, words) => {
    expect(said(twins + named(one) + other(two) + run())[0]).toContain(
      `error duplicate: ${words}: one of them would be lost`,
    );
  });

  test("one law that states a value and a rate", () => {
    expect(said(ball + fall("a = 2  a' = 3") + run())).toEqual([
      "error duplicate: 'a' and 'a'' are both stated here: the rate would be lost; leave one of them " +
        "out, or compute a = … once, by compute_first_time_only_attributes",
    ]);
  });

  test("a value and a rate of the world", () => {
    const world = "world attributes { c = 1 }\n";
    const text = world + twins + fall("c = 2", "applicability = {object ball}") + other("c' = 3") + run();
    expect(said(text)[0]).toContain(
      "error duplicate: this law gives a value to 'c' of the world, and the law 'other' gives a rate to it",
    );
  });
});

describe("what is added and read by nobody", () => {
  const still = fall().replace("v' = force / mass", "v' = [0, 0, -1]");
  const words =
    "warning no-effect: no law reads 'force' of 'ball': what 'spring' adds to it does nothing; state a " +
    "rate that depends on 'force' in the law 'fall', which moves 'ball'";

  test("by a link", () => {
    expect(said(ball + still + link("force1 += [0, 0, q]") + run())).toEqual([words]);
    expect(said(ball + fall() + link("force1 += [0, 0, q]") + run())).toEqual([]);
  });

  test("by a link of an imported law: told at the link", () => {
    const law = link("force1 += [0, 0, q]").split("\n")[0];
    const joined = link("force1 += [0, 0, q]").split("\n")[1];
    const text = `import "law.vfl"\n${ball}${still}${joined}\n${run()}`;
    expect(said(text, { "law.vfl": law })).toEqual([words]);
    expect(check(text, { "law.vfl": law })[0].span.source.name).toBe("text");
  });

  test("by a contact law of pairs, and by a free-fall law", () => {
    const push = "context { name = push type = contact applied to = pair functions = { force1 += [0, 0, 1] } }\n";
    expect(said(ball + floor + still + push + stepping)).toEqual([words.replace("'spring'", "'push'")]);
    expect(said(ball + still.replace("position'", "force += [0, 0, 1]  position'") + run())).toEqual([
      words.replace("'spring'", "'fall'"),
    ]);
  });

  test("is no mistake where a measure reads it, or where the law adds something else that is read", () => {
    expect(
      said(`${ball + still + link("force1 += [0, 0, q]")}measures { pull = total(norm(force)) }\n${run()}`),
    ).toEqual([]);
    expect(said(ball + fall() + link("force1 += [0, 0, q]  a1 += q").replace("a1", "b1") + run())).toEqual([
      expect.stringContaining("warning lost: 'b' starts from zero at every instant"),
    ]);
  });

  test("a link to an object that no law moves, or that takes no part", () => {
    const text =
      ball +
      object("twin") +
      fall("", "applicability = {object ball}") +
      link("force1 += [0, 0, q]  force2 += [0, 0, -q]", "{ball, twin}");
    expect(said(text + run())).toEqual([
      "warning no-effect: the link 's' does nothing: no free-fall law governs 'twin'; write a free-fall " +
        "law for 'twin', or make it static",
    ]);
    expect(said(text + run("objects_involved = {ball}"))).toEqual([
      "warning no-effect: the link 's' does nothing: 'twin' takes part in no simulation; add twin to objects_involved",
    ]);
    expect(said(ball + fall() + link("force1 += [0, 0, q]") + run("contexts_involved = {fall}"))).toEqual([
      "warning no-effect: the link 's' does nothing: no simulation has the law 'spring'; add spring to " +
        "contexts_involved",
    ]);
  });
});

describe("names that are nearly attributes", () => {
  const near = (name: string, meant: string) =>
    `warning no-effect: '${name}' is not an attribute here, and nothing reads it: this changes nothing; did ` +
    `you mean '${meant}'?`;

  test.each([
    ["by case", "Position = [0, 0, 1]", "Position", "position"],
    ["by a letter", "positon = [0, 0, 1]", "positon", "position"],
    ["by a number that a pair has", "a1 = 3", "a1", "a"],
  ])("%s", (_, law, name, meant) => {
    expect(said(ball + fall(law) + run())).toEqual([near(name, meant)]);
  });

  test("helpers that are read, or observed, or are like nothing", () => {
    expect(said(ball + fall("Mass = 3  a = Mass") + run())).toEqual([]);
    expect(said(`${ball}${fall("V = norm(v)")}measures { speed = total(V) }\n${run()}`)).toEqual([]);
    expect(said(ball + fall("kinetic = 0.5 * mass * (v . v)") + run())).toEqual([]);
  });

  test("an event that says not whose attribute it changes", () => {
    expect(said(ball + fall() + event("b = 5", "") + run())).toEqual([
      "warning no-effect: 'b' is not an attribute here, and nothing reads it: this changes nothing; " +
        "say whose it is: aliases = { use b as attribute b of object ball }",
    ]);
  });
});

describe("laws that govern nobody", () => {
  test("of an imported file those that wait for other bodies are not told where one of them acts", () => {
    const pairs = (name: string, whom: string) =>
      `context { name = ${name} type = collision applicability = {${whom}} functions = { q = 1 } }\n`;
    const file = pairs("together", "mandatory 2 dynamic objects") + pairs("alone", "mandatory 1 static object");
    const text = (names: string) =>
      `import "pairs.vfl"\n${ball}${floor}${fall()}${run(`contexts_involved = {${names}}`)}`;
    expect(said(text("fall, alone, together"), { "pairs.vfl": file })).toEqual([]);
    expect(said(text("fall, together"), { "pairs.vfl": file })).toEqual([
      expect.stringContaining("warning no-effect: 'together' does nothing"),
    ]);
  });

  const law = (type: string, more = "") => `context { name = x type = ${type} ${more} functions = { q = 1 } }\n`;

  test.each([
    [
      "no object fits",
      law("free fall", "applicability = {1 cuboid}"),
      "no objects fit its applicability, or a more specific context governs them; it asks for 1 cuboid; there is " +
        "'ball', a dynamic sphere",
    ],
    ["there is one object", law("collision"), "it is for two objects, and there is one"],
    ["no link is of its kind", law("link"), "no link has kind = x"],
    [
      "pairs in the event-driven scheme",
      floor + law("contact applied to = pair"),
      "a contact law of pairs needs scheme = time stepping; add scheme = time stepping to the simulation",
    ],
  ])("%s", (_, blocks, why) => {
    expect(said(ball + fall() + blocks + run())).toEqual([`warning no-effect: 'x' does nothing: ${why}`]);
  });

  test("groups in time stepping", () => {
    expect(said(ball + floor + fall() + law("contact") + stepping)).toEqual([
      "warning no-effect: 'x' does nothing: time stepping takes contact laws of pairs, and this is one of a group; " +
        "write applied to = pair in the law, or leave out scheme = time stepping",
    ]);
    const moving = "context { name = x type = contact functions = { q = 1  v' = 0 * v } }\n";
    expect(said(ball + floor + fall() + moving + stepping)[0]).toContain("leave out scheme = time stepping, or take a");
    const pair = law("contact applied to = pair applicability = {1 dynamic object}")
      .replace("name = x", "name = y")
      .replace("q = 1", "v = previous(v)");
    expect(said(ball + floor + fall() + moving + pair + stepping)[0]).toContain("leave it out: 'y' acts");
  });

  test("a name in an applicability is one of an object", () => {
    expect(said(ball + fall() + law("free fall", "applicability = {object bal}") + run())).toEqual([
      "error unknown-name: there is no object called 'bal'; did you mean 'ball'?",
    ]);
  });

  test("imported laws that are not asked for are no mistake", () => {
    const text = `import "law.vfl"\n${ball}${fall()}${run()}`;
    expect(said(text, { "law.vfl": law("collision") })).toEqual([]);
    expect(
      said(text.replace("duration = 1", "duration = 1 contexts_involved = {fall, x}"), { "law.vfl": law("collision") }),
    ).toEqual(["warning no-effect: 'x' does nothing: it is for two objects, and there is one"]);
  });

  test("a key of another type of context", () => {
    expect(said(ball + fall("", "applied to = pair") + run())[0]).toContain(
      "error setting: 'applied to' is for contexts with type = contact, and this is one of type 'free fall'",
    );
  });
});

describe("what sees one instant knows no previous value", () => {
  const itself =
    "sees one instant: previous(a) would be a itself; write a; to keep an earlier value, give an " +
    "object an attribute for it, and a law such as before = previous(a)";
  const alias = "use a as attribute a of object ball";

  test("a link law", () => {
    const text = ball + fall() + link("m = previous(v1) . v1  force1 += [0, 0, m]") + run();
    expect(said(text)).toEqual([
      "error link-state: a link law sees one instant: previous(v1) would be v1 itself; write v1; to keep " +
        "an earlier value, give an object an attribute for it, and a law such as before = previous(v)",
    ]);
  });

  test("a measure and a condition", () => {
    expect(said(`${ball}${fall()}measures { ${alias}  m = previous(a) }\n${run()}`)).toEqual([
      `error special: a measure ${itself}`,
    ]);
    const set = "b = 2";
    expect(
      said(ball + fall() + event(set, `${alias} use b as attribute b of object ball`, "previous(a) < 1") + run()),
    ).toEqual([`error special: a condition ${itself}`]);
  });
});

test("an event reads what was before it in its functions, though its condition speaks of the same attribute", () => {
  const jump = event("a = previous(a) + 1", "use a as attribute a of object ball", "a < 0.5");
  expect(said(ball + fall("a' = -1") + jump + run())).toEqual([]);
});

describe("an imported law and the world", () => {
  const law = (laws: string, more = "") =>
    `context { name = press type = free fall units = {P [Pa], mass [kg]} ${more} functions = { ${laws} } }`;
  const text = `import "law.vfl"\nworld attributes { P = 101325 [Pa] }\n${ball}${run()}`;

  test("a helper that it states in its units is its own", () => {
    expect(said(text, { "law.vfl": law("P = 2 [Pa]  q = P") })).toEqual([]);
  });

  test("a rate, a contribution and previous need an alias of the world", () => {
    const note =
      "the world has an attribute 'P': to change it, an imported law writes aliases = { use P as " +
      "attribute P of world }";
    expect(said(text, { "law.vfl": law("P' = 2 [Pa/s]") })[0]).toBe(
      `error unknown-name: this states the rate of 'P', which is not an attribute here; ${note}`,
    );
    expect(said(text, { "law.vfl": law("P += 2 [Pa]") })[0]).toBe(
      `error unknown-name: this adds to 'P', which is not an attribute here; ${note}`,
    );
    expect(said(text, { "law.vfl": law("P = previous(P) + 2 [Pa]") })[0]).toContain(
      "error special: previous takes the name of an attribute",
    );
    expect(
      said(text, { "law.vfl": law("P = previous(P) + 2 [Pa]", "aliases = { use P as attribute P of world }") }),
    ).toEqual([]);
  });
});

describe("names that stand for two things", () => {
  test("a measure and an attribute of the world", () => {
    expect(said(`world attributes { c = 1 }\n${ball}${fall()}measures { c = total(mass) }\n${run()}`)).toEqual([
      "error duplicate: 'c' is a world attribute: it would hide a measure of the same name; " +
        "choose another name for the measure",
    ]);
  });
});

test("what is listed to be computed once needs a function", () => {
  expect(said(ball + fall("", "attributes = {k = 1} compute_first_time_only_attributes = {k}") + run())).toEqual([
    "warning no-effect: no function here computes 'k': listing it does nothing; add k = … to the functions",
  ]);
});

test("the value that an attribute of a context has at first is checked, though nothing reads it", () => {
  expect(said(ball + fall("", "attributes = {k = nonsense}") + run())).toEqual([
    "error unknown-name: 'nonsense' is not defined here; write nonsense = … in the law, or in the attributes of the " +
      "object or of the world",
  ]);
});

describe("a law of an instant that writes no attribute", () => {
  const hit = (functions: string, more = "type = collision") =>
    `context { name = hit ${more} functions = { ${functions} } }\n`;
  const told = (name: string, note: string) =>
    `warning no-effect: the law 'hit' changes nothing: '${name}' is not an attribute of its objects; ${note}`;

  test("is told, with the attribute whose value it reads", () => {
    const text = ball + floor + fall();
    expect(said(text + hit("velocity = -previous(v)") + run())).toEqual([told("velocity", "did you mean 'v'?")]);
    expect(said(text + hit("dv = -2 * v") + run())[0]).toContain("write one of their attributes, such as: ");
    const pair = hit("push = -previous(v1)", "type = contact applied to = pair");
    expect(said(text + pair + stepping)).toEqual([told("push", "did you mean 'v1'?")]);
  });

  test("but not where one function writes what another computes, nor where there is none yet", () => {
    const text = ball + floor + fall();
    expect(said(text + hit("u = -previous(v)  v = u") + run())).toEqual([]);
    expect(said(text + hit("") + run())).toEqual([]);
  });
});

describe("a condition of an event that holds at an instant only", () => {
  const jump = (when: string) =>
    event("a = 5", "use a as attribute a of object ball use p as attribute position of object ball", when);

  test("is told, with what to write", () => {
    expect(said(ball + fall() + jump("t == 1") + run())).toEqual([
      "warning condition: 't' changes all the time: it is equal to '1' at an instant only, which the run meets by " +
        "chance; write t >= 1: the event happens at the instant when that becomes true",
    ]);
    expect(said(ball + fall() + jump("1 == p # 3") + run())[0]).toContain("'p # 3' changes all the time");
    expect(said(ball + fall() + jump("a > 0 & t != 1") + run())[0]).toContain("differs from '1' at almost every");
  });

  test("but not of what jumps and stays", () => {
    expect(said(ball + fall() + jump("a == 3") + run())).toEqual([]);
    expect(said(ball + fall() + jump("floor(t) == 3") + run())).toEqual([]);
    expect(said(ball + fall() + jump("(if t > 1 then 1 else 0) == 1") + run())).toEqual([]);
  });

  test("nor is = a comparison", () => {
    expect(said(ball + fall() + jump("t = 1") + run())).toEqual([
      "error syntax: unexpected '='; to compare, write >= or <=: when = t >= 1",
    ]);
  });
});

describe("the cross product of a vector with itself", () => {
  const law = (push: string) => ball + fall(`force += ${push}`) + run();
  const told =
    "warning cross-product: * of two vectors is the cross product, and that of 'v' with itself is always zero";

  test.each(["-0.1 * v * v", "v * v", "-v * (2 * v / mass)", "v * (-(3 [kg] * v))"])("is told: %s", (push) => {
    expect(said(law(push))).toContain(`${told}; write norm(v) * v, or v . v for the square of its length`);
  });

  test.each(["-0.1 * norm(v) * v", "(position * v) * v", "position * v", "(v . v) * v"])("but not %s", (push) => {
    expect(said(law(push))).toEqual([]);
  });
});
