// The names that the law around a place adds to those of the text: its functions, aliases, attributes, parameters, and
// what the geometry gives it.
import type { Checked } from "../../../language/check/check.ts";
import type { ContextDeclaration } from "../../../language/declare/experiment.ts";
import type { Shape } from "../../../language/shapes/shape.ts";
import type { CompletionItem } from "../../protocol/text.ts";
import { lawOf } from "./shapes.ts";

export interface LawName {
  readonly name: string;
  readonly kind: CompletionItem["type"];
  readonly shape: Shape | null;
  readonly of: string;
}

const givenNames = ["collisionPoint", "collisionNormal", "penetration", "iteration", "anchor1", "anchor2", "attached"];

export function lawNames(checked: Checked, at: number): LawName[] {
  const { experiment, source } = checked;
  const around = ({ span }: { span: { source: object; from: number; to: number } }) =>
    span.source === source && span.from <= at && at <= span.to;
  const context = experiment.contexts.find(({ block }) => around(block));
  const names: LawName[] = [];
  const measures = experiment.measures.find(({ definitions }) => definitions.some(around));
  const files = context?.functions ?? measures?.definitions ?? [];
  for (const param of files.find(around)?.params ?? [])
    names.push({ name: param.name, kind: "parameter", shape: null, of: "parameter" });
  if (measures)
    for (const { name } of measures.definitions) names.push({ name, kind: "function", shape: null, of: "measure" });
  if (context) names.push(...namesOfContext(context, checked));
  return names;
}

function namesOfContext(context: ContextDeclaration, checked: Checked): LawName[] {
  const law = lawOf(context, checked);
  const of = `the law ${context.name.name}`;
  const names: LawName[] = [];
  for (const definition of context.functions) {
    const isValue = definition.order === 0 && definition.op === "=" && definition.params.length === 0;
    const shape = isValue
      ? law.inference.compute(definition, law.scope, law.scope.firstTime.has(definition)).shape
      : null;
    names.push({ name: definition.name, kind: "function", shape, of: `function of ${of}` });
  }
  for (const alias of context.aliases)
    names.push({ name: alias.name.name, kind: "attribute", shape: null, of: `${alias.attribute.name}, by an alias` });
  for (const { name } of context.attributes)
    names.push({ name, kind: "attribute", shape: null, of: `attribute of ${of}` });
  for (const name of givenNames) {
    const shape = law.scope.givenShape(name);
    if (shape) names.push({ name, kind: "attribute", shape, of: "given by the geometry" });
  }
  for (const k of context.directions.keys())
    for (const what of ["collisionNormals", "collisionPoints", "hasPathToStaticObject"]) {
      const name = `${what}DirVec${k + 1}`;
      names.push({ name, kind: "attribute", shape: law.scope.givenShape(name), of: "given by the geometry" });
    }
  if (law.scope.isPair)
    for (const [index, { attributes, declaration }] of law.scope.cast.objects.entries())
      for (const [name, shape] of attributes)
        names.push({
          name: `${name}${index + 1}`,
          kind: "attribute",
          shape,
          of: `attribute of the ${index === 0 ? "first" : "second"} object, such as ${declaration.name.name}`,
        });
  return names;
}
