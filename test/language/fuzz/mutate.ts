// Breaks a text the way fingers, editors and enemies do.
import type { Random } from "./random.ts";

const tokens = /[\p{L}_][\p{L}\p{N}_]*|\d+(?:\.\d+)?|\s+|./gsu;
const characters = [
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  "=",
  "'",
  ",",
  "#",
  "^",
  ".",
  "+",
  "-",
  "!",
  "&",
  "|",
  '"',
  "$",
  "/",
  "/*",
  "*/",
  "//",
  "\n",
  " ",
  ";",
  ":",
  "\0",
  "\ud800",
  "\udfff",
  "\u202e",
  "\u200b",
  "\u2028",
  "é",
  "𝒳",
  "😀",
  "\ufeff",
  "\t",
  "\r",
  "0",
  "9",
  "e",
  "x",
  "==",
  "+=",
  "&&",
  "**",
  "1e400",
  "99999999999999999999",
  "0.1.2",
  "1e",
  "if",
  "then",
  "else",
  "object",
  "context {",
  "} }",
  "use",
  "__proto__",
  "true",
];

export function mutate(text: string, random: Random, corpus: readonly string[]): string {
  const at = () => random.below(text.length + 1);
  switch (random.below(12)) {
    case 0: {
      const place = at();
      return text.slice(0, place) + text.slice(place + 1 + random.below(3));
    }
    case 1:
    case 2: {
      const place = at();
      return text.slice(0, place) + random.pick(characters) + text.slice(place);
    }
    case 3: {
      const place = at();
      return text.slice(0, place) + random.pick(characters) + text.slice(place + 1);
    }
    case 4: {
      const parts = text.match(tokens) ?? [];
      if (parts.length < 2) return text;
      const [i, j] = [random.below(parts.length), random.below(parts.length)];
      [parts[i], parts[j]] = [parts[j], parts[i]];
      return parts.join("");
    }
    case 5: {
      const lines = text.split("\n");
      const [i, j] = [random.below(lines.length), random.below(lines.length)];
      [lines[i], lines[j]] = [lines[j], lines[i]];
      return lines.join("\n");
    }
    case 6: {
      const lines = text.split("\n");
      lines.splice(random.below(lines.length), 1 + random.below(2));
      return lines.join("\n");
    }
    case 7: {
      const brackets = [...text.matchAll(/[()[\]{}]/g)];
      if (brackets.length === 0) return text;
      const place = random.pick(brackets).index;
      return text.slice(0, place) + text.slice(place + 1);
    }
    case 8: {
      const words = [...new Set(text.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? ["x"])];
      const [from, to] = [random.pick(words), random.pick(words)];
      return text.split(from).join(random.chance(50) ? to : to.slice(1) + to[0]);
    }
    case 9: {
      const place = at();
      return text.slice(0, place);
    }
    case 10: {
      const other = random.pick(corpus);
      const from = random.below(other.length);
      const place = at();
      return text.slice(0, place) + other.slice(from, from + random.below(60)) + text.slice(place);
    }
    default: {
      const from = at();
      const stretch = text.slice(from, from + random.below(40));
      return text.slice(0, from) + stretch.repeat(2 + random.below(6)) + text.slice(from);
    }
  }
}

const values = ["0", "1", "2", "3", "4", "5", "[1, 2]", "[1, 2, 3]", "[[1, 2], [3, 4]]", "true", "{1, 2}", "0.5"];
const operators = ["+", "-", "*", "/", ".", "^", "==", "<", "&", "|", "++", "#"];

/** Changes one value, operator or name for another: the text stays a text of the language, its shapes may not fit. */
export function tweak(text: string, random: Random): string {
  const places = [...text.matchAll(/(?<![\w.])\d+(?![\w.])|(?<= )[-+*/.^#&|](?= )|\b[a-z]\w*\b(?! *[(=])/g)];
  if (places.length === 0) return text;
  const { 0: old, index } = random.pick(places);
  const names = places.map((place) => place[0]).filter((word) => /^[a-z]/.test(word) && !/^(if|then|else)$/.test(word));
  if (/^(if|then|else)$/.test(old)) return text;
  const change = /^\d/.test(old)
    ? random.pick(values)
    : /^\w/.test(old)
      ? random.pick([...names, ...values])
      : random.pick(operators);
  return text.slice(0, index) + change + text.slice(index + old.length);
}

/** A stretch of whole lines. */
export function cut(text: string, random: Random, longest: number): string {
  const start = text.lastIndexOf("\n", random.below(text.length)) + 1;
  const end = text.indexOf("\n", Math.min(text.length, start + random.below(longest)));
  return text.slice(start, end < 0 ? text.length : end);
}

/** Any characters at all, those of the language more often than others. */
export function soup(random: Random, longest: number): string {
  const any = () => {
    const kind = random.below(10);
    if (kind < 5) return random.pick(characters);
    if (kind < 8) return random.pick(["a", "v", "1", " ", "name", "functions", "attributes", "type", "free fall"]);
    return String.fromCharCode(random.below(kind < 9 ? 128 : 65536));
  };
  return random.list(0, longest, any).join("");
}
