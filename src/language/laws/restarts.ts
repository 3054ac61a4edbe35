// Closed forms that start at the body's place when their law begins, but at time zero of the run: after an impact they
// restart, and the body jumps.
import type { ContextScope } from "../declare/context-scope.ts";
import type { SimulationDeclaration } from "../declare/experiment.ts";
import { type Definition, type Expr, partsOf } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import { visitNames } from "../syntax/names-in.ts";
import { isPlainValue } from "../syntax/statement.ts";
import type { GoverningContext } from "./simulation-statements.ts";

export function reportRestarts(
  governing: readonly GoverningContext[],
  simulation: SimulationDeclaration,
  diagnostics: Diagnostics,
): void {
  const ending = governing.find(({ context }) => context.type === "collision" || context.type === "contact");
  const when = ending ? `after each ${ending.context.type}` : startsLate(simulation) ? "at the initial time" : null;
  if (when === null) return;
  for (const { context, scopes } of governing) {
    const [scope] = scopes;
    if (context.type !== "free fall" || context.block.span.source !== scope.environment.main) continue;
    const found = closedFormOfTime(scope);
    if (!found) continue;
    diagnostics.warning(
      "restart",
      found.time.span,
      `'${context.name.name}' restarts ${when} from '${found.start}', but t is the time of the whole run, ` +
        `so '${found.definition.name}' jumps`,
      `write t - t0, with t0 = t in the functions and t0 listed like '${found.start}'`,
    );
  }
}

function startsLate({ settings }: SimulationDeclaration): boolean {
  const value = settings.get("initial time")?.value;
  const expr = value?.kind === "expression" ? value.value : null;
  const number = expr?.kind === "unit" ? expr.value : expr;
  return number?.kind === "number" && number.value !== 0;
}

interface ClosedForm {
  readonly definition: Definition;
  /** The attribute that keeps where the body was. */
  readonly start: string;
  readonly time: Expr;
}

/** A value that is computed from t and from what the law kept when it began, if that does not include the time. */
function closedFormOfTime(scope: ContextScope): ClosedForm | null {
  for (const definition of scope.laws.functions) {
    const attribute = isPlainValue(definition) ? scope.attribute(definition.name) : null;
    if (attribute?.owner.kind !== "object" || scope.firstTime.has(definition)) continue;
    const reading = new Reading(scope);
    reading.read(definition.body);
    const { time, kept } = reading;
    const start = kept.find((one) => says(one.body, attribute.name));
    if (time && start && !kept.some((one) => says(one.body, "t"))) return { definition, start: start.name, time };
  }
  return null;
}

function says(expr: Expr, name: string): boolean {
  let isSaid = false;
  visitNames(expr, (one) => {
    isSaid ||= one === name;
    return true;
  });
  return isSaid;
}

/** What an expression is computed from at each instant: whether the time, and what the law kept when it began. */
class Reading {
  time: Expr | null = null;
  readonly kept: Definition[] = [];
  private readonly seen = new Set<Definition>();
  private readonly scope: ContextScope;

  constructor(scope: ContextScope) {
    this.scope = scope;
  }

  read(expr: Expr): void {
    if (expr.kind === "name") this.name(expr, expr.name);
    for (const part of partsOf(expr)) this.read(part);
  }

  private name(expr: Expr, name: string): void {
    const attribute = this.scope.attribute(name);
    if (attribute?.owner.kind === "world" && attribute.name === "t") this.time ??= expr;
    const update = attribute && this.scope.updateOf(attribute);
    const binding = attribute ? null : this.scope.lookup(name);
    const own = binding?.kind === "function" && binding.scope === this.scope ? binding.definition : update;
    if (!own || this.seen.has(own)) return;
    this.seen.add(own);
    if (this.scope.firstTime.has(own)) this.kept.push(own);
    else this.read(own.body);
  }
}
