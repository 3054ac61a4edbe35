// What the referee cannot check it names, with the reason, and goes on.
import { expect, test } from "vitest";
import { prepare, type Recording, Run, referee } from "../../src/lab.ts";
import { check } from "../experiments/gallery.ts";

function record(text: string): Recording {
  const model = prepare(check(text));
  if ("severity" in model) throw new Error(model.message);
  return new Run(model).finish();
}

/** A body that falls on the floor while its law asks for its moments of inertia and its centre of mass. */
const bouncing = (kind: string, attributes: string) => `
object { name = pill  physical type = dynamic  geometrical type = ${kind}
  attributes = { ${attributes}  mass = 2  position = [0, 0, 1]  v = [0, 0, 0]  L = [0.1, 0.2, 0.3]  turned = [0, 0, 0]  c = [0, 0, 0] } }
object { name = floor  physical type = static  geometrical type = half space  attributes = { } }
context { name = falling  type = free fall  functions = {
  turned' = inverse(inertiaTensor(mass)) * L  v' = [0, 0, -9.81] + centerOfMass()  position' = v  c = centerOfMass() } }
context { name = bouncing  type = collision
  functions = { v = previous(v) - 1.8 * (previous(v) . collisionNormal) * collisionNormal } }
simulation { name = s  initial time = 0  duration = 0.6  step = 0.01  frames = 100 }`;

test.each([
  ["sphere", "size = 0.1"],
  ["cuboid", "size = [0.1, 0.2, 0.3]"],
  ["capsule", "size = [0.1, 0.2]"],
  ["cylinder", "size = [0.1, 0.3]"],
  ["cone", "size = [0.1, 0.3]"],
])("laws may ask for the inertia and the centre of mass of a %s", (kind, attributes) => {
  const verdict = referee(record(bouncing(kind, attributes)));
  expect(verdict.faults).toEqual([]);
  expect(verdict.unchecked.filter((what) => !what.startsWith("the motion where laws switch"))).toEqual([]);
  expect(verdict.collisions).toBe(1);
  expect(verdict.intervals).toBeGreaterThan(59);
});

test("laws that ask for what the referee does not know are named, and the rest is checked", () => {
  const points = "points = [[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]]  size = 0.1";
  const verdict = referee(record(bouncing("convex polyhedron", points)));
  expect(verdict.faults).toEqual([]);
  expect(verdict.collisions).toBe(1);
  expect(verdict.unchecked.filter((what) => !what.startsWith("the motion where laws switch"))).toEqual([
    "the motion: centerOfMass of a convex polyhedron",
    "values that laws state: centerOfMass of a convex polyhedron",
    "whether bodies close where they collide under 'bouncing': inertiaTensor of a convex polyhedron",
  ]);
});
