// Programs: what lies between kernels, on random numbers, against the same in TypeScript.

import { expect, test } from "vitest";
import { Graph } from "../../src/compiler/graph/graph.ts";
import { Machine } from "../../src/compiler/kernel/kernel.ts";
import { type ProgramStep, stretchesOf } from "../../src/compiler/kernel/program-step.ts";
import { normalize, normalizeAt } from "../../src/math/vectors/quaternion.ts";
import { Random } from "../language/fuzz/random.ts";
import { regions } from "./regions.ts";

const room = 64;
/**
 * Four stretches of numbers, a list of places, and a time with the length of a step, behind the machine's own memory.
 */
const [a, b, c, d, list, step] = [0, 1, 2, 3, 4, 5].map((k) => Machine.first + k * room);

function createMachine(random: Random): Machine {
  const machine = new Machine(6 * room);
  for (let k = 0; k < 4 * room; k++) machine.reals[a + k] = (random.below(2001) - 1000) / 997;
  return machine;
}

function run(machine: Machine, steps: readonly ProgramStep[]): boolean {
  return machine.program(new Map([["work", steps]])).function("work")();
}

const places = [5, 0, 9, 3, 4, 8, 20];

test("numbers are scattered to places, gathered from them, moved and added", () => {
  const machine = createMachine(new Random(1));
  const { reals, words } = machine;
  words.set(
    places.map((place) => 8 * place),
    2 * list,
  );
  const listed = (region: number) => ({ places: 8 * list, count: places.length, region: 8 * region });
  const before = reals.slice();
  run(machine, [
    { kind: "scatter", vector: 8 * a, numbers: listed(b) },
    { kind: "gather", vector: 8 * c, numbers: listed(b) },
    { kind: "add", from: listed(b), to: listed(d) },
  ]);
  for (const [k, place] of places.entries()) {
    expect(reals[b + place]).toBe(before[a + k]);
    expect(reals[c + k]).toBe(before[a + k]);
    expect(reals[d + place]).toBe(before[d + place] + before[a + k]);
  }
  expect(reals[b + 1]).toBe(before[b + 1]);
  run(machine, [{ kind: "move", from: listed(b), to: listed(d) }]);
  for (const place of places) expect(reals[d + place]).toBe(reals[b + place]);
});

test("places next to each other are copied and cleared together, and no others", () => {
  const machine = createMachine(new Random(2));
  const { reals } = machine;
  const before = reals.slice();
  expect(stretchesOf(places, 0, 0).map(({ count }) => count)).toEqual([1, 3, 2, 1]);
  run(machine, [
    { kind: "copy", stretches: stretchesOf(places, 8 * a, 8 * b) },
    { kind: "clear", stretches: stretchesOf(places, 8 * c, 8 * c) },
  ]);
  for (let k = 0; k < room; k++) {
    expect(reals[b + k]).toBe(before[(places.includes(k) ? a : b) + k]);
    expect(reals[c + k]).toBe(places.includes(k) ? 0 : before[c + k]);
  }
});

test("vectors of odd and even length are combined from left to right, and the time is that of the stage", () => {
  for (const count of [1, 6, 7]) {
    const machine = createMachine(new Random(count));
    const { reals } = machine;
    const before = reals.slice();
    const [t, h] = [0.3, 0.01];
    const terms = [
      [1 / 3, 8 * b],
      [1 / 7, 8 * c],
    ] as const;
    reals.set([t, h], step);
    run(machine, [
      { kind: "combine", step: 8 * step, out: 8 * d, y: 8 * a, terms, count },
      { kind: "time", step: 8 * step, to: 8 * list, c: 0.5 },
    ]);
    for (let k = 0; k < count; k++)
      expect(reals[d + k]).toBe(before[a + k] + h * (0 + (1 / 3) * before[b + k] + (1 / 7) * before[c + k]));
    expect(reals[d + count + 1]).toBe(before[d + count + 1]);
    expect(reals[list]).toBe(t + 0.5 * h);
  }
});

test("numbers change sign on their way, become zero, change by a difference, and four become a unit vector", () => {
  const machine = createMachine(new Random(4));
  const { reals, words } = machine;
  words.set(
    places.map((place) => 8 * place),
    2 * list,
  );
  const listed = (region: number) => ({ places: 8 * list, count: places.length, region: 8 * region });
  const before = reals.slice();
  run(machine, [
    { kind: "change", places: 8 * list, count: places.length, out: 8 * d, y: 8 * a, after: 8 * b, before: 8 * c },
    { kind: "negate", from: listed(a), to: listed(c) },
    { kind: "zero", numbers: listed(b) },
  ]);
  for (let k = 0; k < room; k++) {
    const isListed = places.includes(k);
    expect(reals[d + k]).toBe(isListed ? before[a + k] + (before[b + k] - before[c + k]) : before[d + k]);
    expect(reals[c + k]).toBe(isListed ? -before[a + k] : before[c + k]);
    expect(reals[b + k]).toBe(isListed ? 0 : before[b + k]);
  }
  reals.fill(0, a + 20, a + 24);
  words.set([8 * 3, 8 * 20], 2 * list);
  run(machine, [{ kind: "normalise", numbers: { places: 8 * list, count: 2, region: 8 * a } }]);
  const q = normalize(new Float64Array(4), before.slice(a + 3, a + 7));
  expect(reals.slice(a + 3, a + 7)).toEqual(q);
  expect(reals.slice(a + 20, a + 24)).toEqual(new Float64Array(4));
  expect(reals[a + 7]).toBe(before[a + 7]);
  const same = before.slice();
  normalizeAt(same, a + 3);
  expect(same.slice(a + 3, a + 7)).toEqual(q);
});

test("kernels run in order, functions call others, and a kernel that gives up ends the program", () => {
  const machine = createMachine(new Random(3));
  const { reals } = machine;
  const graph = new Graph();
  const load = graph.load({ base: regions.fourth, offset: 0, index: 0 }, "real");
  graph.check(graph.binary("lt", load, graph.real(10)));
  const store = {
    node: graph.binary("mul", load, graph.real(2)),
    place: { base: regions.fourth, offset: 0, index: 0 as const },
    mustBeFinite: true,
  };
  const kernel = machine.compile({
    graph,
    functions: [],
    stores: [store],
    duties: graph.duties.all,
    fuel: 0,
    depth: 0,
  });
  const double: ProgramStep = { kind: "run", kernel, args: [0, 0, 0, 8 * a, 0, 0, 8] };
  const program = machine.program(
    new Map<string, readonly ProgramStep[]>([
      ["once", [double]],
      ["twice", [{ kind: "call", name: "once" }, double]],
    ]),
  );
  reals[a] = 3;
  expect(program.function("twice")()).toBe(true);
  expect(reals[a]).toBe(12);
  expect(program.function("once")()).toBe(false);
  expect(reals[a]).toBe(12);
});
