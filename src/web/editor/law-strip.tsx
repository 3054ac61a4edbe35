// The law at the cursor as a formula, under the text. One line until the first formula; then its height is fixed:
// nothing moves while one types.
import { EditorView } from "@codemirror/view";
import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import type { FormulaCard } from "../protocol/text.ts";
import { askAbout, text } from "../state/experiment.ts";
import { showsFormula } from "../state/settings.ts";
import { FormulaNotes, FormulaView } from "../ui/formula.tsx";

/** Where the cursor is; null until a person puts it somewhere: a text that is only read needs no formula. */
const cursor = signal<number | null>(null);

export const cursorWatch = EditorView.updateListener.of((update) => {
  if (update.selectionSet || update.docChanged) cursor.value = update.state.selection.main.head;
});

/** Milliseconds of rest before a formula is asked for: keys come faster than formulas are read. */
const pause = 150;

function useFormulaAtCursor(): FormulaCard | null {
  const [card, setCard] = useState<FormulaCard | null>(null);
  const at = cursor.value;
  const asked = text.value;
  useEffect(() => {
    if (at === null) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      void askAbout<FormulaCard | null>({ kind: "formula", at }).then(
        (found) => isCurrent && setCard(found),
        () => isCurrent && setCard(null),
      );
    }, pause);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [at, asked]);
  return card;
}

export function LawStrip() {
  return showsFormula.value ? <Strip /> : null;
}

function Strip() {
  const card = useFormulaAtCursor();
  const wasShown = useRef(false);
  wasShown.current ||= card !== null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long formula is scrolled by keys
    <section class={wasShown.current ? "law-strip" : "law-strip low"} aria-label="The law at the cursor" tabIndex={0}>
      {card ? (
        <>
          <FormulaView math={card.math} />
          <FormulaNotes card={card} />
        </>
      ) : (
        <p class="quiet">Put the cursor into a law to see its formula.</p>
      )}
      <button
        type="button"
        class="sign"
        aria-label="Hide the formula at the cursor"
        title="Hide the formula; Ctrl+K, formula brings it back"
        onClick={() => {
          showsFormula.value = false;
        }}
      >
        ✕
      </button>
    </section>
  );
}
