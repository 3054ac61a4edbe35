// Which vectors are drawn, for each experiment, and which numbers their names mean.
import { effect, signal } from "@preact/signals";
import type { EventInfo, RunLayout, SlotInfo } from "../../protocol/messages.ts";
import { bench } from "../../state/bench.ts";
import { name as experimentName } from "../../state/experiment.ts";
import { frames } from "../../state/run.ts";
import { stored } from "../../state/settings.ts";
import {
  isBoolean,
  isFiniteNumber,
  isListOf,
  isOneOf,
  isRecord,
  isText,
  reportUnreadable,
} from "../../state/stored-value.ts";
import { slotOf } from "../bodies/slots.ts";
import { variantCount, variantOf, vectorColour } from "../draw/palette.ts";

export interface VectorSpec {
  /** `v` of every body that moves, `ball.v` of one, `g` of the world, `impulse` of a law, `pivot.lambda` of a link. */
  readonly name: string;
  readonly at: "centre" | "contact" | "point";
  readonly point: readonly [number, number, number];
  /** The colour now, and after an event. */
  readonly colour: string;
  /** The colour before an event; null for a lighter shade of `colour`. */
  readonly before: string | null;
  /** The width of the arrow in pixels. */
  readonly width: number;
  readonly hasNumber: boolean;
  /** At an event of two objects: its opposite is drawn on the other object. */
  readonly hasOpposite: boolean;
  /** The path of its tip is drawn. */
  readonly hasTrail: boolean;
  readonly isShown: boolean;
}

export function newVector(name: string): VectorSpec {
  const at = /impulse|normal/i.test(name) ? "contact" : "centre";
  return {
    name,
    at,
    point: [0, 0, 0],
    colour: vectorColour(name),
    before: null,
    width: 5,
    hasNumber: false,
    hasOpposite: /impulse/i.test(name),
    hasTrail: false,
    isShown: true,
  };
}

/** These vectors and new ones, of which each quantity has a colour that no other has. */
export function withNewVectors(specs: readonly VectorSpec[], names: readonly string[]): readonly VectorSpec[] {
  const all = [...specs];
  const quantityOf = (name: string) => name.replace(/^.*\./, "");
  for (const name of names) {
    const fresh = newVector(name);
    const same = all.find((spec) => quantityOf(spec.name) === quantityOf(name));
    let { colour } = same ?? fresh;
    for (let k = 0; !same && k < variantCount && all.some((spec) => spec.colour === colour); k++)
      colour = variantOf(fresh.colour, k);
    all.push({ ...fresh, colour });
  }
  return all;
}

/** What the person has chosen; null until then, when the lab chooses. */
const chosen = signal<readonly VectorSpec[] | null>(null);
const keyOf = (experiment: string) => `vectors.${experiment}`;

effect(() => {
  chosen.value = load(experimentName.value);
});

function load(experiment: string): readonly VectorSpec[] | null {
  const found = stored(keyOf(experiment));
  if (found === undefined) return null;
  const all = Array.isArray(found) ? found.flatMap((one) => vectorOf(one) ?? []) : null;
  if (!Array.isArray(found) || found.length !== all?.length) reportUnreadable("vectors");
  return all;
}

/** Reads a stored vector; what earlier labs did not store is as for a new vector. */
function vectorOf(found: unknown): VectorSpec | null {
  if (!isRecord(found) || !isText(found["name"])) return null;
  const { name, at, point, colour, before, width, hasNumber, hasOpposite, hasTrail, isShown } = {
    ...newVector(found["name"]),
    ...found,
  };
  const isPlaced = isOneOf(["centre", "contact", "point"])(at) && isListOf(isFiniteNumber)(point) && point.length === 3;
  const isDrawn = isColour(colour) && (before === null || isColour(before)) && isFiniteNumber(width);
  if (!isPlaced || !isDrawn || ![hasNumber, hasOpposite, hasTrail, isShown].every(isBoolean)) return null;
  return { name, at, point, colour, before, width, hasNumber, hasOpposite, hasTrail, isShown };
}

function isColour(found: unknown): found is string {
  return isText(found) && /^#[0-9a-f]{6}$/i.test(found);
}

export function setVectors(next: readonly VectorSpec[]): void {
  chosen.value = next;
  try {
    localStorage.setItem(`virtuafiz.${keyOf(experimentName.peek())}`, JSON.stringify(next));
  } catch {
    // Private windows have no storage.
  }
}

/** The most bodies that get arrows that nobody asked for. */
const fewBodies = 8;

/** The vectors of the experiment: those chosen, else those that its text names, else the velocity of a few bodies. */
export function vectorSpecs(): readonly VectorSpec[] {
  if (chosen.value) return chosen.value;
  if (bench.value.vectors) return withNewVectors([], bench.value.vectors);
  const layout = frames.value?.layout;
  const movers = layout?.bodies.filter(({ physicalType }) => physicalType !== "static") ?? [];
  if (movers.length === 0 || movers.length > fewBodies) return [];
  const named = ["v", "velocity", "linear_velocity"].find((name) =>
    movers.some((body) => slotOf(body, name)?.size === 3),
  );
  return named ? [newVector(named)] : [];
}

/**
 * The names that laws have for angular velocities and angular momenta: these are drawn with the axes of the bodies, as
 * in 004.
 */
const spinNames: ReadonlySet<string> = new Set(["w", "omega", "angular_velocity", "L", "angular_momentum"]);

/** The vectors that go with the axes: attributes of a few bodies that move. */
export function spinSpecs(specs: readonly VectorSpec[]): readonly VectorSpec[] {
  const movers = frames.value?.layout.bodies.filter(({ physicalType }) => physicalType !== "static") ?? [];
  if (movers.length > fewBodies) return specs;
  const slots = movers.flatMap((body) => body.slots).filter(({ kind, size }) => kind === "vector" && size === 3);
  const names = [...spinNames].filter((name) => slots.some((slot) => slot.name === name));
  return withNewVectors(
    specs,
    names.filter((name) => !specs.some((spec) => spec.name === name)),
  );
}

/** Where the numbers of a vector come from: the memory of a frame, or a question to the run. */
export interface VectorTarget {
  /** The number of the body it belongs to; -1 for the world. */
  readonly body: number;
  readonly path: string;
  readonly slot: SlotInfo | null;
  /** The link it belongs to, by its number, and at which of its ends it is drawn. */
  readonly link?: { readonly number: number; readonly end: 0 | 1 };
}

const found = new WeakMap<RunLayout, Map<string, VectorTarget[]>>();

export function targetsOf(name: string, layout: RunLayout): VectorTarget[] {
  const known = found.get(layout) ?? new Map<string, VectorTarget[]>();
  found.set(layout, known);
  const targets = known.get(name) ?? findTargets(name, layout);
  known.set(name, targets);
  return targets;
}

function findTargets(name: string, layout: RunLayout): VectorTarget[] {
  const dot = name.indexOf(".");
  const own = dot < 0 ? name : name.slice(dot + 1);
  const owner = dot < 0 ? null : name.slice(0, dot);
  const world = owner === null ? layout.world.find((slot) => slot.name === own && slot.size === 3) : undefined;
  if (world) return [{ body: -1, path: name, slot: world }];
  const bodies = layout.bodies.flatMap((body, number) => {
    const isMeant = owner === null ? body.physicalType !== "static" : body.name === owner || body.object === owner;
    return isMeant ? [{ body, number }] : [];
  });
  const withSlot = bodies.flatMap(({ body, number }) => {
    const slot = slotOf(body, own);
    return slot?.size === 3 && slot.kind === "vector" ? [{ body: number, path: `${body.name}.${own}`, slot }] : [];
  });
  if (withSlot.length > 0) return withSlot;
  const links = linkTargets(owner, own, layout);
  if (links.length > 0) return links;
  return bodies.map(({ body, number }) => ({ body: number, path: `${body.name}.${own}`, slot: null }));
}

/** The targets of a name at an event: those of its bodies, and functions of the law once, by their bare names. */
export function targetsAt(event: EventInfo, name: string, layout: RunLayout): VectorTarget[] {
  const indexOf = (body: string) => layout.bodies.findIndex((one) => one.name === body);
  const all = targetsOf(name, layout).filter(
    ({ body }) => body < 0 || event.objects.includes(layout.bodies[body].name),
  );
  const isFunction = !name.includes(".") && all.every(({ slot }) => slot === null);
  return isFunction ? [{ body: indexOf(event.objects[0]), path: name, slot: null }, ...all] : all;
}

/** Names that can be drawn, for completion. */
export function vectorNames(layout: RunLayout): string[] {
  const namesIn = (slots: readonly SlotInfo[]) =>
    slots.filter(({ kind, size }) => kind === "vector" && size === 3).map(({ name }) => name);
  const moving = layout.bodies.filter(({ physicalType }) => physicalType !== "static");
  const shared = moving.flatMap(({ slots }) => namesIn(slots)).filter((name) => name !== "orientation");
  const own = moving.slice(0, few).flatMap(({ name, slots }) => namesIn(slots).map((vector) => `${name}.${vector}`));
  const all = new Set([...shared, ...namesIn(layout.world), ...layout.functions, ...own]);
  return [...all, ...linkVectorNames(layout)];
}

/**
 * Vectors of links by name: `pivot.lambda`, `knots.force1` of all copies, `lambda` of all links that have it as a
 * vector.
 */
function linkTargets(owner: string | null, own: string, { links }: RunLayout): VectorTarget[] {
  // A vector of the second object is drawn at its end.
  const end = /[^\d]2$/.test(own) ? 1 : 0;
  return links.flatMap(({ name, link, slots, functions }, number): VectorTarget[] => {
    if (owner !== null && owner !== name && owner !== link) return [];
    const slot = slots.find((one) => one.name === own && one.kind === "vector" && one.size === 3) ?? null;
    const isAsked = slot !== null || (owner !== null && functions.includes(own));
    return isAsked ? [{ body: -1, path: `${name}.${own}`, slot, link: { number, end } }] : [];
  });
}

/** No more bodies and no more links than these are offered by name. */
const few = 20;

/** Names that can be drawn, for completion. */
function linkVectorNames({ links }: RunLayout): string[] {
  return links.slice(0, few).flatMap(({ name, slots, functions }) => {
    const vectors = slots.filter(({ kind, size }) => kind === "vector" && size === 3).map((slot) => slot.name);
    return [...vectors, ...functions].map((own) => `${name}.${own}`);
  });
}
