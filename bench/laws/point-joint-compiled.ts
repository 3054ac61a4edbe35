// The point joint as text, with the compiler's derivatives: value, Jacobian and J̇q̇ in one kernel, over all joints in
// one call.

import type { Store } from "../../src/compiler/emit/module.ts";
import { type Coordinate, type Direction, linearise } from "../../src/compiler/graph/derivative.ts";
import { Kernel, Machine } from "../../src/compiler/kernel/kernel.ts";
import { lowerKernel } from "../../src/compiler/kernel/kernel-source.ts";
import { nodesOf } from "../../src/compiler/lower/lowered.ts";
import { Laws } from "../../src/engine/laws/laws.ts";
import { LawPlaces } from "../../src/engine/laws/places.ts";
import { lawRegions } from "../../src/engine/laws/regions.ts";
import type { Contender } from "../measure.ts";
import { modelOf } from "./law-model.ts";
import type { JointStates } from "./point-joint.ts";

/** So many numbers a joint: C, the Jacobian row after row, J̇q̇. */
const size = 42;

/** A joint is an object here, with what it joins as its attributes. */
const text = (count: number) => `
object { name = joint  physical type = dynamic  geometrical type = sphere  copies = ${count}
         attributes = { size = 1  position = [0, 0, 0]  C = [0, 0, 0]
                        p1 = [0, 0, 0]  q1 = [1, 0, 0, 0]  r1 = [0, 0, 0]  v1 = [0, 0, 0]  w1 = [0, 0, 0]
                        p2 = [0, 0, 0]  q2 = [1, 0, 0, 0]  r2 = [0, 0, 0]  v2 = [0, 0, 0]  w2 = [0, 0, 0] } }
context { name = point_joint  type = free fall
          functions = { C = p1 + rotation(q1) * r1 - p2 - rotation(q2) * r2 } }
simulation { name = bench  initial time = 0  duration = 1 }
`;

export function compiledJoint(states: JointStates, count: number): Contender {
  const model = modelOf(text(count));
  const [context] = model.contexts;
  const [first] = model.bodies;
  const { group } = first;
  const scope = new Laws(model, "interpreted").scopeOf(context, [first]);
  const places = new LawPlaces(model, [group], () => null, count);
  const rows = new Float64Array(size * count);
  const source = lowerKernel(places, (lowering) => {
    const { graph } = lowering;
    const leaves = (name: string) =>
      nodesOf(places.attribute({ owner: { kind: "object", index: 0 }, name }, false, graph)!);
    const values = nodesOf(lowering.compute(context.functions[0], scope, false));
    const coordinates: Coordinate[] = [1, 2].flatMap((body) => [
      ...leaves(`p${body}`).map((leaf) => ({ leaf, turning: null })),
      ...([0, 1, 2] as const).map((axis) => ({ leaf: null, turning: { orientation: leaves(`q${body}`), axis } })),
    ]);
    const motion: Direction = {
      leaf(node) {
        const body = [1, 2].find((number) => leaves(`p${number}`).includes(node));
        return body ? leaves(`v${body}`)[leaves(`p${body}`).indexOf(node)] : null;
      },
      turn(orientation) {
        const body = [1, 2].find((number) => leaves(`q${number}`).join() === orientation.join());
        return body ? leaves(`w${body}`) : null;
      },
    };
    const { jacobian, bias } = linearise(graph, values, coordinates, motion);
    // What never changes is written once, as the expert does.
    return [...values, ...jacobian, ...bias].flatMap((node, k): Store[] => {
      const known = node === null ? 0 : graph.realValue(node);
      if (known === null)
        return [{ node: node!, place: { base: lawRegions.out, offset: 8 * k * count, index: 0 }, mustBeFinite: false }];
      rows.fill(known, k * count, (k + 1) * count);
      return [];
    });
  });
  const length = model.initial.length;
  const machine = new Machine(length + rows.length);
  const kernel = machine.compile(source);
  const [inputs, results] = [Machine.first, Machine.first + length];
  const memory = machine.reals.subarray(inputs, results);
  for (const [name, attribute, width] of [
    ["p", "position", 3],
    ["q", "orientation", 4],
    ["r", "anchor", 3],
    ["w", "w", 3],
  ] as const)
    for (let i = 0; i < count; i++)
      for (const body of [0, 1]) {
        const { offset, stride } = model.bodies[i].slots.get(`${name}${body + 1}`)!;
        for (let k = 0; k < width; k++) memory[offset + k * stride] = states[attribute][width * (2 * i + body) + k];
      }
  machine.reals.set(rows, results);
  return {
    name: "compiled",
    run: () => {
      if (kernel.over(8 * inputs, 8 * inputs, 0, 8 * results, 0, count) !== Kernel.done) throw new Error("it gave up");
    },
    outputs: () =>
      Float64Array.from(
        { length: size * count },
        (_, k) => machine.reals[results + (k % size) * count + Math.floor(k / size)],
      ),
  };
}
