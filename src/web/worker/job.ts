// A run in the worker, with what is needed to answer questions about it.
import type { Body } from "../../engine/model/model.ts";
import type { LessonDeclaration } from "../../language/declare/lesson.ts";
import type { Definition } from "../../language/syntax/ast.ts";
import type { Source } from "../../language/syntax/span.ts";
import type { Probe } from "../../record/probe/probe.ts";
import type { Recording } from "../../record/run/record.ts";
import type { Run } from "../../record/run/run.ts";
import type { CurveOrder } from "./curve-order.ts";
import type { WorkClock } from "./work-clock.ts";

/** The most numbers of a record: the page has a copy of its frames, and both must fit into memory. */
export const mostRecorded = 30_000_000;

export interface Job {
  readonly id: number;
  readonly source: Source;
  readonly run: Run;
  readonly recording: Recording;
  readonly probe: Probe;
  readonly curves: CurveOrder;
  readonly clock: WorkClock;
  readonly world: readonly Definition[];
  readonly lesson: LessonDeclaration | null;
  readonly measures: readonly string[];
  readonly bodies: ReadonlyMap<string, Body>;
  readonly started: number;
  sentFrames: number;
  sentEvents: number;
  isStopped: boolean;
  /** While a person holds a body the run keeps step with the clock: from this time, since that instant of the clock. */
  held: { readonly from: number; readonly since: number } | null;
}
