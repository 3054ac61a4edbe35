// What the experiments of the gallery show, the numbers that they offer to change, and closed forms that follow every
// change.
import { describe, expect, test } from "vitest";
import type { AttributeOutline, Outline } from "../../src/web/protocol/text.ts";
import { type NumberPlace, numberPlaceOf, sliderRangeOf } from "../../src/web/state/number-place.ts";
import { outlineOf } from "../../src/web/worker/outline.ts";
import { attributeAt, check, experiments, type Outcome, runText } from "./gallery.ts";

/** Lessons choose their numbers in their steps. */
const isLesson = (name: string) => name.startsWith("lesson-");

interface Number extends NumberPlace {
  readonly path: string;
}

function outlineOfText(text: string): Outline {
  return outlineOf(check(text));
}

function slidersOf(outline: Outline) {
  return outline.bench.sliders.map((slider) => ({ ...slider, place: numberPlaceOf(slider.number, outline) }));
}

function changed(text: string, place: NumberPlace, value: number): string {
  const range = sliderRangeOf(place, text)!;
  return text.slice(0, range.from) + String(value) + text.slice(range.to);
}

describe.each(experiments)("experiments/$name.vfl", ({ name, text }) => {
  const outline = outlineOfText(text);
  const { bench } = outline;

  test("shows plots or a view of its own, and says whether trails are drawn", () => {
    expect(bench.plots.length + (bench.camera ? 1 : 0)).toBeGreaterThan(0);
    if (!isLesson(name)) expect(bench.trajectories).not.toBeNull();
  });

  test("offers one to three numbers to change, which the text gives within their ranges", () => {
    const sliders = slidersOf(outline);
    if (!isLesson(name)) expect(sliders.length).toBeGreaterThan(0);
    expect(sliders.length).toBeLessThan(4);
    for (const { number, from, to, place } of sliders) {
      expect(place?.said, number).toBeDefined();
      const value = Number(place!.said);
      expect(from, number).toBeLessThanOrEqual(value);
      expect(to, number).toBeGreaterThanOrEqual(value);
    }
  });
});

/** Numbers that a closed form may depend on: those of the world, and those of the sliders. */
function numbersOf(outline: Outline): Number[] {
  const ofWorld = outline.world.flatMap(({ name, parts, isVector }: AttributeOutline) =>
    (parts ?? []).map((_, i) => (isVector ? `${name}#${i + 1}` : name)),
  );
  const paths = new Set([...ofWorld, ...outline.bench.sliders.map(({ number }) => number)]);
  return [...paths].flatMap((path) => {
    const place = path === "t" ? null : numberPlaceOf(path, outline);
    return place && Number(place.said) !== 0 ? [{ ...place, path }] : [];
  });
}

/** How far the measures of a text are from their closed forms, at most, and at the end. */
function errorsOf(text: string): Map<string, { readonly most: number; readonly last: number; readonly size: number }> {
  const { recording, values } = runText(text);
  const measures = check(text).experiment.measures.flatMap(({ definitions }) => definitions.map(({ name }) => name));
  const pairs = measures.flatMap((measure) => {
    const form = `${measure}_expected`;
    return measures.includes(form) ? [[measure, form]] : [];
  });
  return new Map(
    pairs.map(([measure, form]) => {
      let [most, last, size] = [0, 0, 0];
      for (const { time } of recording.frames) {
        const [found, expected] = [values(measure, time), values(form, time)];
        last = Math.hypot(...found.map((x, i) => x - expected[i]));
        most = Math.max(most, Number.isNaN(last) ? Infinity : last);
        size = Math.max(size, Math.hypot(...expected));
      }
      return [measure, { most, last, size }] as const;
    }),
  );
}

const formed = experiments.filter(({ name, text }) => !isLesson(name) && / \w+_expected\b.* =/.test(text));

/** Closed forms that hold for a part of the numbers: to what they are changed here. */
const within: Readonly<Record<string, Readonly<Record<string, number>>>> = {};

describe("closed forms hold when a number changes:", () => {
  for (const { name, text } of formed) {
    const numbers = numbersOf(outlineOfText(text));
    const asIs = errorsOf(text);
    if (asIs.size === 0) continue;
    test.each(numbers.map((place) => [place.path, place] as const))(`${name}, %s`, (path, place) => {
      const value = within[name]?.[path] ?? Number(place.said) * 1.04;
      const other = errorsOf(changed(text, place, value));
      for (const [measure, { most, last, size }] of other) {
        const before = asIs.get(measure)!;
        const scale = Math.max(size, before.size);
        expect(most, measure).toBeLessThanOrEqual(3 * before.most + 1e-6 * scale);
        // What says where a motion comes to rest holds at its end.
        if (before.most > 0.01 * scale)
          expect(last, `${measure} at the end`).toBeLessThanOrEqual(10 * before.last + 1e-6 * scale);
      }
    });
  }
});

/** What a closed form of a single number is compared with, how near it comes, and how long a run takes for it. */
type Observation = readonly [form: string, observe: (outcome: Outcome) => number, tolerance: number, duration?: number];

const firstOf = (type: string) => (outcome: Outcome) =>
  outcome.recording.events.find((event) => event.type === type)!.time;
const leastOf = (path: string) => (outcome: Outcome) =>
  Math.min(...outcome.recording.frames.map(({ time }) => outcome.value(path, time)));

const observations: Readonly<Record<string, Observation>> = {
  "ball-slips-then-rolls": ["rolls_from", firstOf("event"), 1e-6],
  "ball-on-shaken-plate": [
    "throw_expected",
    ({ recording }) =>
      attributeAt(recording, recording.events.find(({ type }) => type === "collision")!, "after", "ball", "v")[2],
    1e-6,
  ],
  "bone-on-straight-wire": ["speed_without_air", ({ value }) => value("speed"), 1e-6],
  "bullet-and-wall": ["impact_expected", firstOf("collision"), 1e-12],
  // From a millimetre below the hook; between two frames.
  bungee: ["lowest_expected", leastOf("height"), 0.01],
  "jelly-cube": ["rest_expected", ({ value }) => value("height"), 1e-3, 12],
  "rope-snaps": ["breaks_at", atSnap, 1e-6],
  "thesis-figure-28": ["time_expected", firstOf("collision"), 1e-9],
  "thesis-figure-32": ["reaction_expected", ({ values }) => Math.hypot(...values("my_bloc8.Nr")), 1e-9],
};

/** The angle of the rope where it snaps; 0 if it holds. */
function atSnap({ recording }: Outcome): number {
  const event = recording.events.find(({ type }) => type === "event");
  if (!event) return 0;
  const [x, , z] = attributeAt(recording, event, "before", "man", "position");
  return Math.abs(Math.atan2(x, -z));
}

describe("single closed forms hold when a number changes:", () => {
  for (const [name, [form, observe, tolerance, duration]] of Object.entries(observations)) {
    const { text } = experiments.find((one) => one.name === name)!;
    const numbers = numbersOf(outlineOfText(text)).map((place) => [place.path, place] as const);
    test.each(numbers)(`${name}, %s`, (_, place) => {
      const longer = duration === undefined ? {} : { overrides: { duration } };
      const outcome = runText(changed(text, place, Number(place.said) * 1.04), longer);
      expect(Math.abs(observe(outcome) - outcome.value(form))).toBeLessThanOrEqual(tolerance);
    });
  }
});
