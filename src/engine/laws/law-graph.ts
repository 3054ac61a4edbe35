// What the engine asks of a law on a body besides its values, as a graph that is evaluated node by node: where the law
// switches, how its rates change.
import type { KernelSource, Store } from "../../compiler/emit/module.ts";
import { GivenUp, GraphValues } from "../../compiler/graph/graph-values.ts";
import type { MemoryPlace } from "../../compiler/graph/node.ts";
import { isRefusal } from "../../compiler/graph/refusal.ts";
import { lowerKernel } from "../../compiler/kernel/kernel-source.ts";
import type { Lowering } from "../../compiler/lower/lower.ts";
import { shapeOf, type Value } from "../../compiler/values/value.ts";
import type { ContextScope } from "../../language/declare/context-scope.ts";
import { shapeKey } from "../../language/shapes/shape.ts";
import type { Group, Model } from "../model/model.ts";
import type { ReadonlyNumbers } from "../model/numbers.ts";
import { sizeOfShape } from "../model/slot.ts";
import type { Application } from "../state/application.ts";
import { type BankSlot, LawPlaces } from "./places.ts";
import { lawRegions } from "./regions.ts";

/** Lowers a request. Throws where that is impossible. */
export type LowerLaw<Found> = (
  lowering: Lowering,
  places: LawPlaces,
) => { readonly found: Found; readonly stores: Store[] };

/** The graph for the bodies of a group, for context attributes and geometric data of certain shapes. */
export class LawGraph<Found> {
  readonly found: Found;
  private readonly source: KernelSource;
  private readonly slots = new Map<string, BankSlot>();
  private readonly bank: Float64Array;

  constructor(model: Model, { body, given, attributes }: Application, lower: LowerLaw<Found>) {
    let size = 0;
    for (const [name, value] of [...given, ...attributes]) {
      const shape = shapeOf(value);
      this.slots.set(name, { at: size, shape });
      size += sizeOfShape(shape) ?? 0;
    }
    const places = new LawPlaces(model, [body.group], (name) => this.slots.get(name) ?? null, 1);
    const results: Found[] = [];
    this.source = lowerKernel(places, (lowering) => {
      const { found, stores } = lower(lowering, places);
      results.push(found);
      return stores;
    });
    this.found = results[0];
    this.bank = new Float64Array(size);
  }

  /** Number of numbers that it gives. */
  get size(): number {
    return this.source.stores.length;
  }

  /** Writes the numbers of one body's law from `at` on, in the order of their stores; false if one has no value. */
  evaluate(
    application: Application,
    registered: ReadonlyNumbers,
    stage: Float64Array,
    out: Float64Array,
    at: number,
  ): boolean {
    const { body, given, attributes } = application;
    this.place(given);
    this.place(attributes);
    const own = body.index - body.group.first;
    const load = ({ base: from, offset, index }: MemoryPlace, other: number) => {
      if (from === lawRegions.bank) return this.bank[offset / 8];
      const place = offset / 8 + (index === 0 ? own : index === 1 ? other : 0);
      return from === lawRegions.registered ? registered[place] : stage[place];
    };
    const values = new GraphValues(this.source.graph, load, [], own);
    try {
      for (const [k, { node }] of this.source.stores.entries()) out[at + k] = values.of(node);
    } catch (error) {
      if (!(error instanceof GivenUp)) throw error;
      return false;
    }
    return true;
  }

  private place(values: ReadonlyMap<string, Value>): void {
    for (const [name, value] of values) {
      const slot = this.slots.get(name);
      if (!slot) continue;
      if (typeof value !== "object") this.bank[slot.at] = Number(value);
      else if (value.kind !== "sequence") this.bank.set(value.data, slot.at);
    }
  }
}

/** The graphs of all laws of a run, made on demand. */
export class LawGraphs<Found> {
  private readonly model: Model;
  private readonly lower: (application: Application) => LowerLaw<Found>;
  private readonly known = new Map<ContextScope, Map<Group, Map<string, LawGraph<Found> | null>>>();
  private readonly last = new WeakMap<Application, LawGraph<Found> | null>();

  constructor(model: Model, lower: (application: Application) => LowerLaw<Found>) {
    this.model = model;
    this.lower = lower;
  }

  /** Null if the law has no graph. */
  of(application: Application): LawGraph<Found> | null {
    const known = this.last.get(application);
    if (known !== undefined) return known;
    const { scope, body, given, attributes } = application;
    let byGroup = this.known.get(scope);
    if (!byGroup) this.known.set(scope, (byGroup = new Map()));
    let byShapes = byGroup.get(body.group);
    if (!byShapes) byGroup.set(body.group, (byShapes = new Map()));
    const key = [...given, ...attributes].map(([name, value]) => `${name}:${shapeKey(shapeOf(value))}`).join(" ");
    let graph = byShapes.get(key);
    if (graph === undefined) byShapes.set(key, (graph = this.create(application)));
    this.last.set(application, graph);
    return graph;
  }

  private create(application: Application): LawGraph<Found> | null {
    try {
      return new LawGraph(this.model, application, this.lower(application));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return null;
    }
  }
}
