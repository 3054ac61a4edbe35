// The tokenizer of names. A name alone does not show its role: `v` may be part of an expression or start a definition,
// `free fall` is a value and `initial time` a key. Looking ahead to the `=` or `{` decides it. Every look-ahead is
// bounded, so the work stays linear in the text.
import { ExternalTokenizer, type InputStream, type Stack } from "@lezer/lr";
import * as terms from "./parser.terms.generated.ts";

const newline = 10;
const slash = 47;
const star = 42;
const openParen = 40;
const closeParen = 41;
const openBracket = 91;
const closeBracket = 93;
const openBrace = 123;
const equals = 61;
const plus = 43;
const prime = 39;

/** The longest key, in words; a longer run of names is not a key. */
const longestKey = 4;

const letter = /^\p{L}$/u;

function isNameStart(code: number): boolean {
  if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95) return true;
  return code > 127 && letter.test(String.fromCodePoint(code));
}

export function isNamePart(code: number): boolean {
  return isNameStart(code) || (code >= 48 && code <= 57);
}

const reserved = new Map<string, number>([
  ["if", terms._if],
  ["then", terms.then],
  ["else", terms._else],
  ["true", terms.True],
  ["false", terms.False],
]);

/** Words with a meaning only at certain places; elsewhere they are ordinary names. */
const contextual = new Map<string, number>([
  ["import", terms._import],
  ["export", terms._export],
  ["use", terms.use],
  ["as", terms.as],
  ["attribute", terms.attribute],
  ["of", terms.of],
  ["object", terms.object],
  ["link", terms.link],
  ["with", terms._with],
  ["index", terms.index],
  ["each", terms.each],
  ["other", terms.other],
  ["world", terms.world],
  ["mandatory", terms.mandatory],
  ["and", terms.and],
  ["at", terms.at],
]);

/** Keys whose values have a special grammar. */
const keys = new Map<string, number>([
  ["functions", terms.FunctionsKey],
  ["attributes", terms.AttributesKey],
  ["units", terms.AttributesKey],
  ["aliases", terms.AliasesKey],
  ["applicability", terms.ApplicabilityKey],
  ["between", terms.BetweenKey],
  ["parts", terms.BetweenKey],
]);

/** Blocks that hold definitions only. */
const definitionBlocks = new Set(["world attributes", "measures", "input"]);

/** Blocks that occur only at the top of a text: inside another block they show that its `}` is missing. */
export const topBlocks = new Set([
  ...definitionBlocks,
  "object",
  "context",
  "simulation",
  "link",
  "curve",
  "event",
  "bench",
  "study",
  "lesson",
]);

/** Values of more than one word. */
export const phrases = [
  "free fall",
  "event driven",
  "time stepping",
  "bottom up",
  "greatest first",
  "as given",
  "explicit euler",
  "semi-implicit euler",
  "implicit midpoint",
  "dormand-prince",
  "gauss-seidel",
  "half space",
  "convex polyhedron",
  "triangle mesh",
  "height field",
];

/** The offset of the first character after white space and comments. */
function skipSpace(input: InputStream, offset: number): number {
  for (;;) {
    const code = input.peek(offset);
    if (code === 32 || code === 9 || code === 10 || code === 13 || code === 0xa0 || code === 0xfeff) offset++;
    else if (code === slash && input.peek(offset + 1) === slash) {
      while (input.peek(offset) >= 0 && input.peek(offset) !== newline) offset++;
    } else if (code === slash && input.peek(offset + 1) === star) {
      offset += 2;
      while (input.peek(offset) >= 0 && !(input.peek(offset) === star && input.peek(offset + 1) === slash)) offset++;
      offset += 2;
    } else return offset;
  }
}

/** The offset after the name at `offset`, or `offset` if there is none. */
function skipName(input: InputStream, offset: number): number {
  if (!isNameStart(codeAt(input, offset))) return offset;
  do offset += codeAt(input, offset) > 0xffff ? 2 : 1;
  while (isNamePart(codeAt(input, offset)));
  return offset;
}

function codeAt(input: InputStream, offset: number): number {
  const code = input.peek(offset);
  if (code < 0xd800 || code > 0xdbff) return code;
  const low = input.peek(offset + 1);
  return low >= 0xdc00 && low <= 0xdfff ? (code - 0xd800) * 0x400 + (low - 0xdc00) + 0x10000 : code;
}

function read(input: InputStream, from: number, to: number): string {
  let text = "";
  for (let i = from; i < to; i++) text += String.fromCharCode(input.peek(i));
  return text;
}

function isFirstOnLine(input: InputStream): boolean {
  for (let back = -1; ; back--) {
    const code = input.peek(back);
    if (code < 0 || code === newline) return true;
    if (code !== 32 && code !== 9 && code !== 13 && code !== 44 && code !== 125 && code !== 36) return false;
  }
}

function startsAssignment(input: InputStream, offset: number): boolean {
  const code = input.peek(offset);
  if (code === plus) return input.peek(offset + 1) === equals && input.peek(offset + 2) !== equals;
  return code === equals && input.peek(offset + 1) !== equals;
}

/**
 * The offset after the unit at `offset`, or `offset` if there is none. Units contain no nested `[`, so the scan is
 * linear.
 */
function skipUnit(input: InputStream, offset: number): number {
  if (input.peek(offset) !== openBracket) return offset;
  let end = offset;
  do end = skipSpace(input, end + 1);
  while (![-1, openBracket, closeBracket, openBrace, equals].includes(input.peek(end)));
  return input.peek(end) === closeBracket ? skipSpace(input, end + 1) : offset;
}

/**
 * Whether what follows a name makes it the head of a definition: `=`, `+=`, `' =` or `(parameters) =`, with or without
 * a unit before it.
 */
function startsDefinition(input: InputStream, offset: number): boolean {
  offset = skipSpace(input, offset);
  if (input.peek(offset) === openParen) {
    // Parameter lists contain no nested bracket, so the scan ends at the first one and is linear.
    offset = skipSpace(input, offset + 1);
    for (
      let next = input.peek(offset);
      ![-1, openParen, closeParen, openBrace, equals].includes(next);
      next = input.peek(offset)
    ) {
      const after = skipUnit(input, offset);
      if (next === openBracket && after === offset) return false;
      offset = next === openBracket ? after : skipSpace(input, offset + 1);
    }
    if (input.peek(offset) !== closeParen) return false;
    offset = skipSpace(input, offset + 1);
  }
  while (input.peek(offset) === prime) offset = skipSpace(input, offset + 1);
  return startsAssignment(input, skipUnit(input, offset));
}

/** The key that starts here, as its words and where it ends. */
function readKey(input: InputStream): { key: string; end: number } | null {
  const words: string[] = [];
  let start = 0;
  for (let count = 0; count < longestKey; count++) {
    const end = skipName(input, start);
    if (end === start) return null;
    words.push(read(input, start, end));
    const next = skipSpace(input, end);
    if (startsAssignment(input, next) && input.peek(next) === equals) {
      // `free fal functions = {`: a key with a special grammar is one word, and what stands before it is a mistake.
      const isList = count > 0 && keys.has(words[count]) && input.peek(skipSpace(input, next + 1)) === openBrace;
      return isList ? null : { key: words.join(" "), end };
    }
    start = next;
  }
  return null;
}

/**
 * The block name that starts here: one or two words on one line, before `{`. In recovery only names of known blocks
 * count.
 */
function readBlockName(input: InputStream, recover: boolean): { name: string; end: number } | null {
  const first = skipName(input, 0);
  let end = first;
  const next = skipSpace(input, end);
  if (input.peek(next) !== openBrace) {
    end = skipName(input, next);
    const second = read(input, next, end);
    if (end === next || reserved.has(second) || second === "at") return null;
    const known = topBlocks.has(`${read(input, 0, first)} ${second}`);
    if (!known && read(input, first, next).includes("\n")) return null;
    if (input.peek(skipSpace(input, end)) !== openBrace) return null;
    return recover && !known ? null : { name: `${read(input, 0, first)} ${second}`, end };
  }
  const name = read(input, 0, end);
  return recover && !topBlocks.has(name) ? null : { name, end };
}

function readPhrase(input: InputStream): number {
  for (const phrase of phrases) {
    let offset = 0;
    let i = 0;
    for (; i < phrase.length; i++, offset++) {
      if (phrase[i] === " ") {
        const next = skipSpace(input, offset);
        if (next === offset) break;
        offset = next - 1;
      } else if (input.peek(offset) !== phrase.charCodeAt(i)) break;
    }
    if (i === phrase.length && !isNamePart(codeAt(input, offset)) && !startsAssignment(input, skipSpace(input, offset)))
      return offset;
  }
  return 0;
}

export const names = new ExternalTokenizer((input, stack) => {
  const end = skipName(input, 0);
  if (end === 0) return;
  const word = read(input, 0, end);
  const keyword = reserved.get(word);
  if (keyword !== undefined) return input.acceptToken(keyword, end);

  if (stack.canShift(terms.Words)) {
    const phraseEnd = readPhrase(input);
    if (phraseEnd > 0) return input.acceptToken(terms.Words, phraseEnd);
  }
  if (acceptHead(input, stack, word, end)) return;

  const special = contextual.get(word);
  if (special !== undefined && stack.canShift(special)) return input.acceptToken(special, end);
  input.acceptToken(input.peek(end) === openParen ? terms.CallName : terms.Identifier, end);
});

/**
 * Accepts the name as the head of a block, key or definition. If the grammar does not expect a head, only a name
 * that is first on its line is one: then the text before it is broken, and the error must not swallow the next line.
 */
function acceptHead(input: InputStream, stack: Stack, word: string, end: number): boolean {
  const inBlock = stack.canShift(terms.Key);
  const inDefinitions = stack.canShift(terms.DefinitionName);
  const recover = !inBlock && !inDefinitions && isFirstOnLine(input);
  if (inBlock || inDefinitions || stack.canShift(terms.BlockName) || recover) {
    const block = readBlockName(input, recover);
    if (block) {
      const inner = stack.canShift(terms.InnerBlockName) && !topBlocks.has(block.name);
      const top = definitionBlocks.has(block.name) ? terms.DefinitionBlockName : terms.BlockName;
      input.acceptToken(inner ? terms.InnerBlockName : top, block.end);
      return true;
    }
  }
  const next = skipSpace(input, end);
  const special = keys.get(word);
  if (special !== undefined && startsAssignment(input, next) && input.peek(skipSpace(input, next + 1)) === openBrace) {
    input.acceptToken(special, end);
    return true;
  }
  if (inBlock) {
    const key = readKey(input);
    if (key) {
      input.acceptToken(terms.Key, key.end);
      return true;
    }
  }
  if ((inBlock || inDefinitions || recover) && startsDefinition(input, end)) {
    input.acceptToken(terms.DefinitionName, end);
    return true;
  }
  return false;
}

/** `[` opens a unit directly after an expression, a vector elsewhere. */
export const brackets = new ExternalTokenizer((input, stack) => {
  if (input.next === openBracket && stack.canShift(terms.UnitOpen)) input.acceptToken(terms.UnitOpen, 1);
});
