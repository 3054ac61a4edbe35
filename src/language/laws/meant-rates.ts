// Rates in other notations, `der(v) = …`, `v_dot = …`, `a = force / mass`: here they are functions of the law that
// nothing reads, and what they should move does not change.
import type { ContextScope } from "../declare/context-scope.ts";
import { attributeName } from "../declare/environment.ts";
import type { Experiment } from "../declare/experiment.ts";
import { joinShapes } from "../shapes/shape.ts";
import type { Definition } from "../syntax/ast.ts";
import { Diagnostics } from "../syntax/diagnostic.ts";
import { rateCalls } from "../syntax/habit-names.ts";
import { visitNames } from "../syntax/names-in.ts";
import { isFirstRate, isValue } from "../syntax/statement.ts";
import { LawCheck } from "./laws.ts";
import { type GoverningContext, isLasting, type SimulationStatements } from "./simulation-statements.ts";

/** The names of the operator of a rate in other languages. */
const rateNames = [
  /^(.+?)_?dot$/i,
  /^d_?(.+?)_?(?:by)?_?dt$/,
  /^d_?(.+)$/,
  /^(.+?)_?prime$/i,
  /^(.+?)_rate$/,
  /^rate_of_(.+)$/,
];

/** Reports functions of a continuous law that nothing reads and that were meant as the rate of an attribute. */
export function reportMeantRates(
  governing: readonly GoverningContext[],
  statements: SimulationStatements,
  { measures }: Experiment,
  diagnostics: Diagnostics,
): void {
  const summed = new Set<string>();
  for (const { body } of measures.flatMap(({ definitions }) => definitions))
    visitNames(body, (name) => summed.add(name) !== null);
  for (const { context, scopes } of governing) {
    const goesOn = context.type === "free fall" || (context.type === "contact" && !context.appliedToPairs);
    if (!goesOn || context.block.span.source !== statements.environment.main) continue;
    const [scope] = scopes;
    for (const definition of unread(context.functions, scope)) {
      // A measure may sum a law's functions: total(kinetic).
      if (summed.has(definition.name)) continue;
      const isStill = (one: string) => !isStated(one, scope, statements);
      const meant = meantByName(definition, scope);
      const unmoved = meant !== null && isStill(meant) ? meant : rateSource(definition, scope, isStill);
      if (unmoved !== null) reportMeantRate(definition, unmoved, diagnostics);
    }
  }
}

function reportMeantRate({ name, nameSpan, params }: Definition, unmoved: string, diagnostics: Diagnostics): void {
  const what = params.length > 0 ? `${name}(${params.map((one) => one.name).join(", ")})` : name;
  diagnostics.warning(
    "no-effect",
    nameSpan,
    `nothing reads '${what}', and no free-fall law changes '${unmoved}': this changes nothing`,
    `to state the rate of '${unmoved}', write ${unmoved}' = …`,
  );
}

/** Definitions by = that are not attributes, and that no other definition of the law uses. */
function unread(functions: readonly Definition[], scope: ContextScope): Definition[] {
  const read = new Set<string>();
  for (const { body } of functions) visitNames(body, (name) => read.add(name.replace(/'+$/, "")) !== null);
  return functions.filter((one) => isValue(one) && !read.has(one.name) && !scope.attribute(one.name));
}

/** The attribute of the object whose rate a definition states in another notation; null for other definitions. */
function meantByName({ name, params }: Definition, scope: ContextScope): string | null {
  const isOwn = (one: string | undefined): one is string =>
    one !== undefined && scope.attribute(one)?.owner.kind === "object";
  if (params.length > 0) return rateCalls.has(name) && isOwn(params[0].name) ? params[0].name : null;
  return rateNames.map((pattern) => pattern.exec(name)?.[1]).find(isOwn) ?? null;
}

/**
 * An attribute with the definition's shape that is itself a rate, as v is in position' = v, and that nothing changes.
 */
function rateSource(
  { name, params }: Definition,
  scope: ContextScope,
  isStill: (name: string) => boolean,
): string | null {
  if (params.length > 0) return null;
  const { laws, cast, environment } = scope;
  const rates = laws.functions.filter((one) => isFirstRate(one) && one.params.length === 0);
  const sources = rates
    .flatMap(({ body }) => (body.kind === "name" ? [body.name] : []))
    .filter((one) => scope.attribute(one)?.owner.kind === "object" && isStill(one));
  if (sources.length === 0) return null;
  const given = new LawCheck(laws, cast, environment, new Diagnostics()).shapeOfFunction(name);
  const fits = (one: string) => {
    const shape = cast.objects[0]?.attributes.get(attributeName(one));
    return given !== null && shape !== undefined && joinShapes(given, shape) !== null;
  };
  return sources.find(fits) ?? null;
}

/** Whether a continuous law of the simulation states something about an attribute. */
function isStated(name: string, scope: ContextScope, statements: SimulationStatements): boolean {
  const attribute = scope.attribute(name);
  const key = attribute && statements.keyOf(attribute, scope);
  return key !== null && statements.all.some((one) => one.key === key && isLasting(one));
}
