// Functions as text over numbers in a row: lowered, compiled, run.

import type { KernelSource, Store } from "../../src/compiler/emit/module.ts";
import { Graph } from "../../src/compiler/graph/graph.ts";
import type { MemoryPlace, Node } from "../../src/compiler/graph/node.ts";
import { Kernel, Machine } from "../../src/compiler/kernel/kernel.ts";
import { Lowering } from "../../src/compiler/lower/lower.ts";
import { type Lowered, nodesOf } from "../../src/compiler/lower/lowered.ts";
import { Outlines } from "../../src/compiler/lower/outlines.ts";
import { defaultLimits } from "../../src/compiler/values/budget.ts";
import type { Curve } from "../../src/geometry/curves/curve.ts";
import type { Shape } from "../../src/language/shapes/shape.ts";
import { type Program, parseProgram, type Stored, storeAttributes } from "./fuzz/program.ts";
import { regions } from "./regions.ts";

export class Formulas {
  readonly graph = new Graph();
  readonly program: Program;
  readonly lowering: Lowering;
  private readonly outlines = new Outlines(defaultLimits);

  /** `attributes` are the names a text may say, each with its shape. */
  constructor(
    text: string,
    attributes: Readonly<Record<string, Shape>>,
    curves: ReadonlyMap<string, Curve> = new Map(),
  ) {
    const stored = storeAttributes(
      Object.entries(attributes).map(([name, shape]) => ({ name, shape, owner: "world" as const })),
    );
    this.program = parseProgram(text, stored);
    const host = {
      attribute: ({ name }: { name: string }) => this.load(stored.find((candidate) => candidate.name === name)!),
      special: () => null,
      curve: (name: string) => curves.get(name) ?? null,
    };
    this.lowering = new Lowering(this.graph, host, this.outlines);
  }

  private load({ shape, at, size }: Stored): Lowered {
    const nodes = Array.from({ length: size }, (_, k) =>
      this.graph.load({ base: regions.first, offset: 8 * (at + k), index: null }, "real"),
    );
    if (shape.kind === "real") return { kind: "real", node: nodes[0] };
    if (shape.kind === "vector") return { kind: "vector", nodes };
    if (shape.kind === "matrix") return { kind: "matrix", rows: shape.rows!, cols: shape.cols!, nodes };
    throw new Error("numbers only");
  }

  /** Where an attribute lies. */
  place(name: string): Stored {
    return this.program.attributes.find((candidate) => candidate.name === name)!;
  }

  leaves(name: string): readonly Node[] {
    return nodesOf(this.load(this.place(name)));
  }

  /** The nodes of a function without parameters. */
  nodes(name: string): readonly Node[] {
    const definition = this.program.definitions.find((candidate) => candidate.name === name)!;
    return nodesOf(this.lowering.compute(definition, this.program.scope, false));
  }

  source(nodes: readonly (Node | null)[], base: MemoryPlace["base"] = regions.second): KernelSource {
    const stores = nodes.map(
      (node, k): Store => ({
        node: node ?? this.graph.real(0),
        place: { base, offset: 8 * k, index: null },
        mustBeFinite: false,
      }),
    );
    const { graph, outlines, lowering } = this;
    return {
      graph,
      functions: outlines.functions,
      stores,
      duties: graph.duties.all,
      fuel: lowering.fuel,
      depth: lowering.deepest,
    };
  }
}

const room = 2_000;
const machine = new Machine(4 * room);
const bases = [0, 1, 2, 3].map((k) => 8 * (Machine.first + k * room)) as [number, number, number, number];

/** Compiles; what it gives runs on numbers in a row and returns as many as are stored. */
export function runner(source: KernelSource): (numbers: ArrayLike<number>) => number[] {
  const kernel = machine.compile(source);
  return (numbers) => {
    region(0).set(Array.from(numbers));
    if (kernel.over(...bases, 0, 1) !== Kernel.done) throw new Error("the kernel gave up");
    return [...region(1).subarray(0, source.stores.length)];
  };
}

/** The numbers behind a base. */
export function region(k: number): Float64Array {
  return machine.reals.subarray(bases[k] / 8, bases[k] / 8 + room);
}
