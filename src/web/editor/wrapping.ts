// Long lines continue in the next row, slightly indented.
import type { Range } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";

/** The additional indent of continued rows, and the largest indent, in characters. */
const further = 2;
const most = 24;

function hanging(view: EditorView): DecorationSet {
  const found: Range<Decoration>[] = [];
  for (const { from, to } of view.visibleRanges)
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at);
      const indent = Math.min(most, /^ */.exec(line.text)![0].length) + further;
      const style = `text-indent: -${indent}ch; padding-left: calc(6px + ${indent}ch)`;
      found.push(Decoration.line({ attributes: { style } }).range(line.from));
      at = line.to + 1;
    }
  return Decoration.set(found, true);
}

const indents = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = hanging(view);
    }

    update({ docChanged, viewportChanged, view }: ViewUpdate): void {
      if (docChanged || viewportChanged) this.decorations = hanging(view);
    }
  },
  { decorations: ({ decorations }) => decorations },
);

export const wrapping = [EditorView.lineWrapping, indents];
