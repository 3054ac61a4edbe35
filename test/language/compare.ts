// What two texts that mean the same have in common.
import type { File } from "../../src/language/syntax/ast.ts";
import { Diagnostics } from "../../src/language/syntax/diagnostic.ts";
import { parseFile } from "../../src/language/syntax/parse.ts";
import { createSource } from "../../src/language/syntax/span.ts";

const blank = /([ \t\r\n\u00a0\ufeff]+)|(\/\/[^\n]*|\/\*[\s\S]*?\*\/)/;
const word = /[\p{L}_][\p{L}0-9_]*|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|"[^"\n]*"/u;
const scan = new RegExp(`${blank.source}|${word.source}|\\+=|\\+\\+|[=!<>]=|[\\s\\S]`, "gu");

/** Tokens as text, found without the parser. */
export function tokensOf(text: string): string[] {
  return [...text.matchAll(scan)].filter((match) => !match[1] && !match[2]).map((match) => match[0]);
}

/** Comments without the white space that depends on where they stand. */
export function commentsOf(text: string): string[] {
  const comments = [...text.matchAll(scan)].flatMap((match) => match[2] ?? []);
  return comments.map((comment) =>
    comment
      .split("\n")
      .map((line) => line.trim())
      .join("\n"),
  );
}

/** The AST without spans and what follows from the rest, and units without white space and comments. */
export function meaningOf(text: string): File {
  const clean = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(clean);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => !/span$|^hasUnits$/i.test(key))
        .map(([key, content]) => [
          key,
          key === "unit" && content ? { ...content, text: tokensOf(content.text).join("") } : clean(content),
        ]),
    );
  };
  return clean(parseFile(createSource("test", text), new Diagnostics())) as File;
}
