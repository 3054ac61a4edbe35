// Experiments of the gallery, written otherwise: what theory says stays the same must stay the same. Over their first steps, so that
// chaos has no time to grow.
import { expect, test } from "vitest";
import { readSlot } from "../../src/engine/layout.ts";
import { type Model, Run } from "../../src/lab.ts";
import { experiments } from "../experiments/gallery.ts";
import { check, modelOf } from "./outcome.ts";
import { inCentimetres, later, moved, renamed, reordered } from "./transforms/text.ts";

/** Steps and events of each; of experiments with many bodies fewer. */
const many = 12;
const few = 3;
const crowd = 20;

interface Motion {
  readonly model: Model;
  readonly events: readonly string[];
  readonly stop: string | null;
  readonly notes: readonly string[];
  /** Values of attributes by the name of the body. */
  readonly values: ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>;
}

function motionOf(text: string): Motion {
  const model = modelOf(check(text));
  if (typeof model === "string") throw new Error(model);
  const run = new Run(model);
  const advances = model.bodies.length > crowd ? few : many;
  for (let i = 0; i < advances && !run.isDone; i++) run.advance();
  const { memory } = run.snapshot();
  const { events, stop, notes } = run.recording;
  const values = new Map(
    model.bodies.map(({ name, slots }) => [
      name,
      new Map([...slots].map(([key, slot]) => [key, numbers(memory, slot)])),
    ]),
  );
  return {
    model,
    events: events.map(({ type, context, objects }) => `${type} ${context} ${objects}`),
    stop: stop && stop.diagnostic.message,
    notes,
    values,
  };
}

function numbers(memory: Float64Array, slot: Parameters<typeof readSlot>[1]): number[] {
  const value = readSlot(memory, slot);
  return typeof value === "object" ? [...(value as { data: Float64Array }).data] : [Number(value)];
}

/** The largest difference of an attribute, as a part of its size or of 1; and which it is. */
function apart(a: Motion, b: Motion, names = (name: string) => name, shift = [0, 0, 0]): [number, string] {
  let most: [number, string] = [0, ""];
  for (const [body, attributes] of a.values)
    for (const [key, value] of attributes) {
      const other = b.values.get(names(body))!.get(key)!;
      const size = Math.max(1, ...value.map(Math.abs));
      const by = key === "position" ? shift : [];
      const difference = Math.max(...value.map((x, i) => Math.abs(x + (by[i] ?? 0) - other[i]) / size));
      if (difference > most[0]) most = [difference, `${body}.${key}: ${other} in place of ${value}`];
    }
  return most;
}

const plain = new Map<string, Motion>();
function drawn({ name, text }: { name: string; text: string }): Motion {
  if (!plain.has(name)) plain.set(name, motionOf(text));
  return plain.get(name)!;
}

test.each(experiments)("$name moves the same with its blocks in the reverse order", (experiment) => {
  const other = motionOf(reordered(experiment.text));
  expect(apart(drawn(experiment), other)).toEqual([0, ""]);
  expect(other.events).toEqual(drawn(experiment).events);
  expect(other.stop).toEqual(drawn(experiment).stop);
});

// `random` is keyed by the name of the object.
const named = experiments.filter(({ text }) => !/\brandom\(/.test(text));
test.each(named)("$name moves the same by other names in the same order", (experiment) => {
  const name = (old: string) => `q_${old}`;
  const other = motionOf(renamed(experiment.text, name));
  expect(apart(drawn(experiment), other, name)).toEqual([0, ""]);
});

// Contacts that carry together what one could carry: which of them does is left to rounding.
const undetermined = ["pile-50", "pile-100", "pile-200", "pyramid", "card-house", "worb-5a"];
const determined = experiments.filter(({ name }) => !undetermined.includes(name));

test.each(determined)("$name moves the same with lengths in centimetres", (experiment) => {
  const [most, where] = apart(drawn(experiment), motionOf(inCentimetres(experiment.text)));
  expect(most, where).toBeLessThan(1e-9);
});

test.each(determined)("$name moves the same on a clock that shows more", (experiment) => {
  const [most, where] = apart(drawn(experiment), motionOf(later(experiment.text, 16)));
  expect(most, where).toBeLessThan(1e-9);
});

/** Experiments whose text states places of the world elsewhere than in positions and ends of links. */
const placed: Readonly<Record<string, string>> = {
  "ball-on-a-turntable": "its first spin is made from its position",
  "ball-on-shaken-plate": "the law of the plate states its place",
  "beads-on-a-cycloid": "a curve",
  "block-and-tackle": "wheels in the attributes of links",
  "bone-on-circle": "a curve",
  "bone-on-helix": "a curve",
  "bone-on-spline": "a curve",
  "bone-on-straight-wire": "a curve",
  "double-pendulum-in-space": "first velocities are made from positions",
  "four-bar-linkage": "first velocities are made from positions",
  "heavy-top": "its law turns it about the origin",
  "heavy-top-on-a-joint": "its first velocity is made from its position",
  "lesson-5-pendulum": "its law states its place",
  "mixed-shapes": "the places of parts are those in a compound",
  "newtons-cradle": "its law states its place",
};
const movable = determined.filter(({ name }) => !(name in placed));

test.each(movable)("$name moves the same elsewhere", (experiment) => {
  const shift = [0.5, -0.25, 2];
  const [most, where] = apart(drawn(experiment), motionOf(moved(experiment.text, shift)), undefined, shift);
  expect(most, where).toBeLessThan(1e-9);
});
