// Whether a run can continue in another model: the layout of the memory, the bodies, the laws and the settings must be
// the same. First values may differ, because those of the snapshot are used.
import type { Model } from "../../engine/model/model.ts";
import type { Slot } from "../../engine/model/slot.ts";
import { preludeScope, type Scope } from "../../language/names/scope.ts";
import { describeShape } from "../../language/shapes/shape.ts";
import { numberSettings, wordSettings } from "../../language/syntax/simulation-settings.ts";

/** Why a snapshot of a run of `from` cannot continue in `to`, as a sentence about the snapshot; null if it can. */
export function modelDifference(from: Model, to: Model): string | null {
  if (from === to) return null;
  return inSettings(from, to) ?? inLayout(from, to) ?? inBodies(from, to) ?? inTexts(lawsOf(from), lawsOf(to));
}

/** The end of a run and its rate of frames may change. */
const freeFields: readonly string[] = ["duration", "frames"];

function inSettings({ settings: from }: Model, { settings: to }: Model): string | null {
  for (const { field, key } of [...numberSettings, ...wordSettings]) {
    const [a, b] = [from, to].map((settings) => (settings as unknown as Record<string, unknown>)[field]);
    if (!freeFields.includes(field) && a !== b) return `it was made with '${key} = ${a}', and here that is ${b}`;
  }
  if (from.askedIntegrator !== to.askedIntegrator) return "it was made with another integrator";
  return from.saysIterations === to.saysIterations
    ? null
    : "its simulation does not state 'iterations' as this one does";
}

function slotsOf({ world, bodies, links, solver }: Model): ReadonlyMap<string, Slot> {
  const owned = [...bodies, ...links].flatMap(({ name, slots }) =>
    [...slots].map(([key, slot]): [string, Slot] => [`${name}.${key}`, slot]),
  );
  const ofSolver = Object.entries(solver ?? {}).map(([key, slot]): [string, Slot] => [`solver.${key}`, slot]);
  return new Map([...world, ...owned, ...ofSolver]);
}

/** The name of the attribute at a place of the memory. */
export function nameOfPlace(model: Model, place: number): string {
  for (const [name, { offset, stride, size }] of slotsOf(model))
    for (let k = 0; k < size; k++) if (offset + k * stride === place) return name;
  return `number ${place}`;
}

function inLayout(from: Model, to: Model): string | null {
  const [had, has] = [slotsOf(from), slotsOf(to)];
  for (const name of has.keys()) if (!had.has(name)) return `it has no '${name}'`;
  for (const name of had.keys()) if (!has.has(name)) return `it has '${name}', which is not here`;
  for (const [name, slot] of has) {
    const other = had.get(name)!;
    const [a, b] = [other, slot].map(({ shape }) => describeShape(shape));
    if (a !== b) return `its '${name}' is ${a}, and here that is ${b}`;
    if (other.offset !== slot.offset || other.stride !== slot.stride) return `its '${name}' lies elsewhere in memory`;
  }
  return null;
}

function inBodies(from: Model, to: Model): string | null {
  for (const [i, { name, physicalType, geometry }] of to.bodies.entries()) {
    const other = from.bodies[i];
    if (other.physicalType !== physicalType)
      return `its '${name}' is ${other.physicalType}, and here that is ${physicalType}`;
    if (!isAlike(other.geometry, geometry)) return `its '${name}' has another shape`;
  }
  for (const [i, { name, bodies, context, declaration }] of to.links.entries()) {
    const other = from.links[i];
    if (bodies.some((body, k) => body?.name !== other.bodies[k]?.name)) return `its '${name}' joins other bodies`;
    if (other.context.name.name !== context.name.name) return `its '${name}' is of another kind`;
    if (other.declaration.collides !== declaration.collides)
      return `what its '${name}' joins collides as it does not here`;
  }
  for (const [name, curve] of to.curves)
    if (!isAlike(from.curves.get(name) ?? null, curve)) return `its curve '${name}' is a different one`;
  return null;
}

/** Left out: counters of trees of bounds, and functions, which come from the compared laws. */
const isLeftOut = (key: string, value: unknown) => key === "tree" || typeof value === "function";

/** Whether plain data is equal. */
function isAlike(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return Object.is(a, b);
  const [own, other] = [a, b].map((data) => Object.entries(data).filter(([key, value]) => !isLeftOut(key, value)));
  if (own.length !== other.length) return false;
  return own.every(([key, value], i) => key === other[i][0] && isAlike(value, other[i][1]));
}

/** The laws of a model as texts, without places and layout, by their names in words. */
type Texts = ReadonlyMap<string, string>;

const kept = new WeakMap<Model, Texts>();

function lawsOf(model: Model): Texts {
  const known = kept.get(model);
  if (known) return known;
  const texts = new LawTexts();
  for (const { name, block, scope } of model.contexts) texts.add(`law '${name.name}'`, block, scope);
  for (const { name, block, scope } of model.events) texts.add(`event '${name.name}'`, block, scope);
  kept.set(model, texts.found);
  return texts.found;
}

class LawTexts {
  readonly found = new Map<string, string>();
  private readonly seen = new Set<unknown>();

  /** Adds a part of a text and the functions that it calls; functions of several files may share a name. */
  add(what: string, part: unknown, scope: Scope): void {
    const names = new Set<string>();
    const text = JSON.stringify(part, (key, value) => {
      if (/span$/i.test(key)) return undefined;
      if (value?.kind === "name" || value?.kind === "call") names.add(value.name);
      return value;
    });
    this.found.set(what, (this.found.get(what) ?? "") + text);
    for (const name of names) {
      const binding = scope.lookup(name);
      if (binding?.kind !== "function" || binding.scope === preludeScope || this.seen.has(binding.definition)) continue;
      this.seen.add(binding.definition);
      this.add(`function '${name}'`, binding.definition, binding.scope);
    }
  }
}

function inTexts(from: Texts, to: Texts): string | null {
  for (const what of to.keys()) if (!from.has(what)) return `it knows no ${what}`;
  for (const what of from.keys()) if (!to.has(what)) return `it knows the ${what}, which is not here`;
  for (const [what, text] of to) if (from.get(what) !== text) return `its ${what} is a different one`;
  return null;
}
