// The position of a place in a text, found by the brackets before it. It works during typing, when the tree is broken.

export interface TextPlace {
  /**
   * The heads of the brackets that are open, outermost first: `object`, `attributes =`; "" for round and square ones.
   */
  readonly heads: readonly string[];
  /** The innermost open bracket, or "". */
  readonly bracket: "" | "{" | "(" | "[" | "unit";
  /** Offsets of the open brackets, outermost first. */
  readonly opens: readonly number[];
  /** What stands between the start of the statement and the place. */
  readonly before: string;
  readonly inComment: boolean;
  readonly inString: boolean;
}

interface OpenBracket {
  readonly bracket: TextPlace["bracket"];
  readonly head: string;
  readonly open: number;
}

export function placeIn(text: string, at: number): TextPlace {
  const scan = new BracketScan(text, at);
  for (let i = 0; i < at; i++) {
    const character = text[i];
    if (character === "/" && /[/*]/.test(text[i + 1] ?? "")) {
      const end = scan.endOfComment(i);
      if (end === null) return { ...scan.place, inComment: true };
      i = end;
    } else if (character === '"') {
      const rest = /["\n]/.exec(text.slice(i + 1, at));
      if (!rest) return { ...scan.place, inString: true };
      i += rest.index + 1;
    } else if (character === "{" || character === "(" || character === "[") scan.open(character, i);
    else if ("})]".includes(character)) scan.close(i);
    else if (character === "\n") scan.endLine(i);
  }
  return scan.place;
}

/** Goes through a text up to a place, and knows which brackets are open and where the statement began. */
class BracketScan {
  private readonly stack: OpenBracket[] = [];
  private readonly text: string;
  private readonly at: number;
  /** Where the statement begins. */
  private start = 0;

  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }

  /** The last character of the comment that begins at `i`; null if the place is inside it. */
  endOfComment(i: number): number | null {
    const isLine = this.text[i + 1] === "/";
    const mark = isLine ? "\n" : "*/";
    const end = this.text.indexOf(mark, i + 2);
    if (end < 0 || end + (isLine ? 0 : 1) >= this.at) return null;
    const last = end + mark.length - 1;
    if (isLine) this.endLine(last);
    return last;
  }

  open(character: "{" | "(" | "[", i: number): void {
    const head = this.text.slice(this.start, i).trim();
    const isUnit = character === "[" && /[\w)\]]\s*$/.test(head) && !/\b(then|else|if)\s*$/.test(head);
    const isBlock = character === "{";
    this.stack.push({ bracket: isUnit ? "unit" : character, head: isBlock ? lastStatement(head) : "", open: i });
    if (isBlock) this.start = i + 1;
  }

  close(i: number): void {
    if (this.stack.pop()?.bracket === "{") this.start = i + 1;
  }

  /** Outside round and square brackets a line ends a statement. */
  endLine(i: number): void {
    if (this.stack.length === 0 || this.stack.at(-1)!.bracket === "{") this.start = i + 1;
  }

  get place(): TextPlace {
    return {
      heads: this.stack.map(({ head }) => head),
      bracket: this.stack.at(-1)?.bracket ?? "",
      opens: this.stack.map(({ open }) => open),
      before: this.text.slice(this.start, this.at),
      inComment: false,
      inString: false,
    };
  }
}

/** `name = x  attributes =`: the last key belongs to the bracket. */
function lastStatement(head: string): string {
  return /([\p{L}_][\p{L}\d_]*\s*=|[\p{L}_][\p{L}\d_ \t]*)$/u.exec(head)?.[0].replace(/\s+/g, " ") ?? head;
}
