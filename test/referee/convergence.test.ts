// The experiments of the gallery whose first motion is smooth, with the step halved and halved again: the results come
// together at the order of the integrator.
import { expect, test } from "vitest";
import { readSlot } from "../../src/engine/model/slot.ts";
import { type IntegratorName, type Model, prepare, Run } from "../../src/lab.ts";
import { check, experiments } from "../experiments/gallery.ts";

const orders: Readonly<Record<Exclude<IntegratorName, "dormand-prince">, number>> = {
  "explicit euler": 1,
  "semi-implicit euler": 1,
  "implicit midpoint": 2,
  rk4: 4,
};
/** How many steps of the experiment's own length are taken; each is halved twice. */
const steps = 8;
/** Differences below this are rounding, and tell no order. */
const rounding = 1e-11;

/**
 * Places and velocities after some steps; null where something else than free motion happens, or there is no such
 * model.
 */
function endOf(text: string, integrator: IntegratorName, parts: number): number[] | null {
  const checked = check(text);
  const first = prepare(checked) as Model;
  const step = first.settings.step / parts;
  const model = prepare(checked, { overrides: { integrator, step, duration: steps * first.settings.step } });
  if ("severity" in model) return null;
  const run = new Run(model);
  while (!run.isDone) run.advance();
  if (run.recording.stop || run.recording.events.some(({ type }) => type !== "free fall")) return null;
  const { memory } = run.snapshot();
  return model.bodies.flatMap(({ slots }) =>
    ["position", "v", "L"].flatMap((name) => {
      const slot = slots.get(name);
      const value = slot && readSlot(memory, slot);
      return value && typeof value === "object" ? [...(value as { data: Float64Array }).data] : [];
    }),
  );
}

function apart(a: readonly number[], b: readonly number[]): number {
  return Math.max(...a.map((x, i) => Math.abs(x - b[i]) / Math.max(1, Math.abs(x))));
}

const smooth = [
  "double-pendulum",
  "fall-in-air",
  "kepler-orbit",
  "projectile-with-drag",
  "spring-and-damper",
  "tennis-racket",
  "three-bodies-in-an-eight",
];

test.each(Object.entries(orders))("%s converges on the gallery at order %i", (integrator, order) => {
  const found: Record<string, number> = {};
  for (const { name, text } of experiments.filter((one) => smooth.includes(one.name))) {
    const [one, two, four] = [1, 2, 4].map((parts) => endOf(text, integrator as IntegratorName, parts));
    if (!one || !two || !four) continue;
    const [coarse, fine] = [apart(one, two), apart(two, four)];
    if (fine > rounding) found[name] = Math.log2(coarse / fine);
  }
  for (const [name, seen] of Object.entries(found))
    expect(Math.abs(seen - order), `${name}: ${seen}`).toBeLessThan(0.35);
  expect(Object.keys(found).length).toBeGreaterThan(2);
});
