// What can be written at a place: blocks, keys, their values, units, names.

import type { Checked } from "../../../language/check/check.ts";
import { keysOf } from "../../../language/declare/block-reader.ts";
import { contextTypes, geometricalTypes, physicalTypes } from "../../../language/declare/experiment.ts";
import { heldByLinks } from "../../../language/names/held-by-links.ts";
import { atStepStart } from "../../../language/names/step-start.ts";
import { constants, natives } from "../../../language/shapes/natives.ts";
import { describeShape } from "../../../language/shapes/shape.ts";
import { appliedTo, drawingNames, solverMethods, stabilisationNames } from "../../../language/syntax/setting-names.ts";
import { wordSettings } from "../../../language/syntax/simulation-settings.ts";
import { topBlocks } from "../../../language/syntax/tokens.ts";
import { unitNames } from "../../../language/syntax/unit.ts";
import type { CompletionAnswer, CompletionItem } from "../../protocol/text.ts";
import { lawPaths } from "../../worker/library.ts";
import { lawNames } from "./law-names.ts";
import { describeAttribute, nativeSignature, parametersOf } from "./shapes.ts";
import { placeIn, type TextPlace } from "./text-place.ts";

const valuesOf: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ["physical type", physicalTypes],
  ["geometrical type", geometricalTypes],
  ["type", contextTypes],
  ...wordSettings.map(({ key, words }): [string, readonly string[]] => [key, words]),
  ["applied to", appliedTo],
  ["stabilisation", stabilisationNames],
  ["solver", solverMethods],
  ["drawing", drawingNames],
]);

/** Keys whose value stands in braces. */
const listKeys = new Set([
  "attributes",
  "functions",
  "aliases",
  "applicability",
  "between",
  "objects_involved",
  "contexts_involved",
]);

export function complete(checked: Checked, at: number): CompletionAnswer | null {
  const { text } = checked.source;
  const place = placeIn(text, at);
  if (place.inComment) return null;
  const word = /[\p{L}_][\p{L}\d_]*$/u.exec(text.slice(0, at))?.[0] ?? "";
  if (place.inString) {
    const written = /"([^"\n]*)$/.exec(text.slice(0, at))?.[1] ?? "";
    const items = lawPaths().map((path) => ({ label: path, type: "law" as const, detail: "law library" }));
    return /^\s*import\s*"/.test(place.before) ? { from: at - written.length, items } : null;
  }
  if (/\d$/.test(text.slice(0, at - word.length))) return null;
  if (place.bracket === "unit") return { from: at - word.length, items: units() };
  return inBraces(checked, at, word, place);
}

function inBraces(checked: Checked, at: number, word: string, place: TextPlace): CompletionAnswer | null {
  const from = at - word.length;
  const head = place.heads.filter((one) => one !== "");
  const block = head[0] ?? "";
  const list = head[1] ?? "";
  if (block === "") {
    if (!/=/.test(place.before)) return { from: phraseStart(place, at), items: blocks() };
    return { from, items: names(checked, at) };
  }
  const keys = keysOf.get(block);
  if (keys && list === "") return inBlock(checked, at, from, place, keys);
  if (list === "objects_involved =" || list === "between =") return { from, items: objectNames(checked) };
  if (list === "contexts_involved =") return { from, items: contextNames(checked) };
  if (list === "aliases =" || /^\s*use\b/.test(place.before)) return { from, items: aliasItems(checked) };
  if (list === "applicability =") return { from, items: requirementItems(checked) };
  return { from, items: names(checked, at) };
}

/** In a block that has keys, outside its lists: a key, or the value of one. */
function inBlock(
  checked: Checked,
  at: number,
  from: number,
  place: TextPlace,
  keys: readonly string[],
): CompletionAnswer | null {
  const key = /(?:^|\s)([\p{L}_][\p{L}\d_ ]*?)\s*=\s*[^=]*$/u.exec(place.before)?.[1].trim();
  const known = key && keys.find((one) => key === one || key.endsWith(` ${one}`));
  if (!known) return { from: phraseStart(place, at), items: keyItems(keys, checked.source.text, place) };
  const values = valuesOf.get(known);
  if (values) return { from: at - afterSign(place.before).length, items: words(values, known) };
  if (known === "kind") return { from, items: contextNames(checked) };
  if (known === "name") return null;
  return { from, items: names(checked, at) };
}

/** The start of a key or block of several words. */
function phraseStart({ before }: TextPlace, at: number): number {
  return at - before.trimStart().length;
}

function afterSign(before: string): string {
  return before.slice(before.lastIndexOf("=") + 1).trimStart();
}

function words(values: readonly string[], key: string): CompletionItem[] {
  return values.map((label) => ({ label, type: "value", detail: key }));
}

function units(): CompletionItem[] {
  return unitNames.map((label) => ({ label, type: "unit", detail: "unit" }));
}

function blocks(): CompletionItem[] {
  const items = [...topBlocks].map(
    (label): CompletionItem => ({ label, insert: `${label} {\n  \n}`, type: "block", detail: "block" }),
  );
  return [...items, { label: "import", insert: 'import "laws/', type: "block", detail: "laws of the library" }];
}

/** Completions for the keys that the block does not have yet. */
function keyItems(keys: readonly string[], text: string, { opens }: TextPlace): CompletionItem[] {
  const end = text.indexOf("\n}", opens[0]);
  const body = text.slice(opens[0], end < 0 ? text.length : end);
  const isThere = (key: string) => new RegExp(`(^|[\\s{,])${key.replace(/ /g, "\\s+")}\\s*=`).test(body);
  return keys
    .filter((key) => !isThere(key))
    .map((label) => ({
      label,
      insert: listKeys.has(label) ? `${label} = {}` : `${label} = `,
      type: "key",
      detail: "key",
    }));
}

function objectNames({ environment }: Checked): CompletionItem[] {
  return [...environment.objects].map(([label, { declaration }]) => ({
    label,
    type: "object",
    detail: `${declaration.physicalType} ${declaration.geometricalType}`,
  }));
}

function contextNames({ experiment, source }: Checked): CompletionItem[] {
  return experiment.contexts.map(({ name, type, block }) => ({
    label: name.name,
    type: "law",
    detail: block.span.source === source ? type : `${type}, ${block.span.source.name}`,
  }));
}

function aliasItems(checked: Checked): CompletionItem[] {
  const phrases = [
    "use",
    "as attribute",
    "of object with index 0",
    "of object with index 1",
    "of object",
    "of link",
    "of each other object",
    "of world",
  ];
  return [...words(phrases, "alias"), ...attributes(checked), ...objectNames(checked)];
}

function requirementItems(checked: Checked): CompletionItem[] {
  const phrases = [
    "mandatory 1 dynamic object",
    "mandatory 2 dynamic objects",
    "mandatory 1 static object",
    "mandatory 1 dynamic sphere",
    "mandatory 1 dynamic cuboid",
    "object",
    "and",
  ];
  return [...words(phrases, "applicability"), ...objectNames(checked)];
}

function attributes(checked: Checked): CompletionItem[] {
  const { environment } = checked;
  const all = new Set<string>(environment.world.keys());
  for (const { attributes: own } of [...environment.objects.values(), ...environment.links.values()])
    for (const name of own.keys()) all.add(name);
  return [...all].map((label) => {
    const found = describeAttribute(checked, label);
    return { label, type: "attribute", detail: found?.shape ?? "", info: found ? `attribute of ${found.of}` : "" };
  });
}

const specials: readonly CompletionItem[] = [
  {
    label: "previous",
    type: "native",
    detail: "(attribute)",
    info: "previous(attribute)\nIts registered value: at the end of the last step.",
  },
  {
    label: atStepStart,
    type: "native",
    detail: "(attribute)",
    info: "atStepStart(attribute)\nIn contact laws of pairs: its value when the step began.",
  },
  {
    label: "derivative",
    type: "native",
    detail: "(C, x)",
    info: "derivative(C, x)\nThe Jacobian of C with respect to an attribute.",
  },
  {
    label: heldByLinks,
    type: "native",
    detail: "(u, p)",
    info: "heldByLinks(u, p)\nOf the change of u per unit of p, the part that links take back.",
  },
  {
    label: "sumOthers",
    type: "native",
    detail: "(expression)",
    info: "sumOthers(expression)\nSummed over each other object.",
  },
  {
    label: "total",
    type: "native",
    detail: "(expression)",
    info: "total(expression)\nIn measures: summed over the dynamic objects.",
  },
  {
    label: "random",
    type: "native",
    detail: "(low, high)",
    info: "random(low, high)\nIn initial values: the same number in every run with one seed.",
  },
];

/** Everything that an expression may use here, nearest first. */
function names(checked: Checked, at: number): CompletionItem[] {
  const items = new Map<string, CompletionItem>();
  const add = (item: CompletionItem) => {
    if (!items.has(item.label)) items.set(item.label, item);
  };
  for (const { name, shape, kind, of } of lawNames(checked, at))
    add({ label: name, type: kind, detail: shape ? describeShape(shape) : "", info: of });
  for (const item of attributes(checked)) add(item);
  for (const name of checked.scope.names()) {
    const binding = checked.scope.lookup(name);
    if (binding?.kind !== "function") continue;
    const { params, span } = binding.definition;
    const signature = `${name}(${params.map((param) => param.name).join(", ")})`;
    const where = span.source === checked.source ? "function of this text" : `function of ${span.source.name}`;
    add({ label: name, type: "function", detail: signature.slice(name.length), info: `${signature}\n${where}` });
  }
  for (const native of natives.values()) {
    const signature = nativeSignature(native);
    add({
      label: native.name,
      type: "native",
      detail: signature.slice(native.name.length),
      info: `${signature}\n${parametersOf(native)}`,
    });
  }
  for (const item of specials) add(item);
  for (const [label, value] of constants) add({ label, type: "constant", detail: String(value) });
  for (const label of ["if", "then", "else", "true", "false"]) add({ label, type: "key", detail: "" });
  return [...items.values()];
}
