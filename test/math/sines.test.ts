import { expect, test } from "vitest";
import { cos, sin } from "../../src/math/elementary/elementary.ts";
import { findSinesAndCosines } from "../../src/math/vectors/sines.ts";
import { argument, generator } from "./elementary-arguments.ts";

const quarters = Array.from({ length: 64 }, (_, n) => ((n + 1) * Math.PI) / 4);

test("sines and cosines from array to array have the bits of sin and cos, of both signs and any size", () => {
  const random = generator(1);
  const region = { low: -20, high: 20, hard: [0.25, 7.450580596923828e-9, 1647099, ...quarters] };
  const special = [0, Number.MIN_VALUE, 7.450580596923828e-9, 0.25, Number.MAX_VALUE, Infinity, NaN];
  const some = Float64Array.from({ length: 100_000 }, (_, k) => special[k] ?? argument(random, region));
  const angles = Float64Array.from([...some, ...some.map((x) => -x)]);
  const found = new Float64Array(2 * angles.length);
  findSinesAndCosines(found, angles);
  const differ = angles.filter((x, k) => !Object.is(found[2 * k], sin(x)) || !Object.is(found[2 * k + 1], cos(x)));
  expect(differ).toEqual(new Float64Array(0));
});
