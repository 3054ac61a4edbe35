// Something for every parameter of the law library.
import { matrixOf, type Value, vectorOf } from "../../../src/compiler/values/value.ts";

const quaternion = vectorOf([0.5, -0.5, 0.5, 0.5]);
const tensor = matrixOf(3, 3, [2, 0.1, 0.2, 0.1, 3, -0.3, 0.2, -0.3, 4]);
const rotation = matrixOf(3, 3, [0, 0, 1, 1, 0, 0, 0, 1, 0]);
const rows = matrixOf(
  8,
  3,
  Array.from({ length: 24 }, (_, i) => 0.3 * i - 2.9),
);
const reals = new Set(
  `mass radius e mu density coefficient area spin_drag height k c creep press i n m1 m2 r G dp speed work
   change depth closing penetration bounce dt relaxation slop restitution bounce_speed given kn friction
   push sweep least_speed opening parting mean pulled gained`.split(/\s+/),
);

/** Something that a parameter of this name takes. */
export function argument(name: string, of: string): Value {
  if (name === "orientation" || name === "other" || name === "turn") return quaternion;
  if (name === "K" || name === "held" || /nertia$/.test(name)) return tensor;
  if (name === "T" || name === "part") return matrixOf(2, 2, [3, -0.3, -0.3, 4]);
  if (name === "R" || name === "Q") return rotation;
  if (of === "ofPair") return name === "table" ? rotation : 2;
  if (name === "arms") return rows;
  if (name === "forces")
    return matrixOf(
      8,
      3,
      rows.data.map((number, i) => number * number - i),
    );
  if (name === "i" || name === "n")
    return of === "normalImpulse" || of === "withFriction" || of.startsWith("worb") ? vectorOf([0, 0.6, 0.8]) : 3;
  if (["endOf", "compressed"].includes(of)) return 0.7;
  if (of === "opposed" && name === "size") return 0.7;
  if (["opposed", "braked"].includes(of) && name === "d") return vectorOf([0.6, 0.8]);
  if (name === "stop") return vectorOf([0.2, -0.1]);
  if (name === "d" && of === "pull") return vectorOf([1.2, -0.3, 0.5]);
  if (name === "radius" || reals.has(name)) return 0.37;
  if (of === "bounceHeight" || (of === "pulledBy" && name === "s")) return 0.5;
  return vectorOf([-0.8, 0.31, 0.44]);
}
