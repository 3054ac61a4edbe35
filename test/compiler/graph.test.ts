// The graph by itself: what is folded keeps every bit, equal nodes exist once.

import { describe, expect, test } from "vitest";
import { emitModule, type KernelSource } from "../../src/compiler/emit/module.ts";
import { Graph } from "../../src/compiler/graph/graph.ts";
import type { BinaryNode, Node } from "../../src/compiler/graph/node.ts";
import { GraphTooLarge } from "../../src/compiler/graph/refusal.ts";
import { Kernel, Machine } from "../../src/compiler/kernel/kernel.ts";
import { regions } from "./regions.ts";

const specials = [
  0,
  -0,
  1,
  -1,
  2,
  0.5,
  -3.7,
  1e-300,
  5e-324,
  -1e300,
  1.7976931348623157e308,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  Number.NaN,
];

const arithmetic: Readonly<Record<string, (a: number, b: number) => number>> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => a / b,
  min: Math.min,
  max: Math.max,
};

const comparisons: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
};

const load = (graph: Graph, k: number, kind: "real" | "boolean" = "real") =>
  graph.load({ base: regions.first, offset: 8 * 64 * k, index: 0 }, kind);

function sourceOf(graph: Graph, nodes: readonly Node[]): KernelSource {
  const stores = nodes.map(
    (node, k) =>
      ({ node, place: { base: regions.second, offset: 8 * 64 * k, index: 0 }, mustBeFinite: false }) as const,
  );
  return { graph, functions: [], stores, duties: graph.duties.all, fuel: 0, depth: 0 };
}

/** The results for up to 64 bodies with these numbers each. */
function run(graph: Graph, nodes: readonly Node[], bodies: readonly (readonly number[])[]): number[][] {
  const machine = new Machine(64 * 8 + 64 * nodes.length);
  const [from, to] = [Machine.first, Machine.first + 64 * 8];
  for (const [body, numbers] of bodies.entries())
    for (const [k, x] of numbers.entries()) machine.reals[from + 64 * k + body] = x;
  const kernel = machine.compile(sourceOf(graph, nodes));
  expect(kernel.over(8 * from, 8 * to, 0, 0, 0, bodies.length)).toBe(Kernel.done);
  return bodies.map((_, body) => nodes.map((_node, k) => machine.reals[to + 64 * k + body]));
}

function expectBits(got: readonly number[], wanted: readonly number[], labels: readonly string[]): void {
  for (const [k, label] of labels.entries())
    if (!Object.is(got[k], wanted[k])) throw new Error(`${label}: ${got[k]}, not ${wanted[k]}`);
}

describe("no rewriting changes a bit:", () => {
  for (const [op, compute] of Object.entries({ ...arithmetic, ...comparisons }))
    test(op, () => {
      const graph = new Graph();
      const x = load(graph, 0);
      const nodes: Node[] = [];
      const labels: string[] = [];
      const meanings: ((x: number) => number)[] = [];
      const add = (label: string, a: Node, b: Node, meaning: (x: number) => [number, number]) => {
        nodes.push(graph.binary(op as BinaryNode, a, b));
        labels.push(label);
        meanings.push((value) => Number(compute(...meaning(value))));
      };
      const minus = graph.unary("neg", x);
      for (const c of specials) {
        const constant = graph.real(c);
        const name = Object.is(c, -0) ? "-0" : String(c);
        add(`${op}(x, ${name})`, x, constant, (value) => [value, c]);
        add(`${op}(${name}, x)`, constant, x, (value) => [c, value]);
        add(`${op}(-x, ${name})`, minus, constant, (value) => [-value, c]);
        add(`${op}(${name}, -x)`, constant, minus, (value) => [c, -value]);
        for (const d of specials) add(`${op}(${name}, ${d})`, constant, graph.real(d), () => [c, d]);
      }
      add(`${op}(x, x)`, x, x, (value) => [value, value]);
      add(`${op}(x, -x)`, x, minus, (value) => [value, -value]);
      add(`${op}(-x, x)`, minus, x, (value) => [-value, value]);
      add(`${op}(-x, -x)`, minus, minus, (value) => [-value, -value]);
      const results = run(
        graph,
        nodes,
        specials.map((value) => [value]),
      );
      for (const [body, value] of specials.entries())
        expectBits(
          results[body],
          meanings.map((meaning) => meaning(value)),
          labels.map((label) => `${label} for x = ${value}`),
        );
    });

  test("roots, signs, floors", () => {
    const graph = new Graph();
    const x = load(graph, 0);
    const minus = graph.unary("neg", x);
    const nodes = [
      graph.unary("neg", minus),
      graph.unary("abs", minus),
      graph.unary("sqrt", minus),
      graph.unary("floor", minus),
      graph.unary("abs", graph.unary("abs", x)),
    ];
    const results = run(
      graph,
      nodes,
      specials.map((value) => [value]),
    );
    for (const [body, value] of specials.entries())
      expectBits(
        results[body],
        [value, Math.abs(value), Math.sqrt(-value), Math.floor(-value), Math.abs(value)],
        ["--x", "|-x|", "√-x", "⌊-x⌋", "||x||"],
      );
  });

  test("selections and logic", () => {
    const graph = new Graph();
    const [a, b] = [load(graph, 0, "boolean"), load(graph, 1, "boolean")];
    const [x, y] = [load(graph, 2), load(graph, 3)];
    const not = (node: Node) => graph.unary("not", node);
    const yes = graph.boolean(true);
    const no = graph.boolean(false);
    const nodes = [
      graph.select(not(a), x, y),
      graph.select(a, yes, b),
      graph.select(a, b, no),
      graph.select(a, no, b),
      graph.select(a, b, yes),
      graph.binary("and", a, not(not(b))),
      graph.binary("or", a, no),
      graph.binary("and", yes, b),
      graph.binary("or", a, b),
      graph.select(a, x, x),
    ];
    const truth = (p: boolean, q: boolean) =>
      [p ? -0 : 7, p || q, p && q, !p && q, !p || q, p && q, p, q, p || q, 7].map(Number);
    const bodies = [
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
      [1, 0],
    ].map(([p, q]) => [p, q, 7, -0]);
    const results = run(graph, nodes, bodies);
    for (const [body, [p, q]] of bodies.entries())
      expectBits(
        results[body],
        truth(p === 1, q === 1),
        nodes.map((_, k) => `${k} of ${p}, ${q}`),
      );
  });
});

describe("the graph", () => {
  const graph = new Graph();
  const [x, y] = [load(graph, 0), load(graph, 1)];

  test("leaves alone what holds only for real numbers", () => {
    const zero = graph.real(0);
    expect(graph.realValue(graph.binary("mul", x, zero))).toBeNull();
    expect(graph.binary("add", x, zero)).not.toBe(x);
    expect(graph.realValue(graph.binary("sub", x, x))).toBeNull();
    expect(graph.realValue(graph.binary("div", x, x))).toBeNull();
    expect(graph.booleanValue(graph.binary("eq", x, x))).toBeNull();
    expect(graph.binary("add", x, graph.real(-0))).toBe(x);
    expect(graph.binary("sub", x, zero)).toBe(x);
  });

  test("has equal nodes once", () => {
    expect(graph.binary("add", x, y)).toBe(graph.binary("add", y, x));
    expect(graph.binary("sub", x, y)).not.toBe(graph.binary("sub", y, x));
    expect(graph.real(0)).not.toBe(graph.real(-0));
    expect(graph.real(Number.NaN)).toBe(graph.real(0 / 0));
    expect(graph.elementary("sin", [x])).toBe(graph.elementary("sin", [x]));
    expect(load(graph, 0, "boolean")).not.toBe(x);
    const before = graph.nodes.length;
    graph.binary("mul", graph.binary("add", y, x), graph.elementary("sin", [x]));
    graph.binary("mul", graph.elementary("sin", [x]), graph.binary("add", x, y));
    expect(graph.nodes.length).toBe(before + 1);
  });

  test("emits nothing that is not needed", () => {
    const small = new Graph();
    const used = small.unary("sqrt", load(small, 0));
    const bytes = emitModule(sourceOf(small, [used]), []).length;
    for (let k = 0; k < 100; k++) small.binary("mul", used, small.real(k + 0.5));
    expect(emitModule(sourceOf(small, [used]), []).length).toBe(bytes);
  });

  test("refuses more than a law can be", () => {
    const large = new Graph();
    const numbers = Array.from({ length: 10_000 }, (_, k) => large.real(k));
    expect(() => large.ask({ part: "determinant", rows: 100 }, numbers)).toThrow(GraphTooLarge);
    expect(() => {
      let sum = load(large, 0);
      for (let k = 0; k < 300_000; k++) sum = large.binary("add", sum, load(large, 0));
    }).toThrow(GraphTooLarge);
  });
});
