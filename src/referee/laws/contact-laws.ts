// The laws that the text has for a pair, and the law of a body for which none is recorded.
import { beginApplication, Evaluation } from "../../compiler/interpret/evaluation.ts";
import type { Value } from "../../compiler/values/value.ts";
import { selectContexts } from "../../language/declare/applicability.ts";
import { ContextScope, lawsOf } from "../../language/declare/context-scope.ts";
import { type Application, type Body, type Model, partOf, RecordRegisters } from "../reading/reading.ts";

/** In a pair the dynamic body comes first; of two dynamic ones the first by name. */
export function orderPair(a: Body, b: Body): [Body, Body] {
  if (a.physicalType !== b.physicalType) return a.physicalType === "dynamic" ? [a, b] : [b, a];
  return a.index < b.index ? [a, b] : [b, a];
}

/** Whether any law says what happens where two bodies touch. Bodies of one kind have the same laws. */
export class TouchLaws {
  private readonly model: Model;
  private readonly known = new Map<string, boolean>();
  /** Bodies that a link joins do not collide unless it allows that. */
  private readonly joined: ReadonlySet<string>;

  constructor(model: Model) {
    this.model = model;
    const apart = model.links.filter(({ declaration }) => !declaration.collides);
    this.joined = new Set(apart.flatMap(({ bodies: [a, b] }) => (a && b ? [nameOf(a, b), nameOf(b, a)] : [])));
  }

  handle(a: Body, b: Body): boolean {
    if (a.physicalType !== "dynamic" && b.physicalType !== "dynamic") return false;
    const kinds = `${a.declaration.name.name} ${b.declaration.name.name}`;
    let known = this.known.get(kinds);
    if (known === undefined) this.known.set(kinds, (known = this.find(a, b)));
    return known && !this.joined.has(nameOf(a, b));
  }

  private find(a: Body, b: Body): boolean {
    const objects = orderPair(a, b).map(({ declaration }) => declaration);
    const { contexts, settings } = this.model;
    const ofPairs = contexts.filter(({ appliedToPairs }) => appliedToPairs);
    const isTouching = settings.scheme === "time stepping" && selectContexts(ofPairs, "contact", objects).length > 0;
    return isTouching || selectContexts(contexts, "collision", objects).length > 0;
  }
}

const nameOf = (a: Body, b: Body) => `${a.index} ${b.index}`;

/** The free-fall law of a body as it would begin now; null if it has none. */
export function freeFall(model: Model, body: Body, memory: Float64Array, time: number): Application | null {
  const contexts = model.contexts.filter((context) => !context.appliedToPairs);
  const [context] = selectContexts(contexts, "free fall", [body.declaration]);
  if (!context || body.physicalType === "static") return null;
  const scope = new ContextScope(lawsOf(context), { objects: [body.shapes], link: null }, model.environment);
  const attributes = startingValues(scope);
  const given = new Map<string, Value>();
  const application: Application = { context, scope, body, attributes, given, group: null, since: time };
  const registers = new RecordRegisters(model, memory, memory, partOf(application));
  beginApplication(scope, registers, (attribute, value) => {
    if (attribute.owner.kind === "context") attributes.set(attribute.name, value);
  });
  return application;
}

/** The attributes that a context states with a value. */
export function startingValues(scope: ContextScope): Map<string, Value> {
  const found = new Map<string, Value>();
  const registers = { read: () => null, stage: () => null, special: () => null };
  for (const { name, value } of scope.laws.context?.attributes ?? [])
    if (value) found.set(name, new Evaluation(scope, registers).interpreter.run(value, scope.laws.below));
  return found;
}
