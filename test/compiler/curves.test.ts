// Curves in laws: formulas and their derivatives, the same bits by interpreter and kernel, and the derivatives of every
// question.
import { describe, expect, test } from "vitest";
import { Derivative, type Direction, linearise } from "../../src/compiler/graph/derivative.ts";
import type { Node } from "../../src/compiler/graph/node.ts";
import { Interpreter } from "../../src/compiler/interpret/interpreter.ts";
import { createFormulaMachine, FormulaGraph, formulaPath } from "../../src/compiler/kernel/formula-path.ts";
import type { Value } from "../../src/compiler/values/value.ts";
import { createCurve } from "../../src/geometry/curves/create.ts";
import { type Curve, evaluateCurve } from "../../src/geometry/curves/curve.ts";
import { nativeScope } from "../../src/language/names/scope.ts";
import { real, vector } from "../../src/language/shapes/shape.ts";
import { made, pointAbout, randomPoints, through, uniform } from "../geometry/curves.ts";
import { Random } from "../language/fuzz/random.ts";
import { Formulas, runner } from "./formulas.ts";
import { parseProgram } from "./fuzz/program.ts";

const machine = createFormulaMachine()!;

function formula(text: string, from: number, to: number, isClosed: boolean): Curve {
  const [definition] = parseProgram(`point(s) = ${text}`, []).definitions;
  const path = formulaPath(definition, nativeScope, () => null, from, to, machine);
  if ("refused" in path) throw new Error(path.refused);
  return made(createCurve(path, isClosed));
}

const random = new Random(11);
const curves = new Map<string, Curve>([
  ["helix", formula("[2 * cosine(s), 2 * sine(s), 0.3 * s]", 0, 12, false)],
  ["ring", formula("3 * [cosine(s), sine(s), 0]", 0, 2 * Math.PI, true)],
  [
    "loop",
    formula("(2 + cosine(3 * s)) * [cosine(2 * s), sine(2 * s), 0] + [0, 0, sine(3 * s)]", 0, 2 * Math.PI, true),
  ],
  [
    "spread",
    formula(
      "[s, eigenvalues([[s, 1], [1, 2]]) # 1, determinant([[s, 1, 0, 2], [1, 3, s, 0], [0, s, 5, 1], [2, " +
        "0, 1, 7]]) / 40]",
      -1,
      3,
      false,
    ),
  ],
  ["bent", formula("if s < 0.5 then [s, s * s, exp(s)] else [s, s - 0.25, exp(s)]", -1, 2, false)],
  ["wire", through(randomPoints(random, 9), "spline", false)],
  ["band", through(randomPoints(random, 7), "spline", true)],
  ["zigzag", through(randomPoints(random, 5), "polyline", false)],
]);
const smooth = ["helix", "ring", "loop", "wire", "band"];

function derivative(curve: Curve, order: number, s: number): number[] {
  const out = new Float64Array(3);
  evaluateCurve(out, curve, order, Float64Array.of(s));
  return [...out];
}

test("the derivatives of a formula are those by hand: a helix to the sixth order", () => {
  const helix = curves.get("helix")!;
  for (const s of [0, 0.1, 2, 11]) {
    for (let order = 0; order <= 6; order++) {
      const phase = s + (order * Math.PI) / 2;
      const wanted = [2 * Math.cos(phase), 2 * Math.sin(phase), order === 0 ? 0.3 * s : order === 1 ? 0.3 : 0];
      for (const [k, x] of derivative(helix, order, s).entries()) expect(Math.abs(x - wanted[k])).toBeLessThan(1e-14);
    }
  }
});

test("a formula's kernel and its nodes give the same bits, and fail together", () => {
  const texts = [
    "[cosine(s), sine(3 * s) / (s + 2), exp(-s * s)]",
    "if s < 0.5 then [s, s^1.5, 0] else [s, inverse([[s - 0.75, 1], [0, 1]]) # 1 # 1, norm([s, 1, 2])]",
  ];
  for (const text of texts) {
    const [definition] = parseProgram(`point(s) = ${text}`, []).definitions;
    const it = new FormulaGraph(definition, nativeScope, () => null);
    const [byNodes, byKernel] = [it.evaluator(), it.compile(machine)!];
    const [a, b] = [new Float64Array(3), new Float64Array(3)];
    for (let i = 0; i < 2000; i++) {
      const s = Float64Array.of(i % 100 === 0 ? 0.75 : uniform(random, -1, 3));
      for (const order of [0, 2, 1, 3]) {
        expect(byKernel(b, order, s)).toBe(byNodes(a, order, s));
        expect([0, 1, 2].filter((k) => !Object.is(a[k], b[k]))).toEqual([]);
      }
    }
    expect(byNodes(a, 1, Float64Array.of(0.75))).toBe(text.startsWith("["));
  }
});

test("a branch in a formula is differentiated on the side taken, and keeps its corners and failures", () => {
  expect(derivative(curves.get("bent")!, 1, 0.25)).toEqual([1, 0.5, expect.closeTo(Math.exp(0.25), 15)]);
  expect(derivative(curves.get("bent")!, 2, 0.75)).toEqual([0, 0, expect.closeTo(Math.exp(0.75), 15)]);
  expect(() =>
    formula("if s < 0.7 then [s, 0, 0] else [s, 0, inverse([[0, s], [0, 1]]) # 1 # 1]", 0, 1, false),
  ).toThrow("no value at s = 0.71");
  expect(() => formula("if s < 0.7 then [s, 0, 0] else [s, 0, log(0.8 - s)]", 0, 1, false)).toThrow(
    "not finite at s = 0.81",
  );
});

test("what is no path is refused with the reason", () => {
  expect(() => formula("[s, 0]", 0, 1, false)).toThrow("no vector of 3");
  expect(() => formula("[s, 0, mass]", 0, 1, false)).toThrow("'mass' has no value");
});

/** A law of one point p and one parameter s, on one curve. */
function lawOn(curve: string): string {
  return `
  near = nearest(${curve}, p)
  foot = pointAt(${curve}, near)
  off = normalsAt(${curve}, near) * (p - foot)
  ahead = tangentAt(${curve}, s)
  sides = normalsAt(${curve}, s)
  bend = curvatureAt(${curve}, s) + lengthAt(${curve}, s) + lengthOf(${curve})
  choice = if s > 1 then pointAt(${curve}, 2 * s) else tangentAt(${curve}, near)`;
}

describe("interpreter and kernel give the same bits:", () => {
  const names = ["near", "foot", "off", "ahead", "sides", "bend", "choice"];
  for (const name of curves.keys())
    test(name, () => {
      const it = new Formulas(lawOn(name), { p: vector(3), s: real }, curves);
      const run = runner(it.source(names.flatMap((one) => [...it.nodes(one)])));
      for (let i = 0; i < 300; i++) {
        const p = i % 10 === 0 ? [0, 0, 0] : pointAbout(random, curves.get(name)!, [0.01, 1, 30][i % 3]);
        const s = i % 50 === 0 ? Number.NaN : uniform(random, -5, 15);
        const read = ({ name: asked }: { name: string }): Value =>
          asked === "s" ? s : { kind: "vector", data: Float64Array.from(p) };
        const interpreter = new Interpreter({ read, special: () => null, curve: (one) => curves.get(one) ?? null });
        const expected = names.flatMap((one) => {
          const definition = it.program.definitions.find((candidate) => candidate.name === one)!;
          const value = interpreter.compute(definition, it.program.scope, false);
          if (typeof value === "number") return [value];
          return typeof value === "object" && value.kind !== "sequence" ? [...value.data] : [];
        });
        const got = run([...p, s]);
        expect(got.length).toBe(expected.length);
        expect(got.findIndex((x, k) => !Object.is(x, expected[k]))).toBe(-1);
      }
    });
});

function along(it: Formulas, leaf: Node): Direction {
  return { leaf: (node) => (node === leaf ? it.graph.real(1) : null), turn: () => null };
}

describe("first and second derivatives are those of central differences:", () => {
  const questions = [
    "nearest(CURVE, p)",
    "(p - pointAt(CURVE, nearest(CURVE, p))) . (p - pointAt(CURVE, nearest(CURVE, p)))",
    "(normalsAt(CURVE, nearest(CURVE, p)) * (p - pointAt(CURVE, nearest(CURVE, p)))) # 2",
    "tangentAt(CURVE, s) . [1, 2, 3]",
    "(normalsAt(CURVE, s) # 1) . p",
    "curvatureAt(CURVE, s)",
    "lengthAt(CURVE, s * s)",
    "pointAt(CURVE, sine(s)) . p",
  ];
  for (const name of smooth)
    for (const question of questions)
      test(question.replaceAll("CURVE", name), () => {
        const curve = curves.get(name)!;
        const it = new Formulas(`y = ${question.replaceAll("CURVE", name)}`, { p: vector(3), s: real }, curves);
        const [y] = it.nodes("y");
        const leaves = [...it.leaves("p"), ...it.leaves("s")];
        const firsts = leaves.map((leaf) => new Derivative(it.graph, along(it, leaf)).of(y));
        const seconds = leaves.map((leaf, k) => firsts[k] && new Derivative(it.graph, along(it, leaf)).of(firsts[k]));
        const run = runner(it.source([y, ...firsts, ...seconds]));
        const knots = curve.path.kind === "pieces" ? [...curve.path.knots] : [];
        let compared = 0;
        for (let i = 0; i < 60; i++) {
          const s = uniform(random, 0.1, 0.9);
          const at = uniform(random, curve.from, curve.to);
          // Near the curve, so that the nearest point is one for all differences; away from knots, where the third
          // derivative jumps.
          const p = derivative(curve, 0, at).map((x) => x + uniform(random, -0.02, 0.02));
          const h = 1e-4;
          const input = [...p, s];
          const here = run(input);
          const places = question.includes("nearest") ? [nearestOf(curve, p)] : [s, s * s, Math.sin(s)];
          if (places.some((place) => [...knots, curve.from, curve.to].some((knot) => Math.abs(place - knot) < 10 * h)))
            continue;
          for (const [k] of leaves.entries()) {
            // Differences over two widths, put together so that the error goes with the fourth power of h.
            const [a, b, c, d] = [-2 * h, -h, h, 2 * h].map((step) =>
              run(input.map((x, j) => (j === k ? x + step : x))),
            );
            const slope = (n: number) => (8 * (c[n] - b[n]) - (d[n] - a[n])) / (12 * h);
            const rough = 1 + Math.abs(here[0]) + Math.abs(here[1 + k]) + Math.abs(here[5 + k]);
            expect(Math.abs(here[1 + k] - slope(0))).toBeLessThan(1e-6 * rough ** 2);
            expect(Math.abs(here[5 + k] - slope(1 + k))).toBeLessThan(1e-6 * rough ** 2);
            compared++;
          }
        }
        expect(compared).toBeGreaterThan(40);
      });
});

function nearestOf(curve: Curve, p: readonly number[]): number {
  const it = new Formulas("y = nearest(c, p)", { p: vector(3) }, new Map([["c", curve]]));
  return runner(it.source(it.nodes("y")))(p)[0];
}

test("a bead on a ring of radius r: C = 0, J is normal to the ring, J̇q̇ = -v²/r on it", () => {
  const text = "C = normalsAt(ring, nearest(ring, p)) * (p - pointAt(ring, nearest(ring, p)))";
  const it = new Formulas(text, { p: vector(3), v: vector(3) }, curves);
  const [p, v] = [it.leaves("p"), it.leaves("v")];
  const motion: Direction = { leaf: (node) => (p.includes(node) ? v[p.indexOf(node)] : null), turn: () => null };
  const coordinates = p.map((leaf) => ({ leaf, turning: null }));
  const { jacobian, rate, bias } = linearise(it.graph, it.nodes("C"), coordinates, motion);
  const run = runner(it.source([...it.nodes("C"), ...jacobian, ...rate, ...bias]));
  const r = 3;
  for (let i = 0; i < 100; i++) {
    const angle = uniform(random, 0.01, 6.27);
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const speed = uniform(random, -4, 4);
    const out = run([r * c, r * s, 0, -speed * s, speed * c, 0]);
    // The first normal is z, the second t × z: outwards.
    const wanted = [0, 0, 0, 0, 1, c, s, 0, 0, 0, 0, speed ** 2 / r];
    for (const [k, x] of out.entries()) expect(Math.abs(x - wanted[k])).toBeLessThan(1e-13 * 10 * (1 + speed ** 2));
  }
});

test("on a polyline s follows the point along a piece, and stays at a corner", () => {
  const corner = through([0, 0, 0, 2, 0, 0, 2, 2, 0], "polyline", false);
  const it = new Formulas("y = nearest(c, p)", { p: vector(3) }, new Map([["c", corner]]));
  const [y] = it.nodes("y");
  const run = runner(it.source([y, ...it.leaves("p").map((leaf) => new Derivative(it.graph, along(it, leaf)).of(y))]));
  expect(run([1, 1, 1])).toEqual([1, 1, 0, 0]);
  expect(run([1.5, 1.75, 1])).toEqual([3.75, 0, 1, 0]);
  expect(run([3, -1, 1])).toEqual([2, 0, 0, 0]);
  expect(run([-3, -1, 1])).toEqual([0, 0, 0, 0]);
});
