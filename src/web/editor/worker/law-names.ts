// The names that the law around a place adds to those of the text: its functions, aliases, attributes, parameters, and
// what the geometry gives it.

import type { Checked } from "../../../language/check/check.ts";
import type { ContextDeclaration } from "../../../language/declare/experiment.ts";
import type { LawCheck } from "../../../language/laws/laws.ts";
import type { Shape } from "../../../language/shapes/shape.ts";
import { atEnd, isPlainValue } from "../../../language/syntax/statement.ts";
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
  const names: LawName[] = context.functions.map((definition) => {
    const shape = isPlainValue(definition)
      ? law.inference.compute(definition, law.scope, law.scope.firstTime.has(definition)).shape
      : null;
    return { name: definition.name, kind: "function", shape, of: `function of ${of}` };
  });
  for (const alias of context.aliases)
    names.push({ name: alias.name.name, kind: "attribute", shape: null, of: `${alias.attribute.name}, by an alias` });
  for (const { name } of context.attributes)
    names.push({ name, kind: "attribute", shape: null, of: `attribute of ${of}` });
  return [...names, ...namesOfGeometry(context, law), ...(law.scope.isPair ? namesOfPair(law) : [])];
}

/** What the geometry gives a law. */
function namesOfGeometry({ directions }: ContextDeclaration, { scope }: LawCheck): LawName[] {
  const directed = [...directions.keys()].flatMap((k) =>
    ["collisionNormals", "collisionPoints", "hasPathToStaticObject"].map((what) => `${what}DirVec${k + 1}`),
  );
  const given = givenNames.filter((name) => scope.givenShape(name));
  return [...given, ...directed].map((name) => ({
    name,
    kind: "attribute",
    shape: scope.givenShape(name),
    of: "given by the geometry",
  }));
}

/** The attributes of both objects of a law of pairs: `v1`, `v2`. */
function namesOfPair({ scope }: LawCheck): LawName[] {
  return scope.cast.objects.flatMap(({ attributes, declaration }, index) =>
    [...attributes].map(([name, shape]) => ({
      name: atEnd(name, index),
      kind: "attribute" as const,
      shape,
      of: `attribute of the ${index === 0 ? "first" : "second"} object, such as ${declaration.name.name}`,
    })),
  );
}
