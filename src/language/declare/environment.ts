// What laws can refer to: attributes of the world, of objects and of links, with their shapes.
import { type CurveNameProblem, inferCurveCall } from "../infer/curve.ts";
import { Inference, type InferFrame, type ShapeHost } from "../infer/infer.ts";
import type { Attribute, Binding, Scope } from "../names/scope.ts";
import { ownShapeCall } from "../shapes/natives.ts";
import { boolean, real, type Shape, shapeKey, unknown } from "../shapes/shape.ts";
import type { AttributeItem, CallExpr, Definition, Expr } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import { orderByNeed } from "../syntax/names-in.ts";
import type { Source, Span } from "../syntax/span.ts";
import { isCurveOfEnd } from "../syntax/statement.ts";
import { didYouMean } from "../syntax/suggest.ts";
import type { CurveDeclaration, Experiment, LinkDeclaration, ObjectDeclaration } from "./experiment.ts";
import { withPredefined } from "./object-attributes.ts";

export { attributeName } from "./object-attributes.ts";

export type AttributeShapes = ReadonlyMap<string, Shape>;

export interface ObjectShapes {
  readonly declaration: ObjectDeclaration;
  readonly attributes: AttributeShapes;
}

export interface LinkShapes {
  readonly declaration: LinkDeclaration;
  readonly attributes: AttributeShapes;
}

export interface Environment {
  readonly world: AttributeShapes;
  readonly objects: ReadonlyMap<string, ObjectShapes>;
  readonly links: ReadonlyMap<string, LinkShapes>;
  readonly curves: ReadonlyMap<string, CurveDeclaration>;
  /** Whether the text has no objects, like a law library: any name may be an attribute of objects to come. */
  readonly open: boolean;
  /** The text that imports all others, and the place of each attribute of the world. */
  readonly main: Source;
  readonly worldSources: ReadonlyMap<string, Source>;
  /** The attributes of the world that a person changes. */
  readonly inputs: ReadonlySet<string>;
}

/** The object of this name; for an object with copies, `ball3` is the third. */
export function objectNamed(environment: Environment, name: string): ObjectShapes | null {
  const exact = environment.objects.get(name);
  if (exact) return exact;
  const copied = environment.objects.get(name.replace(/[1-9]\d*$/, ""));
  return copied?.declaration.copies ? copied : null;
}

/** The link of this name; for a link with copies, `joint3` is the third. */
export function linkNamed(environment: Environment, name: string): LinkShapes | null {
  const exact = environment.links.get(name);
  if (exact) return exact;
  const copied = environment.links.get(name.replace(/[1-9]\d*$/, ""));
  return copied?.declaration.copies ? copied : null;
}

/** The curve of this name; in the law of a link `curve1` and `curve2` are its ends. */
export function curveNamed(environment: Environment, name: string, link: LinkShapes | null): CurveDeclaration | null {
  const { curves, objects } = environment;
  const declared = curves.get(name);
  if (declared || !link || !isCurveOfEnd(name)) return declared ?? null;
  const end = link.declaration.between[Number(name[5]) - 1]?.object.name ?? "";
  return objects.has(end) ? null : (curves.get(end) ?? null);
}

/** What is wrong with a name that should be a curve's; null if it is one, or may be one to come. */
export function curveNameProblem(
  environment: Environment,
  name: string,
  link: LinkShapes | null,
): CurveNameProblem | null {
  if (environment.open || curveNamed(environment, name, link)) return null;
  const end = link && isCurveOfEnd(name) ? link.declaration.between[Number(name[5]) - 1] : null;
  if (end) {
    const [curve] = environment.curves.keys();
    const ends = link!.declaration.between.map((one) => (one === end ? (curve ?? "a curve") : one.object.name));
    return [
      `'${name}' is the end '${end.object.name}' of the link '${link!.declaration.name.name}', which is not a curve`,
      `write between = {${ends.join(", ")}}`,
    ];
  }
  return [`there is no curve called '${name}'`, ...didYouMean(name, environment.curves.keys())];
}

/** The objects that are bodies if a simulation names none: those that are not parts of others. */
export function bodiesOf({ objects }: Environment): ObjectShapes[] {
  const parts = new Set<string>();
  for (const { declaration } of objects.values()) for (const { object } of declaration.parts) parts.add(object.name);
  return [...objects.values()].filter(({ declaration }) => !parts.has(declaration.name.name));
}

const signatures = new WeakMap<ObjectShapes, string>();

/** Equal for objects of the same kind whose attributes have the same names and shapes. */
export function signatureOf(object: ObjectShapes): string {
  let signature = signatures.get(object);
  if (signature === undefined) {
    const shapes = [...object.attributes]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, shape]) => `${name}:${shapeKey(shape)}`);
    signature = `${object.declaration.physicalType} ${object.declaration.geometricalType} ${shapes.join(" ")}`;
    signatures.set(object, signature);
  }
  return signature;
}

export function describeEnvironment(
  experiment: Experiment,
  scope: Scope,
  main: Source,
  diagnostics: Diagnostics,
): Environment {
  const world = worldShapes(experiment, scope, diagnostics);
  const curves = new Map(experiment.curves.map((curve) => [curve.name.name, curve]));
  const curveProblem = (name: string): CurveNameProblem | null =>
    curves.has(name) ? null : [`there is no curve called '${name}'`, ...didYouMean(name, curves.keys())];
  const objects = new Map<string, ObjectShapes>();
  for (const declaration of experiment.objects) {
    const attributes = declaredShapes(declaration.attributes, world, scope, curveProblem, diagnostics);
    objects.set(declaration.name.name, {
      declaration,
      attributes: withPredefined(declaration, attributes, diagnostics),
    });
  }
  const links = new Map<string, LinkShapes>();
  for (const declaration of experiment.links) {
    const attributes = new Map(declaredShapes(declaration.attributes, world, scope, curveProblem, diagnostics));
    attributes.set("attached", boolean);
    // Unknowns are stored with the link; the constraints determine how many numbers they have.
    const law = experiment.contexts.find((context) => context.name.name === declaration.kind?.name);
    for (const { name } of law?.unknowns ?? []) attributes.set(name, unknown);
    links.set(declaration.name.name, { declaration, attributes });
  }
  reportCase(experiment, world, diagnostics);
  const given = [...experiment.world, ...experiment.inputs];
  const worldSources = new Map(given.map(({ name, nameSpan }) => [name, nameSpan.source]));
  const inputs = new Set(experiment.inputs.map(({ name }) => name));
  return { world, objects, links, curves, open: experiment.objects.length === 0, main, worldSources, inputs };
}

/** Names this short may differ by case on purpose: m and M, t and T. */
const shortestWord = 3;
const everywhere = ["position", "orientation", "size"];

/** Reports names that differ only by case, such as `Mass` beside `mass`: one of them was hardly meant. */
function reportCase({ objects }: Experiment, world: AttributeShapes, diagnostics: Diagnostics): void {
  for (const { name: object, attributes } of objects) {
    const known = new Map([...world.keys(), ...everywhere].map((name) => [name.toLowerCase(), name]));
    for (const { name } of attributes) if (!known.has(name.toLowerCase())) known.set(name.toLowerCase(), name);
    for (const { name, nameSpan } of attributes) {
      const other = known.get(name.toLowerCase());
      if (name.length < shortestWord || other === undefined || other === name) continue;
      diagnostics.warning(
        "case",
        nameSpan,
        `'${name}' of '${object.name}' and '${other}' differ by case only, and are two attributes`,
        `write ${other}, or choose a name that differs by more`,
      );
    }
  }
}

function worldShapes(experiment: Experiment, scope: Scope, diagnostics: Diagnostics): AttributeShapes {
  const definitions = [...experiment.world, ...experiment.inputs];
  const seen = new Set<string>();
  for (const definition of definitions) {
    if (seen.has(definition.name))
      diagnostics.error(
        "duplicate",
        definition.nameSpan,
        `the world attribute '${definition.name}' is given twice`,
        "leave one of them out",
      );
    seen.add(definition.name);
    for (const param of definition.params)
      diagnostics.error("attribute-form", param.span, `'${definition.name}' is an attribute: it takes no parameters`);
  }
  const items = definitions.map(({ name, nameSpan, body, unit, span }: Definition) => ({
    name,
    nameSpan,
    value: body,
    unit,
    span,
  }));
  const noCurves = (): CurveNameProblem => [
    "the world comes before its curves",
    "ask the curve in a law or in an object",
  ];
  const shapes = new Map(declaredShapes(items, new Map(), scope, noCurves, diagnostics));
  shapes.set("t", real);
  shapes.set("dt", real);
  return shapes;
}

/** The shapes of attributes from their initial values, which may use the world and each other. */
function declaredShapes(
  items: readonly AttributeItem[],
  world: AttributeShapes,
  scope: Scope,
  curveProblem: (name: string) => CurveNameProblem | null,
  diagnostics: Diagnostics,
): AttributeShapes {
  const initial = new InitialScope(items, world, scope);
  const shapes = new Map<string, Shape>();
  const host: ShapeHost = {
    attributeShape(attribute: Attribute, span: Span, frame: InferFrame): Shape {
      if (attribute.owner.kind === "world") return world.get(attribute.name) ?? real;
      const done = shapes.get(attribute.name);
      if (done) return done;
      const value = initial.value(attribute.name);
      if (!value) return real;
      if (initial.pending.has(attribute.name)) {
        diagnostics.error("cycle", span, `the value of '${attribute.name}' needs itself`);
        return unknown;
      }
      initial.pending.add(attribute.name);
      const { shape } = inference.infer(value, { ...frame, definition: null, args: [], scope: initial });
      initial.pending.delete(attribute.name);
      shapes.set(attribute.name, shape);
      return shape;
    },
    specialShape(call: CallExpr, frame: InferFrame, running: Inference): Shape | null {
      const asked = inferCurveCall(call, frame, running, curveProblem);
      if (asked) return asked;
      for (const arg of call.args) running.infer(arg, frame);
      const own = ownShapeCall(call.name, call.args.length);
      if (own) return own;
      if (call.name !== "random") return null;
      if (call.args.length !== 2)
        running.error("arguments", call.span, frame, "random takes two reals: random(low, high)");
      return real;
    },
  };
  const inference = new Inference(host, diagnostics);
  const frame: InferFrame = { scope: initial, definition: null, args: [], registered: false, caller: null, depth: 0 };
  for (const item of orderByNeed(
    items,
    ({ name }) => name,
    ({ value }) => value,
  )) {
    if (!item.value) continue;
    host.attributeShape({ owner: { kind: "object", index: 0 }, name: item.name }, item.nameSpan, frame);
  }
  inference.reportUnknownNames();
  for (const item of items) {
    if (shapes.get(item.name)?.kind !== "sequence" || !item.value) continue;
    const message = `'${item.name}' cannot be a sequence: attributes are reals, booleans, vectors and matrices`;
    diagnostics.error("shape", item.value.span, message);
  }
  return shapes;
}

/** Inside the initial value of an attribute: the other attributes, `index` of a copy, the world. */
export class InitialScope implements Scope {
  readonly pending = new Set<string>();
  private readonly values: ReadonlyMap<string, Expr | null>;
  private readonly world: AttributeShapes;
  private readonly below: Scope;

  constructor(items: readonly AttributeItem[], world: AttributeShapes, below: Scope) {
    this.values = new Map(items.map((item) => [item.name, item.value]));
    this.world = world;
    this.below = below;
  }

  value(name: string): Expr | null {
    return this.values.get(name) ?? null;
  }

  attribute(name: string): Attribute | null {
    if (this.values.has(name) || name === "index") return { owner: { kind: "object", index: 0 }, name };
    return this.world.has(name) ? { owner: { kind: "world" }, name } : null;
  }

  lookup(name: string): Binding | null {
    const attribute = this.attribute(name);
    return attribute ? { kind: "attribute", attribute } : this.below.lookup(name);
  }

  names(): Iterable<string> {
    return [...this.values.keys(), ...this.world.keys(), "index", ...this.below.names()];
  }
}
