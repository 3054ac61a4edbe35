// The law library and the gallery as texts: without mistakes, in the canonical layout, and saying what they are.
import { describe, expect, test } from "vitest";
import { formatDiagnostic } from "../../src/lab.ts";
import { formatText } from "../../src/language/format.ts";
import { check, experiments, headOf, laws } from "./gallery.ts";

const levels = ["school", "college", "research"];
const topics = ["fall", "bounce", "friction", "spin", "collisions", "joints", "ropes", "gravity", "many bodies"];
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

  test("has units, in brackets or in a comment", () => {
    expect(field(headOf(text), "Units") !== null || /\[(m|kg|s|1|mm|N)\b[^,\]]*\]/.test(text)).toBe(true);
  });
});

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
  const imported = new Set([...experiments, ...laws].flatMap(({ text }) => [...text.matchAll(/import "laws\/(.+)\.vfl"/g)].map((match) => match[1]))); // biome-ignore format: one set
  expect(laws.map(({ name }) => name).filter((name) => !imported.has(name))).toEqual([]);
});
