// A point joint with value, Jacobian, rate and J̇q̇ as one kernel: for the tests and the benchmarks.
import { type Coordinate, type Direction, linearise } from "../../src/compiler/graph/derivative.ts";
import { vector } from "../../src/language/shapes/shape.ts";
import { Formulas } from "./formulas.ts";

/** A point of one body pinned to a point of another, as 002 has it; orientations are quaternions. */
export const pointJoint = "C = p1 + rotation(q1) * r1 - p2 - rotation(q2) * r2";
const ofJoint = {
  p1: vector(3),
  q1: vector(4),
  r1: vector(3),
  v1: vector(3),
  w1: vector(3),
  p2: vector(3),
  q2: vector(4),
  r2: vector(3),
  v2: vector(3),
  w2: vector(3),
};

export function lineariseJoint() {
  const it = new Formulas(pointJoint, ofJoint);
  const values = it.nodes("C");
  const coordinates: Coordinate[] = [1, 2].flatMap((body) => [
    ...it.leaves(`p${body}`).map((leaf) => ({ leaf, turning: null })),
    ...([0, 1, 2] as const).map((axis) => ({ leaf: null, turning: { orientation: it.leaves(`q${body}`), axis } })),
  ]);
  const motion: Direction = {
    leaf(node) {
      for (const body of [1, 2]) {
        const k = it.leaves(`p${body}`).indexOf(node);
        if (k >= 0) return it.leaves(`v${body}`)[k];
      }
      return null;
    },
    turn(orientation) {
      const body = [1, 2].find((number) => it.leaves(`q${number}`).join() === orientation.join());
      return body ? it.leaves(`w${body}`) : null;
    },
  };
  return { it, values, ...linearise(it.graph, values, coordinates, motion) };
}
