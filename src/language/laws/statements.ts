// What a statement can do depends on where it stands. Free-fall and group contact laws go on: values, rates and
// contributions act there. A collision and an event happen at an instant: they give values. A contact law of pairs
// gives its two objects values, and adds to them. A link law keeps nothing: it adds to what it joins. A statement that
// would do nothing where it stands is refused, with what to write.
import type { ContextScope } from "../declare/context-scope.ts";
import { type LinkShapes, objectNamed } from "../declare/environment.ts";
import type { Attribute } from "../names/scope.ts";
import { type CallExpr, type Definition, type Expr, partsOf } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import { visitNames } from "../syntax/names-in.ts";
import { isContribution, isFirstRate, isHigherRate, isRate, primedName, withoutEnd } from "../syntax/statement.ts";

export type LawKind = "free fall" | "collision" | "group contact" | "pair contact" | "link" | "event";

/** The kind of a law; without a context it is an event. */
export function placeOfLaws({ laws: { context } }: ContextScope): LawKind {
  if (!context) return "event";
  if (context.type === "contact") return context.appliedToPairs ? "pair contact" : "group contact";
  return context.type === "constraint" ? "link" : context.type;
}

/** The name of each kind of law in messages. */
const subjects: Readonly<Record<LawKind, string>> = {
  "free fall": "a free-fall law",
  "group contact": "a contact law",
  collision: "a collision happens at an instant and",
  event: "an event happens at an instant and",
  "pair contact": "a contact law of pairs",
  link: "a link law",
};

interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly notes: readonly string[];
}

/** Refuses statements that would have no effect where they stand. */
export function reportStatements(scope: ContextScope, diagnostics: Diagnostics): void {
  const place = placeOfLaws(scope);
  const constraints = new Set(scope.laws.context?.constraints.map((word) => word.name));
  for (const definition of scope.laws.functions) {
    const attribute = definition.params.length === 0 ? scope.attribute(definition.name) : null;
    if (!attribute || attribute.owner.kind === "given" || attribute.owner.kind === "others") continue;
    if (isHigherRate(definition) || constraints.has(definition.name)) continue;
    const refusal =
      reservedFor(definition, attribute, scope, place) ??
      (isRate(definition)
        ? refuseRate(definition, attribute, place, scope.cast.link)
        : isContribution(definition)
          ? refuseContribution(definition, attribute, scope, place)
          : refuseValue(definition, attribute, scope, place));
    if (refusal) diagnostics.error(refusal.code, definition.nameSpan, refusal.message, ...refusal.notes);
  }
  reportValuesWithRates(scope, diagnostics);
}

/** What no law of this kind may change: inputs, and attributes of static objects or of objects with their own law. */
function reservedFor({ name }: Definition, attribute: Attribute, scope: ContextScope, place: LawKind): Refusal | null {
  const { owner, name: own } = attribute;
  if (owner.kind === "world" && scope.environment.inputs.has(own))
    return {
      code: "given",
      message: `'${name}' is an input: only a person changes it`,
      notes: ["what laws and events change belongs in world attributes { }"],
    };
  // Sizes are checked in geometry.ts.
  const object = owner.kind === "named object" && own !== "size" ? objectNamed(scope.environment, owner.name) : null;
  if (!object || object.declaration.physicalType === "dynamic") return null;
  if (object.declaration.physicalType === "static")
    return {
      code: "given",
      message: `'${object.declaration.name.name}' is static: a value written to its '${own}' would be lost`,
      notes: ["keep it as a world attribute"],
    };
  if (place === "free fall" && scope.cast.objects[0]?.declaration === object.declaration) return null;
  return {
    code: "given",
    message: `'${object.declaration.name.name}' is driven: only its own free-fall law changes its '${own}'`,
    notes: ["keep it as a world attribute, and let that law read it"],
  };
}

/**
 * Where a link law finds a quantity with a rate: with the link, where its value lasts from step to step, or with an
 * object.
 */
function rateHolder(name: string, kind: "link" | "context", link: LinkShapes | null): string {
  return kind === "link"
    ? `aliases = { use ${name} as attribute ${name} of link ${link?.declaration.name.name ?? "…"} }`
    : `an attribute '${name}' of that object, which a link law reads as ${name}1 or ${name}2`;
}

function refuseRate(
  { name }: Definition,
  { owner }: Attribute,
  place: LawKind,
  link: LinkShapes | null,
): Refusal | null {
  const refuse = (message: string, ...notes: string[]): Refusal => ({ code: "rate", message, notes });
  switch (place) {
    case "free fall":
    case "group contact":
      if (owner.kind !== "context") return null;
      return refuse(
        `'${name}' belongs to the context: only attributes of objects, links and the world have rates`,
        `give the object an attribute '${name}', and state the rate of that`,
      );
    case "collision":
    case "event":
      return refuse(
        `${subjects[place]} takes no time: the rate of '${name}' would never act`,
        `write ${name} = previous(${name}) + … for a jump; a rate belongs in a free-fall or contact law`,
      );
    case "pair contact":
      return refuse(
        `${subjects[place]} gives values: the rate of '${name}' would never act`,
        `write ${name} = previous(${name}) + … * dt, or state the rate in the free-fall law of the object`,
      );
    case "link":
      return owner.kind === "link" || owner.kind === "context"
        ? refuse(
            `a link law keeps no values: the rate of '${name}' would never act`,
            `write ${name}' = … in the free-fall law of an object, with ${rateHolder(name, owner.kind, link)}`,
          )
        : refuse(
            `a link law only adds to the objects it joins: the rate of '${name}' would never act`,
            "write the rate in the free-fall law of the object, and add here to what it depends on, such as " +
              "force1 += …",
          );
  }
}

function refuseContribution(
  { name }: Definition,
  attribute: Attribute,
  scope: ContextScope,
  place: LawKind,
): Refusal | null {
  const refuse = (message: string, ...notes: string[]): Refusal => ({ code: "contribution", message, notes });
  const { kind } = attribute.owner;
  if (place === "collision" || place === "event")
    return refuse(
      `${subjects[place]} takes no time: a contribution to '${name}' would never act`,
      `write ${name} = previous(${name}) + … for a value that stays; a sum such as a force belongs in a law that lasts`,
    );
  if (kind === "context" || kind === "link")
    return refuse(
      `nothing can add to '${name}': it belongs to the ${kind}`,
      `write ${name} = …; laws can add only to an attribute of an object`,
    );
  if ((place === "link" || place === "pair contact") && kind !== "object")
    return refuse(
      `${subjects[place]} adds only to the two objects it acts on: this contribution to '${name}' would be lost`,
      "add to an attribute of theirs, such as force1 += …",
    );
  const update = scope.updateOf(attribute);
  if (!update || !scope.firstTime.has(update)) return null;
  return refuse(
    `'${name}' starts from zero at every instant, so the first value of ${update.name} = … would be lost`,
    `take '${name}' out of compute_first_time_only_attributes, or give one of the two another name`,
  );
}

function refuseValue(
  definition: Definition,
  attribute: Attribute,
  scope: ContextScope,
  place: LawKind,
): Refusal | null {
  const { name } = definition;
  const { owner } = attribute;
  // Without objects, a helper looks like an attribute of theirs.
  if (scope.environment.open) return null;
  const refuse = (message: string, ...notes: string[]): Refusal => ({ code: "lost", message, notes });
  const another = "for a value of this law alone, choose a name that is not an attribute";
  // What a link law computes first is checked in state.ts.
  const isOfLink = owner.kind === "link" || owner.kind === "context" || scope.firstTime.has(definition);
  if (place === "link" && !isOfLink)
    return refuse(
      `a link law cannot set values of the objects it joins: '${name} = …' would be lost`,
      "write it in the free-fall law of the object, or add to an attribute of the object, such as force1 += …",
      another,
    );
  if (place !== "pair contact") return null;
  if (owner.kind !== "object" && owner.kind !== "context")
    return refuse(
      `a contact law of pairs gives values to its two objects and its contact point: '${name} = …' would be lost`,
      "write it to an attribute of the objects, such as v1 = …, or of the context",
      another,
    );
  if (owner.kind === "object" && scope.firstTime.has(definition))
    return refuse(
      `a contact law of pairs keeps first values at its contact point: '${name} = …' would be lost`,
      `list another name in attributes = { } and in compute_first_time_only_attributes`,
    );
  return null;
}

/** Reports an attribute whose value a law gives by '=': it follows no rate. */
function reportValuesWithRates(scope: ContextScope, diagnostics: Diagnostics): void {
  for (const definition of scope.laws.functions) {
    if (!isFirstRate(definition) || definition.params.length > 0) continue;
    const attribute = scope.attribute(definition.name);
    const update = attribute && scope.updateOf(attribute);
    if (!update || scope.firstTime.has(update)) continue;
    diagnostics.error(
      "duplicate",
      definition.nameSpan,
      `'${primedName(update)}' and '${primedName(definition)}' are both stated here: the rate would be lost`,
      `leave one of them out, or compute ${update.name} = … once, by compute_first_time_only_attributes`,
    );
  }
}

/** How to keep a value from before an instant. */
export function keepBefore(name: string): string {
  const law = `before = previous(${name})`;
  return `to keep an earlier value, give an object an attribute for it, and a law such as ${law}`;
}

/**
 * Reports values from before, which a link law, a measure and the condition of an event do not know: they see one
 * instant.
 */
export function reportPrevious(expr: Expr, scope: ContextScope, what: string, diagnostics: Diagnostics): void {
  const seen = new Set<Definition>();
  const look = (body: Expr): void => {
    visitCalls(body, ({ name, args, span }) => {
      const [first] = args;
      if (name !== "previous" || first?.kind !== "name" || !scope.attribute(first.name)) return;
      diagnostics.error(
        what === "a link law" ? "link-state" : "special",
        span,
        `${what} sees one instant: previous(${first.name}) would be ${first.name} itself`,
        `write ${first.name}; ${keepBefore(scope.isPair ? withoutEnd(first.name) : first.name)}`,
      );
    });
    visitNames(body, (name) => {
      // In a condition an attribute means its value, not what the event makes of it.
      const binding = scope.attribute(name) ? null : scope.lookup(name);
      if (binding?.kind !== "function" || binding.scope !== scope || seen.has(binding.definition)) return true;
      seen.add(binding.definition);
      look(binding.definition.body);
      return true;
    });
  };
  look(expr);
}

export function visitCalls(expr: Expr, visit: (call: CallExpr) => void): void {
  if (expr.kind === "call") visit(expr);
  for (const part of partsOf(expr)) visitCalls(part, visit);
}
