// The line that the step of a lesson speaks of: marked, and brought into sight when the step begins.
import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import { effect } from "@preact/signals";
import { lessonMark, lessonStep } from "../lesson/progress.ts";
import { outline, outlinedText } from "../state/experiment.ts";

const setLine = StateEffect.define<number | null>();
const mark = Decoration.line({ class: "step-line", attributes: { title: "The lesson speaks of this line" } });

const line = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, { changes, effects, state }) {
    let next = value.map(changes);
    for (const { value: at } of effects.filter((one) => one.is(setLine)))
      next = at === null ? Decoration.none : Decoration.set(mark.range(state.doc.lineAt(at).from));
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export const stepLine: Extension = line;

/** Follows the steps of the lesson; returns a function to call when a text is opened, and one that ends following. */
export function watchStepLine(view: EditorView): { begin(): void; stop(): void } {
  let shown = "";
  const stop = effect(() => {
    const now = `${lessonMark.value} ${lessonStep.value}`;
    const { lesson } = outline.value;
    if (outlinedText.value !== view.state.doc.toString()) return;
    const at = lesson?.steps[lessonStep.value]?.line?.from ?? null;
    const isNew = now !== shown;
    shown = now;
    if (at === null && view.state.field(line) === Decoration.none) return;
    const scrolls = at !== null && isNew ? [EditorView.scrollIntoView(at, { y: "center" })] : [];
    view.dispatch({ effects: [setLine.of(at), ...scrolls] });
  });
  return {
    begin() {
      shown = "";
    },
    stop,
  };
}
