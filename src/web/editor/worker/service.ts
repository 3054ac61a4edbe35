// The editor's questions about a text: what a name is, where it comes from, where else it occurs.
import type { Checked } from "../../../language/check/check.ts";
import { usualUnit } from "../../../language/dimension/usual-unit.ts";
import { constants, natives } from "../../../language/shapes/natives.ts";
import { describeShape } from "../../../language/shapes/shape.ts";
import { type Span, spanText } from "../../../language/syntax/span.ts";
import { formatText } from "../../../language/write/format.ts";
import type { Occurrence } from "../../../language/write/occurrences.ts";
import { typesetUnit } from "../../../record/units/unit-text.ts";
import type { DefinitionAnswer, HoverAnswer, ServiceQuestion, UsesAnswer } from "../../protocol/text.ts";
import { lawText } from "../../worker/library.ts";
import { complete } from "./completion.ts";
import { definitionOf, nameAt, namesOf } from "./names.ts";
import { describeAttribute, nativeSignature, parametersOf, shapeOfFunction } from "./shapes.ts";

/** The answer to a question, or a promise of it if its code is loaded with the first question of its kind. */
export function answerAbout(checked: Checked, question: ServiceQuestion): unknown {
  switch (question.kind) {
    case "complete":
      return complete(checked, question.at);
    case "hover":
      return hover(checked, question.at);
    case "definition":
      return definition(checked, question.at);
    case "uses":
      return uses(checked, question.at);
    case "law":
      return { file: question.file, text: lawText(question.file), from: 0, to: 0 };
    case "format":
      return { text: formatText(checked.source.text) };
    case "formulas":
      return import("./law-sheets.ts").then(({ formulaSheets }) => formulaSheets(checked));
    case "lesson":
      return import("./lesson-sheet.ts").then(({ lessonSheet }) => lessonSheet(checked));
    case "formula":
      return import("./law-sheets.ts").then(({ formulaAt }) => formulaAt(checked, question.at));
  }
}

function definition(checked: Checked, at: number): DefinitionAnswer | null {
  const imported = namesOf(checked).files[0].file.imports.find(({ span }) => span.from <= at && at <= span.to);
  if (imported) {
    const file = namesOf(checked).files.find((loaded) => loaded.file.span.source.name === imported.path);
    return file ? placeIn({ ...file.file.span, from: 0, to: 0 }, checked) : null;
  }
  const use = nameAt(checked, at);
  const found = use && definitionOf(checked, use);
  return found ? placeIn(found.span, checked) : null;
}

function placeIn({ source, from, to }: Span, checked: Checked): DefinitionAnswer {
  const isOwn = source === checked.source;
  return { file: isOwn ? null : source.name, text: isOwn ? null : source.text, from, to };
}

/** Names that belong to the language or to the geometry and cannot be changed. */
const given = new Set([
  "attribute position",
  "attribute orientation",
  "attribute size",
  "attribute t",
  "attribute dt",
  "attribute attached",
]);

function uses(checked: Checked, at: number): UsesAnswer | null {
  const use = nameAt(checked, at);
  if (!use) return null;
  const { all, own } = namesOf(checked);
  const same = all.filter(({ key }) => key === use.key);
  const elsewhere = same.find(({ span }) => span.source !== checked.source);
  const name = spanText(use.span);
  return {
    name,
    from: use.span.from,
    to: use.span.to,
    ranges: same.filter(({ span }) => span.source === checked.source).map(({ span: { from, to } }) => ({ from, to })),
    refusal: refusalOf(use, name, elsewhere ?? null),
    taken: [...new Set([...own.map(({ span }) => spanText(span)), ...natives.keys(), ...constants.keys()])],
  };
}

function refusalOf({ key }: Occurrence, name: string, elsewhere: Occurrence | null): string | null {
  if (key.startsWith("native ")) return `'${name}' belongs to the language`;
  if (given.has(key)) return `'${name}' has a meaning in every experiment`;
  if (!elsewhere) return null;
  return `'${name}' is used in ${elsewhere.span.source.name}, which is not part of this text`;
}

function hover(checked: Checked, at: number): HoverAnswer | null {
  const use = nameAt(checked, at);
  if (!use) return null;
  const { from, to } = use.span;
  const name = spanText(use.span);
  const [kind] = use.key.split(" ");
  const answer = (title: string, notes: string[] = [], paths: string[] = []) => ({ from, to, title, notes, paths });
  if (kind === "native") {
    const native = natives.get(name);
    return native
      ? answer(nativeSignature(native), [parametersOf(native)])
      : answer(`${name} = ${constants.get(name)}`);
  }
  if (kind === "attribute") {
    const attribute = use.key.slice("attribute ".length);
    const found = describeAttribute(checked, attribute);
    const paths = attributePaths(checked, attribute, use);
    const title = found ? withUnit(`${attribute}: ${found.shape}`, checked, ...paths) : attribute;
    const owners = found ? [`attribute of ${found.of}`] : ["an attribute that no object of this text has"];
    return answer(title, owners, paths);
  }
  if (kind === "object") return answer(`object ${name}`, objectNotes(checked, name));
  if (kind === "parameter") return answer(`${name}: a parameter`);
  return functionHover(checked, use, name, answer);
}

/** A title with the unit of the first path that has one: `v: a vector of 3, in m/s`. */
function withUnit(title: string, { dimensions }: Checked, ...paths: readonly string[]): string {
  const unit = usualUnit(dimensions, ...paths);
  return unit === null ? title : `${title}, in ${typesetUnit(unit)}`;
}

function objectNotes({ environment }: Checked, name: string): string[] {
  const object = environment.objects.get(name)?.declaration;
  return object ? [`${object.physicalType} ${object.geometricalType}`] : [];
}

/**
 * Paths of the values of an attribute: in the block of an object that object's, elsewhere those of all that have it.
 */
function attributePaths({ environment }: Checked, attribute: string, { block }: Occurrence): string[] {
  const objects = [...environment.objects].filter(([, { attributes }]) => attributes.has(attribute));
  const mine = objects.filter(
    ([, { declaration }]) =>
      declaration.block.span.from === block?.span.from && declaration.block.span.source === block.span.source,
  );
  const paths = (mine.length > 0 ? mine : objects).map(
    ([owner, { declaration }]) => `${owner}${declaration.copies ? "1" : ""}.${attribute}`,
  );
  return mine.length === 0 && environment.world.has(attribute) ? [attribute] : paths.slice(0, 4);
}

function functionHover(
  checked: Checked,
  use: Occurrence,
  name: string,
  answer: (title: string, notes?: string[], paths?: string[]) => HoverAnswer,
): HoverAnswer {
  const { experiment, environment } = checked;
  const found = definitionOf(checked, { ...use, block: null });
  const isAt = (span: Span) =>
    found !== null && span.from === found.span.from && span.source.name === found.span.source.name;
  for (const context of experiment.contexts) {
    const definition = context.functions.find(({ nameSpan }) => isAt(nameSpan));
    if (!definition) continue;
    const shape = shapeOfFunction(context, definition, checked);
    const params = definition.params.map((param) => param.name).join(", ");
    const title = shape ? withUnit(`${name}: ${describeShape(shape)}`, checked, `.${name}`) : `${name}(${params})`;
    const objects = [...environment.objects.values()].filter(
      ({ declaration }) => declaration.physicalType !== "static",
    );
    const paths = objects.map(({ declaration }) => `${declaration.name.name}${declaration.copies ? "1" : ""}.${name}`);
    return answer(title, [`function of the law ${context.name.name}`], shape ? paths.slice(0, 4) : []);
  }
  const measure = experiment.measures.flatMap(({ definitions }) => definitions).find(({ nameSpan }) => isAt(nameSpan));
  if (measure) return answer(withUnit(name, checked, name), ["a measure of this experiment"], [name]);
  if (use.key.startsWith("function ") && found) {
    const file = namesOf(checked).files.find((loaded) => loaded.file.span.source.name === found.span.source.name);
    const definition = file?.file.definitions.find((one) => one.name === name);
    const where =
      found.span.source === checked.source ? "function of this text" : `function of ${found.span.source.name}`;
    return answer(`${name}(${definition?.params.map((param) => param.name).join(", ") ?? ""})`, [where]);
  }
  const [kind] = use.key.split(" ");
  return answer(kind === "local" ? name : `${kind === "context" ? "law" : kind} ${name}`);
}
