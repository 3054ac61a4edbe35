// Contributions that are computed from a sum of contributions. They are computed before the sums are known, so they
// would see a part of the sum, or nothing. A link sees whole sums to which no link adds.
import type { ContextScope } from "../declare/context-scope.ts";
import { type Attribute, attributeKey } from "../names/scope.ts";
import { isLookingBack } from "../names/step-start.ts";
import type { Definition } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import { visitNames } from "../syntax/names-in.ts";
import { isContribution, isRate, isValue } from "../syntax/statement.ts";
import { isLasting, type SimulationStatements } from "./simulation-statements.ts";
import type { LawKind } from "./statements.ts";

export function reportSumReads(statements: SimulationStatements, diagnostics: Diagnostics): void {
  const contributions = statements.all.filter(({ definition }) => isContribution(definition));
  const all = new Set(contributions.map(({ key }) => key));
  // Links come last: what laws of objects alone add up is known by then.
  const ofLinks = new Set(contributions.filter(({ place }) => !isLastingPlace(place)).map(({ key }) => key));
  const told = new Set<Definition>();
  for (const { place, definition, scope, key } of contributions) {
    if (told.has(definition)) continue;
    const sums = place === "link" ? ofLinks : all;
    const read = new ReadKeys(statements).of(definition, scope);
    const sum = [...read].find(([found]) => sums.has(found));
    if (!sum) continue;
    told.add(definition);
    const which = sum[0] === key ? "the sum itself" : `'${sum[1]}', a sum too`;
    diagnostics.error(
      "contribution",
      definition.nameSpan,
      `this contribution to '${definition.name}' reads ${which}: contributions are computed before any sum is known`,
      "compute it from what the sum is made of, or read the sum in a rate, which sees all of it",
    );
  }
}

function isLastingPlace(place: LawKind): boolean {
  return place === "free fall" || place === "group contact";
}

/** Keys and names of the attributes that a definition reads at this instant, through functions, values and rates. */
class ReadKeys {
  private readonly found = new Map<string, string>();
  private readonly seen = new Set<Definition>();
  private readonly statements: SimulationStatements;

  constructor(statements: SimulationStatements) {
    this.statements = statements;
  }

  of(definition: Definition, scope: ContextScope): ReadonlyMap<string, string> {
    this.look(definition, scope);
    return this.found;
  }

  private look(from: Definition, scope: ContextScope): void {
    if (this.seen.has(from)) return;
    this.seen.add(from);
    visitNames(from.body, (said, call) => {
      if (call !== null && isLookingBack(said)) return false;
      const name = said.replace(/'+$/, "");
      if (call === null && from.params.some((param) => param.name === name)) return true;
      const attribute = scope.attribute(name);
      if (!attribute) this.lookAtFunction(name, scope);
      else if (name === said) this.lookAtValue(attribute, scope);
      else this.lookAtRate(attribute, scope);
      return true;
    });
  }

  private lookAtValue(attribute: Attribute, scope: ContextScope): void {
    const update = scope.updateOf(attribute);
    if (update && !scope.firstTime.has(update)) this.look(update, scope);
    const key = this.statements.keyOf(attribute, scope);
    if (key === null || this.found.has(key)) return;
    this.found.set(key, attribute.name);
    for (const one of this.statements.byKey.get(key) ?? [])
      if (isValue(one.definition) && isLasting(one)) this.look(one.definition, one.scope);
  }

  private lookAtRate(attribute: Attribute, scope: ContextScope): void {
    for (const one of scope.laws.functions) {
      const other = isRate(one) && one.params.length === 0 ? scope.attribute(one.name) : null;
      if (other && attributeKey(other) === attributeKey(attribute)) this.look(one, scope);
    }
  }

  private lookAtFunction(name: string, scope: ContextScope): void {
    const binding = scope.lookup(name);
    if (binding?.kind === "function" && binding.scope === scope) this.look(binding.definition, scope);
  }
}
