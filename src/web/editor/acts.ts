// The editor's history with names: every act of the interface is one step that says what it was.
import { isolateHistory, redoDepth, undoDepth } from "@codemirror/commands";
import { Annotation, type TransactionSpec } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { isTyped, redoAct, type TextChange, undoAct } from "../state/experiment.ts";

const actName = Annotation.define<string>();

/**
 * The transaction that carries out an act. If the act continues the one before, it joins that step of the history,
 * whatever time has passed.
 */
export function actSpec(changes: readonly TextChange[], act: string, continues: boolean): TransactionSpec {
  const joined = continues ? [] : [isolateHistory.of("before")];
  return {
    changes: [...changes],
    userEvent: continues ? "input.type.compose" : "input.act",
    annotations: [actName.of(act), ...joined],
    scrollIntoView: false,
  };
}

/** Closes a step, so that typing after it is a step of its own. */
export const closeStep: TransactionSpec = { annotations: isolateHistory.of("after") };

const typing = "typing";
let done: string[] = [];
let undone: string[] = [];

function resize(names: string[], size: number): string[] {
  while (names.length < size) names.unshift(typing);
  return names.slice(names.length - size);
}

/** Forgets all names: another text has come, with nothing to undo. */
export function forgetActs(): void {
  done = [];
  undone = [];
  undoAct.value = redoAct.value = null;
  isTyped.value = false;
}

/** Keeps the names in step with the depth of CodeMirror's history, whose entries have none. */
export const namedHistory = EditorView.updateListener.of((update) => {
  if (!update.docChanged) return;
  const before = undoDepth(update.startState);
  const after = undoDepth(update.state);
  const act = update.transactions.map((one) => one.annotation(actName)).find((name) => name !== undefined);
  const isUndo = update.transactions.some((one) => one.isUserEvent("undo"));
  const isRedo = update.transactions.some((one) => one.isUserEvent("redo"));
  if (isUndo) undone.push(done.pop() ?? typing);
  else if (isRedo) done.push(undone.pop() ?? typing);
  else {
    undone = [];
    if (after > before || after === 0) done.push(act ?? typing);
    else if (act !== undefined && done.length > 0) done[done.length - 1] = act;
  }
  done = resize(done, after);
  undone = resize(undone, redoDepth(update.state));
  undoAct.value = done.at(-1) ?? null;
  redoAct.value = undone.at(-1) ?? null;
  isTyped.value = act === undefined && !isUndo && !isRedo;
});
