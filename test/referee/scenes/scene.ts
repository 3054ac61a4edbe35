// Random experiments on the laws of the library: heaps, chains, beads, machines and flying bodies, with random settings, events and inputs.
import type { Random } from "../../language/fuzz/random.ts";
import { bodyText, groundTexts, partTexts, shakerTexts, worldText } from "./bodies.ts";
import { Frame } from "./frame.ts";
import { type ContactLaws, collisionLaws, contactLaws, motionLaws, noLaws } from "./laws.ts";
import { randomLinkage } from "./links.ts";
import { between } from "./numbers.ts";

const integrators = [
  "rk4", "rk4", "rk4", "semi-implicit euler", "explicit euler", "implicit midpoint", "dormand-prince",
]; // biome-ignore format: a list

function eventTexts(random: Random, frame: Frame, bodies: readonly string[], links: readonly string[]): string[] {
  const when = () => `${frame.t} > ${between(random, -0.05, 0.2)}`;
  const of = random.pick(bodies);
  const change = (name: string, attribute: string, owner: string, value: string) =>
    `event { name = ${name}  when = ${when()}  aliases = { use it as attribute ${attribute} of ${owner} }
  functions = { it = ${value} } }`;
  const object = `object ${of}`;
  const kinds = [
    () => change("kick", "v", object, `previous(it) + ${frame.polar("[0, 0.5, 1]", 1)}`),
    () => change("heavier", "mass", object, "2 * previous(it)"),
    () => change("larger", "size", object, "1.1 * previous(it)"),
    () => change("lighter", "g", "world", "0.5 * previous(it)"),
    () => change("stiffer", "stiffening", "world", "3 * previous(it)"),
    () => `event { name = crossing  when = ${frame.coordinate("place", 3)} < ${between(random, 0.2, 2)}
  aliases = { use place as attribute position of object ${of}  use seen as attribute tally of object ${of} }
  functions = { seen = previous(seen) + 1 } }`,
    () => (links.length === 0 ? "" : change("release", "attached", `link ${random.pick(links)}`, "false")),
    () => (links.length === 0 ? "" : change("toggle", "attached", `link ${random.pick(links)}`, "!previous(it)")),
  ];
  const first = random.below(kinds.length);
  const chosen = [first, (first + 1 + random.below(kinds.length - 1)) % kinds.length].slice(random.below(3));
  return chosen.map((kind) => kinds[kind]()).filter((text) => text !== "");
}

const sweepOrders = ["fixed", "bottom up", "alternating"];

function settingsText(random: Random, frame: Frame, contact: ContactLaws | null): string[] {
  const settings = [
    "name = s",
    `initial time = ${random.pick([0, 0, 0, -0.1, 3]) + frame.change.since}`,
    `duration = ${random.pick([0.1, 0.2, 0.3])}`,
    `step = ${random.pick([0.01, 0.01, 0.005, 0.02, 0.003])}`,
    `integrator = ${random.pick(contact ? integrators.slice(0, 5) : integrators)}`,
    `frames = ${random.pick([60, 1, 7, 500])}`,
    `seed = ${random.below(9)}`,
  ];
  if (random.chance(30)) settings.push("start = projected");
  if (random.chance(10)) settings.push("tolerance = 1e-9");
  if (random.chance(10)) settings.push("separation = 1e-4");
  if (!contact) return settings;
  settings.push("scheme = time stepping", `iterations = ${random.pick([1, 2, 3, 5, 5, 10, 10, 30])}`);
  const orders = contact.isUrgent ? [...sweepOrders, "greatest first", "greatest first"] : sweepOrders;
  if (random.chance(60)) settings.push(`sweep order = ${random.pick(orders)}`);
  if (random.chance(30)) settings.push(`contact points = ${random.pick(["all", "middle"])}`);
  if (random.chance(50)) settings.push("acceleration = newton");
  if (random.chance(60)) settings.push(`margin = ${frame.number(random.pick([0, 0.01, 0.05, 0.5]), 1)}`);
  if (random.chance(30))
    settings.push(`sleep speed = ${frame.number(random.pick([0.01, 0.1, 1]), 1)}`, "sleep time = 0.047");
  return settings;
}

/** Bodies in a loose or overlapping heap. */
function heapTexts(random: Random, frame: Frame): [texts: string[], names: string[]] {
  const texts: string[] = [];
  const names: string[] = [];
  for (let i = 0; i < 1 + random.below(3); i++) {
    const copies = random.pick([1, 1, 1, 2, 2, 3, 4]);
    const spacing = random.pick([0.15, 0.3, 0.6]);
    const name = `thing_${"abc"[i]}`;
    const row = `[${spacing} * index - 0.6, ${0.3 * i} + random(-0.02, 0.02), ${between(random, 0, 0.6)} + 0.05 * index]`;
    const position = copies > 1 ? row : `[${0.4 * i}, 0, ${between(random, 0, 1)}]`;
    texts.push(bodyText(random, frame, { name, position, ...(copies > 1 ? { copies } : {}) }));
    names.push(copies > 1 ? `${name}1` : name);
  }
  return [texts, names];
}

export interface Scene {
  readonly text: string;
  /** Words for what it has, for counting. */
  readonly traits: readonly string[];
}

export function randomScene(random: Random, frame = new Frame()): Scene {
  const contact = random.chance(55) ? contactLaws(random) : null;
  const linkage = random.chance(45) ? randomLinkage(random, frame) : null;
  const [things, thingNames] = !linkage || random.chance(50) ? heapTexts(random, frame) : [[], []];
  const motion = motionLaws(random, frame);
  const collision = random.chance(contact ? 15 : 85) ? collisionLaws(random) : noLaws;
  const resting =
    !contact && random.chance(30) ? { texts: ['import "laws/force-contact.vfl"'], names: ["force_contact"] } : noLaws;
  const shaker = random.chance(25) ? shakerTexts(random, frame) : [];
  const bodies = [...thingNames, ...(linkage?.bodies ?? [])];
  const laws = [motion, contact ?? noLaws, collision, resting];
  const contexts = new Set([...laws.flatMap(({ names }) => names), ...(linkage?.names ?? [])]);
  if (shaker.length > 0) contexts.add("shaking");
  const settings = settingsText(random, frame, contact);
  const texts = [
    'import "laws/bodies.vfl"',
    ...laws.flatMap((law) => law.texts),
    ...frame.texts,
    worldText(random, frame, contact?.hertz ?? "linear"),
    ...(random.chance(85) ? groundTexts(random, frame) : []),
    ...shaker,
    ...things,
    ...(linkage?.texts ?? []),
    ...eventTexts(random, frame, bodies, linkage?.links ?? []),
    `simulation { ${settings.join("\n  ")}\n  contexts_involved = {${[...contexts].join(", ")}} }`,
  ];
  if (texts.some((text) => text.includes("= compound"))) texts.push(...partTexts(frame));
  const text = [...new Set(texts)].sort(importsFirst).join("\n");
  return { text, traits: traitsOf(text, contexts) };
}

const watched =
  /(?:geometrical type|integrator|solver|stabilisation|sweep order|contact points|acceleration|scheme) = [a-z0-9 -]+/g;

function traitsOf(text: string, contexts: ReadonlySet<string>): string[] {
  const settings = [...text.matchAll(watched)].map(([found]) => found.trim().replace(/ {2,}\w*/g, ""));
  const events = [...text.matchAll(/event \{ name = \w+/g)].map(([found]) => found.replace("{ name = ", ""));
  return [...new Set([...contexts, ...settings, ...events, ...(text.includes("size' =") ? ["growth"] : [])])];
}

function importsFirst(a: string, b: string): number {
  return Number(b.startsWith("import")) - Number(a.startsWith("import"));
}
