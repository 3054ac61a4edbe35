// Laws of an instant that change one of two moving objects and not the other. Their names alone decide which object is
// changed.
import type { ContextScope } from "../declare/context-scope.ts";
import { attributeName } from "../declare/environment.ts";
import type { ContextDeclaration } from "../declare/experiment.ts";
import type { Definition } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import { visitNames } from "../syntax/names-in.ts";
import { isRate } from "../syntax/statement.ts";
import type { GoverningContext } from "./simulation-statements.ts";

/** What a law writes to one object of a pair alone, though both have it. */
export interface OneSided {
  readonly definition: Definition;
  readonly attribute: string;
  /** The index of the changed object. */
  readonly index: number;
}

/** Warns of collision and contact laws that govern only pairs of two dynamic objects. */
export function reportOneSided(governing: readonly GoverningContext[], diagnostics: Diagnostics): void {
  const moved = movedNames(governing.map(({ context }) => context));
  for (const { context, scopes } of governing) {
    if (context.type !== "collision" && !context.appliedToPairs) continue;
    // A law of one object is right for a wall; the run reports if it meets a pair.
    if (!scopes.every(isOfTwoDynamic)) continue;
    for (const scope of scopes) {
      const found = oneSidedOf(scope, moved);
      if (!found) continue;
      const [changed, left] = namesOf(scope, found);
      diagnostics.warning(
        "one-sided",
        found.definition.nameSpan,
        oneSidedWords(context, found, changed, left),
        adviseBoth(found.attribute),
      );
      break;
    }
  }
}

export function oneSidedWords(
  { name }: ContextDeclaration,
  { attribute }: OneSided,
  changed: string,
  left: string,
): string {
  return (
    `'${name.name}' governs two dynamic objects and changes '${attribute}' of '${changed}' alone: ` +
    `'${left}' continues as if nothing had happened`
  );
}

export function adviseBoth(attribute: string): string {
  return `write ${attribute}1 = … and ${attribute}2 = …: of two dynamic objects, 1 is the first by its name`;
}

/** Names of attributes moved by continuous laws: those with a law, and those that move the object. */
export function movedNames(contexts: readonly ContextDeclaration[]): ReadonlySet<string> {
  const moved = new Set<string>();
  for (const { type, appliedToPairs, functions } of contexts) {
    if (type !== "free fall" && (type !== "contact" || appliedToPairs)) continue;
    for (const definition of functions) {
      const { name, params, body } = definition;
      if (params.length > 0) continue;
      moved.add(attributeName(name));
      if (isRate(definition) && /^(position|orientation)$/.test(attributeName(name)))
        visitNames(body, (said) => moved.add(attributeName(said)) !== null);
    }
  }
  return moved;
}

function isOfTwoDynamic({ cast }: ContextScope): boolean {
  return cast.objects.length === 2 && cast.objects.every(({ declaration }) => declaration.physicalType === "dynamic");
}

/**
 * The first attribute among `moved` that a law for two dynamic objects writes to one of them alone; null if there is
 * none, or where the law distinguishes the two.
 */
export function oneSidedOf(scope: ContextScope, moved: ReadonlySet<string>): OneSided | null {
  const { context, functions } = scope.laws;
  if (!context || !isOfTwoDynamic(scope) || tellsApart(context)) return null;
  const written = functions.flatMap((definition) => {
    const attribute = definition.params.length === 0 && !isRate(definition) ? scope.attribute(definition.name) : null;
    return attribute && !scope.firstTime.has(definition) ? [{ definition, attribute }] : [];
  });
  if (written.some(({ attribute }) => attribute.owner.kind === "named object")) return null;
  for (const { definition, attribute } of written) {
    const { owner, name } = attribute;
    if (owner.kind !== "object" || !moved.has(name)) continue;
    const isOther = (one: (typeof written)[number]) =>
      one.attribute.owner.kind === "object" && one.attribute.owner.index !== owner.index && one.attribute.name === name;
    if (scope.cast.objects[1 - owner.index].attributes.has(name) && !written.some(isOther))
      return { definition, attribute: name, index: owner.index };
  }
  return null;
}

/** Whether an applicability asks for an object by name, or for two different ones. */
function tellsApart({ requirements }: ContextDeclaration): boolean {
  const kinds = requirements.map(({ words }) =>
    words
      .map(({ name }) => name.replace(/s$/, ""))
      .filter((word) => word !== "object")
      .join(" "),
  );
  return requirements.some(({ object }) => object !== null) || new Set(kinds).size > 1;
}

/** Names of the changed object and of the other. */
function namesOf({ cast }: ContextScope, { index }: OneSided): readonly [string, string] {
  const [one, other] = cast.objects.map(({ declaration }) => declaration);
  const isCopy = one === other;
  const names = [`${one.name.name}${isCopy ? 1 : ""}`, `${other.name.name}${isCopy ? 2 : ""}`].sort();
  return [names[index], names[1 - index]];
}
