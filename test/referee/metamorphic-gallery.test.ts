// Experiments of the gallery, written otherwise: what theory says stays the same must stay the same. Over their first
// steps, so that chaos has no time to grow.
import { describe, expect, test } from "vitest";
import { readSlot } from "../../src/engine/model/slot.ts";
import { type Model, Run } from "../../src/lab.ts";
import { experiments } from "../experiments/gallery.ts";
import { check, modelOf } from "./outcome.ts";
import { mirroredView, rotationOf, see, turnedView, type View } from "./transforms/model.ts";
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
  readonly memory: Float64Array;
  /** Values of attributes by the name of the body. */
  readonly values: ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>;
}

/** `change` may change the first values. */
function motionOf(text: string, change: (model: Model) => void = () => {}): Motion {
  const model = modelOf(check(text));
  if (typeof model === "string") throw new Error(model);
  change(model);
  const run = new Run(model);
  const advances = model.bodies.length > crowd ? few : many;
  for (let i = 0; i < advances && !run.isDone; i++) run.advance();
  const { memory } = run.snapshot();
  const { events, stop, notes } = run.recording;
  return {
    model,
    events: events.map(({ type, context, objects }) => `${type} ${context} ${objects}`),
    stop: stop?.diagnostic.message ?? null,
    notes,
    memory,
    values: valuesIn(model, memory),
  };
}

function valuesIn({ bodies }: Model, memory: Float64Array): Motion["values"] {
  return new Map(
    bodies.map(({ name, slots }) => [name, new Map([...slots].map(([key, slot]) => [key, numbers(memory, slot)]))]),
  );
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
      const by = key === "position" || key === "start" ? shift : [];
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
  "first-bounce": "its floor lies at the origin without a word",
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

/** Experiments that another frame changes, besides those that `placed` has for a curve. */
const upright: Readonly<Record<string, string>> = {
  arch: "contacts are swept in an order that another frame changes, and not to the end",
  "ball-on-shaken-plate": "the law of the plate states its place",
  dominoes: "contacts are swept in an order that another frame changes, and not to the end",
  "lesson-5-pendulum": "its law states its place",
  "newtons-cradle": "its law states its place",
  rattleback: "its constraint speaks of the vertical",
  "sliding-ladder": "its law is that of a plane of the world",
  trebuchet: "its trough speaks of heights",
  "wrecking-ball": "contacts are swept in an order that another frame changes, and not to the end",
};
/** Where rounding, or the rest that sweeps leave, becomes larger than elsewhere. */
const roughly: Readonly<Record<string, number>> = {
  // A thousand metres a second make a spin out of the rounding of a millimetre.
  "bullet-and-wall": 1e-6,
  "pile-10": 1e-6,
  "slope-above-friction-angle": 1e-5,
  "slope-below-friction-angle": 1e-5,
};
const views: readonly (readonly [string, View])[] = [
  ["turned", turnedView(0.7)],
  ["in a mirror", mirroredView(0.7)],
];
/** Shapes that are their own mirror images. */
const symmetric = ["sphere", "cuboid", "cylinder", "capsule", "cone", "half space", "plane"];
const turnable = determined.filter(({ name }) => !(name in upright) && placed[name] !== "a curve");

/** As in the other frame; orientations are compared as rotations, which have one form. */
function seenFrom({ model, memory, ...rest }: Motion, view: View | null): Motion {
  const seen = memory.slice();
  if (view) see(model, seen, view);
  const values = new Map(
    [...valuesIn(model, seen)].map(([name, attributes]) => [
      name,
      new Map([...attributes].map(([key, value]) => [key, key === "orientation" ? rotationOf(value).flat() : value])),
    ]),
  );
  return { model, memory, ...rest, values };
}

describe.each(views)("%s", (_, view) => {
  const shown = turnable.filter(
    (one) => view.hand === 1 || drawn(one).model.bodies.every(({ geometry: { kind } }) => symmetric.includes(kind)),
  );

  test.each(shown)("$name moves the same", (experiment) => {
    const other = motionOf(experiment.text, (model) => see(model, model.initial, view));
    const [most, where] = apart(seenFrom(drawn(experiment), view), seenFrom(other, null));
    expect(most, where).toBeLessThan(roughly[experiment.name] ?? 1e-9);
    expect(other.events).toEqual(drawn(experiment).events);
  });
});
