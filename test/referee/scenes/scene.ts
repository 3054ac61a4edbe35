// Random experiments on the laws of the library: bodies of all shapes, contact and impact laws, joints, springs,
// curves, events, inputs, driven bodies, copies, and the settings of both schemes.
import type { Random } from "../../language/fuzz/random.ts";
import { heap, partTexts } from "./bodies.ts";
import { tows } from "./drives.ts";
import { ground, rider, shaker } from "./environment.ts";
import { eventTexts } from "./events.ts";
import { Frame } from "./frame.ts";
import { collisionLaws, contactLaws, restingLaws } from "./impacts.ts";
import { type Linkage, tieText } from "./joints.ts";
import { randomLinkage } from "./linkage.ts";
import { randomMotion } from "./motion.ts";
import { type Maker, type Needs, nothing, type Part } from "./part.ts";
import { measuresText, settingTexts } from "./settings.ts";
import { worldText } from "./world.ts";

export interface Scene {
  readonly text: string;
  /** Words for what it has, for counting. */
  readonly traits: readonly string[];
}

/** What may hold bodies together; rolling balls have an attribute of their own, and other bodies none of their kind. */
function resting(random: Random, frame: Frame, needs: Needs): [law: Part, needs: Needs] {
  if (!random.chance(30)) return [nothing, needs];
  const isRolling = needs.geometries === null && random.chance(15);
  if (!isRolling) return [restingLaws(random, frame, needs.geometries), needs];
  const round: Needs = { ...needs, geometries: ["sphere"], attributes: `${needs.attributes}  rolling = false` };
  return [restingLaws(random, frame, round.geometries), round];
}

export function randomScene(random: Random, frame = new Frame()): Scene {
  const isLinked = random.chance(40);
  const motion = randomMotion(random, frame, isLinked ? "held" : "free");
  const contact = random.chance(50) ? contactLaws(random) : null;
  const [rest, needs] = contact || isLinked ? [nothing, motion.needs] : resting(random, frame, motion.needs);
  const maker: Maker = { random, frame, needs };
  const linkage: Part | Linkage = isLinked ? randomLinkage(maker) : nothing;
  const things = !isLinked || random.chance(40) ? heap(maker) : nothing;
  const still = random.chance(85) ? ground(maker) : nothing;
  const parts: Part[] = [motion, contact ?? nothing, rest, things, linkage, still];
  if (random.chance(contact ? 15 : 80)) parts.push(collisionLaws(random));
  const isShaken = random.chance(25) && !rest.contexts.includes("rolling_contact");
  const bodies = parts.flatMap((part) => part.bodies ?? []);
  const fixed = [...(isShaken ? ["shaker"] : []), ...(still.texts.length > 0 ? ["ground"] : [])];
  const ties = motion.needs.geometries === null && random.chance(12) ? tows(maker, bodies, fixed) : nothing;
  parts.push(ties);
  const tired = (ties.links ?? []).filter((_, i) => ties.texts[i].includes("kind = tie"));
  if (isShaken) parts.push(shaker(maker, tired));
  if (random.chance(8)) parts.push(rider(maker));
  const links = parts.flatMap((part) => part.links ?? []);
  const contexts = [...new Set(parts.flatMap((part) => part.contexts))];
  const isOpen = parts.some((part) => part.isOpen);
  const settings = settingTexts(maker, contact, isOpen);
  const texts = [
    'import "laws/bodies.vfl"',
    ...frame.texts,
    worldText(random, frame, contact?.hertz ?? "linear", parts.map((part) => part.world ?? "").join(" ")),
    ...parts.flatMap((part) => part.texts),
    ...(contexts.includes("tie") ? [tieText(random, frame)] : []),
    ...eventTexts(maker, bodies, links),
    ...(random.chance(30) ? [measuresText(bodies[0])] : []),
  ];
  const involved = random.chance(10) ? involvedObjects(texts) : "";
  texts.push(...partTexts(frame, texts.join("\n")));
  if (involved !== "") texts.push(bystander);
  texts.push(`simulation { ${settings.join("\n  ")}\n  ${involved}  contexts_involved = {${contexts.join(", ")}} }`);
  const text = [...new Set(texts)].sort(importsFirst).join("\n");
  return { text, traits: traitsOf(text, contexts) };
}

/** An object that takes no part where a simulation says who does. */
const bystander = `object { name = bystander  physical type = dynamic  geometrical type = sphere
  attributes = { size = 1  mass = 1  inertia = inertiaTensor(mass)  v = [0, 0, 0]  w = [0, 0, 0]  L = [0, 0, 0]
    force = [0, 0, 0]  torque = [0, 0, 0]  orientation = [1, 0, 0, 0]  unheard = true } }`;

function involvedObjects(texts: readonly string[]): string {
  const names = texts.flatMap((text) => [...text.matchAll(/^object \{ name = (\w+)/gm)].map(([, name]) => name));
  return `objects_involved = {${names.join(", ")}}`;
}

const keys = [
  "physical type",
  "geometrical type",
  "integrator",
  "solver",
  "stabilisation",
  "sweep order",
  "contact points",
  "acceleration",
  "scheme",
  "start",
  "equilibration",
  "form",
  "closed",
  "collisions",
  "applied to",
];
const watched = new RegExp(`(?:${keys.join("|")}) = [a-z0-9-]+(?: [a-z-]+)*`, "g");
const owners = /as attribute \w+ of (world|each other object|object with index|object|link)/g;

function traitsOf(text: string, contexts: readonly string[]): string[] {
  const settings = [...text.matchAll(watched)].map(([found]) => found);
  const events = [...text.matchAll(/event \{ name = (\w+)/g)].map(([, name]) => `event ${name}`);
  const calls = [...text.matchAll(/\b([a-zA-Z]+)(?=\()/g)].map(([, name]) => `call of ${name}`);
  const aliases = [...text.matchAll(owners)].map(([, owner]) => `alias of ${owner}`);
  return [...new Set([...contexts, ...settings, ...events, ...calls, ...aliases])];
}

function importsFirst(a: string, b: string): number {
  return Number(b.startsWith("import")) - Number(a.startsWith("import"));
}
