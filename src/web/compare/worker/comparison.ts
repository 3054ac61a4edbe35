// Two runs side by side, and how far a run can be trusted; loaded when the first is asked for. Both run to their end
// before they answer.
import { formatValue } from "../../../compiler/values/value.ts";
import type { Model } from "../../../engine/model/model.ts";
import { audit } from "../../../explain/audit/audit.ts";
import { compareModels } from "../../../explain/audit/side-by-side.ts";
import { checkSource } from "../../../language/check/check.ts";
import { createSource, type Source } from "../../../language/syntax/span.ts";
import { Probe } from "../../../record/probe/probe.ts";
import { prepare } from "../../../record/run/run.ts";
import type { AuditInfo, ComparisonInfo, ComparisonQuestion } from "../../protocol/comparison.ts";
import type { Job } from "../../worker/job.ts";
import { importSource } from "../../worker/library.ts";
import { simulationOf } from "../../worker/simulation.ts";

/** Only this number of bodies, the first ones, is compared number by number. */
const mostPaths = 60;

function modelOf(source: Source, simulation: string | null): Model {
  const checked = checkSource(source, importSource);
  const model = prepare(checked, simulationOf(checked, simulation));
  if ("severity" in model) throw new Error(model.message);
  return model;
}

/** Paths of the measures, and of the positions of moving bodies. */
function pathsOf(model: Model): string[] {
  const moving = model.bodies.filter(({ physicalType }) => physicalType !== "static");
  return [...moving.slice(0, mostPaths).map(({ name }) => `${name}.position`), ...new Probe(model).measureNames];
}

export function comparisonOf(job: Job, question: ComparisonQuestion): ComparisonInfo | AuditInfo {
  return question.kind === "audit" ? auditOf(job, question.paths) : comparison(job, question);
}

/** Compares the run of the job, B, with a run of another text, A. */
function comparison(
  job: Job,
  { text, name, simulation }: ComparisonQuestion & { readonly kind: "compare" },
): ComparisonInfo {
  const a = modelOf(createSource(name, text), simulation);
  const found = compareModels(a, modelOf(job.source, job.recording.model.simulation.name.name), pathsOf(a));
  const plain = <T extends { a: Parameters<typeof formatValue>[0]; b: Parameters<typeof formatValue>[0] }>(one: T) => ({
    ...one,
    a: formatValue(one.a),
    b: formatValue(one.b),
  });
  return { ...found, first: found.first.map(plain), differences: found.differences.map(plain) };
}

function auditOf(job: Job, paths: readonly string[]): AuditInfo {
  const checked = checkSource(job.source, importSource);
  const positions = pathsOf(job.recording.model).filter((path) => path.endsWith(".position"));
  const found = audit(checked, { simulation: job.recording.model.simulation.name.name }, [
    ...new Set([...positions, ...paths]),
  ]);
  if ("severity" in found) throw new Error(found.message);
  return { ...found, estimates: found.estimates.map((one) => ({ ...one, value: formatValue(one.value) })) };
}
