// Whole experiments that are right: blocks of every kind, laws whose shapes the generator knows.
import { boolean, matrix, real, type Shape, vector } from "../../../src/language/shapes/shape.ts";
import type { Random } from "./random.ts";
import { randomShape, type Speakable, TypedGenerator } from "./typed.ts";

const attributeNames = ["mass", "v", "w", "L", "q", "charge", "state", "inertia", "__proto__", "constructor"];

function plain(name: string, shape: Shape): Speakable {
  return { name, shape, params: null };
}

/** Attributes that all objects share, so that every law fits every object. */
function randomAttributes(random: Random): Speakable[] {
  const names = attributeNames.filter(() => random.chance(40));
  return names.map((name) => plain(name, randomShape(random)));
}

export function randomExperiment(random: Random): string {
  const separator = random.pick(["\n", " ", "\n  ", ", ", " // c\n", " /* c */ "]);
  const typed = (names: readonly Speakable[]) => new TypedGenerator(random, names);
  const join = (lines: readonly string[]) => lines.join(separator);
  const set = (key: string, lines: readonly string[]) => `${key} = {${separator}${join(lines)}${separator}}`;
  const define = (items: readonly Speakable[], say: TypedGenerator, depth: number) =>
    items.map(({ name, shape }) => `${name} = ${say.expression(shape, depth)}`);

  const world = [plain("g", vector(3)), plain("k", real), plain("is_on", boolean)];
  const shared = randomAttributes(random);
  const orientation = random.pick([vector(3), vector(4), matrix(3, 3)]);
  const predefined = [plain("position", vector(3)), plain("orientation", orientation)];
  const library = typed([]);
  const functions = library.functions(random.below(3), "lib");

  const object = (name: string, physicalType: string) => {
    const sphere = random.chance(50);
    const attributes = [
      ...define([...predefined, ...shared], typed([]), 1),
      sphere ? "size = 1" : "size = [1, 2, 3]",
      "force = [0, 0, 0]",
    ];
    return join([
      `object { name = ${name}`,
      `physical type = ${physicalType}`,
      `geometrical type = ${sphere ? "sphere" : "cuboid"}`,
      `${set("attributes", attributes)} }`,
    ]);
  };

  /**
   * Functions of a law; an attribute that one of them gives is spoken of only by `previous` in those before it. Only a
   * law of one object states rates.
   */
  const laws = (
    attributes: readonly Speakable[],
    say: TypedGenerator,
    own: string,
    rates: "rates" | "jumps" = "jumps",
  ) => {
    const lines = say.functions(1 + random.below(3), own);
    const updated = attributes.filter(() => random.chance(30));
    const before = updated.map(({ name, shape }) => plain(`previous(${name})`, shape));
    const rest = say.names.filter((name) => !updated.some((attribute) => attribute.name === name.name));
    const after = typed([...rest, ...before]);
    for (const { name, shape } of updated) {
      const prime = rates === "rates" && shape.kind !== "boolean" && random.chance(30) ? "'" : "";
      lines.push(`${name}${prime} = ${after.expression(shape, 2)}`);
    }
    return lines;
  };

  const everywhere = [...world, plain("t", real), plain("dt", real), ...library.names];
  const unread = (items: readonly Speakable[]) => items.map(({ name, shape }) => plain(`previous(${name})`, shape));
  const mine = [...predefined, ...shared];
  const pairs = [1, 2].flatMap((index) => mine.map(({ name, shape }) => plain(`${name}${index}`, shape)));
  const others = [1, 2].flatMap((i) => mine.map(({ name, shape }) => plain(`of_${i}_${name}`, shape)));
  const given = [plain("collisionPoint", vector(3)), plain("collisionNormal", vector(3))];

  const free = laws(mine, typed([...everywhere, ...unread(mine)]), "a", "rates");
  if (random.chance(40)) free.push(`force += ${typed(everywhere).expression(vector(3), 2)}`);
  const blocks = [
    `world attributes {${separator}${join(define(world, typed([]), 2))}${separator}}`,
    object("ball", "dynamic"),
    object("slab", "static"),
    `context { name = flight${separator}type = free fall${separator}${set("functions", free)} }`,
  ];
  if (random.chance(50)) {
    const hit = laws(pairs, typed([...everywhere, ...unread(pairs), ...given]), "b");
    blocks.push(`context { name = impact${separator}type = collision${separator}${set("functions", hit)} }`);
  }
  if (random.chance(40)) {
    const aliases = [0, 1].flatMap((index) =>
      mine.map(({ name }) => `use of_${index + 1}_${name} as attribute ${name} of object with index ${index}`),
    );
    const touch = laws(others, typed([...everywhere, ...unread(others), plain("penetration", real)]), "c");
    blocks.push(
      join([
        "context { name = touch",
        "type = contact",
        "applied to = pair",
        "applicability = { mandatory 1 dynamic object and 1 static object }",
        set("aliases", aliases),
        `${set("functions", touch)} }`,
      ]),
    );
  }
  if (random.chance(40)) {
    const anchors = [plain("anchor1", vector(3)), plain("anchor2", vector(3)), plain("k", real)];
    const pull = laws([], typed([...everywhere, ...pairs, ...anchors]), "d");
    pull.push(`force1 += ${typed([...everywhere, ...anchors]).expression(vector(3), 2)}`);
    const end = orientation.kind === "vector" && orientation.length === 3 ? "world" : "slab";
    blocks.push(
      `context { name = spring${separator}type = link${separator}${set("functions", pull)} }`,
      `link { name = rope kind = spring between = {ball at [0, 0, 1], ${end}} ${set("attributes", ["k = 20 [N/m]"])} }`,
    );
  }
  if (random.chance(40)) {
    const summed = typed([...world, ...mine]);
    blocks.push(`measures { energy = total(${summed.expression(real, 3)}) twice = 2 * energy }`);
  }
  if (random.chance(30)) {
    const { name, shape } = random.pick(mine);
    const event = typed([...world, plain("seen", shape)]);
    blocks.push(
      join([
        "event { name = late",
        `when = ${event.expression(boolean, 2)}`,
        set("aliases", [`use seen as attribute ${name} of object ball`]),
        `functions = { k = ${typed([plain("seen", shape)]).expression(real, 2)} } }`,
      ]),
    );
  }
  const named = blocks.filter((block) => block.startsWith("context")).map((block) => /name = (\w+)/.exec(block)![1]);
  blocks.push(
    `simulation { name = s${separator}initial time = 0${separator}duration = 10${separator}step = 0.01${separator}` +
      `objects_involved = {ball, slab}${separator}contexts_involved = {${named.join(", ")}} }`,
  );
  // The order of the text changes nothing.
  for (let i = blocks.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [blocks[i], blocks[j]] = [blocks[j], blocks[i]];
  }
  return [...functions, ...blocks].join("\n");
}
