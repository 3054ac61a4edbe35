// The text, to be edited.
import { defaultKeymap, history, historyKeymap, indentWithTab, redo, undo } from "@codemirror/commands";
import { type Diagnostic, setDiagnostics } from "@codemirror/lint";
import { EditorState, Transaction } from "@codemirror/state";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { checkedText, owner, problems, setText, text } from "../state/experiment.ts";
import { vflangSupport } from "./language.ts";

export default function Editor() {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const view = new EditorView({
      parent: host.current!,
      state: EditorState.create({
        doc: text.peek(),
        extensions: [
          lineNumbers(),
          history(),
          keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
          vflangSupport(),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) setText(update.state.doc.toString());
          }),
        ],
      }),
    });
    owner.value = {
      apply: (changes, act) =>
        view.dispatch({ changes: [...changes], annotations: [Transaction.userEvent.of(act), Transaction.addToHistory.of(true)] }),
      undo: () => undo(view),
      redo: () => redo(view),
      show: (from, to) => {
        view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
        view.focus();
      },
    }; // biome-ignore format: one call
    const stop = effect(() => {
      if (checkedText.value !== view.state.doc.toString()) return;
      const size = view.state.doc.length;
      const found = problems.value.map(
        ({ severity, message, notes, from, to }): Diagnostic => ({
          severity,
          message: [message, ...notes].join("\n"),
          from: Math.min(from ?? 0, size),
          to: Math.min(to ?? 1, size),
        }),
      );
      view.dispatch(setDiagnostics(view.state, found));
    });
    return () => {
      stop();
      owner.value = null;
      view.destroy();
    };
  }, []);
  return <div class="editor" ref={host} />;
}
