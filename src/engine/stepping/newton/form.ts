// What Newton's method asks of a contact law, for all of its points. The law, once more applied, makes λ' = f(λ, x) of
// the attributes λ of its context that change when it is repeated, and of what contact laws write of the bodies, x;
// when it begins, in iteration 1, or in 2 if the first only measures, it makes x' = x + G λ, by which λ acts on the
// bodies.
//
// Behind a row lie f, its derivatives by λ (A) and by x of both bodies (B), and G of both; then room for how λ is to
// change, and for the best λ so far. All come from the graph of the law.

import type { KernelSource, Store } from "../../../compiler/emit/module.ts";
import { Derivative, type Direction } from "../../../compiler/graph/derivative.ts";
import { GivenUp, GraphValues } from "../../../compiler/graph/graph-values.ts";
import type { Node, NodeData, Place } from "../../../compiler/graph/node.ts";
import { isRefusal } from "../../../compiler/graph/refusal.ts";
import { splitInvariant } from "../../../compiler/kernel/invariant-split.ts";
import type { Kernel, Machine } from "../../../compiler/kernel/kernel.ts";
import { lowerKernel } from "../../../compiler/kernel/kernel-source.ts";
import type { Lowering } from "../../../compiler/lower/lower.ts";
import { base } from "../../laws/places.ts";
import { sizeOfShape } from "../../model/slot.ts";
import type { ContactForm } from "../contact/form.ts";
import { ContactPlaces, rowPlace } from "../contact/places.ts";

/** A law with more is left to the sweeps. */
export const mostUnknowns = 16;

/** The values with which the step began, and those of now. */
export interface StepMemories {
  readonly start: Float64Array;
  readonly now: Float64Array;
}

interface Part {
  readonly source: KernelSource;
  /** What stays while λ and x change, and the rest. */
  readonly prepare: Kernel | null;
  readonly kernel: Kernel | null;
}

/** Where the parts lie in a row. */
export interface NewtonLayout {
  /** How many numbers λ has, and where each lies. */
  readonly unknowns: number;
  readonly unknownAt: Int32Array;
  /** How many numbers x of either body has. */
  readonly widths: readonly [number, number];
  readonly value: number;
  readonly byUnknowns: number;
  readonly byBody: readonly [number, number];
  readonly action: readonly [number, number];
  /** How λ is to change. */
  readonly change: number;
  /** λ where the laws would change it least. */
  readonly best: number;
  /** What is computed once. */
  readonly cache: number;
}

export class NewtonForm {
  readonly layout: NewtonLayout;
  /** f, A and B; and G. */
  readonly linear: Part;
  readonly action: Part;
  /** Where a row ends. */
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

  /** Where the law has no derivatives, why. `columns` are the places of x for the first body of either group. */
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
      let staying: ReadonlySet<string> = new Set();
      lower(repeated, (lowering) => {
        staying = findStaying(form, lowering);
        return [];
      });
      const layout = layOut(form, columns, staying);
      if (layout.unknowns === 0) return "it keeps no number that it changes when it is repeated";
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
      return "its derivatives cannot be found";
    }
  }

  /** One point, node by node; false where it has no value. */
  static evaluate(
    { source }: Part,
    numbers: Float64Array,
    row: number,
    memories: StepMemories,
    places: readonly [number, number],
  ): boolean {
    const load = ({ base: from, offset, index }: Place) => {
      if (from === base.out) return numbers[row + offset / 8];
      const memory = from === base.registered ? memories.start : memories.now;
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

/** What is iterated reads what was prepared: both, or none. */
function kernelsOf(prepare: Kernel | null, kernel: Kernel | null): Pick<Part, "prepare" | "kernel"> {
  return prepare && kernel ? { prepare, kernel } : { prepare: null, kernel: null };
}

/** The attributes that the law leaves as they are. */
function findStaying(form: ContactForm, lowering: Lowering): Set<string> {
  const isLeft = (node: Node, at: number) => {
    const data = lowering.graph.data(node);
    return data.op === "load" && isUnknown(at)(data.place);
  };
  const attributes = [...form.newAttributes(lowering)];
  const staying = attributes.filter(([name, nodes]) =>
    nodes.every((node, k) => isLeft(node, form.slots.get(name)!.at + k)),
  );
  return new Set(staying.map(([name]) => name));
}

function layOut(
  form: ContactForm,
  columns: readonly [Int32Array, Int32Array],
  staying: ReadonlySet<string>,
): NewtonLayout {
  const unknownAt: number[] = [];
  for (const name of form.updatedAttributes) {
    if (staying.has(name)) continue;
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
  { base: from, offset, index }: Place,
  { unknownAt }: NewtonLayout,
  columns: readonly [Int32Array, Int32Array],
): boolean {
  if (from === base.out) return unknownAt.includes(offset / 8);
  return from !== base.registered && index !== null && columns[index].includes(offset / 8);
}

/** One of the numbers of λ, or of x of a body, moves by one. */
function along(lowering: Lowering, isLeaf: (place: Place) => boolean, still: readonly Node[] = []): Derivative {
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
  ({ base: from, offset }: Place) =>
    from === base.out && offset === 8 * at;
const isColumn =
  (side: number, at: number) =>
  ({ base: from, offset, index }: Place) =>
    from === base.stage && index === side && offset === 8 * at;

function store(node: Node, at: number): Store {
  return { node, place: rowPlace(at), mustBeFinite: false };
}

/**
 * Each attribute's new value by its own old value and by x, all other new values taken to stay: the system is then as
 * well-behaved as that of each attribute alone, such as friction under a given pressure; what that leaves out further
 * steps bring in.
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
