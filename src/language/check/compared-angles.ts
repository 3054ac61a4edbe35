// Angles that are compared with degrees, or set to them by an event: `angle > 45`, where a law takes `sine(angle)`.
import type { Experiment } from "../declare/experiment.ts";
import { type Alias, type Definition, type Expr, partsOf } from "../syntax/ast.ts";
import { spanText } from "../syntax/span.ts";
import { withoutEnd } from "../syntax/statement.ts";

/** Natives whose result is an angle in radians. */
const givingAngles: ReadonlySet<string> = new Set(["inverseSine", "inverseCosine", "inverseTangent", "atan2"]);
/** Natives and reductions whose result is an angle where their argument is one. */
const keeping: ReadonlySet<string> = new Set([
  ...["abs", "max", "min", "previous"],
  ...["initial", "final", "minimum", "maximum", "mean"],
]);
/** Smaller numbers are as often radians. */
const leastDegrees = 15;
const comparing = /^([<>]=?|[=!]=)$/;

/** Expressions, and the names that they can use besides attributes. */
interface Observer {
  readonly exprs: readonly Expr[];
  readonly functions: readonly Definition[];
  readonly aliases: readonly Alias[];
}

/** `natives` are those that take an attribute as an angle, by its name. */
export function checkComparedAngles(
  functions: readonly Definition[],
  experiment: Experiment,
  natives: ReadonlyMap<string, string>,
  tell: (value: Expr, what: string) => void,
): void {
  const doubt = (value: Expr, what: string) => {
    const literal = value.kind === "unary" ? value.operand : value;
    if (literal.kind === "number" && literal.value >= leastDegrees) tell(value, what);
  };
  for (const observer of observersOf(functions, experiment)) {
    const visit = (expr: Expr): void => {
      if (expr.kind === "binary" && comparing.test(expr.op))
        for (const [side, other] of [
          [expr.left, expr.right],
          [expr.right, expr.left],
        ]) {
          const what = angleIn(side, observer, natives);
          if (what !== null) doubt(other, what);
        }
      for (const part of partsOf(expr)) visit(part);
    };
    for (const expr of observer.exprs) visit(expr);
  }
  for (const { functions: sets, aliases } of experiment.events)
    for (const { name, params, order, body } of sets) {
      const attribute = aliases.find((alias) => alias.name.name === name)?.attribute.name;
      const native = attribute === undefined ? undefined : natives.get(attribute);
      if (native !== undefined && params.length === 0 && order === 0) doubt(body, takenWords(attribute!, native));
    }
}

function observersOf(functions: readonly Definition[], experiment: Experiment): Observer[] {
  const { contexts, events, measures, studies, lessons } = experiment;
  const bodies = (definitions: readonly Definition[]) => definitions.map(({ body }) => body);
  const shared = measures.flatMap(({ definitions }) => definitions);
  const named = measures.flatMap(({ aliases }) => aliases);
  const given = (exprs: readonly (Expr | null)[], aliases: readonly Alias[]): Observer => ({
    exprs: exprs.filter((expr) => expr !== null),
    functions: shared,
    aliases: [...aliases, ...named],
  });
  return [
    { exprs: bodies(functions), functions, aliases: [] },
    ...contexts.map((one) => ({ ...one, exprs: bodies(one.functions) })),
    ...events.map((one) => ({ ...one, exprs: [...(one.when ? [one.when] : []), ...bodies(one.functions)] })),
    ...measures.map(({ definitions, aliases }) => given(bodies(definitions), aliases)),
    ...studies.map(({ kept, aliases }) =>
      given(
        kept.map(({ value }) => value),
        aliases,
      ),
    ),
    ...lessons.map(({ steps, aliases }) =>
      given(
        steps.map(({ goal }) => goal),
        aliases,
      ),
    ),
  ];
}

/** What an expression is if it is an angle in radians: `'angle', which sine takes,`; null for others. */
function angleIn(
  expr: Expr,
  { functions, aliases }: Observer,
  natives: ReadonlyMap<string, string>,
  seen: ReadonlySet<string> = new Set(),
): string | null {
  if (expr.kind === "unary") return angleIn(expr.operand, { exprs: [], functions, aliases }, natives, seen);
  if (expr.kind === "call") {
    if (givingAngles.has(expr.name)) return `'${spanText(expr.span)}'`;
    if (!keeping.has(expr.name)) return null;
    const found = expr.args.map((arg) => angleIn(arg, { exprs: [], functions, aliases }, natives, seen));
    return found.find((one) => one !== null) ?? null;
  }
  if (expr.kind !== "name" || seen.has(expr.name)) return null;
  const { name } = expr;
  const helper = functions.find((one) => one.name === name && one.params.length === 0 && one.order === 0);
  if (helper && !natives.has(name))
    return angleIn(helper.body, { exprs: [], functions, aliases }, natives, new Set([...seen, name]));
  const attribute = aliases.find((alias) => alias.name.name === name)?.attribute.name ?? withoutEnd(name);
  const native = natives.get(attribute);
  return native === undefined ? null : takenWords(attribute, native);
}

function takenWords(name: string, native: string): string {
  return `'${name}', which ${native} takes,`;
}
