// What the editor can do, put together.
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  startCompletion,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from "@codemirror/language";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  rectangularSelection,
  tooltips,
} from "@codemirror/view";
import { start } from "../session/session.ts";
import { expectTyping } from "../state/experiment.ts";
import { namedHistory } from "./acts.ts";
import { folding } from "./folds.ts";
import { vflangSupport } from "./language.ts";
import { lawInvitation } from "./law-invitation.ts";
import { cursorWatch } from "./law-strip.tsx";
import { lockedParts } from "./locks.ts";
import { pointer } from "./pointer.ts";
import { beginRename } from "./rename.tsx";
import { scrubber } from "./scrubber.ts";
import { stepLine } from "./step-line.ts";
import { tabKey } from "./tab-key.ts";
import { completeAt, formatDocument, goToDefinition, hovers } from "./tools.ts";
import { wrapping } from "./wrapping.ts";

/** The extensions for a text that is only read: a law file of the library. */
export function readingExtensions(label: string): Extension {
  return [
    lineNumbers(),
    foldGutter({ openText: "▾", closedText: "▸" }),
    folding,
    highlightSpecialChars(),
    drawSelection(),
    bracketMatching(),
    highlightSelectionMatches(),
    search({ top: true }),
    vflangSupport(),
    wrapping,
    pointer,
    tooltips({ position: "fixed", parent: document.body }),
    EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0", spellcheck: "false", autocorrect: "off" }),
    keymap.of([...searchKeymap, ...foldKeymap, ...defaultKeymap]),
  ];
}

/** Ctrl+click on a name goes to its definition. */
const clickToDefinition = EditorView.domEventHandlers({
  mousedown(event, view) {
    if (!(event.ctrlKey || event.metaKey) || event.button !== 0) return false;
    const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
    if (at === null || !view.state.wordAt(at)) return false;
    event.preventDefault();
    return goToDefinition(view, at);
  },
});

const typingBegins = EditorView.domEventHandlers({
  focus() {
    expectTyping();
    return false;
  },
});

function runNow(): boolean {
  start();
  return true;
}

export function editingExtensions(onChange: (text: string) => void): Extension {
  return [
    EditorState.allowMultipleSelections.of(true),
    EditorState.tabSize.of(2),
    indentUnit.of("  "),
    history(),
    namedHistory,
    lintGutter(),
    dropCursor(),
    // Ctrl+click is for definitions, so Alt+click adds a cursor and Shift+Alt+drag selects a rectangle.
    EditorView.clickAddsSelectionRange.of((event) => event.altKey),
    rectangularSelection({ eventFilter: (event) => event.altKey && event.shiftKey && event.button === 0 }),
    indentOnInput(),
    closeBrackets(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    autocompletion({
      override: [completeAt],
      icons: false,
      activateOnTypingDelay: 60,
      interactionDelay: 30,
      maxRenderedOptions: 60,
    }),
    hovers,
    scrubber,
    lockedParts,
    stepLine,
    lawInvitation,
    clickToDefinition,
    cursorWatch,
    typingBegins,
    keymap.of([
      { key: "Mod-Enter", run: runNow, preventDefault: true },
      { key: "F12", run: (view) => goToDefinition(view), preventDefault: true },
      { key: "F2", run: beginRename, preventDefault: true },
      { key: "Alt-Shift-f", run: formatDocument, preventDefault: true },
      { key: "Mod-Shift-f", run: formatDocument, preventDefault: true },
      { key: "Mod-Space", run: startCompletion },
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...lintKeymap,
      ...historyKeymap,
      indentWithTab,
    ]),
    readingExtensions("The text of the experiment"),
    tabKey,
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onChange(update.state.doc.toString());
    }),
  ];
}
