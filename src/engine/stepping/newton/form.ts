// What Newton's method needs from a contact law, for all its points. Applying the law again gives λ' = f(λ, x) for the
// attributes λ of its context that change when it is repeated, where x are the numbers of the bodies that contact laws
// write. When the law begins (in iteration 1, or in 2 if the first only measures) it gives x' = x + G λ: so λ acts on
// the bodies.
//
// Behind a row lie f, its derivatives with respect to λ (A) and to x of both bodies (B), and G of both; then space for
// the change of λ, and for the best λ so far. All come from the graph of the law.

import type { KernelSource, Store } from "../../../compiler/emit/module.ts";
import { Derivative, type Direction } from "../../../compiler/graph/derivative.ts";
import { GivenUp, GraphValues } from "../../../compiler/graph/graph-values.ts";
import type { MemoryPlace, Node, NodeData } from "../../../compiler/graph/node.ts";
import { isRefusal } from "../../../compiler/graph/refusal.ts";
import { splitInvariant } from "../../../compiler/kernel/invariant-split.ts";
import type { Kernel, Machine } from "../../../compiler/kernel/kernel.ts";
import { lowerKernel } from "../../../compiler/kernel/kernel-source.ts";
import type { Lowering } from "../../../compiler/lower/lower.ts";
import { contactRegions } from "../../laws/regions.ts";
import type { ReadonlyNumbers } from "../../model/numbers.ts";
import { sizeOfShape } from "../../model/slot.ts";
import type { ContactForm } from "../contact/form.ts";
import { ContactPlaces, rowPlace } from "../contact/places.ts";

/** A law with more unknowns is left to the sweeps. */
export const mostUnknowns = 16;

/** The values at the start of the step, and the present ones. */
export interface StepMemories {
  readonly start: ReadonlyNumbers;
  readonly now: Float64Array;
}

interface Part {
  readonly source: KernelSource;
  /** Computes what does not depend on λ and x, and the rest. */
  readonly prepare: Kernel | null;
  readonly kernel: Kernel | null;
}

/** The layout of the parts in a row. */
export interface NewtonLayout {
  /** Number of unknowns in λ, and the place of each. */
  readonly unknowns: number;
  readonly unknownAt: Int32Array;
  /** Number of numbers x of each body. */
  readonly widths: readonly [number, number];
  readonly value: number;
  readonly byUnknowns: number;
  readonly byBody: readonly [number, number];
  readonly action: readonly [number, number];
  /** The change of λ. */
  readonly change: number;
  /** The λ that the laws would change least. */
  readonly best: number;
  /** The place of what is computed once. */
  readonly cache: number;
}

export class NewtonForm {
  readonly layout: NewtonLayout;
  /** f, A and B; and G. */
  readonly linear: Part;
  readonly action: Part;
  /** The end of a row. */
  readonly end: number;
  /** The iteration from which the law is repeated. */
  readonly repeated: number;

  private constructor(layout: NewtonLayout, linear: Part, action: Part, end: number, repeated: number) {
    this.layout = layout;
    this.repeated = repeated;
    this.linear = linear;
    this.action = action;
    this.end = end;
  }

  /**
   * Returns the reason if the law has no derivatives. `columns` are the places of x for the first body of each group.
   */
  static create(
    form: ContactForm,
    columns: readonly [Int32Array, Int32Array],
    machine: Machine | null,
  ): NewtonForm | string {
    if (form.movesBodies) return "it moves bodies itself";
    try {
      const groups = form.bodies.map(({ group }) => group);
      const lower = (iteration: number, stores: (lowering: Lowering) => readonly Store[]) =>
        lowerKernel(new ContactPlaces(form.model, groups, form.slots, "swept", iteration), stores);
      const table = { traversal: { kind: "points" } } as const;
      const all = layOut(form, columns, new Set());
      const first = lower(1, (lowering) => storeAction(form, all, columns, lowering));
      const isStill = first.stores.every(({ node }) => isZero(first.graph.data(node)));
      const repeated = isStill ? 3 : 2;
      let invariants: ReadonlySet<string> = new Set();
      lower(repeated, (lowering) => {
        invariants = findInvariants(form, lowering);
        return [];
      });
      const layout = layOut(form, columns, invariants);
      if (layout.unknowns === 0) return "it keeps no number that its iterations change";
      if (layout.unknowns > mostUnknowns) return `it keeps ${layout.unknowns} numbers, more than ${mostUnknowns}`;
      const action = lower(repeated - 1, (lowering) => storeAction(form, layout, columns, lowering));
      const linear = lower(repeated, (lowering) => storeLinear(form, layout, columns, lowering));
      const { prepare, iterate, cached } = splitInvariant(
        linear,
        (place) => isMoved(place, layout, columns),
        (k) => rowPlace(layout.cache + k),
      );
      const compile = (source: KernelSource) => machine?.compileIfPossible({ ...source, ...table }) ?? null;
      return new NewtonForm(
        layout,
        { source: linear, ...kernelsOf(compile(prepare), compile(iterate)) },
        { source: action, prepare: null, kernel: compile(action) },
        layout.cache + cached,
        repeated,
      );
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return "it cannot be differentiated";
    }
  }

  /** Evaluates one point, node by node; false if it has no value. */
  static evaluate(
    { source }: Part,
    numbers: Float64Array,
    row: number,
    memories: StepMemories,
    places: readonly [number, number],
  ): boolean {
    const load = ({ base: from, offset, index }: MemoryPlace) => {
      if (from === contactRegions.row) return numbers[row + offset / 8];
      const memory = from === contactRegions.registered ? memories.start : memories.now;
      return memory[offset / 8 + (index === null ? 0 : places[index])];
    };
    const values = new GraphValues(source.graph, load);
    try {
      values.do(source.duties);
      const found = source.stores.map(({ node }) => values.of(node));
      for (const [k, { place }] of source.stores.entries()) numbers[row + place!.offset / 8] = Number(found[k]);
    } catch (error) {
      if (!(error instanceof GivenUp)) throw error;
      return false;
    }
    return true;
  }
}

/** The iterated kernel reads what the first one prepared: both exist, or neither. */
function kernelsOf(prepare: Kernel | null, kernel: Kernel | null): Pick<Part, "prepare" | "kernel"> {
  return prepare && kernel ? { prepare, kernel } : { prepare: null, kernel: null };
}

/** The attributes that the law does not change. */
function findInvariants(form: ContactForm, lowering: Lowering): Set<string> {
  const isLeft = (node: Node, at: number) => {
    const data = lowering.graph.data(node);
    return data.op === "load" && isUnknown(at)(data.place);
  };
  const attributes = [...form.newAttributes(lowering)];
  const invariants = attributes.filter(([name, nodes]) =>
    nodes.every((node, k) => isLeft(node, form.slots.get(name)!.at + k)),
  );
  return new Set(invariants.map(([name]) => name));
}

function layOut(
  form: ContactForm,
  columns: readonly [Int32Array, Int32Array],
  invariants: ReadonlySet<string>,
): NewtonLayout {
  const unknownAt: number[] = [];
  for (const name of form.updatedAttributes) {
    if (invariants.has(name)) continue;
    const { at, shape } = form.slots.get(name)!;
    for (let k = 0; k < sizeOfShape(shape)! && shape.kind !== "boolean"; k++) unknownAt.push(at + k);
  }
  const n = unknownAt.length;
  const [first, second] = columns.map(({ length }) => length);
  let end = form.size;
  const take = (size: number) => {
    end += size;
    return end - size;
  };
  return {
    unknowns: n,
    unknownAt: Int32Array.from(unknownAt),
    widths: [first, second],
    value: take(n),
    byUnknowns: take(n * n),
    byBody: [take(n * first), take(n * second)],
    action: [take(n * first), take(n * second)],
    change: take(n),
    best: take(n),
    cache: end,
  };
}

function isZero(data: NodeData): boolean {
  return data.op === "real" && data.value === 0;
}

/** Whether a number is one of λ or of x. */
function isMoved(
  { base: from, offset, index }: MemoryPlace,
  { unknownAt }: NewtonLayout,
  columns: readonly [Int32Array, Int32Array],
): boolean {
  if (from === contactRegions.row) return unknownAt.includes(offset / 8);
  return from !== contactRegions.registered && index !== null && columns[index].includes(offset / 8);
}

/** One of the numbers of λ, or of x of a body, changes at rate one. */
function along(lowering: Lowering, isLeaf: (place: MemoryPlace) => boolean, still: readonly Node[] = []): Derivative {
  const { graph } = lowering;
  const direction: Direction = {
    leaf: (node) => {
      const data = graph.data(node);
      return data.op === "load" && isLeaf(data.place) ? graph.real(1) : null;
    },
    turn: () => null,
  };
  return new Derivative(graph, direction, still);
}

const isUnknown =
  (at: number) =>
  ({ base: from, offset }: MemoryPlace) =>
    from === contactRegions.row && offset === 8 * at;
const isColumn =
  (side: number, at: number) =>
  ({ base: from, offset, index }: MemoryPlace) =>
    from === contactRegions.stage && index === side && offset === 8 * at;

function store(node: Node, at: number): Store {
  return { node, place: rowPlace(at), mustBeFinite: false };
}

/**
 * Derivatives of each attribute's new value with respect to its own old value and to x, treating all other new values
 * as constant: the system is then as well-behaved as that of each attribute alone, such as friction under a given
 * pressure; further steps correct what this neglects.
 */
function storeLinear(
  form: ContactForm,
  layout: NewtonLayout,
  columns: readonly [Int32Array, Int32Array],
  lowering: Lowering,
): Store[] {
  const isWanted = (name: string) => layout.unknownAt.includes(form.slots.get(name)!.at);
  const attributes = [...form.newAttributes(lowering)].flatMap(([name, nodes]) => (isWanted(name) ? [nodes] : []));
  const zero = lowering.graph.real(0);
  const n = layout.unknowns;
  const stores: Store[] = [];
  let row = 0;
  for (const values of attributes) {
    const still = attributes
      .flatMap((others) => (others === values ? [] : others))
      .filter((node) => !values.includes(node));
    const isOwn = (j: number) => j >= row && j < row + values.length;
    const unknowns = Array.from(layout.unknownAt, (at, j) => (isOwn(j) ? along(lowering, isUnknown(at), still) : null));
    const bodies = columns.map((places, side) =>
      Array.from(places, (at) => along(lowering, isColumn(side, at), still)),
    );
    for (const [k, value] of values.entries()) {
      const i = row + k;
      stores.push(store(value, layout.value + i));
      for (const [j, derivative] of unknowns.entries())
        stores.push(store(derivative?.of(value) ?? zero, layout.byUnknowns + i * n + j));
      for (const [side, directions] of bodies.entries())
        for (const [j, derivative] of directions.entries())
          stores.push(store(derivative.of(value) ?? zero, layout.byBody[side] + i * directions.length + j));
    }
    row += values.length;
  }
  return stores;
}

function storeAction(
  form: ContactForm,
  layout: NewtonLayout,
  columns: readonly [Int32Array, Int32Array],
  lowering: Lowering,
): Store[] {
  const unknowns = Array.from(layout.unknownAt, (at) => along(lowering, isUnknown(at)));
  return [0, 1].flatMap((side) => {
    const found = form.newColumns(lowering, side as 0 | 1);
    const zero = lowering.graph.real(0);
    return Array.from(columns[side]).flatMap((at, i) => {
      const node = found.get(at);
      return unknowns.map((derivative, j) =>
        store((node === undefined ? null : derivative.of(node)) ?? zero, layout.action[side] + i * unknowns.length + j),
      );
    });
  });
}
