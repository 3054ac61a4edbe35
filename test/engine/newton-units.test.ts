// Newton's method for the contact laws does not depend on the units of the text: the same scene in other units takes
// the same steps.
import { describe, expect, test } from "vitest";
import { Run } from "../../src/lab.ts";
import { modelOf, numbers, object } from "./lab.ts";

/** How much smaller the units of length, mass and time are. */
interface Units {
  readonly length?: number;
  readonly mass?: number;
  readonly time?: number;
}

/**
 * Boxes one above the other, each `shift` farther aside; all but the first fall a little, every other one askew by
 * `tilt`.
 */
interface Pile {
  readonly masses: readonly number[];
  readonly shift: number;
  readonly gap: number;
  readonly tilt: number;
  readonly iterations: number;
}

function textOf({ masses, shift, gap, tilt, iterations }: Pile, { length = 1, mass = 1, time = 1 }: Units): string {
  const box = (k: number) =>
    object(
      `box${k + 1}`,
      "dynamic",
      "cuboid",
      `position = [${shift * k * length}, 0, ${(0.4 * k + 0.2 + (k > 0 ? gap : 0)) * length}]
      orientation = [1, ${tilt * (k % 2)}, 0, 0]  size = [${0.4 * length}, ${0.4 * length}, ${0.4 * length}]
      mass = ${masses[k] * mass}  inertia = cuboidInertia(mass, size)
      v = [0, 0, 0]  w = [0, 0, 0]  L = [0, 0, 0]  force = [0, 0, 0]  torque = [0, 0, 0]`,
    );
  const speed = length / time;
  return `world attributes { g = [0, 0, ${(-9.81 * speed) / time}]  friction = 0.5  restitution = 0.1  relaxation = 0.2
      slop = ${1e-4 * length}  bounce_speed = ${0.5 * speed} }
    import "laws/bodies.vfl"  import "laws/newton-euler.vfl"  import "laws/contact-impulses.vfl"
    ${object("ground", "static", "half space", "position = [0, 0, 0]")}${masses.map((_, k) => box(k)).join("")}
    simulation { name = s  initial time = 0  duration = ${time / 4}  step = ${time / 128}  frames = ${4 / time}
      scheme = time stepping  margin = ${0.01 * length}  iterations = ${iterations}  acceleration = newton
      contexts_involved = {newton_euler, contact_impulses, contact_impulses_with_static} }\n`;
}

/** How the boxes stand and move in the end, in the first units. */
function endOf(pile: Pile, units: Units): number[] {
  const { length = 1, time = 1 } = units;
  const recording = new Run(modelOf(textOf(pile, units))).finish();
  expect(recording.stop).toBeNull();
  return pile.masses.flatMap((_, k) => {
    const of = (name: string, unit: number) => numbers(recording, `box${k + 1}.${name}`).map((x) => x / unit);
    return [...of("position", length), ...of("orientation", 1), ...of("v", length / time), ...of("w", 1 / time)];
  });
}

const falling = { shift: 0.03, gap: 0.05, tilt: 0.03 };
const lying = { shift: 0.03, gap: 0, tilt: 0 };

describe.each<readonly [string, Pile]>([
  ["five boxes that fall on each other", { masses: [1, 1, 1, 1, 1], ...falling, iterations: 40 }],
  ["five boxes, swept little", { masses: [1, 1, 1, 1, 1], ...falling, iterations: 5 }],
  ["boxes a million times as heavy as those under them", { masses: [1, 1e6, 1, 1e6], ...lying, iterations: 5 }],
  ["such boxes that fall", { masses: [1, 1e6, 1, 1e6], ...falling, iterations: 40 }],
])("%s", (_, pile) => {
  const expected = endOf(pile, {});

  test.each<Units>([
    { length: 128 },
    { length: 1 / 64 },
    { mass: 1024 },
    { mass: 2 ** -21 },
    { time: 8 },
    { length: 128, mass: 1024, time: 1 / 2 },
  ])("move the same, to the last bit, in units smaller by %o", (units) => {
    expect(endOf(pile, units)).toEqual(expected);
  });
});

/**
 * Other factors round, and rounding decides when a step is the last one: what is left then is at most a ten-thousandth
 * of what gravity changes in a step of time, 1/128 s.
 */
const left = (1e-4 * 9.81) / 128;

test.each<Units>([
  { length: 100 },
  { mass: 1000 },
  { length: 100, mass: 1000 },
  { length: 1000, mass: 1e6, time: 1000 },
])("boxes that lie on each other move the same but for what steps leave in units smaller by %o", (units) => {
  for (const masses of [
    [1, 1, 1, 1, 1],
    [1, 1e6, 1, 1e6],
  ]) {
    const pile = { masses, ...lying, iterations: 5 };
    const expected = endOf(pile, {});
    endOf(pile, units).forEach((x, i) => void expect(Math.abs(x - expected[i])).toBeLessThan(left));
  }
});
