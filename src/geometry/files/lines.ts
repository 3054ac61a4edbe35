// Lines of a text in bytes, and the numbers in them. Characters beyond ASCII occur in names and comments only.

/** Visits each line with its number, from 1, until a visit returns a sentence; returns that sentence, otherwise "". */
export function visitLines(bytes: Uint8Array, visit: (words: string[], line: number) => string): string {
  let line = 0;
  for (let from = 0; from < bytes.length; ) {
    let to = from;
    while (to < bytes.length && bytes[to] !== 10 && bytes[to] !== 13) to++;
    line++;
    const words = asciiOf(bytes, from, to)
      .split(/[ \t]+/)
      .filter((word) => word !== "");
    const problem = words.length === 0 ? "" : visit(words, line);
    if (problem !== "") return problem;
    from = bytes[to] === 13 && bytes[to + 1] === 10 ? to + 2 : to + 1;
  }
  return "";
}

export function asciiOf(bytes: Uint8Array, from: number, to: number): string {
  let text = "";
  for (let i = from; i < to; i += 4096) text += String.fromCharCode(...bytes.subarray(i, Math.min(to, i + 4096)));
  return text;
}

/** A decimal number; NaN for anything else. */
export function numberOf(word: string | undefined): number {
  return word !== undefined && /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(word) ? Number(word) : Number.NaN;
}
