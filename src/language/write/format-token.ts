// The tokens of a text with their comments. The place of a comment depends on line breaks around it only where the
// layout always breaks the line as well; inside an expression it depends on the tokens alone. That makes formatting
// idempotent.

export interface Item {
  readonly kind: "token" | "line-comment" | "block-comment";
  readonly from: number;
  readonly to: number;
}

export interface OwnComment {
  readonly text: string;
  readonly column: number;
  blank: boolean;
}

export interface FormatToken {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** Whether white space or a comment stands before it. */
  readonly apart: boolean;
  /** Comments on their own lines before it. */
  readonly own: OwnComment[];
  /** Whether a blank line separates its own comments from it. */
  blank: boolean;
  /** Block comments directly before it. */
  before: string;
  /** Comments directly after it. */
  after: string;
  /** Whether nothing may follow `after` on its line. */
  afterEndsLine: boolean;
}

const blank = /[ \t\r\n\u00a0\ufeff]+|(\/\/[^\n]*)|(\/\*[\s\S]*?\*\/)/;
const word = /[\p{L}_][\p{L}0-9_]*|°[A-Za-z]*|[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|"[^"\n]*"/u;
const sign = /\+=|\+\+|==|!=|<=|>=|[-=<>&|+*/.^#!$,()[\]{}']/u;
const itemPattern = new RegExp(`${blank.source}|${word.source}|${sign.source}`, "uy");

/** Tokens and comments in order; null if the text has something else, such as an unterminated comment. */
export function readItems(text: string): Item[] | null {
  const items: Item[] = [];
  itemPattern.lastIndex = 0;
  for (let from = 0; from < text.length; from = itemPattern.lastIndex) {
    const match = itemPattern.exec(text);
    if (!match || text.startsWith("/*", from) !== (match[2] !== undefined)) return null;
    if (match[0].trim() === "") continue;
    const kind = match[1] !== undefined ? "line-comment" : match[2] !== undefined ? "block-comment" : "token";
    items.push({ kind, from, to: itemPattern.lastIndex });
  }
  return items;
}

/** Where lines must start, and which of them have a blank line before them. */
export interface Lines {
  readonly starts: ReadonlySet<number>;
  readonly blanks: ReadonlySet<number>;
}

/** The tokens with their comments; the last token is empty and marks the end of the text. */
export function attachComments(text: string, items: readonly Item[], lines: Lines): FormatToken[] {
  const tokens: FormatToken[] = [];
  const end: Item = { kind: "token", from: text.length, to: text.length };
  let comments: Item[] = [];
  for (const item of [...items, end]) {
    if (item.kind !== "token") {
      comments.push(item);
      continue;
    }
    const previous = tokens.at(-1);
    const token: FormatToken = {
      text: text.slice(item.from, item.to),
      from: item.from,
      to: item.to,
      apart: previous === undefined || previous.to < item.from,
      own: [],
      blank: false,
      before: "",
      after: "",
      afterEndsLine: false,
    };
    const gap = new Gap(text, comments, previous, token);
    if (item === end || lines.starts.has(item.from)) gap.attachAtLine(lines.blanks.has(item.from));
    else gap.attachInside();
    tokens.push(token);
    comments = [];
  }
  return tokens;
}

/** Comments on one line. */
interface Run {
  readonly text: string;
  readonly column: number;
  readonly blank: boolean;
  /** Whether it ends its line: it has a `//`, or more than one line. */
  readonly long: boolean;
}

class Gap {
  private readonly text: string;
  private readonly previous: FormatToken | undefined;
  private readonly token: FormatToken;
  private readonly runs: Run[] = [];
  /** Whether the first run is on the line of the token before. */
  private readonly startsInLine: boolean;
  /** Whether the last run is on the line of the token after. */
  private readonly endsInLine: boolean;
  private readonly blank: boolean;

  constructor(text: string, comments: readonly Item[], previous: FormatToken | undefined, token: FormatToken) {
    this.text = text;
    this.previous = previous;
    this.token = token;
    const start = previous?.to ?? 0;
    let at = start;
    for (let i = 0; i < comments.length; ) {
      const first = i;
      do at = comments[i++].to;
      while (i < comments.length && !this.breaks(at, comments[i].from));
      this.runs.push(this.run(comments.slice(first, i), first === 0 ? start : comments[first - 1].to));
    }
    this.startsInLine = previous !== undefined && comments.length > 0 && !this.breaks(start, comments[0].from);
    this.endsInLine = comments.length > 0 && !this.breaks(at, token.from) && token.text !== "";
    this.blank = this.hasBlank(at, token.from);
  }

  /** Attaches comments to a token that always starts a line. */
  attachAtLine(wantsBlank: boolean): void {
    const { runs, token, previous } = this;
    const closes = token.text === "}" || token.text === "";
    const single = runs.length === 1 && this.endsInLine;
    if (this.startsInLine && (single ? closes && previous!.text !== "{" : true)) this.putAfter(runs.shift()!, true);
    if (this.endsInLine && runs.length > 0 && !closes && !runs.at(-1)!.long) token.before = runs.pop()!.text;
    for (const run of runs) this.putOwn(run);
    token.blank = this.blank && !closes;
    const first = token.own[0] ?? token;
    if (previous === undefined || previous.text === "{") first.blank = false;
    else if (wantsBlank && !token.blank && token.own.every((comment) => !comment.blank)) first.blank = true;
  }

  /** Attaches comments to a token whose line depends on the width. */
  attachInside(): void {
    const { runs, token, previous } = this;
    const inLine = Number(this.startsInLine) + Number(this.endsInLine);
    if (runs.length <= inLine && runs.every((run) => !run.long)) {
      const joined = runs.map((run) => run.text).join(" ");
      if (/[\p{L}0-9_)\]}'"]$/u.test(previous!.text) && !/^(if|then|else)$/.test(previous!.text))
        previous!.after = joined;
      else token.before = joined;
      return;
    }
    const first = runs[0];
    const single = runs.length === 1 && this.endsInLine;
    if (this.startsInLine && !single && !first.text.includes("\n")) this.putAfter(runs.shift()!, first.long);
    if (this.endsInLine && runs.length > 0 && !runs.at(-1)!.long) token.before = runs.pop()!.text;
    for (const run of runs) this.putOwn({ ...run, blank: false });
  }

  private putAfter(run: Run, endsLine: boolean): void {
    this.previous!.after = run.text;
    this.previous!.afterEndsLine = endsLine;
  }

  private putOwn(run: Run): void {
    this.token.own.push({ text: run.text, column: run.column, blank: run.blank });
  }

  private run(comments: readonly Item[], gapFrom: number): Run {
    const { from } = comments[0];
    const lineFrom = this.text.lastIndexOf("\n", from - 1) + 1;
    const parts = comments.map((comment) => {
      const content = this.text.slice(comment.from, comment.to);
      return comment.kind === "line-comment" ? content.trimEnd() : content.replace(/\r\n/g, "\n");
    });
    const text = parts.join(" ");
    return {
      text,
      column: /^\ufeff?([ \t]*)/.exec(this.text.slice(lineFrom, from))![1].length,
      blank: this.hasBlank(gapFrom, from),
      long: comments.some((comment) => comment.kind === "line-comment") || text.includes("\n"),
    };
  }

  private breaks(from: number, to: number): boolean {
    return this.text.slice(from, to).includes("\n");
  }

  private hasBlank(from: number, to: number): boolean {
    return /\n[^\S\n]*\n/.test(this.text.slice(from, to));
  }
}
