// Values written by a collision, a contact of pairs or an event, and replaced at once by a continuous law: the
// attribute is computed by '=' at every instant, or starts from zero and is added up.
import { attributeName, type ObjectShapes } from "../declare/environment.ts";
import { type Attribute, attributeKey } from "../names/scope.ts";
import { type Definition, type Expr, partsOf } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import { visitNames } from "../syntax/names-in.ts";
import type { Span } from "../syntax/span.ts";
import { isContribution, isFirstRate, isRate, isValue } from "../syntax/statement.ts";
import { rateOfStep } from "./cycle.ts";
import {
  isLasting,
  type KeptValues,
  type SimulationStatements,
  type Statement,
  sourcesOf,
} from "./simulation-statements.ts";

/** Whether a statement gives a value at an instant that should then last. */
function isJump({ place, definition }: Statement): boolean {
  return isValue(definition) && (place === "collision" || place === "pair contact" || place === "event");
}

export function reportLostWrites(
  statements: SimulationStatements,
  { scheme, span }: { readonly scheme: string; readonly span: Span },
  diagnostics: Diagnostics,
): void {
  for (const written of statements.all) {
    if (!isJump(written) || written.object?.declaration.physicalType === "static") continue;
    const others = statements.byKey.get(written.key)!;
    const adding = others.find(
      ({ definition, place }) => isContribution(definition) && place !== "event" && place !== "collision",
    );
    if (adding) {
      reportSummed(written, adding, diagnostics);
      continue;
    }
    const giving = others.filter(
      (other) => (isLasting(other) || other.place === "link") && !isContribution(other.definition),
    );
    if (scheme === "time stepping" && written.place === "collision" && !written.object && !others.some(isLasting)) {
      reportUnstepped(written, diagnostics);
      continue;
    }
    const deriving = giving.find((other) => isValue(other.definition));
    // A contact of pairs does not let the law begin anew, which would keep what is written.
    const kept = written.place === "pair contact" ? "left out" : "followed";
    const goesOn = (other: Statement) => isKept(other, kept);
    if (!deriving || giving.some((other) => isRate(other.definition) || goesOn(other))) continue;
    const sources = sourcesOf(deriving.definition, deriving.scope);
    if (isRewritten(sources, deriving, written, statements)) continue;
    const isOwn = written.definition.nameSpan.source === statements.environment.main;
    if (isOwn || written.place !== "pair contact") reportDerived(written, deriving, sources, diagnostics);
    else reportUnmovedByContact(written, deriving, span, diagnostics);
  }
}

/** Reports first values of attributes that start from zero at every instant: such a value only gives the shape. */
export function reportLostFirstValues(statements: SimulationStatements, diagnostics: Diagnostics): void {
  for (const { definition, object, attribute, law, place } of statements.all) {
    if (place === "collision" || place === "event") continue;
    const rate =
      isContribution(definition) && object && law.block.span.source === statements.environment.main
        ? rateOfStep(definition.body)
        : null;
    if (rate !== null) {
      diagnostics.warning(
        "lost",
        definition.nameSpan,
        `'${definition.name}' starts from zero at every instant, and += adds to that: it does not carry over ` +
          "to the next step",
        `to state its rate, write ${definition.name}' = ${rate}`,
      );
      continue;
    }
    const item = object?.declaration.attributes.find((one) => attributeName(one.name) === attribute.name);
    if (!isContribution(definition) || !item?.value || !isNonzero(item.value)) continue;
    diagnostics.warning(
      "lost",
      item.nameSpan,
      `'${item.name}' starts from zero at every instant, and laws add to it: its first value only gives its shape`,
      `write it into a law, such as '${law.name.name}': ${item.name} += …`,
    );
  }
}

/** Reports first values of attributes that a law computes from something that is zero at first. */
export function reportUnmeantFirstValues(statements: SimulationStatements, diagnostics: Diagnostics): void {
  for (const statement of statements.all) {
    const { definition, object, attribute, law, scope } = statement;
    if (!isLasting(statement) || attribute.owner.kind !== "object" || !object) continue;
    if (!isValue(definition) || isKept(statement)) continue;
    const items = object.declaration.attributes;
    const item = items.find((one) => attributeName(one.name) === attribute.name);
    if (!item?.value || !isNonzero(item.value)) continue;
    const isRead = items.some(({ value }) => value && saysName(value, item.name));
    const names = namesToWrite(sourcesOf(definition, scope), statement);
    const values = names.map((name) => items.find((one) => attributeName(one.name) === name)?.value ?? null);
    if (isRead || names.length === 0 || !values.every((value) => value && isZero(value))) continue;
    diagnostics.warning(
      "lost",
      item.nameSpan,
      `the law '${law.name.name}' computes '${item.name}' from ${names.join(", ")}, zero at first: this value is lost`,
      `give the first value to ${names.join(", ")} instead`,
    );
  }
}

function saysName(expr: Expr, name: string): boolean {
  let isSaid = false;
  visitNames(expr, (said) => {
    isSaid ||= said === name;
    return true;
  });
  return isSaid;
}

/** Whether an expression is zero, or made of zeros alone. */
function isZero(expr: Expr): boolean {
  if (expr.kind === "number") return expr.value === 0;
  return (expr.kind === "vector" || expr.kind === "unary" || expr.kind === "unit") && partsOf(expr).every(isZero);
}

/** Whether an expression is a number, or made of numbers, not all zero. */
export function isNonzero(expr: Expr): boolean {
  if (expr.kind === "number") return expr.value !== 0;
  return (expr.kind === "vector" || expr.kind === "unary" || expr.kind === "unit") && partsOf(expr).some(isNonzero);
}

function reportUnstepped({ definition, attribute }: Statement, diagnostics: Diagnostics): void {
  diagnostics.warning(
    "lost",
    definition.nameSpan,
    "in the scheme 'time stepping' a collision changes its objects only: what is written to " +
      `'${attribute.name}' of the world is lost`,
    "write it to an attribute of the objects",
  );
}

/** Whether the value depends on the one before: then it continues from what was written. */
function isKept({ definition, scope, attribute }: Statement, kept: KeptValues = "followed"): boolean {
  return sourcesOf(definition, scope, kept).some((source) => attributeKey(source) === attributeKey(attribute));
}

/** Whether the same law also writes what the value depends on: then the value may be the same. */
function isRewritten(
  sources: readonly Attribute[],
  deriving: Statement,
  written: Statement,
  statements: SimulationStatements,
): boolean {
  const keys = new Set(sources.map((source) => statements.keyOf(source, deriving.scope)));
  return statements.all.some(
    ({ scope, key, definition }) => scope === written.scope && definition !== written.definition && keys.has(key),
  );
}

function reportDerived(
  written: Statement,
  deriving: Statement,
  sources: readonly Attribute[],
  diagnostics: Diagnostics,
): void {
  const { definition, object, attribute } = written;
  const whose = object ? ` of '${object.declaration.name.name}'` : "";
  // The attribute starts from its own value at the law's beginning; a contact of pairs does not restart the law.
  const isOfItself = sources.some((source) => attributeKey(source) === attributeKey(deriving.attribute));
  const instead = isOfItself ? [] : namesToWrite(sources, deriving);
  diagnostics.warning(
    "lost",
    definition.nameSpan,
    `the law '${deriving.law.name.name}' computes '${attribute.name}'${whose} at every instant: ` +
      "the value written here is lost at once",
    instead.length > 0
      ? `write what it is computed from: ${instead.join(", ")}`
      : isOfItself
        ? `take a law that states the rate of '${attribute.name}': ${attribute.name}' = …`
        : `write an attribute that no law computes, and compute '${attribute.name}' from it`,
  );
}

/** Of an imported contact law, which is right beside laws of rates. */
function reportUnmovedByContact(
  { law, attribute, object }: Statement,
  deriving: Statement,
  span: Span,
  diagnostics: Diagnostics,
): void {
  const whose = object ? ` of '${object.declaration.name.name}'` : "";
  const message =
    `the law '${deriving.law.name.name}' computes '${attribute.name}'${whose} at every instant: what ` +
    `'${law.name.name}' writes to it is lost at once`;
  // Once: such a law writes several.
  if (diagnostics.all.some((one) => one.code === "lost" && one.span.from === span.from)) return;
  diagnostics.warning(
    "lost",
    span,
    message,
    `take a law that states the rate of '${attribute.name}', such as newton_euler of laws/newton-euler.vfl`,
  );
}

/**
 * The attributes on which the value depends and that last when they are written; those with rates, if there are any.
 */
function namesToWrite(sources: readonly Attribute[], { scope }: Statement): string[] {
  const stated = scope.laws.functions.filter(({ params }) => params.length === 0);
  const isRated = (name: string) =>
    stated.some((one: Definition) => isFirstRate(one) && scope.attribute(one.name)?.name === name);
  const own = sources.filter(
    ({ owner }) => owner.kind !== "given" && owner.kind !== "context" && owner.kind !== "others",
  );
  const names = [...new Set(own.map(({ name }) => name))].filter((name) => name !== "t" && name !== "dt");
  const rated = names.filter(isRated);
  const apart = rated.filter((name) => name !== "position" && name !== "orientation");
  return apart.length > 0 ? apart : rated.length > 0 ? rated : names;
}

function reportSummed({ definition, attribute, object }: Statement, adding: Statement, diagnostics: Diagnostics): void {
  const whose = object ? ` of '${object.declaration.name.name}'` : "";
  diagnostics.warning(
    "lost",
    definition.nameSpan,
    `'${attribute.name}'${whose} starts from zero at every instant, and the law ` +
      `'${adding.law.name.name}' adds to it: the value written here is lost at once`,
    "change what it acts on, as a jump; or let a law add to it when needed, such as " +
      `${attribute.name} += if on then … else …`,
  );
}

/**
 * Reports laws that give one attribute its value at the same time: of an object that another's law names, or of the
 * world.
 */
export function reportRivals(
  statements: SimulationStatements,
  governing: (object: ObjectShapes) => ReadonlySet<unknown>,
  diagnostics: Diagnostics,
): void {
  for (const statement of statements.all) {
    const { owner } = statement.attribute;
    if (!isLasting(statement) || (owner.kind !== "named object" && owner.kind !== "world")) continue;
    const others = statements.byKey
      .get(statement.key)!
      .filter((other) => isLasting(other) && other.definition !== statement.definition);
    const rival = others.find((other) => {
      if (owner.kind === "world") return waysOf(other) < waysOf(statement);
      const isOwn = other.attribute.owner.kind === "object" && governing(statement.object!).has(other.law);
      return isOwn && !(waysOf(other) === "adds" && waysOf(statement) === "adds");
    });
    if (rival) reportRival(statement, rival, diagnostics);
  }
}

function waysOf({ definition }: Statement): "adds" | "gives a rate" | "gives a value" {
  return isContribution(definition) ? "adds" : isRate(definition) ? "gives a rate" : "gives a value";
}

function reportRival(statement: Statement, rival: Statement, diagnostics: Diagnostics): void {
  const { attribute, definition, object } = statement;
  const whose = object ? `of '${object.declaration.name.name}'` : "of the world";
  diagnostics.error(
    "duplicate",
    definition.nameSpan,
    `this law ${waysOf(statement)} to '${attribute.name}' ${whose}, and the law '${rival.law.name.name}' ` +
      `${waysOf(rival)} to it: one of them would be lost`,
    "leave one of them out, or let both add to it by +=",
  );
}
