// Carries out a study: its runs one after another, and the results of each. A run depends on its place in the grid
// alone, so that any number of workers, in any order, gives the same numbers.
import type { Value } from "../../compiler/values/value.ts";
import type { Model, ModelOptions } from "../../engine/model/model.ts";
import type { IntegratorName } from "../../engine/model/settings.ts";
import type { EvaluationName } from "../../engine/state/run-memory.ts";
import type { Checked } from "../../language/check/check.ts";
import { StudyScope } from "../../language/declare/study.ts";
import type { Diagnostic } from "../../language/syntax/diagnostic.ts";
import { placeOf } from "../../language/syntax/span.ts";
import { didYouMean } from "../../language/syntax/suggest.ts";
import { isMissing, Probe } from "../probe/probe.ts";
import { refuseNoRecord, refuseUnchecked, refuseUnknownName } from "../run/refusals.ts";
import { firstMistake, prepare, Run } from "../run/run.ts";
import { type Grid, gridOf, pointAt } from "./grid.ts";
import { Reduction } from "./reduction.ts";

/** The data of one run; plain data. */
export interface StudyRow {
  /** Its place in the grid, from 0. */
  readonly index: number;
  /** The results in the order of the study; null if there is no value. */
  readonly kept: readonly (number | null)[];
  /** Why a value is missing. */
  readonly notes: readonly string[];
  /** The notes of the run. */
  readonly runNotes: readonly string[];
  /** Why the run did not reach its end. */
  readonly failure: Failure | null;
}

export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Null if it did not begin. */
  readonly t: number | null;
  readonly notes: readonly string[];
}

export interface StudyOptions {
  readonly evaluation?: EvaluationName;
  /** Receives every row when it is done. */
  readonly onRow?: (row: StudyRow) => void;
}

export interface StudyResult {
  readonly grid: Grid;
  readonly rows: readonly StudyRow[];
}

/** Carries out the study of this name, or the first, immediately; or returns why that is impossible. */
export function runStudy(checked: Checked, name?: string, options: StudyOptions = {}): StudyResult | Diagnostic {
  refuseNoRecord("runStudy", '{ evaluation: "interpreted" }', options);
  for (const key of Object.keys(options)) refuseUnknownName("option", key, ["evaluation", "onRow"], "of runStudy");
  const grid = planStudy(checked, name);
  if ("severity" in grid) return grid;
  const rows: StudyRow[] = [];
  for (let index = 0; index < grid.count; index++) {
    const run = new StudyRun(grid, index, options.evaluation);
    while (!run.isDone) run.advance();
    rows.push(run.row());
    options.onRow?.(rows[index]);
  }
  return { grid, rows };
}

/** The runs of the study of this name, or of the first; for a text with mistakes the first of them. */
export function planStudy(checked: Checked, name?: string): Grid | Diagnostic {
  refuseUnchecked("a study", checked);
  const mistake = firstMistake(checked);
  if (mistake) return mistake;
  const { studies } = checked.experiment;
  const study = name === undefined ? studies[0] : studies.find((one) => one.name.name === name);
  if (study) return gridOf(checked, study);
  const names = studies.map((one) => one.name.name);
  const message = name === undefined ? "there is no study in this text" : `there is no study called '${name}'`;
  const notes =
    name === undefined ? ["add study { name = … vary step = {…} keep … }"] : didYouMean(String(name), names);
  const span = { source: checked.source, from: 0, to: 0 };
  return { severity: "error", code: "unknown-name", message, span, notes };
}

/** One run of a study, which advances when asked to. */
export class StudyRun {
  private readonly grid: Grid;
  private readonly index: number;
  private readonly model: Model | Diagnostic;
  private readonly run: Run | null;

  constructor(grid: Grid, index: number, evaluation: EvaluationName = "compiled") {
    this.grid = grid;
    this.index = index;
    const model = modelAt(grid, index);
    this.model = model;
    this.run = "severity" in model ? null : new Run(model, { evaluation });
  }

  get isDone(): boolean {
    return this.run?.isDone ?? true;
  }

  /** The share that is done, from 0 to 1. */
  get part(): number {
    if (!this.run || "severity" in this.model) return 1;
    const { initialTime, duration } = this.model.settings;
    return duration > 0 ? (this.run.time - initialTime) / duration : 1;
  }

  /** Advances by one step or event. */
  advance(): void {
    this.run?.advance();
  }

  /** The results of the run. */
  row(): StudyRow {
    const { model, run, grid, index } = this;
    const { kept } = grid.study;
    const failed = (diagnostic: Diagnostic, t: number | null): StudyRow => ({
      index,
      kept: kept.map(() => null),
      notes: [],
      runNotes: [...(run?.recording.notes ?? [])],
      failure: failureOf(diagnostic, t),
    });
    if ("severity" in model) return failed(model, null);
    const { recording } = run!;
    const { stop, frames, events } = recording;
    if (stop) return failed(stop.diagnostic, stop.time);
    if (frames[frames.length - 1].time < endOf(model)) {
      const message = "the record is full before the run has ended";
      const { span } = grid.study.name;
      return failed(
        { severity: "error", code: "too-many", message, span, notes: ["record fewer frames per unit of time"] },
        run!.time,
      );
    }
    const probe = new Probe(model);
    const scope = new StudyScope(grid.study, probe.measures, model.environment);
    const reduction = new Reduction({ frames, events, steps: stepsOf(model, run!) }, probe, scope);
    const values = kept.map(({ value }) => reduction.number(value));
    return {
      index,
      kept: values.map((value) => (isMissing(value) ? null : value)),
      notes: values.flatMap((value, i) => (isMissing(value) ? [`${kept[i].name.name}: ${value.missing}`] : [])),
      runNotes: [...recording.notes],
      failure: null,
    };
  }
}

function endOf({ settings }: Model): number {
  return settings.initialTime + settings.duration;
}

/** Number of finished steps, and of the last one if the end of the run cut it short by more than rounding. */
export function stepsOf(model: Model, run: Run): number {
  const { steps } = run.snapshot();
  const { initialTime, step } = model.settings;
  return endOf(model) - (initialTime + steps * step) > 1e-9 * step ? steps + 1 : steps;
}

function failureOf({ code, message, span, notes }: Diagnostic, t: number | null): Failure {
  return { code, message, file: span.source.name, ...placeOf(span.source, span.from), t, notes };
}

type Overrides = NonNullable<ModelOptions["overrides"]>;

/** What a run of the grid changes of its experiment. */
interface Changes {
  readonly overrides: { -readonly [K in keyof Overrides]: Overrides[K] };
  readonly values: Map<string, Value>;
  /** Attributes of all copies of an object or a link. */
  readonly ofCopies: { owner: string; attribute: string; value: Value }[];
}

function changesAt(grid: Grid, index: number): Changes {
  const changes: Changes = { overrides: {}, values: new Map(), ofCopies: [] };
  const { overrides, values, ofCopies } = changes;
  const point = pointAt(grid, index);
  for (const [i, { target }] of grid.axes.entries()) {
    const value = point[i];
    if (target.kind === "integrator") overrides.integrator = value as IntegratorName;
    else if (typeof value === "string") continue;
    else if (target.kind === "setting") overrides[target.key] = value as number;
    else if (target.kind === "world") values.set(target.attribute, value);
    else if (declarationOf(target.owner, target.kind, grid.checked)?.copies)
      ofCopies.push({ owner: target.owner, attribute: target.attribute, value });
    else values.set(`${target.owner}.${target.attribute}`, value);
  }
  return changes;
}

function modelAt(grid: Grid, index: number): Model | Diagnostic {
  const { checked, study } = grid;
  const { overrides, values, ofCopies } = changesAt(grid, index);
  const options = { ...(study.simulation ? { simulation: study.simulation.name } : {}), overrides, values };
  // The number of copies may depend on varied values.
  const first = prepare(checked, options);
  if (ofCopies.length === 0 || "severity" in first) return first;
  // A copy that is varied by its own name keeps that value.
  const own = new Set(values.keys());
  for (const { owner, attribute, value } of ofCopies)
    for (const { name, declaration } of [...first.bodies, ...first.links])
      if (declaration.name.name === owner && !own.has(`${name}.${attribute}`))
        values.set(`${name}.${attribute}`, value);
  return prepare(checked, options);
}

/** Null for one of several copies. */
function declarationOf(name: string, kind: "object" | "link", { environment }: Checked) {
  return (kind === "object" ? environment.objects : environment.links).get(name)?.declaration ?? null;
}
