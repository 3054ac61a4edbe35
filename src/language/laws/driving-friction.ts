// Frictions and drags with the sign of a drive: `+ mu * norm(g) * normalize(v)` pushes a body the way it goes.
import type { ContextScope } from "../declare/context-scope.ts";
import { attributeName } from "../declare/environment.ts";
import type { Experiment } from "../declare/experiment.ts";
import type { Definition, Expr } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import { expressionText } from "../syntax/expression-text.ts";
import { visitNames } from "../syntax/names-in.ts";
import { spanText } from "../syntax/span.ts";
import { isContribution, isRate, withoutEnd } from "../syntax/statement.ts";
import type { GoverningContext } from "./simulation-statements.ts";
import { type FactorOfProduct, factorsOf, type SignedTerm, termsOf, valueIn } from "./terms.ts";

/** Names of what is meant to push a body the way it goes. */
const driving =
  /thrust|drive|motor|engine|push|pull|propel|boost|jet|rocket|power|throttle|pedal|accel|effort|self|wind|gain|pump/i;
/** One letter for a force, an acceleration, a power. */
const anyPush = /^[FfaPT]\d*$/;

/** A law, and what is needed to know which way its pushes point. */
interface Around {
  readonly scope: ContextScope;
  /** Attributes by which laws move objects: `position' = v`. */
  readonly velocities: ReadonlySet<string>;
  readonly world: ReadonlyMap<string, Expr>;
  /** The end that a definition of a pair or a link pushes: "1", "2", or "". */
  readonly end: string;
}

export function reportDrivingFriction(
  governing: readonly GoverningContext[],
  experiment: Experiment,
  diagnostics: Diagnostics,
): void {
  const velocities = new Set(governing.flatMap(({ context }) => context.functions.flatMap(velocityOf)));
  if (velocities.size === 0) return;
  const moving = movingNames(governing, velocities);
  const world = new Map([...experiment.world, ...experiment.inputs].map(({ name, body }) => [name, body]));
  for (const { context, scopes } of governing) {
    const [scope] = scopes;
    if (context.block.span.source !== scope.environment.main || context.type === "collision") continue;
    for (const definition of context.functions) {
      const attribute = attributeName(definition.name);
      const name = withoutEnd(attribute);
      const isPush = isRate(definition) ? velocities.has(name) : isContribution(definition) && moving.has(name);
      const around = { scope, velocities, world, end: attribute.slice(name.length) };
      if (isPush) reportIn(definition, around, diagnostics);
    }
  }
}

/** What the rates of velocities depend on. */
function movingNames(governing: readonly GoverningContext[], velocities: ReadonlySet<string>): ReadonlySet<string> {
  const moving = new Set<string>();
  for (const { context } of governing)
    for (const { name, order, body } of context.functions)
      if (order === 1 && velocities.has(attributeName(name)))
        visitNames(body, (said) => moving.add(withoutEnd(said)) !== null);
  return moving;
}

/** `position' = v`: v. */
function velocityOf({ name, order, body }: Definition): string[] {
  return order === 1 && attributeName(name) === "position" && body.kind === "name" ? [body.name] : [];
}

function reportIn(definition: Definition, around: Around, diagnostics: Diagnostics): void {
  const terms = pushesOf(termsOf(definition.body, around.scope), around.scope);
  for (const term of terms) {
    const { expr } = term;
    const along = alongIn(term, around);
    if (along === null || isDrive(expr, definition) || terms.some((one) => opposes(one, along, around.scope))) continue;
    diagnostics.warning(
      "sign",
      expr.span,
      `'${shortly(expr)}' pushes the way '${along}' points, which makes the motion faster: friction and drag have a ` +
        "minus",
      `write -${expressionText(expr)}; for a push that is meant, choose a name that says so, such as thrust`,
    );
    return;
  }
}

/** The terms of pushes, also of `(a + b) / mass` and of the branches of an `if`. */
function pushesOf(terms: readonly SignedTerm[], scope: ContextScope): SignedTerm[] {
  return terms.flatMap((term): SignedTerm[] => {
    const { expr, sign } = term;
    if (expr.kind === "if")
      return pushesOf([...termsOf(expr.yes, scope, sign), ...termsOf(expr.no, scope, sign)], scope);
    const isOver = expr.kind === "binary" && expr.op === "/" && /^m(ass)?\d?$/.test(spanText(expr.right.span));
    return isOver ? pushesOf(termsOf(expr.left, scope, sign), scope) : [term];
  });
}

/** The velocity along which a term surely points; null where it points another way, or that is not known. */
function alongIn(term: SignedTerm, around: Around): string | null {
  const { factors, sign } = factorsOf(term.expr);
  const directions = factors.filter((factor) => directionOf(factor, around) !== null);
  if (directions.length !== 1 || sign !== term.sign) return null;
  const [direction] = directions;
  const along = directionOf(direction, around)!;
  const others = factors.filter((factor) => factor !== direction);
  const hasNorm = others.some(({ expr }) => isNormOf(expr, along));
  // `c * v` alone may be a growth that is meant; the run shows it.
  if (direction.expr.kind === "name" && direction.expr.name === along && !hasNorm) return null;
  const rest = others.filter(({ expr }) => !isNormOf(expr, along));
  const isSure = rest.every(({ expr }) => isPositive(expr, around)) && rest.some(({ expr }) => !isConstant(expr));
  return isSure ? along : null;
}

/** `normalize(v)`, `v`, or a name for them: v. */
function directionOf({ expr, isDivisor }: FactorOfProduct, around: Around): string | null {
  if (isDivisor) return null;
  if (expr.kind === "call" && expr.name === "normalize" && expr.args[0]?.kind === "name")
    return velocityNamed(expr.args[0].name, around);
  if (expr.kind !== "name") return null;
  const velocity = velocityNamed(expr.name, around);
  const meant = velocity === null ? valueIn(around.scope, expr.name)?.body : undefined;
  return velocity ?? (meant?.kind === "call" ? directionOf({ expr: meant, isDivisor }, around) : null);
}

/** `v`, or the name of a part of it or of a difference from it: `slip = v - (v . n) * n`. */
function velocityNamed(name: string, { scope, velocities, end }: Around): string | null {
  const isVelocity = (one: string) => {
    const base = withoutEnd(one);
    return velocities.has(one) || (velocities.has(base) && one === base + end);
  };
  if (isVelocity(name)) return name;
  const meant = valueIn(scope, name);
  const terms = meant ? termsOf(meant.body, scope) : [];
  const own = terms.filter(({ expr }) => expr.kind === "name" && isVelocity(expr.name));
  const isFrom = own.length === 1 && own[0].sign === 1 && terms.length > 1;
  return isFrom && terms.every((one) => one === own[0] || one.sign === -1) ? name : null;
}

/** `norm(v)`, or `max(0.001, norm(v))`, which is never zero. */
function isNormOf(expr: Expr, name: string): boolean {
  if (expr.kind !== "call") return false;
  if (expr.name === "max") return expr.args.some((arg) => isNormOf(arg, name));
  return expr.name === "norm" && expr.args[0]?.kind === "name" && expr.args[0].name === name;
}

function isConstant(expr: Expr): boolean {
  return expr.kind === "number" || (expr.kind === "unit" && isConstant(expr.value));
}

/** Whether a factor is above zero, by its form or its first value. */
function isPositive(expr: Expr, around: Around, depth = 0): boolean {
  if (depth > 8) return false;
  const of = (part: Expr) => isPositive(part, around, depth + 1);
  switch (expr.kind) {
    case "number":
      return expr.value > 0;
    case "unit":
      return of(expr.value);
    case "call":
      return expr.name === "norm" || expr.name === "abs" || expr.name === "sqrt" || expr.name === "exp";
    case "binary":
      if (expr.op === "^") return of(expr.left);
      return (expr.op === "*" || expr.op === "/" || expr.op === "+") && of(expr.left) && of(expr.right);
    case "name": {
      const meant = valueIn(around.scope, expr.name)?.body ?? firstValueOf(expr.name, around);
      return meant !== null && of(meant);
    }
    default:
      return false;
  }
}

/** The first value of an attribute; null where the text gives it none. */
function firstValueOf(name: string, { scope: { cast, laws }, world }: Around): Expr | null {
  const items = [
    ...(laws.context?.attributes ?? []),
    ...(cast.link?.declaration.attributes ?? []),
    ...cast.objects.flatMap(({ declaration }) => declaration.attributes),
  ];
  const item = items.find((one) => one.name === name || one.name === withoutEnd(name));
  return item?.value ?? world.get(name) ?? null;
}

/** Whether names say that a push is meant. */
function isDrive(expr: Expr, { name }: Definition): boolean {
  let isMeant = driving.test(name);
  visitNames(expr, (said) => {
    isMeant ||= driving.test(said) || anyPush.test(said);
    return true;
  });
  return isMeant;
}

/** Whether a term works against the velocity: then a push beside it keeps it going. */
function opposes({ expr, sign }: SignedTerm, along: string, scope: ContextScope): boolean {
  const product = factorsOf(expr);
  let saysIt = false;
  visitNames(expr, (name) => {
    saysIt ||= name === along || valueIn(scope, name) !== null;
    return true;
  });
  return saysIt && product.sign !== sign;
}

function shortly(expr: Expr): string {
  const text = expressionText(expr);
  return text.length > 50 ? `${text.slice(0, 48)} …` : text;
}
