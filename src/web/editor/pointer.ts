// The pointer in the text: a double click selects a whole number, and selected text is never dragged away.
import { syntaxTree } from "@codemirror/language";
import { EditorSelection, type EditorState, type SelectionRange } from "@codemirror/state";
import { EditorView, type MouseSelectionStyle } from "@codemirror/view";

/** A number with the sign that belongs to it, as in `[-3, 0]`; in `a - 3` the sign is that of a difference. */
function numberRange(state: EditorState, at: number, side: -1 | 1): { from: number; to: number } | null {
  const node = syntaxTree(state).resolveInner(at, side);
  if (node.name !== "Number") return null;
  return { from: (node.parent?.name === "Unary" ? node.parent : node).from, to: node.to };
}

/** A selection that begins with a whole number and follows the pointer from there. */
function fromNumber(view: EditorView, number: SelectionRange): MouseSelectionStyle {
  let start = number;
  let before = view.state.selection;
  return {
    get(event, extend, multiple) {
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY }, false);
      const range =
        at < start.from
          ? EditorSelection.range(start.to, at)
          : EditorSelection.range(start.from, Math.max(at, start.to));
      if (extend) return before.replaceRange(before.main.extend(range.from, range.to));
      return multiple ? before.addRange(range) : EditorSelection.create([range]);
    },
    update(update) {
      if (!update.docChanged) return;
      start = start.map(update.changes);
      before = before.map(update.changes);
    },
  };
}

const wholeNumbers = EditorView.mouseSelectionStyle.of((view, event) => {
  if (event.button !== 0 || event.detail !== 2) return null;
  const place = view.posAndSideAtCoords({ x: event.clientX, y: event.clientY });
  const number = place && numberRange(view.state, place.pos, place.assoc < 0 ? -1 : 1);
  return number && fromNumber(view, EditorSelection.range(number.from, number.to));
});

/** A drag that begins in selected text starts a new selection: missing a number by a pixel must not move a law. */
const staysInPlace = EditorView.domEventHandlers({
  dragstart(event) {
    event.preventDefault();
    return true;
  },
});

export const pointer = [wholeNumbers, staysInPlace];
