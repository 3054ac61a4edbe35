// What evaluates links: kernels, or their graphs node by node where the interpreter does everything. Kept from one event to the next.

import type { KernelSource } from "../compiler/emit-module.ts";
import { GivenUp, GraphValues } from "../compiler/graph-values.ts";
import { splitInvariant } from "../compiler/invariant-split.ts";
import { Kernel } from "../compiler/kernel.ts";
import type { Place } from "../compiler/node.ts";
import type { ProgramStep } from "../compiler/program-step.ts";
import { findChanging } from "./changing-numbers.ts";
import { base } from "./law-places.ts";
import type { Slot } from "./layout.ts";
import type { Link } from "./link.ts";
import { type LinkForm, lowerLink } from "./link-form.ts";
import { entryNumbers, LinkPass, type PassSource } from "./link-pass.ts";
import type { End } from "./link-places.ts";
import { writePush } from "./link-push.ts";
import type { Body, Model } from "./model.ts";
import { Problem } from "./problem.ts";
import { isRefusal } from "./refusal.ts";
import { type RunMemory, roomOf } from "./run-memory.ts";
import { type WrittenParts, WrittenSolver } from "./written-solver.ts";

/** How many passes go over a link at most: three of a chain's solution, and a push. */
const mostPasses = 4;

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
  private readonly passes = new Map<string, PassSource | null>();
  /** Where the entries of passes lie. */
  private readonly table: number;
  private readonly isChanging: Uint8Array;
  /** Whose results and tables the rooms hold. */
  holder: object | null = null;

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
    this.table = memory.allocate(entryNumbers * mostPasses * model.links.length) ?? 0;
  }

  /** The elimination of these constraints written out; null where it is too large. */
  written(parts: WrittenParts): WrittenSolver | null {
    const key = parts.runs.map(({ link, at, form }) => `${link.index} ${at} ${this.numberOf(form)}`).join();
    let written = this.solvers.get(key);
    if (written === undefined) this.solvers.set(key, (written = WrittenSolver.create(parts, this.memory)));
    return written;
  }

  /** What a pass over links runs; null where that cannot be. */
  readonly pass = (name: string, write: () => KernelSource): PassSource | null => {
    let pass = this.passes.get(name);
    if (pass === undefined) this.passes.set(name, (pass = this.compilePass(write)));
    return pass;
  };

  private compilePass(write: () => KernelSource): PassSource | null {
    try {
      const source = write();
      return { source, kernel: this.memory.machine?.compile(source) ?? null };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return null;
    }
  }

  /** Passes over links of one form each, which add what their unknowns contribute. */
  pushes(runs: readonly LinkRun[]): LinkPass[] {
    const found: { pass: PassSource; entries: number[][] }[] = [];
    for (const run of runs) {
      const accumulators = run.link.bodies.map((body) => this.accumulatorsOf(body ? this.model.bodies[body.group.first] : null));
      const pass = this.pass(`push ${run.formNumber}`, () => writePush(run.form, accumulators))!;
      if (found.at(-1)?.pass !== pass) found.push({ pass, entries: [] });
      found.at(-1)!.entries.push(run.entry());
    }
    return found.map(({ pass, entries }) => new LinkPass(pass, this.memory, entries));
  } // biome-ignore format: one list

  /** Gives passes a place for their entries. */
  holdPasses(passes: readonly LinkPass[]): void {
    let at = this.table;
    for (const pass of passes) {
      pass.hold(at);
      at += entryNumbers * pass.count;
    }
  }

  /** Makes the rooms ready for these runs: what stays is computed, and neighbours of one form become rows. */
  hold(runs: readonly LinkRun[], stage: Float64Array): LinkRow[] {
    const rows: LinkRow[] = [];
    for (const run of runs) {
      run.prepare(stage);
      const last = rows.at(-1);
      if (last && run.isNextTo(last.runs.at(-1)!)) last.runs.push(run);
      else rows.push({ runs: [run] });
    }
    return rows;
  }

  /** Computes all results of a row at a stage. */
  run({ runs }: LinkRow, stage: Float64Array): void {
    if (runs[0].runRow(stage, runs.length)) return;
    for (let k = 0; k < runs.length; k++) runs[k].evaluate(stage, stage[this.memory.time]);
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
    return new LinkRun(
      link,
      form,
      this.numberOf(form),
      kernels,
      this.memory,
      { at: this.room(link, size).at, size },
      own,
      other,
      place,
    );
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
      return { form, kernels: { prepare: machine.compile(prepare), run: machine.compile({ ...iterate, way: { kind: "row", room: 8 * roomOf(form.size + cached) } }) }, size: form.size + cached };
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

/** Links of one form, each with bodies, attributes and room next to those of the one before: one kernel goes through all. */
export interface LinkRow {
  readonly runs: LinkRun[];
}

/** One link at work. */
export class LinkRun {
  readonly link: Link;
  readonly form: LinkForm;
  readonly formNumber: number;
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

  constructor(link: Link, form: LinkForm, formNumber: number, kernels: Compiled["kernels"], memory: RunMemory, room: Room, own: number, other: number, place: number) {
    this.link = link;
    this.form = form;
    this.formNumber = formNumber;
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

  /** Its line in the table of a pass. */
  entry(): number[] {
    return [8 * this.place, 8 * this.at, 8 * this.own, 8 * this.other];
  }

  /** Whether all of it lies right behind that of another. */
  isNextTo(before: LinkRun): boolean {
    if (this.kernel !== before.kernel || !this.kernel || this.place !== before.place + 1) return false;
    return this.own === before.own + 1 && this.other === before.other + 1 && this.at === before.at + roomOf(this.size);
  }

  /** Runs the kernel over a row of so many that begins with this; false where it cannot. */
  runRow(stage: Float64Array, count: number): boolean {
    const { kernel, own, other } = this;
    const from = stage.byteOffset;
    return kernel?.over(from, from, from + 8 * this.place, 8 * this.at, own, own + count, other) === Kernel.done;
  }

  /** The same for a program. */
  stepOver(stage: Float64Array, count: number): ProgramStep | null {
    const { kernel, own, other } = this;
    const from = stage.byteOffset;
    return kernel && { kind: "run", kernel, args: [from, from, from + 8 * this.place, 8 * this.at, 8 * own, 8 * other, 8 * (own + count)] };
  } // biome-ignore format: one record

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
