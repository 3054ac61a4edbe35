// The law library and the gallery as texts: without mistakes, in the canonical layout, and saying what they are.
import { describe, expect, test } from "vitest";
import { type Checked, formatDiagnostic } from "../../src/lab.ts";
import { formatText } from "../../src/language/write/format.ts";
import { check, experiments, headOf, laws } from "./gallery.ts";

const levels = ["school", "college", "research"];
const topics = [
  "lessons",
  "fall",
  "bounce",
  "friction",
  "spin",
  "collisions",
  "joints",
  "ropes",
  "gravity",
  "many bodies",
];
const field = (head: string, name: string) => new RegExp(`^${name}: (.+)$`, "m").exec(head)?.[1] ?? null;

describe.each(laws)("laws/$name.vfl", ({ name, text }) => {
  test("has no mistakes", () => {
    expect(check(text, `laws/${name}.vfl`).diagnostics.map(formatDiagnostic)).toEqual([]);
  });

  test("is laid out", () => {
    expect(formatText(text)).toBe(text);
  });

  test("opens with what it states, its source and its limits", () => {
    const head = headOf(text);
    for (const part of ["What it states", "Source", "Limits"]) expect(field(head, part), part).not.toBeNull();
  });

  test("holds laws and functions only", () => {
    const { experiment } = check(text, `laws/${name}.vfl`);
    expect([experiment.objects, experiment.simulations, experiment.world, experiment.measures].flat()).toEqual([]);
  });
});

describe.each(experiments)("experiments/$name.vfl", ({ name, text }) => {
  test("has no mistakes", () => {
    const told = check(text, `experiments/${name}.vfl`).diagnostics.map(formatDiagnostic);
    // It is there to show them; test/language/dimensions.test.ts holds what the lab says.
    if (name === "thesis-5.2-printed") expect(told.join()).toContain("norm_friction_imp");
    else if (name === "lesson-6-find-the-slip") expect(told.join()).toContain("is a square missing: t^2?");
    else expect(told).toEqual([]);
  });

  test("is laid out", () => {
    expect(formatText(text)).toBe(text);
  });

  test("says what it asks, for whom, and what to watch", () => {
    const head = headOf(text);
    for (const part of ["Title", "Question", "Watch", "Source"]) expect(field(head, part), part).not.toBeNull();
    expect(field(head, "Question")).toMatch(/\?$/);
    expect(levels).toContain(field(head, "Level"));
    expect(topics).toContain(field(head, "Topic"));
  });

  test("every number it gives or observes has a dimension that is stated or follows from the laws", () => {
    const unknown = unknownIn(check(text, `experiments/${name}.vfl`));
    // What follows from the slip that it shows has none.
    if (name === "thesis-5.2-printed") expect(unknown[0]).toBe(".norm_friction_imp");
    else expect(unknown).toEqual([]);
  });
});

/**
 * Functions of laws without one dimension: constraints of several kinds share a name, curves have parameters of any,
 * and this is a truth.
 */
const unsettled = new Set(["C", "s", "is_held"]);

/**
 * Attributes, those of contexts too, functions of laws, and measures of which no dimension is known; a truth has none,
 * nor have points, whose columns may differ.
 */
function unknownIn({ experiment, environment, dimensions }: Checked): string[] {
  const isNumber = (shape?: { kind: string }) => shape !== undefined && /^(real|vector|matrix)$/.test(shape.kind);
  const holders = [...environment.objects.values(), ...environment.links.values()];
  const involved = new Set(
    experiment.simulations.flatMap(({ contexts }) => (contexts ?? []).map((context) => context.name)),
  );
  const used = experiment.contexts.filter(({ name }) => involved.has(name.name));
  const paths = [
    ...[...environment.world].filter(([, shape]) => isNumber(shape)).map(([name]) => name),
    ...holders.flatMap(({ declaration: { name }, attributes }) =>
      [...attributes]
        .filter(([key, shape]) => isNumber(shape) && key !== "index")
        .map(([key]) => `${name.name}.${key}`),
    ),
    ...used.flatMap(({ name, attributes }) => attributes.map((item) => `${name.name}.${item.name}`)),
    ...used.flatMap(({ functions }) =>
      functions
        .filter((one) => one.params.length + one.order === 0 && !unsettled.has(one.name))
        .map((one) => `.${one.name}`),
    ),
    ...experiment.measures.flatMap(({ definitions }) =>
      definitions.filter(({ params }) => params.length === 0).map(({ name }) => name),
    ),
  ];
  return paths.filter((path) => !dimensions?.dimensionOf(path));
}

test("every context of the library is at work in some experiment", () => {
  const used = new Set<string>();
  for (const { name, text } of experiments)
    for (const simulation of check(text, name).experiment.simulations)
      for (const context of simulation.contexts ?? []) used.add(context.name);
  const all = laws.flatMap(({ name, text }) =>
    check(text, name).experiment.contexts.map((context) => context.name.name),
  );
  expect(all.filter((context) => !used.has(context))).toEqual([]);
});

test("every file of the library is imported by some experiment or law", () => {
  const imported = new Set(
    [...experiments, ...laws].flatMap(({ text }) =>
      [...text.matchAll(/import "laws\/(.+)\.vfl"/g)].map((match) => match[1]),
    ),
  );
  expect(laws.map(({ name }) => name).filter((name) => !imported.has(name))).toEqual([]);
});
