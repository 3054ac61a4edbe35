// Evaluates links by kernels, or by their graphs node by node if the interpreter does everything. Kept from one event
// to the next.

import type { KernelSource } from "../../compiler/emit/module.ts";
import type { MemoryPlace } from "../../compiler/graph/node.ts";
import { isRefusal } from "../../compiler/graph/refusal.ts";
import { splitInvariant } from "../../compiler/kernel/invariant-split.ts";
import { isContribution } from "../../language/syntax/statement.ts";
import { BodyCache, prepareShared, rangesOf, runShared, type SharedRange } from "../laws/body-cache.ts";
import type { Laws } from "../laws/laws.ts";
import { findMutable } from "../laws/mutable-slots.ts";
import { linkRegions } from "../laws/regions.ts";
import type { Link } from "../model/link.ts";
import type { Body, Group, Model } from "../model/model.ts";
import { RunError } from "../model/run-error.ts";
import type { Slot } from "../model/slot.ts";
import { type RunMemory, roomOf } from "../state/run-memory.ts";
import { type LinkForm, lowerLink } from "./form.ts";
import { LinkInstance, type LinkRow, type Room, type RunKernels } from "./instance.ts";
import { entryNumbers, LinkPass, type PassEntry, type PassSource } from "./pass.ts";
import type { End } from "./places.ts";
import { writePush } from "./push.ts";
import { type UnrolledParts, UnrolledSolver } from "./unrolled-solver.ts";

/** The most passes over a link: three for the solution of a chain, and a push. */
const mostPasses = 4;

/** A link's law for bodies of certain groups under certain laws. */
interface Compiled {
  readonly form: LinkForm;
  readonly kernels: RunKernels | null;
  /** Number of results and constant values. */
  readonly size: number;
}

/** Links in the order in which kernels compute them, with the caches of their bodies. */
export interface HeldLinks {
  readonly shared: readonly SharedRange[];
  readonly rows: readonly LinkRow[];
}

/** The kernels of the links of a run: see `Laws.once`. */
export function linkKernels({ model, memory }: Laws): LinkKernels {
  return new LinkKernels(model, memory);
}

export class LinkKernels {
  private readonly model: Model;
  private readonly memory: RunMemory;
  private readonly compiled = new Map<string, Compiled>();
  private readonly numbers = new Map<object, number>();
  /** The workspace of each link. */
  private readonly rooms = new Map<Link, Room>();
  private readonly names: readonly string[];
  private readonly solvers = new Map<string, UnrolledSolver | null>();
  private readonly passes = new Map<string, PassSource | null>();
  /** Where the entries of passes lie, and how many numbers they may take. */
  private readonly table: number;
  private readonly tableSize: number;
  private readonly isChanging: Uint8Array;
  /** Groups in which a body has two links. */
  private readonly groups = new Set<Group>();
  private readonly shared = new Map<string, BodyCache>();
  /** The owner of the results and tables in the workspaces. */
  holder: object | null = null;

  constructor(model: Model, memory: RunMemory) {
    this.model = model;
    this.memory = memory;
    const names = model.links.flatMap(({ scope }) =>
      scope.laws.functions.flatMap((definition) => {
        const attribute = isContribution(definition) ? scope.attribute(definition.name) : null;
        return attribute?.owner.kind === "object" ? [attribute.name] : [];
      }),
    );
    this.names = [...new Set(names)].sort();
    this.isChanging = findMutable(model);
    const met = new Set<Body>();
    for (const body of model.links.flatMap(({ bodies }) => bodies)) {
      if (body && met.has(body)) this.groups.add(body.group);
      if (body) met.add(body);
    }
    this.tableSize = entryNumbers * mostPasses * model.links.length;
    this.table = memory.allocate(this.tableSize)!;
  }

  /** The first values. */
  get initial(): Float64Array {
    return this.model.initial;
  }

  /** The unrolled elimination of these constraints; null where it is too large. */
  unrolled(parts: UnrolledParts): UnrolledSolver | null {
    const key = parts.instances.map(({ link, at, form }) => `${link.index} ${at} ${this.numberOf(form)}`).join();
    let unrolled = this.solvers.get(key);
    if (unrolled === undefined) this.solvers.set(key, (unrolled = UnrolledSolver.create(parts, this.memory)));
    return unrolled;
  }

  /** The kernel of a pass over links; null if there is none. */
  readonly pass = (name: string, write: () => KernelSource): PassSource | null => {
    let pass = this.passes.get(name);
    if (pass === undefined) this.passes.set(name, (pass = this.compilePass(write)));
    return pass;
  };

  private compilePass(write: () => KernelSource): PassSource | null {
    try {
      const source = write();
      return { source, kernel: this.memory.machine?.compileIfPossible(source) ?? null };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return null;
    }
  }

  /** Passes that add the contributions of unknowns, one for each form of link. */
  pushes(instances: readonly LinkInstance[]): LinkPass[] {
    const found: { pass: PassSource; entries: PassEntry[] }[] = [];
    for (const instance of instances) {
      const accumulators = instance.link.bodies.map((body) =>
        this.accumulatorsOf(body ? this.model.bodies[body.group.first] : null),
      );
      const pass = this.pass(`push ${instance.formNumber}`, () => writePush(instance.form, accumulators))!;
      if (found.at(-1)?.pass !== pass) found.push({ pass, entries: [] });
      found.at(-1)!.entries.push(instance.entry());
    }
    return found.map(({ pass, entries }) => new LinkPass(pass, this.memory, entries));
  }

  /** Gives passes a place for their entries. */
  holdPasses(passes: readonly LinkPass[]): void {
    let at = this.table;
    for (let i = 0; i < passes.length; i++) {
      const next = at + entryNumbers * passes[i].count;
      if (next > this.table + this.tableSize) throw new Error("more passes over links than their table has room for");
      passes[i].hold(at);
      at = next;
    }
  }

  /** Prepares the workspaces for links that were held before, if nothing about them has changed; otherwise false. */
  holdAgain({ shared, rows }: HeldLinks, stage: Float64Array): boolean {
    for (let i = 0; i < shared.length; i++) if (!prepareShared(shared[i], stage)) return false;
    for (let i = 0; i < rows.length; i++) {
      const { instances } = rows[i];
      for (let k = 0; k < instances.length; k++) if (!instances[k].prepareAgain(stage)) return false;
    }
    return true;
  }

  /** Prepares the workspaces for these links: constant values are computed, and neighbours of one form become rows. */
  hold(instances: readonly LinkInstance[], stage: Float64Array): HeldLinks {
    const places = new Map<BodyCache, Set<number>>();
    for (const [numbers, place] of instances.flatMap((instance) => instance.shared()))
      places.set(numbers, (places.get(numbers) ?? new Set()).add(place));
    const ranges = Array.from(places, ([numbers, own]) =>
      rangesOf(own).map(({ first, end }) => numbers.hold(stage, first, end)),
    ).flat();
    const shared = ranges.filter((range) => range !== null);
    const rows: LinkRow[] = [];
    for (const instance of instances) {
      instance.prepare(stage);
      if (shared.length < ranges.length) instance.kernel = null;
      const last = rows.at(-1);
      if (last && instance.isNextTo(last.instances.at(-1)!)) last.instances.push(instance);
      else rows.push({ instances: [instance] });
    }
    return { shared, rows };
  }

  /** Computes all results of links at a stage. */
  run({ shared, rows }: HeldLinks, stage: Float64Array): void {
    let isShared = true;
    for (let i = 0; i < shared.length; i++) isShared = runShared(shared[i], stage) && isShared;
    for (let i = 0; i < rows.length; i++) {
      const { instances } = rows[i];
      if (isShared && instances[0].runRow(stage, instances.length)) continue;
      for (let k = 0; k < instances.length; k++) instances[k].evaluate(stage, stage[this.memory.time]);
    }
  }

  /** What laws of links share about the body at an end; null if no body of its group has two of them. */
  private sharedOf({ body, application }: End): BodyCache | null {
    const { machine } = this.memory;
    if (!machine || !body || !application || !this.groups.has(body.group)) return null;
    const key = `${this.numberOf(body.group)} ${this.numberOf(application.scope)}`;
    let numbers = this.shared.get(key);
    if (!numbers)
      this.shared.set(key, (numbers = new BodyCache(machine, body.group.count, this.memory.allocate, this.isChanging)));
    return numbers;
  }

  /** The accumulators of a body to which links may contribute. */
  accumulatorsOf(body: Body | null): Slot[] {
    if (body?.physicalType !== "dynamic") return [];
    return this.names.flatMap((name) => body.slots.get(name) ?? []);
  }

  of(link: Link, ends: readonly End[]): LinkInstance {
    const { form, kernels, size } = this.find(link, ends);
    const [own, other] = ends.map(({ body }) => (body ? body.index - body.group.first : 0));
    const room = { at: this.room(link, size).at, size };
    return new LinkInstance(this.memory, { link, form, formNumber: this.numberOf(form), kernels, room, own, other });
  }

  private find(link: Link, ends: readonly End[]): Compiled {
    const key = [
      link.scope,
      link.group,
      ...ends.flatMap(({ body, application }) => [body?.group ?? null, application?.scope ?? null]),
    ]
      .map((thing) => this.numberOf(thing))
      .join();
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
      throw new RunError(
        "link",
        link.context.name.span,
        `the law '${link.context.name.name}' cannot act on '${link.name}': ${(error as Error).message}`,
        laws.length === 0
          ? "no law moves the objects it joins"
          : `the objects it joins move by ${[...new Set(laws)].map((name) => `'${name}'`).join(" and ")}`,
      );
    }
    const interpreted = { form, kernels: null, size: form.size };
    const { machine } = this.memory;
    if (!machine) return interpreted;
    const varies = ({ base: from, offset }: MemoryPlace) =>
      from === linkRegions.workspace || from === linkRegions.memory || this.isChanging[offset / 8] === 1;
    let source = form.source;
    const shared = ends.map((end, i) => {
      const numbers = this.sharedOf(end);
      const rest = numbers?.split(source, i === 0 ? 0 : 1);
      source = rest ?? source;
      return rest ? numbers : null;
    });
    const cache = (k: number): MemoryPlace => ({
      base: linkRegions.workspace,
      offset: 8 * (form.size + k),
      index: null,
    });
    try {
      const { prepare, iterate, cached } = splitInvariant(source, varies, cache);
      return {
        form,
        kernels: {
          shared,
          prepare: machine.compile(prepare),
          run: machine.compile({ ...iterate, traversal: { kind: "row", room: 8 * roomOf(form.size + cached) } }),
        },
        size: form.size + cached,
      };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return interpreted;
    }
  }

  private room(link: Link, size: number): Room {
    let room = this.rooms.get(link);
    if (!room || room.size < size) {
      const at = this.memory.allocate(size);
      if (at === null)
        throw new RunError(
          "too-many",
          link.context.name.span,
          `the law '${link.context.name.name}' has too many numbers for the memory of a run`,
        );
      this.rooms.set(link, (room = { at, size }));
    }
    return room;
  }
}
