// What evaluates links: kernels, or their graphs node by node where the interpreter does everything. Kept from one event to the next.

import { GraphTooLarge } from "../compiler/graph.ts";
import { GivenUp, GraphValues } from "../compiler/graph-values.ts";
import { Kernel } from "../compiler/kernel.ts";
import { Unlowered } from "../compiler/lowered.ts";
import type { Place } from "../compiler/node.ts";
import { NeedsFunction } from "../compiler/outlines.ts";
import type { Kernels } from "./kernels.ts";
import { base } from "./law-places.ts";
import type { Slot } from "./layout.ts";
import type { Link } from "./link.ts";
import { type LinkForm, lowerLink } from "./link-form.ts";
import type { End } from "./link-places.ts";
import type { Body, Model } from "./model.ts";
import { Problem } from "./problem.ts";

/** A link's law for bodies of certain groups under certain laws. */
interface Compiled {
  readonly form: LinkForm;
  readonly kernel: Kernel | null;
}

export class LinkKernels {
  private readonly model: Model;
  private readonly kernels: Kernels | null;
  private readonly compiled = new Map<string, Compiled>();
  private readonly numbers = new Map<object, number>();
  /** Where results of a link lie. */
  private readonly rooms = new Map<Link, Float64Array>();
  private readonly names: readonly string[];

  constructor(model: Model, kernels: Kernels | null) {
    this.model = model;
    this.kernels = kernels;
    const names = model.links.flatMap(({ scope }) =>
      scope.laws.functions.flatMap((definition) => {
        const attribute = definition.op === "+=" ? scope.attribute(definition.name) : null;
        return attribute?.owner.kind === "object" ? [attribute.name] : [];
      }),
    );
    this.names = [...new Set(names)].sort();
  }

  /** The accumulators of a body to which links may contribute. */
  accumulatorsOf(body: Body | null): Slot[] {
    if (body?.physicalType !== "dynamic") return [];
    return this.names.flatMap((name) => body.slots.get(name) ?? []);
  }

  of(link: Link, ends: readonly End[]): LinkRun {
    const { form, kernel } = this.find(link, ends);
    const [own, other] = ends.map(({ body }) => (body ? body.index - body.group.first : 0));
    const place = link.index - link.group.first;
    return new LinkRun(link, form, kernel, this.kernels, this.room(link, form.size), own, other, place);
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
    const refused = (error: unknown) =>
      error instanceof Unlowered || error instanceof NeedsFunction || error instanceof GraphTooLarge;
    const accumulators = ends.map(({ body }) => this.accumulatorsOf(body ? this.model.bodies[body.group.first] : null));
    let form: LinkForm;
    try {
      form = lowerLink(this.model, link, ends, accumulators);
    } catch (error) {
      if (!refused(error)) throw error;
      const laws = ends.flatMap(({ application }) => application?.context.name.name ?? []);
      throw new Problem("link", link.context.name.span, `the law '${link.context.name.name}' cannot work on '${link.name}': ${(error as Error).message}`, `the objects it joins move by ${laws.length === 0 ? "no law" : [...new Set(laws)].map((name) => `'${name}'`).join(" and ")}`); // biome-ignore format: one sentence
    }
    try {
      return { form, kernel: this.kernels?.machine.compile(form.source) ?? null };
    } catch (error) {
      if (!refused(error)) throw error;
      return { form, kernel: null };
    }
  }

  private room(link: Link, size: number): Float64Array {
    let room = this.rooms.get(link);
    if (!room || room.length < size) this.rooms.set(link, (room = this.kernels?.room(size) ?? new Float64Array(size)));
    return room;
  }
}

/** One link at work. */
export class LinkRun {
  readonly link: Link;
  readonly form: LinkForm;
  /** What was found last. */
  readonly out: Float64Array;
  private readonly kernel: Kernel | null;
  private readonly kernels: Kernels | null;
  private readonly own: number;
  private readonly other: number;
  private readonly place: number;

  constructor(link: Link, form: LinkForm, kernel: Kernel | null, kernels: Kernels | null, out: Float64Array, own: number, other: number, place: number) {
    this.link = link;
    this.form = form;
    this.out = out;
    this.kernel = kernel;
    this.kernels = kernels;
    this.own = own;
    this.other = other;
    this.place = place;
    out.fill(0);
  } // biome-ignore format: one signature

  /** Computes all results at a stage. */
  run(stage: Float64Array, t: number): void {
    const { kernel, own } = this;
    const isPlaced = kernel !== null && stage.buffer === this.kernels!.out.buffer && this.out.buffer === stage.buffer;
    if (isPlaced) {
      const at = stage.byteOffset;
      if (kernel.over(at, at, at + 8 * this.place, this.out.byteOffset, own, own + 1, this.other) === Kernel.done)
        return;
    }
    this.evaluate(stage, t);
  }

  private evaluate(stage: Float64Array, t: number): void {
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
        if (place) this.out[place.offset / 8] = value;
      }
    } catch (error) {
      if (!(error instanceof GivenUp)) throw error;
      const { context, name } = this.link;
      throw new Problem("link", context.name.span, `the law '${context.name.name}' has no value for '${name}' at t = ${t}: ${error.message}`); // biome-ignore format: one sentence
    }
  }
}
