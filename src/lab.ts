// The public API: source → checked text → model → run → record.

export { type Answer, Session, type SessionFiles } from "./compiler/interpret/session.ts";
export { defaultLimits, type Limits } from "./compiler/values/budget.ts";
export { formatValue, type Value } from "./compiler/values/value.ts";
export type { GivenValues, PlainValue } from "./engine/model/given-values.ts";
export type { Body, Model, ModelOptions } from "./engine/model/model.ts";
export type { IntegratorName, Settings } from "./engine/model/settings.ts";
export type { RunOptions } from "./engine/run/schedule-options.ts";
export type { Input } from "./engine/state/observer.ts";
export type { EvaluationName } from "./engine/state/run-memory.ts";
export type { Snapshot as State } from "./engine/state/state.ts";
export { type Audit, audit, type Comparison } from "./explain/audit/audit.ts";
export type { Conservation, Jump } from "./explain/audit/conservation.ts";
export type { Bar, Estimate } from "./explain/audit/estimate.ts";
export { compareModels, type Difference, type Divergence, type SideBySide } from "./explain/audit/side-by-side.ts";
export { Explainer, type When } from "./explain/explainer.ts";
export type { Candidate, Governance, Neighbour } from "./explain/governance.ts";
export { type ExplanationNode, nodeUnit, reckon, type Term, withNumbers } from "./explain/tree/node.ts";
export { nodeAt, type Supposition, suppose } from "./explain/what-if.ts";
export { type Curve, sampleCurve } from "./geometry/curves/curve.ts";
export { type Checked, checkSource } from "./language/check/check.ts";
export { type Diagnostic, formatDiagnostic } from "./language/syntax/diagnostic.ts";
export { integratorNames } from "./language/syntax/setting-names.ts";
export { createSource, type Source, type Span } from "./language/syntax/span.ts";
export { checkStart } from "./record/check/check-start.ts";
export { type Missing, Probe } from "./record/probe/probe.ts";
export { type Frame, type RecordedEvent, type RecordedFrame, Recording } from "./record/run/record.ts";
export { prepare, Run } from "./record/run/run.ts";
export { type GoalState, goalsOf } from "./record/study/goals.ts";
export type { Grid, GridAxis, Varied } from "./record/study/grid.ts";
export {
  type Failure,
  planStudy,
  runStudy,
  type StudyOptions,
  type StudyResult,
  type StudyRow,
} from "./record/study/study.ts";
export { type Fault, linesOf as refereeLines, type Verdict } from "./referee/reading/findings.ts";
export { referee } from "./referee/referee.ts";
