// The plots of an experiment: those chosen by the person, remembered for each experiment, or those of its text, or a
// good first one.
import { computed } from "@preact/signals";
import { closedFormOf, closedFormsIn } from "../../language/declare/closed-form.ts";
import { splitUnit } from "../../record/units/unit-text.ts";
import type { RunLayout } from "../protocol/messages.ts";
import type { BenchOutline } from "../protocol/text.ts";
import { bench } from "../state/bench.ts";
import { name } from "../state/experiment.ts";
import { frames } from "../state/run.ts";
import { rememberedList } from "../state/settings.ts";
import { isBoolean, isCount, isListOf, isOneOf, isRecord, isText } from "../state/stored-value.ts";

export interface CurveSpec {
  readonly path: string;
  readonly as: "components" | "norm";
  /** The unit in which it is shown, if not SI. */
  readonly unit?: string;
}

export interface PlotSpec {
  readonly id: number;
  /** The path of the x axis: "t" or another, followed by a unit if it is not shown in SI. */
  readonly against: string;
  readonly curves: readonly CurveSpec[];
  /** Whether both axes have one scale, so that shapes are true. */
  readonly isEqual?: boolean;
}

function isCurve(found: unknown): found is CurveSpec {
  if (!isRecord(found)) return false;
  const { path, as, unit } = found;
  return isText(path) && isOneOf(["components", "norm"])(as) && (unit === undefined || isText(unit));
}

function isPlot(found: unknown): found is PlotSpec {
  if (!isRecord(found)) return false;
  const { id, against, curves, isEqual } = found;
  return isCount(id) && isText(against) && isListOf(isCurve)(curves) && (isEqual === undefined || isBoolean(isEqual));
}

type PlotsOfOne = readonly [experiment: string, plots: readonly PlotSpec[]];

function isPlotsOfOne(found: unknown): found is PlotsOfOne {
  return Array.isArray(found) && found.length === 2 && isText(found[0]) && isListOf(isPlot)(found[1]);
}

/** By the name of the experiment, the newest last. */
const chosen = rememberedList("plots", isPlotsOfOne);
const mostRemembered = 50;

export const plots = computed((): readonly PlotSpec[] => {
  const own = chosen.value.find(([of]) => of === name.value);
  if (own) return own[1];
  if (bench.value.plots.length > 0) return bench.value.plots.map(plotOfBench);
  const layout = frames.value?.layout;
  return layout ? [firstPlot(layout)] : [];
});

function plotOfBench({ against, curves, isEqual }: BenchOutline["plots"][number], i: number): PlotSpec {
  return { id: i + 1, against, curves: curves.flatMap((one) => readCurve(one) ?? []), isEqual };
}

/** Whether a person has changed the plots of this experiment. */
export const areChosen = computed(() => chosen.value.some(([of]) => of === name.value));

export function setPlots(next: readonly PlotSpec[]): void {
  const others = chosen.value.filter(([of]) => of !== name.value);
  chosen.value = [...others, [name.value, next] as const].slice(-mostRemembered);
}

export function changePlot(id: number, change: (plot: PlotSpec) => PlotSpec): void {
  setPlots(plots.value.map((plot) => (plot.id === id ? change(plot) : plot)));
}

export function addPlot(): void {
  const id = 1 + Math.max(0, ...plots.value.map((plot) => plot.id));
  setPlots([...plots.value, { id, against: "t", curves: [] }]);
}

export function removePlot(id: number): void {
  setPlots(plots.value.filter((plot) => plot.id !== id));
}

/** Forgets what the person chose: the first plot is shown again. */
export function forgetPlots(): void {
  chosen.value = chosen.value.filter(([of]) => of !== name.value);
}

/**
 * The plot of an experiment that says nothing: a measure with its closed form, else a measure, else the height of the
 * first moving body.
 */
export function firstPlot({ measures, bodies }: RunLayout): PlotSpec {
  const plot = (...paths: string[]): PlotSpec => ({
    id: 1,
    against: "t",
    curves: paths.map((path) => ({ path, as: "components" })),
  });
  const [compared] = closedFormsIn(measures, (measure) => measure);
  if (compared) return plot(...compared);
  const body = bodies.find(({ physicalType }) => physicalType === "dynamic") ?? bodies[0];
  if (measures.length > 0 && !body) return plot(measures[0]);
  if (measures.length > 0 && measures.length <= 3) return plot(...measures);
  return body ? plot(`${body.name}.position#3`) : plot(...measures.slice(0, 1));
}

/** Reads a curve as people write it: `ball.v`, `ball.v#3`, `norm(ball.v)` or `ball.v [km/h]`. */
export function readCurve(text: string): CurveSpec | null {
  const { name: said, unit } = splitUnit(text.trim());
  const normed = /^norm\(\s*(.*?)\s*\)$/.exec(said);
  const path = (normed ? normed[1] : said).replace(/\s*([.#])\s*/g, "$1");
  return path === ""
    ? null
    : { path, as: normed ? "norm" : "components", ...(unit === null ? {} : { unit: unit.trim() }) };
}

/** The curves of a plot and one more; with a measure comes its closed form, if the text gives one. */
export function withCurve(curves: readonly CurveSpec[], added: CurveSpec, measures: readonly string[]): CurveSpec[] {
  const next = [...curves, added];
  const expected = closedFormOf(added.path);
  const isThere = next.some(({ path }) => path === expected);
  return isThere || !measures.includes(expected) ? next : [...next, { ...added, path: expected }];
}

/** Paths for the quality of the solution of constraints. */
const solverPaths = ["solver.condition", "solver.iterations", "solver.redundant", "solver.residual"];

/** All paths that a run can be asked for, for completion. */
export function pathsOf({ bodies, links, measures, world, functions }: RunLayout): string[] {
  const dynamic = bodies.toSorted((a, b) => Number(a.physicalType === "static") - Number(b.physicalType === "static"));
  return [
    ...measures,
    ...dynamic.flatMap((body) => body.slots.map((slot) => `${body.name}.${slot.name}`)),
    ...links.flatMap((link) =>
      [...link.slots.map((slot) => slot.name), ...link.functions].map((own) => `${link.name}.${own}`),
    ),
    ...(links.some(({ unknowns }) => unknowns.length > 0) ? solverPaths : []),
    ...world.map((slot) => slot.name),
    ...dynamic
      .filter((body) => body.physicalType !== "static")
      .flatMap((body) => functions.map((one) => `${body.name}.${one}`)),
  ];
}
