// What evaluates links: kernels, or their graphs node by node where the interpreter does everything. Kept from one event to the next.

import { entryWords } from "../compiler/emit-module.ts";
import { GivenUp, GraphValues } from "../compiler/graph-values.ts";
import { splitInvariant } from "../compiler/invariant-split.ts";
import { Kernel } from "../compiler/kernel.ts";
import type { Place } from "../compiler/node.ts";
import { isRefusal } from "./context-kernels.ts";
import { base } from "./law-places.ts";
import type { Slot } from "./layout.ts";
import type { Link } from "./link.ts";
import { type LinkForm, lowerLink } from "./link-form.ts";
import type { End } from "./link-places.ts";
import type { Body, Model } from "./model.ts";
import { Problem } from "./problem.ts";
import type { RunMemory } from "./run-memory.ts";
import { type WrittenParts, WrittenSolver } from "./written-solver.ts";

/** A link's law for bodies of certain groups under certain laws. */
interface Compiled {
  readonly form: LinkForm;
  /** What stays from one event to the next is computed by the first, the rest by the second, for all links of a table. */
  readonly kernels: { readonly prepare: Kernel; readonly run: Kernel } | null;
  /** How many numbers results and what stays take. */
  readonly size: number;
}

/** Where the results of a link lie. */
interface Room {
  readonly at: number;
  readonly size: number;
}

export class LinkKernels {
  private readonly model: Model;
  private readonly memory: RunMemory;
  private readonly compiled = new Map<string, Compiled>();
  private readonly numbers = new Map<object, number>();
  /** Where results of a link lie. */
  private readonly rooms = new Map<Link, Room>();
  private readonly names: readonly string[];
  private readonly solvers = new Map<string, WrittenSolver | null>();
  /** Of each number of the memory, whether laws or a person change it; what only events change stays between them. */
  private readonly isChanging: Uint8Array;
  /** Whose results and tables the rooms hold. */
  holder: object | null = null;
  /** Where the tables of all links lie. */
  private readonly table: number | null;

  constructor(model: Model, memory: RunMemory) {
    this.model = model;
    this.memory = memory;
    const names = model.links.flatMap(({ scope }) =>
      scope.laws.functions.flatMap((definition) => {
        const attribute = definition.op === "+=" ? scope.attribute(definition.name) : null;
        return attribute?.owner.kind === "object" ? [attribute.name] : [];
      }),
    );
    this.names = [...new Set(names)].sort();
    this.isChanging = findChanging(model);
    this.table = memory.machine && memory.allocate((entryWords / 2) * model.links.length);
  }

  /** The elimination of these constraints written out; null where it is too large. */
  written(parts: WrittenParts): WrittenSolver | null {
    const key = parts.runs.map(({ link, at, form }) => `${link.index} ${at} ${this.numberOf(form)}`).join();
    let written = this.solvers.get(key);
    if (written === undefined) this.solvers.set(key, (written = WrittenSolver.create(parts, this.memory)));
    return written;
  }

  /** Makes the rooms ready for lists of runs: what stays is computed, and neighbours of one form get a table. */
  hold(lists: readonly (readonly LinkRun[])[], stage: Float64Array): LinkTable[][] {
    let at = this.table ?? 0;
    return lists.map((runs) => {
      const tables: LinkTable[] = [];
      for (const run of runs) {
        run.prepare(stage);
        const last = tables.at(-1);
        if (last && last.kernel === run.kernel) last.runs.push(run);
        else tables.push({ kernel: run.kernel, runs: [run], at });
        if (run.kernel) this.memory.machine!.words.set(run.entry(), 2 * at);
        at += entryWords / 2;
      }
      return tables;
    });
  }

  /** Computes all results of a table at a stage. */
  run({ kernel, runs, at }: LinkTable, stage: Float64Array, t: number): void {
    const from = stage.byteOffset;
    if (kernel?.over(from, from, 0, 0, at, at + (entryWords / 2) * runs.length) === Kernel.done) return;
    for (let k = 0; k < runs.length; k++) runs[k].evaluate(stage, t);
  }

  /** The accumulators of a body to which links may contribute. */
  accumulatorsOf(body: Body | null): Slot[] {
    if (body?.physicalType !== "dynamic") return [];
    return this.names.flatMap((name) => body.slots.get(name) ?? []);
  }

  of(link: Link, ends: readonly End[]): LinkRun {
    const { form, kernels, size } = this.find(link, ends);
    const [own, other] = ends.map(({ body }) => (body ? body.index - body.group.first : 0));
    const place = link.index - link.group.first;
    return new LinkRun(link, form, kernels, this.memory, this.room(link, size), own, other, place);
  }

  private find(link: Link, ends: readonly End[]): Compiled {
    const key = [link.scope, link.group, ...ends.flatMap(({ body, application }) => [body?.group ?? null, application?.scope ?? null])]
      .map((thing) => this.numberOf(thing))
      .join(); // biome-ignore format: one list
    let found = this.compiled.get(key);
    if (!found) this.compiled.set(key, (found = this.compile(link, ends)));
    return found;
  }

  private numberOf(thing: object | null): number {
    if (!thing) return -1;
    let number = this.numbers.get(thing);
    if (number === undefined) this.numbers.set(thing, (number = this.numbers.size));
    return number;
  }

  private compile(link: Link, ends: readonly End[]): Compiled {
    const accumulators = ends.map(({ body }) => this.accumulatorsOf(body ? this.model.bodies[body.group.first] : null));
    let form: LinkForm;
    try {
      form = lowerLink(this.model, link, ends, accumulators);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const laws = ends.flatMap(({ application }) => application?.context.name.name ?? []);
      throw new Problem("link", link.context.name.span, `the law '${link.context.name.name}' cannot work on '${link.name}': ${(error as Error).message}`, `the objects it joins move by ${laws.length === 0 ? "no law" : [...new Set(laws)].map((name) => `'${name}'`).join(" and ")}`); // biome-ignore format: one sentence
    }
    const interpreted = { form, kernels: null, size: form.size };
    const { machine } = this.memory;
    if (!machine) return interpreted;
    const varies = ({ base: from, offset }: Place) => from === base.out || this.isChanging[offset / 8] === 1;
    const cache = (k: number): Place => ({ base: base.out, offset: 8 * (form.size + k), index: null });
    try {
      const { prepare, iterate, cached } = splitInvariant(form.source, varies, cache);
      return { form, kernels: { prepare: machine.compile(prepare), run: machine.compile({ ...iterate, table: "links" }) }, size: form.size + cached };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return interpreted;
    }
  } // biome-ignore format: one record

  private room(link: Link, size: number): Room {
    let room = this.rooms.get(link);
    if (!room || room.size < size) {
      const at = this.memory.allocate(size);
      if (at === null) throw new Problem("too-many", link.context.name.span, `the law '${link.context.name.name}' has too many numbers for the memory of a run`); // biome-ignore format: one sentence
      this.rooms.set(link, (room = { at, size }));
    }
    return room;
  }
}

function findChanging(model: Model): Uint8Array {
  const names = new Set(["t", "dt", "position", "orientation", ...model.inputs]);
  for (const { functions, aliases, unknowns } of model.contexts) {
    for (const { name } of [...functions, ...unknowns]) names.add(name).add(name.replace(/[12]$/, ""));
    for (const { attribute } of aliases) names.add(attribute.name);
  }
  const changing = new Uint8Array(model.initial.length);
  for (const { slots } of [{ slots: model.world }, ...model.bodies, ...model.links])
    for (const { name, offset, stride, size } of slots.values())
      if (names.has(name)) for (let k = 0; k < size; k++) changing[offset + k * stride] = 1;
  return changing;
}

/** Links next to each other that one kernel goes through; none has a kernel where that is null. */
export interface LinkTable {
  readonly kernel: Kernel | null;
  readonly runs: LinkRun[];
  readonly at: number;
}

/** One link at work. */
export class LinkRun {
  readonly link: Link;
  readonly form: LinkForm;
  /** Where what was found last lies in the run's memory. */
  readonly at: number;
  private readonly numbers: Float64Array;
  private readonly kernels: Compiled["kernels"];
  private readonly size: number;
  /** Null where what stays could not be computed, or nothing is compiled. */
  kernel: Kernel | null = null;
  private readonly own: number;
  private readonly other: number;
  private readonly place: number;

  constructor(link: Link, form: LinkForm, kernels: Compiled["kernels"], memory: RunMemory, room: Room, own: number, other: number, place: number) {
    this.link = link;
    this.form = form;
    this.at = room.at;
    this.numbers = memory.numbers;
    this.size = room.size;
    this.kernels = kernels;
    this.own = own;
    this.other = other;
    this.place = place;
  } // biome-ignore format: one signature

  /** Clears the results and computes what stays. */
  prepare(stage: Float64Array): void {
    this.numbers.fill(0, this.at, this.at + this.size);
    const { own, kernels } = this;
    const at = stage.byteOffset;
    const place = at + 8 * this.place;
    const isDone = kernels?.prepare.over(at, at, place, 8 * this.at, own, own + 1, this.other) === Kernel.done;
    this.kernel = isDone ? kernels!.run : null;
  }

  /** Its line in a table. */
  entry(): number[] {
    return [8 * this.place, 8 * this.at, 8 * this.own, 8 * this.other];
  }

  /** Node by node. */
  evaluate(stage: Float64Array, t: number): void {
    const { source } = this.form;
    const load = ({ base: from, offset, index }: Place) => {
      const first = from === base.bank ? this.place : index === 0 ? this.own : index === 1 ? this.other : 0;
      return stage[offset / 8 + first];
    };
    const values = new GraphValues(source.graph, load);
    try {
      values.do(source.duties);
      for (const { node, place, mustBeFinite } of source.stores) {
        const value = values.of(node);
        if (mustBeFinite && !Number.isFinite(value)) throw new GivenUp(`a number became ${value}`);
        if (place) this.numbers[this.at + place.offset / 8] = value;
      }
    } catch (error) {
      if (!(error instanceof GivenUp)) throw error;
      const { context, name } = this.link;
      throw new Problem("link", context.name.span, `the law '${context.name.name}' has no value for '${name}' at t = ${t}: ${error.message}`); // biome-ignore format: one sentence
    }
  }
}
