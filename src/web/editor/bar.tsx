// The head of the laws: text or cards, undo with names, format, and when the text runs.

import { start } from "../session/session.ts";
import { owner, redoAct, text, undoAct } from "../state/experiment.ts";
import { frames, shownText } from "../state/run.ts";
import { runsWhileTyping } from "../state/settings.ts";
import { closeLaw, lawFile, shownAs } from "./shown-part.ts";
import { formatDocument } from "./tools.ts";

function Tab({ id, title }: { id: "text" | "cards" | "law"; title: string }) {
  return (
    <button
      type="button"
      role="tab"
      aria-selected={shownAs.value === id}
      onClick={() => {
        shownAs.value = id;
      }}
    >
      {title}
    </button>
  );
}

export function EditorBar() {
  const law = lawFile.value;
  const undo = undoAct.value;
  const redo = redoAct.value;
  return (
    <div class="editor-bar">
      <div class="editor-tabs" role="tablist" aria-label="Laws as">
        <Tab id="text" title="Text" />
        <Tab id="cards" title="Cards" />
        {law && (
          <span class="law-tab">
            <Tab id="law" title={law.file.replace(/^laws\//, "")} />
            <button type="button" class="sign" aria-label={`Close ${law.file}`} onClick={closeLaw}>
              ×
            </button>
          </span>
        )}
      </div>
      <span class="space" />
      <button
        type="button"
        class="sign"
        disabled={undo === null}
        aria-label={undo === null ? "Undo" : `Undo: ${undo}`}
        title={undo === null ? "Nothing to undo" : `Undo: ${undo} (Ctrl+Z)`}
        onClick={() => owner.value?.undo()}
      >
        ↶
      </button>
      <button
        type="button"
        class="sign"
        disabled={redo === null}
        aria-label={redo === null ? "Redo" : `Redo: ${redo}`}
        title={redo === null ? "Nothing to redo" : `Redo: ${redo} (Ctrl+Y)`}
        onClick={() => owner.value?.redo()}
      >
        ↷
      </button>
      <button type="button" title="Lay out the text by rule (Alt+Shift+F)" onClick={formatDocument}>
        Format
      </button>
      <label class="live-switch" title="Whether a change of the text runs at once. Ctrl+Enter runs it in any case.">
        <input
          type="checkbox"
          role="switch"
          checked={runsWhileTyping.value}
          aria-checked={runsWhileTyping.value}
          onChange={(event) => {
            runsWhileTyping.value = event.currentTarget.checked;
          }}
        />
        <span>{runsWhileTyping.value ? "runs as you type" : "runs when asked"}</span>
      </label>
    </div>
  );
}

/** Says, quietly, that the view shows the run of an earlier text. */
export function StaleNote() {
  const isStale = frames.value !== null && shownText.value !== text.value;
  return (
    <div class="stale-place">
      <p class="stale-note" role="status" data-stale={isStale}>
        {isStale && (
          <>
            <span>Showing the run of an earlier text.</span>
            <button type="button" title="Run this text (Ctrl+Enter)" onClick={start}>
              Run
            </button>
          </>
        )}
      </p>
    </div>
  );
}
