// The world of a scene: gravity, what the laws of contact and impact read, and what a person may change.
import type { Random } from "../../language/fuzz/random.ts";
import type { Frame } from "./frame.ts";

/** A change of an input that a person may make. */
export interface Touch {
  readonly name: string;
  readonly value: number | boolean | number[];
}

export function randomTouch(random: Random): Touch {
  return random.pick<() => Touch>([
    () => ({ name: "hand_pull", value: [random.below(5) - 2, 1, 0] }),
    () => ({ name: "hand_pull", value: [0, random.below(3), 1] }),
    () => ({ name: "grip_strength", value: random.below(4) }),
    () => ({ name: "is_on", value: random.chance(50) }),
    () => ({ name: "pull", value: random.below(3) }),
    () => ({ name: "pointer", value: [random.below(3) - 1, 0, 1] }),
  ])();
}

/** `hertz`: stiffness and damping are those of Hertz' law. */
export function worldText(random: Random, frame: Frame, hertz: "hertz" | "linear", more: string): string {
  const choose = (l: number, m: number, ...values: number[]) => frame.number(random.pick(values), l, m);
  const l = hertz === "hertz" ? -0.5 : 0;
  const g = frame.polar(random.pick(["[0, 0, -9.81]", "[0, 0, -9.81]", "[0, 0, 0]", "[1, 0, -3]"]), 1);
  return `world attributes {
  g = ${random.chance(15) ? `(${g}) [m/s^2]` : g}
  friction = ${choose(0, 0, 0, 0.3, 0.5, 1.2)}  restitution = ${choose(0, 0, 0, 0.3, 0.8, 1)}
  friction_static = 0.6  relaxation = ${choose(0, 0, 0, 0.2, 0.8)}  slop = ${choose(1, 0, 0, 5e-4)}
  bounce_speed = ${choose(1, 0, 0, 0.5)}  stiffness = ${choose(l, 1, 500, 5000)}  damping = ${choose(l, 1, 0, 5)}
  creep = ${choose(1, 0, 0.01)}  rolling = ${choose(1, 0, 0.01)}  spinning = ${choose(1, 0, 0.002)}
  least_speed = ${choose(1, 0, 0.01)}  stiffening = ${choose(0, 1, 10, 100)}  wanted_speed = ${choose(0, 0, 0, 2)}
    ticks = 0
  pull_stiffness = 30  pull_damping = 2  ${more} }
input { hand_pull = [0, 0, 0]  grip_strength = 1  is_on = ${random.chance(50)}
  pointer = ${frame.place("[0.5, 0, 1]")}  grip = ${frame.local([0.1, 0, 0])}  pull = ${random.below(2)} }`;
}
