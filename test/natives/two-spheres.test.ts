// Equations 11 and 12 of the thesis: the elastic collision of two equal spheres.
import fc from "fast-check";
import { test } from "vitest";
import {
  added,
  axis,
  createSession,
  define,
  direction,
  dot,
  evaluate,
  expectNear,
  numbersOf,
  runs,
  scaled,
  textOf,
  vector,
} from "./vflang.ts";

const session = createSession();
define(
  session,
  `
  after1(v1, v2, n1) = v1 + ((v2 - v1) . n1) * n1
  after2(v1, v2, n1) = v2 - ((v2 - v1) . n1) * n1
  `,
);

const across = (v: readonly number[], n: readonly number[]) => added(v, scaled(-dot(v, n), n));

test("equal spheres exchange their velocities along the normal and keep those across it", () => {
  fc.assert(
    fc.property(vector, vector, axis, (v1, v2, towards) => {
      const n = direction(towards);
      const given = [v1, v2, n].map(textOf).join(", ");
      const w1 = numbersOf(evaluate(`after1(${given})`, session));
      const w2 = numbersOf(evaluate(`after2(${given})`, session));
      expectNear([dot(w1, n), dot(w2, n)], [dot(v2, n), dot(v1, n)], 1e-14);
      expectNear(across(w1, n), across(v1, n), 1e-14);
      expectNear(across(w2, n), across(v2, n), 1e-14);
      expectNear(added(w1, w2), added(v1, v2), 1e-14);
      expectNear([dot(w1, w1) + dot(w2, w2)], [dot(v1, v1) + dot(v2, v2)], 1e-13);
    }),
    runs,
  );
});

test("the normal may point to either sphere", () => {
  fc.assert(
    fc.property(vector, vector, axis, (v1, v2, towards) => {
      const one = [v1, v2, direction(towards)].map(textOf).join(", ");
      const other = [v1, v2, direction(scaled(-1, towards))].map(textOf).join(", ");
      expectNear(numbersOf(evaluate(`after1(${one}) - after1(${other})`, session)), [0, 0, 0], 1e-14);
      expectNear(numbersOf(evaluate(`after2(${one}) - after2(${other})`, session)), [0, 0, 0], 1e-14);
    }),
    runs,
  );
});
