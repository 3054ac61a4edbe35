// Parts of the text that its lesson protects: locked lines are marked and cannot be changed, hidden ones are folded.
import { EditorState, type Extension, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import { effect } from "@preact/signals";
import { isUnhidden, isUnlocked } from "../lesson/progress.ts";
import { hasErrors, outline, outlinedText } from "../state/experiment.ts";
import { say } from "../ui/announcer.ts";

interface Range {
  readonly from: number;
  readonly to: number;
}

/** The parts that a lesson locks and hides. Ranges move with the text; a broken text keeps those it had. */
interface Locks {
  readonly locked: readonly Range[];
  readonly hidden: readonly Range[];
}

const none: Locks = { locked: [], hidden: [] };
const setLocks = StateEffect.define<Locks>();

const locks = StateField.define<Locks>({
  create: () => none,
  update(value, transaction) {
    let next = value;
    if (transaction.docChanged && value !== none) {
      const mapped = (ranges: readonly Range[]) =>
        ranges.map(({ from, to }) => ({
          from: transaction.changes.mapPos(from, 1),
          to: transaction.changes.mapPos(to, -1),
        }));
      next = { locked: mapped(value.locked), hidden: mapped(value.hidden) };
    }
    for (const { value: set } of transaction.effects.filter((one) => one.is(setLocks))) next = set as Locks;
    return next;
  },
  provide: (field) => [
    EditorView.decorations.compute([field, "doc"], (state) => decorate(state, state.field(field))),
    EditorView.atomicRanges.of((view) => hiddenParts(view.state, view.state.field(field))),
  ],
});

class HiddenPart extends WidgetType {
  private readonly lines: number;

  constructor(lines: number) {
    super();
    this.lines = lines;
  }

  override eq(other: HiddenPart): boolean {
    return other.lines === this.lines;
  }

  toDOM(): HTMLElement {
    const element = document.createElement("span");
    element.className = "hidden-part";
    element.textContent = `${this.lines} lines are hidden by the lesson`;
    return element;
  }
}

/** Extends a range to whole lines, as decorations that are blocks require. */
function linesOf({ doc }: EditorState, { from, to }: Range): Range {
  return { from: doc.lineAt(from).from, to: doc.lineAt(to).to };
}

function hiddenParts(state: EditorState, { hidden }: Locks): DecorationSet {
  return Decoration.set(
    hidden.map((range) => {
      const { from, to } = linesOf(state, range);
      const lines = state.doc.lineAt(to).number - state.doc.lineAt(from).number + 1;
      return Decoration.replace({ widget: new HiddenPart(lines), block: true }).range(from, to);
    }),
    true,
  );
}

const lockedLine = Decoration.line({ class: "locked-line" });
/** The first line of a locked part says in words that it is locked. */
const firstLine = Decoration.line({ class: "locked-line locked-first" });

function decorate(state: EditorState, value: Locks): DecorationSet {
  const lines = value.locked.flatMap((range) => {
    const [first, last] = [state.doc.lineAt(range.from).number, state.doc.lineAt(range.to).number];
    return Array.from({ length: last - first + 1 }, (_, i) =>
      (i === 0 ? firstLine : lockedLine).range(state.doc.line(first + i).from),
    );
  });
  return hiddenParts(state, value).update({ add: lines, sort: true });
}

/** Refuses changes of what is locked, and announces that; undo and redo pass. */
const keepsLocked = EditorState.changeFilter.of((transaction) => {
  const { locked, hidden } = transaction.startState.field(locks);
  const all = [...locked, ...hidden].toSorted((a, b) => a.from - b.from);
  if (all.length === 0) return true;
  const touches = (ranges: readonly Range[]) => {
    let isTouched = false;
    transaction.changes.iterChangedRanges((from, to) => {
      if (ranges.some((range) => from < range.to && to > range.from)) isTouched = true;
    });
    return isTouched;
  };
  if (touches(hidden)) say("The lesson hides this part of the text, and keeps it as it is.");
  else if (touches(locked))
    say("The lesson keeps this part of the text as it is. “Unlock the text” under the view opens it.");
  return all.flatMap(({ from, to }) => [from, to]);
});

export const lockedParts: Extension = [locks, keepsLocked];

/** The locked and hidden parts at present; in a broken text the outline may lack what the lesson names. */
function wantedLocks(known: Locks): Locks {
  const { lesson } = outline.value;
  const [isOpen, isShown] = [isUnlocked.value, isUnhidden.value];
  if (!lesson || (isOpen && isShown)) return none;
  if (!hasErrors.peek() || known === none)
    return { locked: isOpen ? [] : lesson.locked, hidden: isShown ? [] : lesson.hidden };
  return { locked: isOpen ? [] : known.locked, hidden: isShown ? [] : known.hidden };
}

/** Keeps the locks of an editor up to date; returns a function that ends that. */
export function watchLocks(view: EditorView): () => void {
  return effect(() => {
    const of = outlinedText.value;
    const known = view.state.field(locks);
    const next = wantedLocks(known);
    if (of !== view.state.doc.toString() || (known === none && next === none)) return;
    if (hasErrors.peek() && next === none && outline.peek().lesson === null) return;
    view.dispatch({ effects: setLocks.of(next) });
  });
}
