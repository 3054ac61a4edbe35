// Statements that no run would follow, reported before it: values that nothing stores, rates of rates, and
// contributions that another law replaces.
import type { ContextScope } from "../declare/context-scope.ts";
import type { ObjectShapes } from "../declare/environment.ts";
import type { ContextDeclaration } from "../declare/experiment.ts";
import type { Definition } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import { atEnd, isContribution, isRate, isValue } from "../syntax/statement.ts";
import type { GoverningContext } from "./simulation-statements.ts";
import { reportPrevious, visitCalls } from "./statements.ts";

/**
 * Reports values of links: a link has only first values, and its law is computed from the bodies whenever it is needed.
 */
export function reportLinkState(scope: ContextScope, diagnostics: Diagnostics): void {
  const { context } = scope.laws;
  if (!context || (context.type !== "link" && context.type !== "constraint")) return;
  const advice = "keep it as an attribute of an object, by a law of the object";
  for (const { name, span } of context.firstTimeOnly)
    diagnostics.error(
      "link-state",
      span,
      `a link law keeps no values: '${name}' would be computed again at every instant`,
      `give it as an attribute of the link, or ${advice}`,
    );
  const isKept = (name: string): boolean => {
    const attribute = scope.attribute(name);
    if (!attribute || (attribute.owner.kind !== "link" && attribute.owner.kind !== "context")) return false;
    return scope.updateOf(attribute) !== null;
  };
  for (const { body } of scope.laws.functions)
    visitCalls(body, ({ name, args, span }) => {
      const [first] = args;
      if (name !== "previous" || first?.kind !== "name" || !isKept(first.name)) return;
      diagnostics.error(
        "link-state",
        span,
        `a link law keeps no values: previous(${first.name}) would always be the first value`,
        advice,
      );
    });
  for (const { body } of scope.laws.functions) reportPrevious(body, scope, "a link law", diagnostics);
}

/** Reports an attribute that an imported law does not use, although it has a local helper of that name. */
export function reportHiddenAttributes(scope: ContextScope, diagnostics: Diagnostics): void {
  const { context, functions } = scope.laws;
  for (const definition of functions) {
    const { name, params } = definition;
    if (!isValue(definition) || params.length > 0 || !scope.isHelper(name) || scope.attribute(name)) continue;
    for (const [i, { declaration }] of scope.cast.objects.entries()) {
      const item = declaration.attributes.find((one) => (scope.isPair ? atEnd(one.name, i) : one.name) === name);
      if (item)
        diagnostics.warning(
          "helper",
          item.nameSpan,
          `the imported law '${context!.name.name}' has its own helper '${name}': this attribute is ` +
            "another one, and nothing changes it",
          "to read the helper, leave the attribute out; to keep both, choose another name",
        );
    }
  }
}

/** Reports rates of second order: integrators follow first rates; write two of them. */
export function reportHigherRate({ name, nameSpan, order }: Definition, diagnostics: Diagnostics): void {
  const rate = name === "position" ? "v" : `${name}_rate`;
  diagnostics.error(
    "rate-order",
    nameSpan,
    `'${name}${"'".repeat(order)}' is the rate of a rate, and a law states first rates only`,
    `give the object an attribute for the rate of '${name}', such as ${rate}, and write ${name}' = ` +
      `${rate} and ${rate}' = …`,
  );
}

interface Statement {
  readonly context: ContextDeclaration;
  readonly definition: Definition;
}

/** Whether a law acts on its body at every instant. */
function isLastingLaw({ type, appliedToPairs }: ContextDeclaration): boolean {
  return type === "free fall" || (type === "contact" && !appliedToPairs);
}

/** The attribute of an object that a definition states, and its owner; null for other definitions. */
function objectAttribute(
  { name, params }: Definition,
  scope: ContextScope,
): { readonly object: ObjectShapes; readonly name: string } | null {
  const attribute = params.length === 0 ? scope.attribute(name) : null;
  if (attribute?.owner.kind !== "object") return null;
  return { object: scope.cast.objects[attribute.owner.index], name: attribute.name };
}

/** The laws of a simulation that give attributes of one kind of objects their values, and those that add to them. */
export class Contributions {
  private readonly given = new Map<string, Statement[]>();
  private readonly added: (Statement & { readonly key: string })[] = [];

  note({ context, scopes }: GoverningContext, keyOf: (object: ObjectShapes) => string): void {
    // A law of an instant gives no values in between.
    const isLasting = isLastingLaw(context);
    if (context.type === "collision" || (!isLasting && !context.functions.some(isContribution))) return;
    for (const scope of scopes) {
      for (const definition of context.functions) {
        const attribute = scope.firstTime.has(definition) ? null : objectAttribute(definition, scope);
        if (!attribute) continue;
        const key = `${keyOf(attribute.object)} ${attribute.name}`;
        if (isContribution(definition)) this.added.push({ key, context, definition });
        else if (isLasting) this.given.set(key, [...(this.given.get(key) ?? []), { context, definition }]);
      }
    }
  }

  report(diagnostics: Diagnostics): void {
    const told = new Set<Definition>();
    for (const { key, context, definition } of this.added) {
      // A body has one continuous law at a time; links and pairs act in addition.
      const by = this.given.get(key)?.find((one) => !isLastingLaw(context) || one.context === context);
      if (!by || told.has(definition)) continue;
      told.add(definition);
      const isRated = isRate(by.definition);
      const where = by.context === context ? "this law" : `the law '${by.context.name.name}'`;
      const has = isRated ? "has a rate" : "gets its value by '='";
      diagnostics.error(
        "contribution",
        definition.nameSpan,
        `'${definition.name}' ${has} in ${where}, so the term added here would be lost`,
        isRated
          ? "add to what that rate is made of"
          : `write ${by.definition.name} += … there too: contributions start from zero and add up`,
      );
    }
  }
}
