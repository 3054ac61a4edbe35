// Edits inside a value: one number of a vector, one name of a list. All else stays byte for byte.
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

/** Gives one component of an attribute's vector, or the number that it is, another value; its unit stays. */
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
    const sign = page.findAttribute(list, attribute)?.getChild("=");
    const [value] = sign ? valueParts(sign) : [];
    if (!value) continue;
    const bare = value.name === "WithUnit" ? value.firstChild! : value;
    const part = bare.name === "Vector" ? elementsOf(bare)[index] : index === 0 ? bare : undefined;
    return part ? [{ from: part.from, to: part.to, insert: valueText.trim() }] : null;
  }
  return null;
}

/** The names in braces of a key such as `objects_involved`; null where the key is not there, which means all. */
function nameList(page: Page, blockName: string, key: string): { block: SyntaxNode; list: SyntaxNode | null } | null {
  const block = page.findBlock("simulation", blockName);
  if (!block) return null;
  const sign = page.findSetting(block, key)?.getChild("=");
  const [value] = sign ? valueParts(sign) : [];
  return { block, list: value?.name === "Sequence" ? value : null };
}

/** Puts a name into a list of a simulation. Where the list is not written, all are in it and nothing changes. */
export function listName(text: string, simulation: string, key: string, name: string): TextEdit[] | null {
  const page = new Page(text);
  const list = nameList(page, simulation, key)?.list;
  if (!list) return nameList(page, simulation, key) ? [] : null;
  const elements = elementsOf(list);
  if (elements.some((element) => page.words(element) === name)) return [];
  const last = elements.at(-1);
  if (!last) return [{ from: list.from + 1, to: list.from + 1, insert: name }];
  // In the manner of the list: a name a line where the last two stand so.
  const before = elements.at(-2);
  const gap = before && /^\s*,\s*$/.test(text.slice(before.to, last.from)) ? text.slice(before.to, last.from) : ", ";
  return [{ from: last.to, to: last.to, insert: gap + name }];
}

/** Takes a name out of a list of a simulation; where the list is not written, one of all others is. */
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
