// Kernels where random programs say little: batches, what is not computed, what must fail.

import { describe, expect, test, vi } from "vitest";
import { emitModule, type KernelSource } from "../../src/compiler/emit/module.ts";
import type { Taking } from "../../src/compiler/graph/graph.ts";
import type { MemoryPlace } from "../../src/compiler/graph/node.ts";
import { Interpreter } from "../../src/compiler/interpret/interpreter.ts";
import { Kernel, Machine } from "../../src/compiler/kernel/kernel.ts";
import { lowerKernel } from "../../src/compiler/kernel/kernel-source.ts";
import { nodesOf } from "../../src/compiler/lower/lowered.ts";
import { EvaluationError } from "../../src/compiler/values/evaluation-error.ts";
import { boolean, matrix, real, vector } from "../../src/language/shapes/shape.ts";
import { Random } from "../language/fuzz/random.ts";
import { compareProgram, emptyTally } from "./fuzz/compare.ts";
import { bodies, hostOf } from "./fuzz/memory.ts";
import { type Program, parseProgram, storeAttributes } from "./fuzz/program.ts";
import { regions } from "./regions.ts";

const attributes = storeAttributes([
  { name: "x", shape: real, owner: "object" },
  { name: "c", shape: boolean, owner: "object" },
  { name: "v", shape: vector(3), owner: "object" },
  { name: "m", shape: matrix(2, 2), owner: "object" },
]);

/** Where the numbers of `x`, `c` and the first of `v` lie for all bodies, in rows of so many. */
const [xs, cs, vs] = [0, 1, 2].map((k) => k * bodies);

function lower(text: string, taking?: Taking): { program: Program; source: KernelSource } {
  const program = parseProgram(text, attributes);
  const definition = program.definitions.at(-1)!;
  const source = lowerKernel(
    hostOf(program),
    (lowering) =>
      nodesOf(lowering.compute(definition, program.scope, false)).map((node, k) => ({
        node,
        place: { base: regions.third, offset: 8 * k * bodies, index: 0 },
        mustBeFinite: false,
      })),
    taking,
  );
  return { program, source };
}

/** A kernel for the last function of a text, its memory, and how often it asked the host. */
function compiled(text: string, taking?: Taking) {
  const machine = new Machine(3_000);
  const asked = vi.spyOn(machine as never, "host" as never) as unknown as { mock: { calls: unknown[] } };
  const kernel = machine.compile(lower(text, taking).source);
  const [own, out] = [Machine.first, Machine.first + 1_000];
  const over = (from: number, to: number) => kernel.over(0, 8 * own, 8 * out, 0, from, to);
  return {
    own: machine.reals.subarray(own, out),
    out: machine.reals.subarray(out, out + 1_000),
    over,
    asked: () => asked.mock.calls.length,
  };
}

describe("what is chosen is what IEEE 754 chooses, alone and two at a time:", () => {
  const zero = "(0 * -1)";
  const values = [Number.NaN, -0, 0, 1, -1, 2, 3, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 5e-324, -5e-324];
  const limits: readonly (readonly [string, number])[] = [
    ["0", 0],
    [zero, -0],
    ["2", 2],
    ["(-1)", -1],
  ];

  const texts = limits.flatMap(([text, limit]) => [
    [`max(${text}, x)`, (x: number) => Math.max(limit, x)] as const,
    [`max(x, ${text})`, (x: number) => Math.max(x, limit)] as const,
    [`min(${text}, x)`, (x: number) => Math.min(limit, x)] as const,
    [`min(x, ${text})`, (x: number) => Math.min(x, limit)] as const,
    // biome-ignore lint/complexity/useMathMinMax: they are not the same for what is no number.
    [`if x > ${text} then x else ${text}`, (x: number) => (x > limit ? x : limit)] as const,
  ]);

  test.each(texts)("%s", (text, expected) => {
    const { own, out, over } = compiled(`f = ${text}`);
    own.set(values, xs);
    for (let k = 0; k < values.length; k++) expect(over(k, k + 1)).toBe(Kernel.done);
    expect([...out.subarray(0, values.length)]).toEqual(values.map(expected));
    out.fill(7);
    expect(over(0, values.length)).toBe(Kernel.done);
    expect([...out.subarray(0, values.length)]).toEqual(values.map(expected));
  });
});

test("matrices are inverted to the same bits one body at a time, in whatever order their pivots lie", () => {
  const text = "f = inverse([[v # 1, v # 2, v # 3], [x, m # 1 # 1, m # 1 # 2], [m # 2 # 1, m # 2 # 2, 1]])";
  const both = (["together", "one at a time"] as const).map((taking) => compiled(text, taking));
  const random = new Random(11);
  const counts = { same: 0, singular: 0, exchanged: 0 };
  for (let n = 0; n < 5000; n++) {
    // Small whole numbers, so that pivots are equal, or zero, now and then; and such as make NaN.
    const numbers = Array.from({ length: 8 }, () => (n % 2 === 0 ? random.below(7) - 3 : random.below(1e6) / 1e5 - 5));
    if (n % 50 === 49) numbers[random.below(8)] = [Number.NaN, Number.POSITIVE_INFINITY, -0][n % 3];
    const [x, v1, v2, v3, ...m] = numbers;
    const found = both.map(({ own, out, over }) => {
      own[xs] = x;
      for (const [k, entry] of [v1, v2, v3, ...m].entries()) own[vs + k * bodies] = entry;
      out.fill(0);
      return over(0, 1) === Kernel.done ? Array.from({ length: 9 }, (_, k) => out[k * bodies]) : null;
    });
    expect(found[1]).toEqual(found[0]);
    counts[found[0] ? "same" : "singular"]++;
    if (Math.abs(x) > Math.abs(v1)) counts.exchanged++;
  }
  expect(counts.singular).toBeGreaterThan(20);
  expect(counts.exchanged).toBeGreaterThan(1000);
  expect(counts.same - counts.exchanged).toBeGreaterThan(500);
});

describe("a side that is not taken costs nothing:", () => {
  test("the host is not asked", () => {
    const { own, out, over, asked } = compiled("f = if c then eigenvalues([[x, 1], [1, 2]]) # 1 else x");
    own.set([5, 6, 7], xs);
    own.set([0, 1, 0], cs);
    expect(over(0, 3)).toBe(Kernel.done);
    expect(asked()).toBe(1);
    expect([out[0], out[2]]).toEqual([5, 7]);
  });

  test("nor where the value is named before", () => {
    const { own, over, asked } = compiled(
      "e = eigenvalues([[x, 1], [1, 2]])\nf = if x > 100 then 0 else if c then e # 1 + e # 2 else 1",
    );
    own.set([5, 6, 7], xs);
    expect(over(0, 3)).toBe(Kernel.done);
    expect(asked()).toBe(0);
    own.set([1, 1, 1], cs);
    expect(over(0, 3)).toBe(Kernel.done);
    expect(asked()).toBe(3);
  });

  test("a recursion without end is not begun", () => {
    const { own, out, over } = compiled(
      "down(n) = 1 + down(n - 1)\nf = if c then (if x > 0 then down(x) else 1) else 2",
    );
    own.set([-5, 6, 7], xs);
    own.set([1, 0, 1], cs);
    expect(over(0, 2)).toBe(Kernel.done);
    expect([out[0], out[1]]).toEqual([1, 2]);
    expect(over(2, 3)).toBe(2);
  });

  test("a check on either side does not stop the other way", () => {
    const { own, out, over } = compiled("a = if c then v # x else 0\nb = if x > 10 then v # x else 1\nf = a + b");
    own.set([99, 2, -1], xs);
    own.set([0, 1, 0], cs);
    own.set([30, 40, 50], vs);
    own.set([31, 41, 51], vs + bodies);
    expect(over(0, 1)).toBe(0);
    expect(over(1, 3)).toBe(Kernel.done);
    expect([out[1], out[2]]).toEqual([42, 1]);
  });
});

describe("a kernel that gives up", () => {
  test("tells at which body, and goes on behind it", () => {
    const { own, out, over } = compiled("f = v # x");
    out.fill(-1);
    own.set([1, 4, 2], xs);
    own.set([10, 20, 30], vs);
    own.set([11, 21, 31], vs + bodies);
    expect(over(0, 3)).toBe(1);
    expect([...out.subarray(0, 3)]).toEqual([10, -1, -1]);
    expect(over(2, 3)).toBe(Kernel.done);
    expect([...out.subarray(0, 3)]).toEqual([10, -1, 31]);
    expect(over(1, 2)).toBe(1);
    expect(over(2, 2)).toBe(Kernel.done);
  });

  test("gives up on numbers that are not finite where they are committed", () => {
    const { source } = lower("f = x / (x - 1)");
    const machine = new Machine(3_000);
    const kernel = machine.compile({
      ...source,
      stores: source.stores.map((store) => ({ ...store, mustBeFinite: true })),
    });
    const at = Machine.first;
    for (const [numbers, stopped] of [
      [[2, 3, 4], Kernel.done],
      [[2, 1, 4], 1],
      [[2, 3, Number.NaN], 2],
      [[1, 2, 3], 0],
    ] as const) {
      machine.reals.set(numbers, at);
      // Of two at a time either may be meant; what is told must be done again from there.
      const place = kernel.over(0, 8 * at, 8 * (at + 1_000), 0, 0, 3);
      expect(place === Kernel.done).toBe(stopped === Kernel.done);
      if (stopped !== Kernel.done) expect([stopped, stopped - (stopped % 2)]).toContain(place);
    }
  });
});

test("two at a time is the same as one by one, for any number of bodies", () => {
  const rows = 16;
  const place = (base: MemoryPlace["base"], k: number) => ({ base, offset: 8 * rows * k, index: 0 }) as const;
  const program = parseProgram(
    "f = sqrt(abs(x * 3 - 1)) / (x + 0.25) - min(x, if x > 0.5 then x * x else -x)",
    attributes,
  );
  const source = lowerKernel(
    {
      ...hostOf(program),
      attribute: (_a, _r, graph) => ({ kind: "real", node: graph.load(place(regions.second, 0), "real") }),
    },
    (lowering) =>
      nodesOf(lowering.compute(program.definitions[0], program.scope, false)).map((node) => ({
        node,
        place: place(regions.third, 0),
        mustBeFinite: false,
      })),
  );
  // The prefix of every instruction on two numbers.
  expect([...emitModule(source, [])].filter((byte) => byte === 0xfd).length).toBeGreaterThan(10);
  const machine = new Machine(3 * rows);
  const kernel = machine.compile(source);
  const [own, out] = [Machine.first, Machine.first + rows];
  const numbers = [0.1, -0, 0, 1e-300, -1e300, Number.NaN, Number.POSITIVE_INFINITY, 1 / 3, -0.25, 7, 0.5];
  machine.reals.set(numbers, own);
  const single = numbers.map((_, k) => {
    kernel.over(0, 8 * own, 8 * out, 0, k, k + 1);
    return machine.reals[out + k];
  });
  for (let from = 0; from <= 3; from++)
    for (let to = from; to <= numbers.length; to++) {
      machine.reals.fill(123, out, out + rows);
      expect(kernel.over(0, 8 * own, 8 * out, 0, from, to)).toBe(Kernel.done);
      const wanted = Array.from({ length: rows }, (_, k) => (k >= from && k < to ? single[k] : 123));
      expect([...machine.reals.subarray(out, out + rows)]).toEqual(wanted);
    }
});

describe("what the interpreter says is an error, a kernel does not answer:", () => {
  const texts = [
    "f = vectorDimension(inverse([[0, 0], [0, 0]]) # 1)",
    "f = vectorDimension(inverse(0 * m) # 1)",
    "f = [1, v # x] # 1",
    "nothing(p) = 3\nf = nothing(v # x)",
    "nothing(p) = 3\nf = nothing(solve(0 * m, [1, 2]))",
    "nothing(p) = 3\nf = nothing(inverse(0 * identityMatrix(4)))",
    "f = if c then {} == tail({}) else true",
    "f = (c | v # 7 > 0) & !c",
    "f = if c then v # 7 else 1",
    "f = head({true, 1}) [kg]",
    "nothing(p) = 3\ndeep(n) = if n <= 0 then 1 else 1 + deep(n - 1)\nf = nothing(deep(x * 0 + 3000))",
    "large(m) = (m ^ 63 + m ^ 47) * (m ^ 61 - m ^ 55) * inverse(0 * m)\n" +
      "f = vectorDimension(large(x * identityMatrix(4)) # 1 + large(v # 1 * identityMatrix(4)) # 2)",
  ];
  for (const text of texts)
    test(text, () => {
      const tally = emptyTally();
      const program = parseProgram(text, attributes);
      for (let seed = 0; seed < 20; seed++) compareProgram(program, new Random(seed), tally);
      expect(tally.failed + tally.unlowered).toBeGreaterThan(0);
      expect(tally.gaveUp).toBe(0);
    });

  test("depth: up to where the interpreter stops, and no further", () => {
    const { own, out, over } = compiled("deep(n) = if n <= 0 then 0 else 1 + deep(n - 1)\nf = deep(x)");
    const { program } = lower("deep(n) = if n <= 0 then 0 else 1 + deep(n - 1)\nf = deep(x)");
    let answered = 0;
    for (let n = 0; n < 1_200; n += 7) {
      own[xs] = n;
      let value: unknown = null;
      try {
        value = new Interpreter({ read: () => n, special: () => null }).compute(
          program.definitions[1],
          program.scope,
          false,
        );
      } catch (error) {
        if (!(error instanceof EvaluationError)) throw error;
      }
      if (over(0, 1) !== Kernel.done) continue;
      expect(out[0]).toBe(value);
      answered++;
    }
    expect(answered).toBeGreaterThan(20);
    expect(answered).toBeLessThan(1_200 / 7 - 10);
  });

  test("fuel: every call is paid for, equal ones too", () => {
    const { own, out, over } = compiled("both(n) = if n <= 0 then 1 else both(n - 1) + both(n - 1)\nf = both(x)");
    own.set([10, 40, 11], xs);
    expect(over(0, 3)).toBe(1);
    expect(out[0]).toBe(1_024);
    expect(over(2, 3)).toBe(Kernel.done);
    expect(out[2]).toBe(2_048);
  });
});
