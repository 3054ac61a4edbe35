import { expect, test } from "vitest";
import { comesFirst, inOrder } from "../../src/engine/model/pair-order.ts";
import { experiment, modelOf } from "./lab.ts";

test("laws see the dynamic body of a pair first, and of two dynamic ones that of the lower index", () => {
  const { bodies } = modelOf(experiment("card-house"));
  expect(new Set(bodies.map(({ physicalType }) => physicalType)).size).toBeGreaterThan(1);
  for (const a of bodies)
    for (const b of bodies) {
      if (a === b || (a.physicalType !== "dynamic" && b.physicalType !== "dynamic")) continue;
      const [own, other] = inOrder(a, b);
      expect(inOrder(b, a).map(({ index }) => index)).toEqual([own.index, other.index]);
      expect(comesFirst(own, other)).toBe(true);
      expect(own.physicalType).toBe("dynamic");
      if (other.physicalType === "dynamic") expect(own.index).toBeLessThan(other.index);
    }
});
