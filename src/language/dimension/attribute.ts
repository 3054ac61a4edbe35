// The attribute that a name stands for, and its dimension: of an object, a link, the world, or of objects to come.
import { ContextScope } from "../declare/context-scope.ts";
import { attributeName, type Environment, linkNamed } from "../declare/environment.ts";
import type { ContextDeclaration, Experiment } from "../declare/experiment.ts";
import { LinkScope } from "../declare/measures-scope.ts";
import type { Attribute, Scope } from "../names/scope.ts";
import type { Shape } from "../shapes/shape.ts";
import { withoutEnd } from "../syntax/statement.ts";
import { type DimensionTable, givenKey, tableKey } from "./table.ts";
import { any, type DimensionValue } from "./value.ts";

/** Attributes that every object has. */
const predefined = /^(position|orientation|size)$/;

export class AttributeNames {
  /** Scopes of first values, by the owner of the attributes. */
  readonly holders = new Map<Scope, string>();
  private readonly table: DimensionTable;
  private readonly environment: Environment;

  constructor(table: DimensionTable, environment: Environment) {
    this.table = table;
    this.environment = environment;
  }

  attribute(attribute: Attribute, scope: Scope): DimensionValue {
    const { owner, name } = attribute;
    const holder = this.holders.get(scope);
    if (holder !== undefined && owner.kind === "object")
      return this.table.get(name === "index" ? "object index" : `${holder} ${attributeName(name)}`, null);
    const law = scope instanceof ContextScope ? scope : scope instanceof LinkScope ? scope.law : null;
    const context = law?.laws.context ?? null;
    if (law && context && isOpen(law)) return this.openAttribute(attribute, context);
    const named = owner.kind === "named link" ? linkNamed(this.environment, owner.name) : null;
    const kind = named ? (named.declaration.kind?.name ?? "") : (context?.name.name ?? "");
    const isLaw = owner.kind === "object" && law === null && !this.isAttribute(name);
    if (isLaw) return this.table.find(`function ${name}`) ?? any;
    return this.table.get(tableKey(attribute, kind), this.shapeOf(attribute, law));
  }

  attributeNamed(name: string, scope: Scope): Attribute | null {
    const attribute = scope.attribute(name);
    const context = scope instanceof ContextScope && isOpen(scope) ? scope.laws.context : null;
    if (!context || attribute?.owner.kind !== "object") return attribute;
    // Without objects, every name may be an attribute of theirs; one that the law defines is local.
    const plain = attributeName(withoutEnd(name));
    const isStated = context.units.some((item) => item.name === name || item.name === plain);
    if (isStated || predefined.test(plain)) return attribute;
    return context.functions.some((definition) => definition.name === name) ? null : attribute;
  }

  /** Whether any object has an attribute of this name; otherwise a measure means a function of the object's law. */
  private isAttribute(name: string): boolean {
    for (const object of this.environment.objects.values()) if (object.attributes.has(name)) return true;
    return false;
  }

  /** In a law for objects to come a name belongs to that law; `mass1` and `mass2` are the masses of a pair. */
  private openAttribute({ owner, name }: Attribute, context: ContextDeclaration): DimensionValue {
    const { type, units, attributes, appliedToPairs } = context;
    const isPair = type === "collision" || type === "link" || type === "constraint" || appliedToPairs;
    const isStated = [...units, ...attributes].some((item) => item.name === name);
    const isEnd = isPair && !isStated && owner.kind === "object";
    const plain = attributeName(isEnd ? withoutEnd(name) : name);
    const given = this.table.find(tableKey({ owner, name: plain }, context.name.name));
    if (given && (owner.kind === "given" || owner.kind === "world" || predefined.test(plain))) return given;
    return this.table.get(`open ${context.name.name} ${plain}`, null);
  }

  private shapeOf({ owner, name }: Attribute, law: ContextScope | null): Shape | null {
    if (owner.kind === "world") return this.environment.world.get(name) ?? null;
    if (owner.kind === "object") return law?.cast.objects[owner.index]?.attributes.get(name) ?? null;
    return owner.kind === "link" ? (law?.cast.link?.attributes.get(name) ?? null) : null;
  }
}

function isOpen({ laws, cast, environment }: ContextScope): boolean {
  return laws.context !== null && environment.open && cast.objects.length === 0;
}

/** Keys for the dimension of `ball.v`, `g`, `energy`, `rope.lambda` or `fall.t0`, the likeliest first. */
export function attributeKeys(path: string, { contexts }: Experiment, environment: Environment): string[] {
  const [base] = path.split("#");
  const [owner, name] = base.trim().split(".");
  const given = givenKey(name ?? owner);
  const last = given ? [given] : [];
  if (name === undefined) return [`world ${owner}`, `measure ${owner}`, `kept ${owner}`, ...last];
  const link = linkNamed(environment, owner);
  if (link) return [`link ${link.declaration.kind?.name} ${name}`, ...last];
  // A law's attribute of an object, or its name for an attribute of one of a pair, is found as the object's own.
  const kept = contexts.filter(({ attributes }) => attributes.some((item) => item.name === name));
  const meant = contexts.flatMap((context) =>
    context.aliases
      .filter((alias) => alias.name.name === name)
      .flatMap(({ attribute }) => [`object ${attribute.name}`, `context ${context.name.name} ${attribute.name}`]),
  );
  return [
    `context ${owner} ${name}`,
    `object ${attributeName(name)}`,
    `function ${name}`,
    ...kept.map((context) => `context ${context.name.name} ${name}`),
    ...meant,
    `object ${attributeName(withoutEnd(name))}`,
    ...last,
  ];
}
