// Torques of forces at a place off the centre: those that are missing, and those with arm and force in the wrong order.
import type { ContextScope } from "../declare/context-scope.ts";
import type { LinkDeclaration } from "../declare/experiment.ts";
import type { Definition, Expr } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import { expressionText } from "../syntax/expression-text.ts";
import { visitNames } from "../syntax/names-in.ts";
import { isContribution, isRate, withoutEnd } from "../syntax/statement.ts";
import type { GoverningContext } from "./simulation-statements.ts";
import { factorsOf, type SignedTerm, termsOf, valueIn } from "./terms.ts";

/** How attributes are called to which laws add torques. */
const torqueNames = /torque|moment(?!um)/i;
const forceNames = /force/i;

export function reportTorques(governing: readonly GoverningContext[], diagnostics: Diagnostics): void {
  const read = new Set<string>();
  for (const { context } of governing)
    for (const definition of context.functions)
      if (isRate(definition)) visitNames(definition.body, (name) => read.add(withoutEnd(name)) !== null);
  for (const { context, scopes } of governing)
    for (const scope of scopes) {
      if (context.block.span.source !== scope.environment.main) continue;
      reportSwapped(scope, diagnostics);
      if (context.type === "link" || context.type === "constraint") reportMissing(scope, read, diagnostics);
    }
}

/** A link law that pulls at its anchor, which is not the centre of the body, and adds no torque to it. */
function reportMissing(scope: ContextScope, read: ReadonlySet<string>, diagnostics: Diagnostics): void {
  const { context, functions } = scope.laws;
  const added = functions.filter(isContribution);
  for (const end of ["1", "2"]) {
    const force = added.find(({ name }) => name.endsWith(end) && forceNames.test(name));
    const others = added.filter((one) => one !== force && one.name.endsWith(end));
    const link = offCentre(scope, Number(end) - 1);
    if (!force || !link || others.some(({ name }) => !forceNames.test(name))) continue;
    const owner = scope.attribute(force.name)?.owner;
    const object = owner?.kind === "object" ? scope.cast.objects[owner.index] : undefined;
    const torque = [...(object?.attributes.keys() ?? [])].find((name) => torqueNames.test(name) && read.has(name));
    if (!object || torque === undefined || !saysAnchor(scope, end)) continue;
    diagnostics.warning(
      "torque",
      force.nameSpan,
      `'${context!.name.name}' pulls '${object.declaration.name.name}' at a place off its centre, where ` +
        `'${link.name.name}' holds it, and adds no torque: it does not turn by that`,
      `add ${torque}${end} += (anchor${end} - position${end}) * ${asFactor(force.body)}`,
    );
    return;
  }
}

/** A link of this law that holds its body at this end off the centre; null if there is none. */
function offCentre({ cast, environment, laws }: ContextScope, end: number): LinkDeclaration | null {
  const links = [...environment.links.values()].map(({ declaration }) => declaration);
  const isHere = ({ kind, between }: LinkDeclaration) =>
    kind?.name === laws.context?.name.name &&
    between.length === 2 &&
    isAside(between[end].at) &&
    environment.objects.get(between[end].object.name)?.declaration.physicalType === "dynamic";
  return cast.link ? (links.find(isHere) ?? null) : null;
}

/** Whether a place is a vector of numbers, not all of them zero. */
function isAside(at: Expr | null): boolean {
  const place = at?.kind === "unit" ? at.value : at;
  if (place?.kind !== "vector") return false;
  const numbers = place.elements.map((one) => {
    const plain = one.kind === "unit" ? one.value : one;
    return plain.kind === "unary" ? plain.operand : plain;
  });
  return (
    numbers.every(({ kind }) => kind === "number") && numbers.some((one) => one.kind === "number" && one.value !== 0)
  );
}

function saysAnchor({ laws }: ContextScope, end: string): boolean {
  let isSaid = false;
  for (const { body } of laws.functions)
    visitNames(body, (name) => {
      isSaid ||= name === `anchor${end}`;
      return true;
    });
  return isSaid;
}

/** `torque1 += pull * (anchor1 - position1)`, where `force1 += pull`. */
function reportSwapped(scope: ContextScope, diagnostics: Diagnostics): void {
  const { functions } = scope.laws;
  for (const definition of functions) {
    if (definition.params.length > 0) continue;
    for (const term of termsOf(definition.body, scope)) {
      const product = crossIn(term, scope);
      if (!product?.isAgainst || !isForce(product.force, definition, scope)) continue;
      const { arm, force } = product;
      diagnostics.warning(
        "torque",
        term.expr.span,
        "arm and force are in the wrong order: the torque is the arm times the force, and this is its opposite",
        `write ${asFactor(arm)} * ${asFactor(force)}`,
      );
      return;
    }
  }
}

interface Cross {
  readonly arm: Expr;
  readonly force: Expr;
  /** Whether the product is the opposite of arm times force. */
  readonly isAgainst: boolean;
}

/** The product of an arm and a force; null for other terms. */
function crossIn({ expr, sign }: SignedTerm, scope: ContextScope): Cross | null {
  if (expr.kind !== "binary" || expr.op !== "*") return null;
  const [left, right] = [armOf(expr.left, scope), armOf(expr.right, scope)];
  if ((left === null) === (right === null)) return null;
  const force = left === null ? expr.left : expr.right;
  const { sign: turned, factors } = factorsOf(force);
  const order = left === null ? -1 : 1;
  const direction = (left ?? right)!;
  const isAgainst = order * direction * turned * sign < 0;
  // `position - anchor` in front of the force, or a minus, may be what somebody means by another sign.
  const isPlain = order === -1 && direction === 1 && turned === 1;
  return {
    arm: left === null ? expr.right : expr.left,
    force: factors.length === 1 ? factors[0].expr : force,
    isAgainst: isAgainst && isPlain,
  };
}

/** 1 for a place less the own position, -1 for the position less a place; null for what is no arm. */
function armOf(expr: Expr, scope: ContextScope): 1 | -1 | null {
  const terms = termsOf(expr, scope);
  if (terms.length !== 2 || terms[0].sign === terms[1].sign) return null;
  const names = terms.map((term) => (term.expr.kind === "name" ? term.expr.name : ""));
  const position = names.findIndex((name) => /^position[12]?$/.test(name));
  const isPlace = /^(anchor[12]|collisionPoint)$/.test(names[1 - position] ?? "");
  if (position < 0 || !isPlace) return null;
  return terms[position].sign === -1 ? 1 : -1;
}

/** Whether another definition of the same end takes this expression as a force or an impulse, with a plus. */
function isForce(force: Expr, of: Definition, scope: ContextScope): boolean {
  const text = expressionText(force);
  const meant = force.kind === "name" ? valueIn(scope, force.name) : null;
  const texts = new Set([text, ...(meant ? [expressionText(meant.body)] : [])]);
  const end = /[12]$/.exec(of.name)?.[0] ?? "";
  return scope.laws.functions.some((other) => {
    if (other === of || other === meant || (/[12]$/.exec(other.name)?.[0] ?? "") !== end) return false;
    if (other.params.length > 0 || texts.has(other.name)) return false;
    // The force may have a name, which is not followed here.
    return termsOf(other.body, scope, 1, Number.POSITIVE_INFINITY).some((term) => {
      const { factors, sign } = factorsOf(term.expr);
      const isWhole = texts.has(expressionText(term.expr)) && term.sign === 1;
      const isFactor = factors.some(({ expr, isDivisor }) => !isDivisor && texts.has(expressionText(expr)));
      return isWhole || (isFactor && sign === term.sign);
    });
  });
}

function asFactor(expr: Expr): string {
  const text = expressionText(expr);
  return expr.kind === "name" || expr.kind === "call" ? text : `(${text})`;
}
