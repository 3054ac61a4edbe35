// What the lab shows by itself is folded when a text is opened: the head with title, question and what to watch, and
// the bench. A click, or the keys of the editor, unfold them; so does a change or a cursor inside.
import { codeFolding, foldEffect, foldService } from "@codemirror/language";
import type { EditorState, Extension, TransactionSpec } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { cardHead } from "../gallery/card-head.ts";

interface Range {
  readonly from: number;
  readonly to: number;
}

/** The facts in the comment at the beginning of a text, from the first on; null where there is no title. */
function headOf({ doc }: EditorState): Range | null {
  let first = 0;
  let last = 0;
  for (; last < doc.lines && doc.line(last + 1).text.startsWith("//"); last++)
    if (first === 0 && /^\/\/ [A-Z][a-z]+: /.test(doc.line(last + 1).text)) first = last + 1;
  if (first === 0 || last === first) return null;
  const range = { from: doc.line(first).from, to: doc.line(last).to };
  return cardHead(doc.sliceString(range.from, range.to)).has("title") ? range : null;
}

/** What the bench has between its braces; null where a lesson hides it, or there is none. */
function benchOf({ doc }: EditorState): Range | null {
  const text = doc.toString();
  const found = /^bench \{(\n[\s\S]*?\n)\}/m.exec(text);
  if (!found || /^lesson \{/m.test(text)) return null;
  const from = found.index + "bench {".length;
  return { from, to: from + found[1].length };
}

/** Folds head and bench of a text that has just been opened. */
export function foldShownParts(state: EditorState): TransactionSpec {
  const parts = [headOf(state), benchOf(state)].filter((range) => range !== null);
  return { effects: parts.map((range) => foldEffect.of(range)) };
}

/** The words in the place of a fold. */
function wordsFor(state: EditorState, { from, to }: Range): string {
  const title = cardHead(state.sliceDoc(from, to)).get("title");
  return title === undefined ? "…" : `About: ${title}`;
}

function placeOf(_: EditorView, unfold: (event: Event) => void, words: string): HTMLElement {
  const place = document.createElement("span");
  place.className = words === "…" ? "cm-foldPlaceholder" : "cm-foldPlaceholder about-fold";
  place.textContent = words;
  place.title = "Unfold (Ctrl+Shift+] on this line)";
  place.setAttribute("aria-label", `folded: ${words}`);
  place.addEventListener("click", unfold);
  return place;
}

export const folding: Extension = [
  codeFolding({ preparePlaceholder: wordsFor, placeholderDOM: placeOf }),
  // The gutter and the keys fold the head again.
  foldService.of((state, lineStart) => {
    const head = headOf(state);
    return head?.from === lineStart ? head : null;
  }),
];
