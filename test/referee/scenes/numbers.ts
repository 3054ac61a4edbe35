// Random numbers as a text writes them.
import type { Random } from "../../language/fuzz/random.ts";

/** A number between two, to three decimals. */
export function between(random: Random, low: number, high: number): number {
  return Math.round((low + (random.below(1000) / 1000) * (high - low)) * 1000) / 1000;
}

export function vectorText(random: Random, size: number): string {
  return `[${[0, 1, 2].map(() => between(random, -size, size)).join(", ")}]`;
}

/** A random orientation, in one of the forms that the language has. */
export function orientationText(random: Random): string {
  return random.pick([
    () => "[1, 0, 0, 0]",
    () => "[0, 0, 0]",
    () => vectorText(random, 1),
    () => `quaternionFromAxisAndAngle([0, 1, 0], ${between(random, -3, 3)})`,
    () => `rotation(quaternionFromAxisAndAngle([1, 0, 0], ${between(random, -3, 3)}))`,
  ])();
}
