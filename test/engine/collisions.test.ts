// Collision laws applied by the engine to random pairs in touch: what is kept, and what never grows.
import { expect, test } from "vitest";
import { createRandom } from "../../src/math/random.ts";
import { lawText, length, type Mechanics, mechanicsOf, minus, pairModel, placeInTouch, strike } from "./touching.ts";

interface Impact {
  readonly before: Mechanics;
  readonly after: Mechanics;
  readonly normal: number[];
}

/** Random impacts of a pair of shapes: so many of each of so many pairs of bodies. */
function* impacts(
  laws: string,
  shapes: readonly [string, string],
  settings: string,
  pairs: number,
  each: number,
): Generator<Impact> {
  for (let pair = 1; pair <= pairs; pair++) {
    const model = pairModel(laws, shapes, pair, settings);
    const chance = createRandom(pair, "impacts", ...shapes);
    for (let i = 0; i < each; i++) {
      const { before, after, point, normal } = strike(model, placeInTouch(model, chance));
      yield {
        before: mechanicsOf(model, before, point!),
        after: mechanicsOf(model, after, point!),
        normal: [...normal!],
      };
    }
  }
}

const smooth = lawText("frictionless-collision");
const rough = lawText("impulse-collision");
const stronge = lawText("impulse-collision-stronge");

/** The elastic impacts: all pairs of shapes, with so many impacts of each of so many pairs of bodies. */
const dynamicPairs = [
  [["sphere", "sphere"], 20, 100],
  [["sphere", "cuboid"], 20, 100],
  [["cuboid", "cuboid"], 40, 50],
] as const;
const staticPairs = ["sphere", "cuboid"].flatMap((first) =>
  ["sphere", "cuboid", "half space", "plane"].map((second) => [[first, `static ${second}`], 10, 50] as const),
);

test("the elastic impacts tried below are 10,000", () => {
  expect([...dynamicPairs, ...staticPairs].reduce((sum, [, pairs, each]) => sum + pairs * each, 0)).toBe(10_000);
});

test.each(dynamicPairs)(
  "elastic impacts of %s keep momentum, angular momentum and energy to 1e-12",
  (shapes, pairs, each) => {
    let worst = 0;
    let count = 0;
    for (const { before, after } of impacts(smooth, shapes, "restitution = 1", pairs, each)) {
      worst = Math.max(
        worst,
        length(minus(after.momentum, before.momentum)) / before.scale.momentum,
        length(minus(after.spin, before.spin)) / before.scale.spin,
        Math.abs(after.energy / before.energy - 1),
      );
      count++;
    }
    expect(worst).toBeGreaterThan(0);
    expect(worst).toBeLessThan(1e-12);
    expect(count).toBe(pairs * each);
  },
);

test.each(staticPairs)(
  "elastic impacts of %s keep energy, angular momentum about the contact and momentum along the surface to 1e-12",
  ([first, second], pairs, each) => {
    let worst = 0;
    for (const { before, after, normal } of impacts(smooth, [first, second], "restitution = 1", pairs, each)) {
      const change = minus(after.momentum, before.momentum);
      const along = change[0] * normal[0] + change[1] * normal[1] + change[2] * normal[2];
      // The normal points to the first body, which is pushed that way.
      expect(along).toBeGreaterThan(0);
      worst = Math.max(
        worst,
        Math.abs(after.energy / before.energy - 1),
        length(minus(after.spin, before.spin)) / before.scale.spin,
        length(change.map((x, k) => x - along * normal[k])) / before.scale.momentum,
      );
    }
    expect(worst).toBeGreaterThan(0);
    expect(worst).toBeLessThan(1e-12);
  },
);

const growth = ({ before, after }: Impact) => after.energy / before.energy - 1;

test.each([
  ["sphere", "sphere"],
  ["sphere", "static half space"],
  ["sphere", "static cuboid"],
] as const)("with friction the energy of a %s on a %s never grows", (...shapes) => {
  for (const settings of [
    "restitution = 1  friction = 0.5",
    "restitution = 0.6  friction = 2",
    "restitution = 0  friction = 0.1",
  ])
    for (const impact of impacts(rough, shapes, settings, 10, 40)) expect(growth(impact)).toBeLessThan(1e-14);
});

test("with friction, Newton's restitution creates energy in some impacts of cuboids", () => {
  const grown = [...impacts(rough, ["cuboid", "static half space"], "restitution = 1  friction = 0.5", 5, 40)]
    .map(growth)
    .filter((gain) => gain > 0.01);
  expect(grown.length).toBeGreaterThan(0);
});

test("energetic restitution never creates energy, in 10,000 impacts of cuboids with friction", () => {
  // The law's claim holds however few its portions are; few are quick.
  const few = stronge.replace("portions [1] = 32", "portions [1] = 1");
  expect(few).not.toBe(stronge);
  let count = 0;
  for (const [shapes, settings, pairs] of [
    [["cuboid", "cuboid"], "restitution = 0.98  friction = 0.5", 25],
    [["cuboid", "cuboid"], "restitution = 0.5  friction = 1.2", 20],
    [["cuboid", "static half space"], "restitution = 0.98  friction = 0.3", 30],
    [["cuboid", "static half space"], "restitution = 0.8  friction = 1", 24],
    [["cuboid", "static half space"], "restitution = 1  friction = 0.5", 1],
  ] as const)
    for (const impact of impacts(few, shapes, settings, pairs, 100)) {
      expect(growth(impact)).toBeLessThan(1e-13);
      count++;
    }
  expect(count).toBe(10_000);
});

test("energetic restitution as it is written: no energy is created, and none is lost without friction", () => {
  for (const impact of impacts(stronge, ["cuboid", "static half space"], "restitution = 1  friction = 0.5", 2, 10))
    expect(growth(impact)).toBeLessThan(1e-13);
  for (const impact of impacts(stronge, ["cuboid", "cuboid"], "restitution = 1  friction = 0", 2, 5))
    expect(Math.abs(growth(impact))).toBeLessThan(1e-12);
});
