// Layouts and how they are printed, after Oppen and Wadler: a group is printed on one line if it fits, otherwise every
// break directly in it becomes a new line. Comments have three places: on their own line, after a token, and (as plain
// text) before one. Nothing here recurses, so depth costs no stack.

/** The widest line, unless nothing in it may break. */
export const lineWidth = 100;

interface Measure {
  /** The number of columns on one line; infinite if that is impossible. */
  readonly width: number;
  /**
   * Whether it starts with a comment on its own line: a layout that contains it elsewhere than at its start must break.
   */
  readonly head: boolean;
  /**
   * Whether it ends with a comment that ends the line: a layout that contains it elsewhere than at its end must break.
   */
  readonly tail: boolean;
}

export type Layout = Measure &
  (
    | { readonly kind: "text"; readonly text: string }
    /** One space, or a break if the group does not fit. */
    | { readonly kind: "line"; readonly flat: "" | " " }
    | { readonly kind: "newline" }
    | { readonly kind: "blank" }
    | { readonly kind: "space" }
    | { readonly kind: "own"; readonly text: string; readonly column: number; readonly blank: boolean }
    | { readonly kind: "after"; readonly text: string }
    | { readonly kind: "join"; readonly parts: readonly Layout[] }
    | { readonly kind: "group"; readonly content: Layout }
    /** The additional indentation of its lines; null: the column where it starts. */
    | { readonly kind: "nest"; readonly by: number | null; readonly content: Layout }
  );

const plain = { head: false, tail: false };

export const space: Layout = { kind: "space", width: 1, ...plain };
export const line: Layout = { kind: "line", flat: " ", width: 1, ...plain };
export const softLine: Layout = { kind: "line", flat: "", width: 0, ...plain };
export const newline: Layout = { kind: "newline", width: Number.POSITIVE_INFINITY, ...plain };
export const blank: Layout = { kind: "blank", width: 0, ...plain };

export function textLayout(content: string): Layout {
  return { kind: "text", text: content, width: content.length, ...plain };
}

/** A comment on its own line, formerly at `column`; its further lines move along with it. */
export function ownComment(content: string, column: number, blankBefore: boolean): Layout {
  return { kind: "own", text: content, column, blank: blankBefore, width: 0, head: true, tail: false };
}

/** A comment after a token. One that ends its line has no width: a long remark must not break a short law. */
export function afterComment(content: string, endsLine: boolean): Layout {
  return { kind: "after", text: content, width: endsLine ? 0 : content.length + 1, head: false, tail: endsLine };
}

export function join(parts: readonly Layout[]): Layout {
  if (parts.length === 1) return parts[0];
  let width = 0;
  for (let i = 0; i < parts.length; i++) {
    const broken = (i > 0 && parts[i].head) || (i < parts.length - 1 && parts[i].tail);
    width += broken ? Number.POSITIVE_INFINITY : parts[i].width;
  }
  return { kind: "join", parts, width, head: parts[0]?.head ?? false, tail: parts.at(-1)?.tail ?? false };
}

export function group(content: Layout): Layout {
  return { kind: "group", content, width: content.width, head: content.head, tail: content.tail };
}

export function nest(by: number, content: Layout): Layout {
  return { kind: "nest", by, content, width: content.width, head: content.head, tail: content.tail };
}

export function align(content: Layout): Layout {
  return { kind: "nest", by: null, content, width: content.width, head: content.head, tail: content.tail };
}

interface Task {
  readonly layout: Layout;
  readonly indent: number;
  readonly flat: boolean;
}

export function printLayout(layout: Layout): string {
  const page = new Page();
  const tasks: Task[] = [{ layout, indent: 0, flat: false }];
  for (let task = tasks.pop(); task; task = tasks.pop()) {
    const { layout, indent, flat } = task;
    switch (layout.kind) {
      case "text":
        page.write(layout.text, indent);
        break;
      case "space":
        page.gap = true;
        break;
      case "line":
        if (!flat) page.breakLine();
        else if (layout.flat) page.gap = true;
        break;
      case "newline":
        page.breakLine();
        break;
      case "blank":
        page.skipLine();
        break;
      case "own":
        if (layout.blank) page.skipLine();
        page.writeOwn(layout.text, layout.column, indent);
        break;
      case "after":
        page.writeAfter(layout.text, layout.tail);
        break;
      case "join":
        for (let i = layout.parts.length - 1; i >= 0; i--) tasks.push({ layout: layout.parts[i], indent, flat });
        break;
      case "group":
        tasks.push({
          layout: layout.content,
          indent,
          flat: flat || fits(layout, indent, page.columnFor(indent), tasks),
        });
        break;
      case "nest":
        tasks.push({
          layout: layout.content,
          indent: layout.by === null ? page.columnFor(indent) : indent + layout.by,
          flat,
        });
        break;
    }
  }
  return page.finish();
}

/** Whether `layout`, on one line from `column` on, leaves space for what must follow on that line. */
function fits(layout: Layout, indent: number, column: number, following: readonly Task[]): boolean {
  if (layout.width > lineWidth) return false;
  let room = lineWidth - column;
  let next = following.length;
  const tasks: Task[] = [{ layout, indent, flat: true }];
  while (room >= 0) {
    const task = tasks.pop() ?? following[--next];
    if (!task) return true;
    const { layout, flat } = task;
    switch (layout.kind) {
      case "own":
        // It starts a line and ends it: what follows has that line's space. After the layout itself, the line is over.
        if (next < following.length) return true;
        room = lineWidth - task.indent;
        break;
      case "newline":
        return true;
      case "line":
        if (!flat) return true;
        room -= layout.width;
        break;
      case "after":
        if (layout.tail) return true;
        room -= layout.width;
        break;
      case "join":
        for (let i = layout.parts.length - 1; i >= 0; i--) tasks.push({ ...task, layout: layout.parts[i] });
        break;
      case "group":
      case "nest":
        tasks.push({ ...task, layout: layout.content });
        break;
      default:
        room -= layout.width;
    }
  }
  return false;
}

/** The text so far and pending output: white space and comments are written only once it is known what follows. */
class Page {
  /** Whether a space precedes the next text on this line. */
  gap = false;
  private readonly out: string[] = [];
  private column = 0;
  /** Whether the line is still empty, without its indentation. */
  private fresh = true;
  /** Whether a comment has ended this line. */
  private ended = false;
  private comment = "";

  /** The column of the next text. */
  columnFor(indent: number): number {
    if (this.fresh || this.ended) return indent;
    return this.column + (this.comment ? this.comment.length + 1 : 0) + (this.gap ? 1 : 0);
  }

  write(text: string, indent: number): void {
    if (this.ended) this.breakLine();
    if (this.fresh) this.put(" ".repeat(indent));
    else {
      if (this.comment) this.put(` ${this.comment}`);
      if (this.gap) this.put(" ");
    }
    this.put(text);
    this.comment = "";
    this.gap = false;
    this.fresh = false;
  }

  writeAfter(text: string, endsLine: boolean): void {
    this.comment = text;
    this.gap = false;
    this.ended = endsLine;
  }

  writeOwn(text: string, column: number, indent: number): void {
    this.breakLine();
    const [first, ...rest] = text.split("\n");
    const shift = indent - column;
    const moved = rest.map((line) =>
      shift >= 0
        ? (line.trim() ? " ".repeat(shift) : "") + line
        : line.slice(Math.min(-shift, /^\s*/.exec(line)![0].length)),
    );
    this.write([first, ...moved].join("\n"), indent);
    this.ended = true;
  }

  breakLine(): void {
    this.gap = false;
    if (this.fresh) return;
    if (this.comment) this.put(`  ${this.comment}`);
    this.put("\n");
    this.comment = "";
    this.column = 0;
    this.fresh = true;
    this.ended = false;
  }

  skipLine(): void {
    this.breakLine();
    this.put("\n");
    this.column = 0;
  }

  finish(): string {
    this.breakLine();
    return this.out.join("");
  }

  private put(text: string): void {
    this.out.push(text);
    this.column += text.length;
  }
}
