// The text, to be edited; its history outlives a visit to the gallery.
import { redo, undo } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { useEffect, useRef } from "preact/hooks";
import { checkAhead, owner, setText, text } from "../state/experiment.ts";
import "./editor.css";
import "./problems.css";
import "./cards.css";
import "../ui/formula.css";
import { actSpec, closeStep, forgetActs } from "./acts.ts";
import { EditorBar, StaleNote } from "./bar.tsx";
import { Cards } from "./cards.tsx";
import { editingExtensions, readingExtensions } from "./extensions.ts";
import { foldShownParts } from "./folds.ts";
import { watchLawInvitation } from "./law-invitation.ts";
import { LawStrip } from "./law-strip.tsx";
import { watchLocks } from "./locks.ts";
import { markProblems } from "./problems.ts";
import { ProblemsLine } from "./problems-line.tsx";
import { RenameBox } from "./rename.tsx";
import { type LawFile, lawFile, shownAs } from "./shown-part.ts";
import { watchStepLine } from "./step-line.ts";

let kept: EditorState | null = null;

function freshState(doc: string): EditorState {
  const state = EditorState.create({ doc, extensions: editingExtensions(setText) });
  return state.update(foldShownParts(state)).state;
}

/** The state of the last editor if it holds the text of now, else a fresh one. */
function initialState(): EditorState {
  const now = text.peek();
  return kept?.doc.toString() === now ? kept : freshState(now);
}

export default function Editor() {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const view = new EditorView({
      parent: host.current!,
      state: initialState(),
      // The text is checked while it is drawn.
      dispatchTransactions(transactions, of) {
        if (transactions.some(({ docChanged }) => docChanged)) checkAhead(transactions.at(-1)!.newDoc.toString());
        of.update(transactions);
      },
    });
    const steps = watchStepLine(view);
    const invitation = watchLawInvitation(view);
    owner.value = {
      open(next) {
        view.setState(freshState(next));
        // New rows are read from their beginning.
        view.scrollDOM.scrollTo(0, 0);
        steps.begin();
        forgetActs();
      },
      apply(changes, act, continues = false) {
        view.dispatch(actSpec(changes, act, continues));
        if (!continues) view.dispatch(closeStep);
      },
      undo: () => void undo(view),
      redo: () => void redo(view),
      show(from, to) {
        shownAs.value = "text";
        view.dispatch({
          selection: { anchor: from, head: to },
          effects: EditorView.scrollIntoView(from, { y: "center" }),
        });
        view.focus();
      },
    };
    const stops = [markProblems(view), watchLocks(view), steps.stop, invitation];
    return () => {
      for (const stop of stops) stop();
      kept = view.state;
      owner.value = null;
      view.destroy();
    };
  }, []);
  const as = shownAs.value === "law" && !lawFile.value ? "text" : shownAs.value;
  return (
    <div class="editor-side">
      <EditorBar />
      <div class="editor" ref={host} hidden={as !== "text"} />
      {as === "cards" && <Cards />}
      {as === "law" && lawFile.value && <LawView law={lawFile.value} />}
      {as === "text" && <RenameBox />}
      <StaleNote />
      {as === "text" && <LawStrip />}
      <ProblemsLine />
    </div>
  );
}

/** A law file of the library, to be read. */
function LawView({ law }: { law: LawFile }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const view = new EditorView({
      parent: host.current!,
      state: EditorState.create({
        doc: law.text,
        selection: { anchor: law.from, head: law.to },
        extensions: [readingExtensions(`${law.file}, read only`), EditorState.readOnly.of(true)],
      }),
    });
    view.dispatch({ effects: EditorView.scrollIntoView(law.from, { y: "center" }) });
    view.focus();
    return () => view.destroy();
  }, [law]);
  return <div class="editor reads" ref={host} />;
}
