// What the editor is told about a text, asked as the check worker asks: places to complete at, names, their uses and
// definitions.
import { expect, test } from "vitest";
import { largeText } from "../../bench/lab/large-text.ts";
import { checkSource } from "../../src/language/check/check.ts";
import { createSource } from "../../src/language/syntax/span.ts";
import { answerAbout } from "../../src/web/editor/worker/service.ts";
import type { CompletionAnswer, DefinitionAnswer, HoverAnswer, UsesAnswer } from "../../src/web/protocol/text.ts";
import { importSource, loadLibrary } from "../../src/web/worker/library.ts";
import { outlineOf } from "../../src/web/worker/outline.ts";

await loadLibrary();

const text = `import "laws/bodies.vfl"
import "laws/frictionless-collision.vfl"

world attributes {
  g = [0, 0, -9.81] [m/s^2]
  restitution = 0.5
}

// The one that falls.
object {
  name = ball
  physical type = dynamic
  geometrical type = sphere
  attributes = {
    position = [0, 0, 5] [m]
    size = 100 [mm]
    mass = 2 [kg]
    inertia = sphereInertia(mass, size)
    v = [0, 0, 0]
    w = [0, 0, 0]
  }
}

object { name = floor  physical type = static  geometrical type = half space }

// Falls and is slowed.
context {
  name = fall
  type = free fall
  functions = {
    drag(k) = k * previous(v)
    speed = norm(v)
    v' = g - drag(0.1 * speed) / mass
    position' = v
  }
}

context {
  name = pair
  type = collision
  applicability = { mandatory 2 dynamic spheres }
  aliases = { use other as attribute v of object with index 1 }
  functions = {
    v1 = other * (mass2 / mass1)
    speedNow = mass1
  }
}

simulation {
  name = main
  initial time = 0
  duration = 2
  objects_involved = {ball, floor}
  contexts_involved = {fall, frictionless_collision_with_static}
}

measures { energy = total(0.5 * mass * (v . v))  twice = 2 * energy }
`;

/** Puts the cursor where `|` stands. */
function at(marked: string) {
  const place = marked.indexOf("|");
  const said = marked.slice(0, place) + marked.slice(place + 1);
  return { checked: checkSource(createSource("t", said), importSource), place, said };
}

/** The text with `|` put after the first `found`, and `typed` before it. */
function after(found: string, typed = ""): string {
  const end = text.indexOf(found) + found.length;
  return `${text.slice(0, end)}${typed}|${text.slice(end)}`;
}

function labels(marked: string): string[] {
  const { checked, place } = at(marked);
  const answer = answerAbout(checked, { kind: "complete", at: place }) as CompletionAnswer | null;
  return answer?.items.map(({ label }) => label) ?? [];
}

test("completion offers blocks, keys, values, units, laws and names, each at its place", () => {
  expect(labels("wor|")).toContain("world attributes");
  expect(labels('import "la|')).toContain("laws/newton-euler.vfl");
  expect(labels("object {\n  name = a\n  phy|\n}")).toEqual(expect.arrayContaining(["physical type", "attributes"]));
  expect(labels("object {\n  name = a\n  phy|\n}")).not.toContain("name");
  expect(labels("object {\n  physical type = |\n}")).toEqual(["dynamic", "static", "driven"]);
  expect(labels("simulation { integrator = semi|")).toContain("semi-implicit euler");
  expect(labels(after("mass = 2 ", "[k"))).toEqual(expect.arrayContaining(["kg", "°", "Ω", "Å"]));
  expect(labels(after("objects_involved = {", ""))).toEqual(["ball", "floor"]);
  expect(labels(after("contexts_involved = {"))).toEqual(expect.arrayContaining(["fall", "frictionless_collision"]));
  const inLaw = labels(after("speed = norm(v)", "\n    a = "));
  expect(inLaw).toEqual(
    expect.arrayContaining(["mass", "speed", "restitution", "g", "sqrt", "previous", "pi", "response"]),
  );
  expect(inLaw).not.toContain("collisionPoint");
  expect(labels(after("speedNow = "))).toEqual(expect.arrayContaining(["collisionNormal", "mass1", "v2", "other"]));
  expect(labels(after("drag(k) = "))).toContain("k");
  expect(labels("// a com|")).toEqual([]);
});

function hoverOf(marked: string): HoverAnswer | null {
  const { checked, place } = at(marked);
  return answerAbout(checked, { kind: "hover", at: place }) as HoverAnswer | null;
}

test("hover tells shape, owner and what a run can be asked for", () => {
  expect(hoverOf(after("total(0.5 * ma"))).toMatchObject({ title: "mass: a real, in kg", paths: ["ball.mass"] });
  expect(hoverOf(after("    spee"))).toMatchObject({ title: "speed: a real, in m/s", paths: ["ball.speed"] });
  expect(hoverOf(after("v' = "))).toMatchObject({ title: "g: a vector of 3, in m/s²", paths: ["g"] });
  expect(hoverOf(after("= nor"))).toMatchObject({ title: "norm(v: vector)" });
  expect(hoverOf(after("energ"))).toMatchObject({ title: "energy, in J", paths: ["energy"] });
  expect(hoverOf(after("sphereIner"))?.notes).toEqual(["function of laws/bodies.vfl"]);
  expect(hoverOf(after("// The one"))).toBe(null);
});

function usesOf(marked: string) {
  const { checked, place, said } = at(marked);
  const answer = answerAbout(checked, { kind: "uses", at: place }) as UsesAnswer;
  return { ...answer, lines: answer.ranges.map(({ from, to }) => said.slice(from, to)) };
}

test("uses are those of the same thing, suffixes and primes left out", () => {
  const own = text.replace(/^import.*\n/gm, "").replace("sphereInertia(mass, size)", "1");
  const whole = usesOf(own.replace("mass = 2", "ma|ss = 2"));
  expect(whole.lines).toEqual(["mass", "mass", "mass", "mass", "mass", "mass"]);
  expect(whole.refusal).toBe(null);
  // The parameter of one function, and nothing else called k.
  expect(usesOf(own.replace("drag(k)", "drag(|k)")).lines).toEqual(["k", "k"]);
  expect(usesOf(own.replace("name = ball", "name = b|all")).lines).toEqual(["ball", "ball"]);
  expect(usesOf(own.replace("speed = norm", "sp|eed = norm")).lines).toEqual(["speed", "speed"]);
  expect(usesOf(own.replace("position' = v", "posi|tion' = v")).refusal).toContain("has a meaning in every experiment");
  expect(usesOf(text.replace("mass = 2", "ma|ss = 2")).refusal).toContain("laws/");
  expect(usesOf(own.replace("norm(v)", "no|rm(v)")).refusal).toContain("belongs to the language");
});

test("what a bench speaks of is renamed with the rest, its comments are not", () => {
  const own = text.replace(/^import.*\n/gm, "").replace("sphereInertia(mass, size)", "1");
  const bench = "bench { plots = {ball.mass, energy}  vectors = {ball.v} // ball\n }\n";
  expect(usesOf(own.replace("name = ball", "name = b|all") + bench).lines).toEqual(["ball", "ball", "ball", "ball"]);
  expect(usesOf(`${own}${bench.replace("mass", "ma|ss")}`).lines.length).toBe(7);
  expect(usesOf(`${own.replace("energy = total", "ener|gy = total")}${bench}`).lines).toEqual([
    "energy",
    "energy",
    "energy",
  ]);
});

test("the outline tells of objects of imported files too, and where they are from", () => {
  const scene = createSource(
    "scene.vfl",
    "object { name = table  physical type = static  geometrical type = half space }\n",
  );
  const source = createSource("t", `import "scene.vfl"\n${text.replace(/^import.*\n/gm, "")}`);
  const { objects } = outlineOf(checkSource(source, (path) => (path === "scene.vfl" ? scene : importSource(path))));
  expect(objects.map(({ name, file }) => [name, file])).toContainEqual(["table", "scene.vfl"]);
  expect(objects.find(({ name }) => name === "ball")!.file).toBe(null);
});

test("a definition is found in the law, in the text and in imported laws", () => {
  const find = (marked: string) => {
    const { checked, place, said } = at(marked);
    const found = answerAbout(checked, { kind: "definition", at: place }) as DefinitionAnswer;
    return { file: found.file, line: (found.text ?? said).slice(found.from).split("\n")[0] };
  };
  expect(find(after("drag(0.1 * spe"))).toEqual({ file: null, line: "speed = norm(v)" });
  expect(find(after("total(0.5 * ma"))).toEqual({ file: null, line: "mass = 2 [kg]" });
  expect(find(after("sphereIner"))).toMatchObject({
    file: "laws/bodies.vfl",
    line: expect.stringMatching(/^sphereInertia\(/),
  });
  expect(find(after("frictionless_collision_wi"))).toMatchObject({ file: "laws/frictionless-collision.vfl" });
  expect(find(after('import "laws/bod'))).toMatchObject({ file: "laws/bodies.vfl" });
});

test("the outline tells numbers as written, units, comments and what is on", () => {
  const { world, objects, contexts, simulations } = outlineOf(at(`${text}|`).checked);
  expect(world.map(({ name, parts, unit }) => [name, parts, unit])).toEqual([
    ["g", ["0", "0", "-9.81"], "m/s^2"],
    ["restitution", ["0.5"], ""],
  ]);
  expect(objects[0]).toMatchObject({ name: "ball", shape: "sphere", comment: "The one that falls." });
  expect(objects[0].attributes[1]).toMatchObject({ name: "size", parts: ["100"], unit: "mm" });
  expect(objects[0].attributes[3]).toMatchObject({ parts: null, text: "sphereInertia(mass, size)" });
  expect(contexts.find(({ name }) => name === "fall")).toMatchObject({ comment: "Falls and is slowed.", file: null });
  expect(simulations[0].contexts).toEqual(["fall", "frictionless_collision_with_static"]);
});

test("the text that typing is measured on has 500 lines and no mistake", () => {
  const large = largeText(500);
  expect(large.split("\n").length).toBeGreaterThanOrEqual(500);
  const checked = checkSource(createSource("large", large), importSource);
  expect(checked.diagnostics).toEqual([]);
  expect(outlineOf(checked).objects.length).toBeGreaterThan(20);
});
