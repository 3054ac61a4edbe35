// Text to tree. The generated parser tolerates errors; this keeps it within its stack and its memory, and keeps one
// broken value from swallowing the next head.
import { type Tree, TreeBuffer, TreeFragment } from "@lezer/common";
import { parser } from "./parser.generated.ts";

/** Nobody nests deeper; the limit keeps every later pass within the stack. */
export const deepestNesting = 400;

const hopelessNesting = 5 * deepestNesting;

export function parseTree(text: string): Tree {
  return parser.parse(text);
}

/** The last correct text, so that only the differences of the next one are parsed. */
export class TreeMemory {
  private text = "";
  private fragments: readonly TreeFragment[] = [];

  /**
   * The same tree as `parseTree` gives. Recovery from a mistake depends on the way to it, so a text with one is parsed
   * from its beginning.
   */
  parse(text: string): Tree {
    const change = changeBetween(this.text, text);
    const fragments = TreeFragment.applyChanges(this.fragments, [change]);
    const tree = parser.parse(text, fragments);
    if (hasMistake(tree)) return parseTree(text);
    this.text = text;
    this.fragments = TreeFragment.addTree(tree, fragments);
    return tree;
  }
}

/** The part between the common beginning and the common end. */
function changeBetween(before: string, after: string): { fromA: number; toA: number; fromB: number; toB: number } {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before.charCodeAt(from) === after.charCodeAt(from)) from++;
  let alike = 0;
  while (
    alike < shorter - from &&
    before.charCodeAt(before.length - 1 - alike) === after.charCodeAt(after.length - 1 - alike)
  )
    alike++;
  return { fromA: from, toA: before.length - alike, fromB: from, toB: after.length - alike };
}

/**
 * Trees without a mistake. Incremental parsing keeps the trees of unchanged parts, so little of a typed text is
 * examined.
 */
const rightTrees = new WeakSet<Tree>();
/** Shorter ones are faster examined than remembered. */
const shortest = 40;

export function hasMistake(tree: Tree): boolean {
  const seen: Tree[] = [];
  const waiting: (Tree | TreeBuffer)[] = [tree];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next instanceof TreeBuffer) {
      if (hasMistakeInBuffer(next)) return true;
    } else if (next.type.isError) return true;
    else if (!rightTrees.has(next)) {
      if (next.length >= shortest) seen.push(next);
      for (const child of next.children) waiting.push(child);
    }
  }
  for (const one of seen) rightTrees.add(one);
  return false;
}

/** A buffer holds four numbers a node, the type first. */
function hasMistakeInBuffer({ buffer, set }: TreeBuffer): boolean {
  for (let i = 0; i < buffer.length; i += 4) if (set.types[buffer[i]].isError) return true;
  return false;
}

/** The tree, or null: the parser library recurses as deep as a text nests, and not every stack suffices. */
function parseWithinStack(text: string, parse: (text: string) => Tree): Tree | null {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The broken value of a definition or key that swallowed the head of the next one, in the tree that shows it. */
export interface Cut {
  readonly tree: Tree;
  readonly from: number;
  readonly to: number;
}

const mostMended = 20;
export const longestMended = 200_000;

/**
 * Recovery may give up the head of the next definition rather than close many brackets. Then the broken value is cut
 * out of the text, and the rest is parsed again: a broken line does not hide the next.
 */
export function parseMended(text: string, mended: Cut[], memory: TreeMemory): Tree | null {
  for (let current = text; ; ) {
    const tree = parseWithinStack(current, mended.length === 0 ? (whole) => memory.parse(whole) : parseTree);
    if (tree === null || mended.length >= mostMended || text.length > longestMended) return tree;
    const cut = swallowedHead(tree, current);
    if (cut === null) return tree;
    mended.push(cut);
    current = `${current.slice(0, cut.from)}${"0".padEnd(cut.to - cut.from)}${current.slice(cut.to)}`;
  }
}

/** Whether a definition, a key or a block starts at this place. */
export function startsHead(text: string, at: number): boolean {
  const head = /^[\p{L}_][\p{L}\p{N}_ \t]*(\([^()=]*\))?[ \t']*(\+?=(?!=)|\{)/u;
  return head.test(text.slice(at, at + 200));
}

/** Whether a definition, a key or a block starts here, first on its line. */
function isLineHead(text: string, at: number): boolean {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  return at - start < 200 && text.slice(start, at).trim() === "" && startsHead(text, at);
}

/** The value after which recovery dropped a head. */
function swallowedHead(tree: Tree, text: string): Cut | null {
  if (!hasMistake(tree)) return null;
  let found: Cut | null = null;
  tree.iterate({
    enter({ type, node }) {
      if (found || !type.isError || node.to === node.from || !isLineHead(text, node.from)) return found === null;
      for (let around = node.parent; around; around = around.parent) {
        if (around.name !== "Definition" && around.name !== "Setting") continue;
        const sign = around.getChild("=") ?? around.getChild("PlusEquals");
        if (sign && sign.to < node.from) found = { tree, from: sign.to, to: node.from };
        break;
      }
      return found === null;
    },
  });
  return found;
}

/**
 * Where operators and conditions, not separated by commas or heads of definitions, first exceed the limit of nesting.
 */
export function deepOperator(text: string): number {
  let count = 0;
  for (const match of text.matchAll(/\/\/[^\n]*|\bif\b|[-+*/^!#.&|]|,|^[^\n=]*=(?!=)/gm)) {
    if (/^(,|\/\/)|=$/.test(match[0])) count = 0;
    else if (++count > deepestNesting) return match.index;
  }
  return 0;
}

const openBrackets = "([{";
const closeBrackets = ")]}";

/**
 * Where brackets nest too deep, in a text in which they nest so deep that the parser's stack would take all memory;
 * otherwise -1. As in the parser's recovery, a line that starts a definition starts again at depth 0.
 */
export function hopelessBracket(text: string): number {
  let depth = 0;
  let place = -1;
  let assigned = false;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (character === "\n") assigned = false;
    else if (character === "/" || character === '"') i = skipCommentOrQuote(text, i);
    else if (openBrackets.includes(character)) {
      if (++depth === deepestNesting + 1) place = i;
      if (depth > hopelessNesting) return place;
    } else if (closeBrackets.includes(character)) depth = Math.max(0, depth - 1);
    else if (!assigned && isAssignment(text, i)) {
      depth = 0;
      assigned = true;
    }
  }
  return -1;
}

/** The last character of the comment or the quoted text that starts at `from`; `from` itself if neither does. */
function skipCommentOrQuote(text: string, from: number): number {
  if (text[from] === '"') {
    let i = from;
    while (i + 1 < text.length && text[i + 1] !== "\n" && text[++i] !== '"');
    return i;
  }
  if (text[from + 1] === "/") return endOf(text, "\n", from) - 1;
  return text[from + 1] === "*" ? endOf(text, "*/", from + 2) : from;
}

/** Whether the character is an = that is not part of a comparison. */
function isAssignment(text: string, at: number): boolean {
  return text[at] === "=" && text[at + 1] !== "=" && !"=!<>".includes(text[at - 1] ?? " ");
}

function endOf(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at;
}
