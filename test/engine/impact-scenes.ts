// What texts of impacts of bodies on joints share, and what is asked of them.
import type { RecordedEvent, Recording } from "../../src/lab.ts";
import { attribute } from "./lab.ts";

export const imports = [
  "bodies",
  "newton-euler",
  "joints",
  "frictionless-collision",
  "impulse-collision",
  "impulse-collision-stronge",
]
  .map((name) => `import "laws/${name}.vfl"`)
  .join("\n");
export const moving = (v: readonly number[], w: readonly number[]) =>
  `v = [${v}]  w = [${w}]  L = spinMomentum(inertia, orientation, w)  force = [0, 0, 0]  torque = [0, 0, 0]`;
export const upright = "orientation = [1, 0, 0, 0]";
export const simulation = (contexts: string, more = "duration = 0.2  step = 0.004  frames = 10") =>
  `simulation { name = s  initial time = 0  integrator = rk4  ${more}
    contexts_involved = {newton_euler, ${contexts}} }`;

export type Vector = readonly number[];
export const dot = (a: Vector, b: Vector) => a.reduce((sum, x, i) => sum + x * b[i], 0);

export const collisionsOf = ({ events }: Recording) => events.filter(({ type }) => type === "collision");
export const afterwards = (recording: Recording, event: RecordedEvent, body: string, name: string) =>
  attribute(recording.model, event.after.memory, body, name);
export const beforehand = (recording: Recording, event: RecordedEvent, body: string, name: string) =>
  attribute(recording.model, event.before.memory, body, name);

export const laws = {
  smooth: ["frictionless_collision", "frictionless_collision_with_static"],
  rough: ["impulse_collision", "impulse_collision_with_static"],
  energetic: ["stronge_collision", "stronge_collision_with_static"],
} as const;
