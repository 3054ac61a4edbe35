// Where a place in a text is, told by the brackets before it: it works in the middle of typing, where the tree is
// broken.

export interface TextPlace {
  /**
   * The heads of the brackets that are open, outermost first: `object`, `attributes =`; "" for round and square ones.
   */
  readonly heads: readonly string[];
  /** The innermost open bracket, or "". */
  readonly bracket: "" | "{" | "(" | "[" | "unit";
  /** Where the innermost brackets with a head, those of the block and its list, open. */
  readonly opens: readonly number[];
  /** What stands between the start of the statement and the place. */
  readonly before: string;
  readonly inComment: boolean;
  readonly inString: boolean;
}

export function placeIn(text: string, at: number): TextPlace {
  const stack: { bracket: TextPlace["bracket"]; head: string; open: number }[] = [];
  let start = 0;
  for (let i = 0; i < at; i++) {
    const character = text[i];
    if (character === "/" && (text[i + 1] === "/" || text[i + 1] === "*")) {
      const mark = text[i + 1] === "/" ? "\n" : "*/";
      const end = text.indexOf(mark, i + 2);
      if (end < 0 || end + (mark === "\n" ? 0 : 1) >= at) return { ...result(), inComment: true };
      i = end + mark.length - 1;
      if (mark === "\n" && atHead()) start = i + 1;
    } else if (character === '"') {
      const rest = /["\n]/.exec(text.slice(i + 1, at));
      if (!rest) return { ...result(), inString: true };
      i += rest.index + 1;
    } else if (character === "{" || character === "(" || character === "[") {
      const head = text.slice(start, i).trim();
      const isUnit = character === "[" && /[\w)\]]\s*$/.test(head) && !/\b(then|else|if)\s*$/.test(head);
      stack.push({ bracket: isUnit ? "unit" : character, head: character === "{" ? lastStatement(head) : "", open: i });
      start = character === "{" ? i + 1 : start;
    } else if (character === "}" || character === ")" || character === "]") {
      const closed = stack.pop();
      if (closed?.bracket === "{") start = i + 1;
    } else if (character === "\n" && atHead()) start = i + 1;
  }
  return result();

  function atHead(): boolean {
    return stack.length === 0 || stack.at(-1)!.bracket === "{";
  }
  function result(): TextPlace {
    return {
      heads: stack.map(({ head }) => head),
      bracket: stack.at(-1)?.bracket ?? "",
      opens: stack.map(({ open }) => open),
      before: text.slice(start, at),
      inComment: false,
      inString: false,
    };
  }
}

/** `name = x  attributes =`: what belongs to the bracket is the last key. */
function lastStatement(head: string): string {
  return /([\p{L}_][\p{L}\d_]*\s*=|[\p{L}_][\p{L}\d_ \t]*)$/u.exec(head)?.[0].replace(/\s+/g, " ") ?? head;
}
