// Edits inside a value: one number of a vector, one name of a list. Everything else stays byte for byte.
import type { SyntaxNode } from "@lezer/common";
import type { TextEdit } from "./edit-entry.ts";
import { Page, valueParts } from "./edit-page.ts";

const punctuation = /^([,{}[\]]|LineComment|BlockComment)$/;

function elementsOf(list: SyntaxNode): SyntaxNode[] {
  const elements: SyntaxNode[] = [];
  for (let child = list.firstChild; child; child = child.nextSibling)
    if (!punctuation.test(child.name) && !child.type.isError) elements.push(child);
  return elements;
}

/** Sets one component of an attribute's vector, or its number, to another value; the unit stays. */
export function setAttributePart(
  text: string,
  blockKind: string,
  blockName: string | null,
  attribute: string,
  index: number,
  valueText: string,
): TextEdit[] | null {
  const page = new Page(text);
  const block = page.findBlock(blockKind, blockName);
  for (const list of block ? page.attributeLists(block) : []) {
    const entry = page.findAttribute(list, attribute);
    if (entry) return setPart(entry, index, valueText);
  }
  return null;
}

/** Sets one component of a constant, a function without parameters outside all blocks, to another value. */
export function setConstantPart(text: string, name: string, index: number, valueText: string): TextEdit[] | null {
  const entry = new Page(text).findConstant(name);
  return entry && setPart(entry, index, valueText);
}

function setPart(entry: SyntaxNode, index: number, valueText: string): TextEdit[] | null {
  const sign = entry.getChild("=");
  const [value] = sign ? valueParts(sign) : [];
  if (!value) return null;
  // The sign of `-5 [m]` stands before the quantity.
  const quantity = value.name === "Unary" ? value.lastChild! : value;
  const bare = quantity.name === "WithUnit" ? quantity.firstChild! : quantity;
  const part = value === quantity && bare.name === "Vector" ? elementsOf(bare)[index] : index === 0 ? bare : undefined;
  const from = part === bare ? value.from : part?.from;
  return part && from !== undefined ? [{ from, to: part.to, insert: valueText.trim() }] : null;
}

/** The names in braces of a key such as `objects_involved`; null if the key is absent, which means all. */
function nameList(page: Page, blockName: string, key: string): { block: SyntaxNode; list: SyntaxNode | null } | null {
  const block = page.findBlock("simulation", blockName);
  if (!block) return null;
  const sign = page.findSetting(block, key)?.getChild("=");
  const [value] = sign ? valueParts(sign) : [];
  return { block, list: value?.name === "Sequence" ? value : null };
}

/** Adds a name to a list of a simulation. If the list is absent, all are in it and nothing changes. */
export function listName(text: string, simulation: string, key: string, name: string): TextEdit[] | null {
  const page = new Page(text);
  const list = nameList(page, simulation, key)?.list;
  if (!list) return nameList(page, simulation, key) ? [] : null;
  const elements = elementsOf(list);
  if (elements.some((element) => page.words(element) === name)) return [];
  const last = elements.at(-1);
  if (!last) return [{ from: list.from + 1, to: list.from + 1, insert: name }];
  // In the style of the list: a name a line if the last two are written so.
  const before = elements.at(-2);
  const gap = before && /^\s*,\s*$/.test(text.slice(before.to, last.from)) ? text.slice(before.to, last.from) : ", ";
  return [{ from: last.to, to: last.to, insert: gap + name }];
}

/** Removes a name from a list of a simulation; if the list is absent, one with all others is written. */
export function unlistName(
  text: string,
  simulation: string,
  key: string,
  name: string,
  all: readonly string[],
): TextEdit[] | null {
  const page = new Page(text);
  const found = nameList(page, simulation, key);
  if (!found) return null;
  if (!found.list) return page.insert(found.block, () => `${key} = {${all.filter((one) => one !== name).join(", ")}}`);
  const elements = elementsOf(found.list);
  const at = elements.findIndex((element) => page.words(element) === name);
  if (at < 0) return [];
  const next = elements[at + 1];
  const previous = elements[at - 1];
  if (next) return [{ from: elements[at].from, to: next.from, insert: "" }];
  return [{ from: previous ? previous.to : elements[at].from, to: elements[at].to, insert: "" }];
}
