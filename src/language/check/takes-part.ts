// Links and aliases of objects that take part in no simulation, and attributes of links that their laws compute, which
// nothing else can read.
import { ContextScope, lawsOf } from "../declare/context-scope.ts";
import { bodiesOf, type Environment, type LinkShapes, linkNamed, objectNamed } from "../declare/environment.ts";
import type { Experiment } from "../declare/experiment.ts";
import { castOfLink } from "../declare/link-cast.ts";
import type { Alias } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";

export function checkTakingPart(experiment: Experiment, environment: Environment, diagnostics: Diagnostics): void {
  const { contexts, events, measures, simulations } = experiment;
  const bodies = bodiesOf(environment).map(({ declaration }) => declaration.name.name);
  const taking = new Set(simulations.flatMap(({ objects }) => objects?.map((word) => word.name) ?? bodies));
  const aliases = [...contexts, ...events, ...measures].flatMap((block) => block.aliases);
  for (const alias of aliases) {
    reportComputed(alias, experiment, environment, diagnostics);
    if (simulations.length > 0) reportAbsent(alias, taking, environment, diagnostics);
  }
  if (simulations.length > 0) reportIdleLinks(experiment, taking, environment, diagnostics);
}

/** Values computed by a link's law are stored nowhere: others would read the first value. */
function reportComputed(
  { target, attribute }: Alias,
  experiment: Experiment,
  environment: Environment,
  diagnostics: Diagnostics,
): void {
  const link = target.kind === "link" ? linkNamed(environment, target.name.name) : null;
  if (!link || !isComputed(link, attribute.name, experiment, environment)) return;
  diagnostics.error(
    "link-state",
    attribute.span,
    `'${attribute.name}' of '${link.declaration.name.name}' is computed by the law '${link.declaration.kind!.name}' ` +
      "at each instant and not stored: this would read its first value",
    `read what it is computed from; a measure reads it by totalLinks(${attribute.name})`,
  );
}

function isComputed(link: LinkShapes, name: string, { contexts }: Experiment, environment: Environment): boolean {
  const law = contexts.find((context) => context.name.name === link.declaration.kind?.name);
  const cast = castOfLink(link, environment);
  if (!law || !cast || !law.functions.some((one) => one.name === name)) return false;
  return new ContextScope(lawsOf(law), cast, environment).updateOf({ owner: { kind: "link" }, name }) !== null;
}

function reportAbsent(
  { target }: Alias,
  taking: ReadonlySet<string>,
  environment: Environment,
  diagnostics: Diagnostics,
): void {
  if (target.kind !== "object") return;
  const object = objectNamed(environment, target.name.name)?.declaration.name.name;
  if (object === undefined || taking.has(object)) return;
  diagnostics.warning(
    "no-effect",
    target.name.span,
    `'${object}' takes part in no simulation: nothing can be read of it or written to it`,
    "add it to objects_involved",
  );
}

/**
 * Reports links whose law, or an object at whose ends, takes part in no simulation; once for each such object or law.
 */
function reportIdleLinks(
  { links, simulations }: Experiment,
  taking: ReadonlySet<string>,
  { curves }: Environment,
  diagnostics: Diagnostics,
): void {
  const laws = new Set(simulations.flatMap(({ contexts }) => contexts?.map((word) => word.name) ?? []));
  const hasAll = simulations.some(({ contexts }) => contexts === null);
  const told = new Set<string>();
  for (const { name, kind, between } of links) {
    const isAbsent = (end: string) => end !== "world" && !curves.has(end) && !taking.has(end);
    const absent = between.find(({ object }) => isAbsent(object.name))?.object.name;
    const law = kind && !hasAll && !laws.has(kind.name) ? kind.name : undefined;
    const missing = absent ?? law;
    if (missing === undefined || told.has(missing)) continue;
    told.add(missing);
    const why = absent ? `'${absent}' takes part in no simulation` : `no simulation has the law '${law}'`;
    const advice = `add ${missing} to ${absent ? "objects_involved" : "contexts_involved"}`;
    diagnostics.warning("no-effect", name.span, `the link '${name.name}' does nothing: ${why}`, advice);
  }
}
