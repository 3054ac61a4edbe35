// The Tab key in the text: it indents while a person writes, and moves the focus if nobody has written.
import type { Extension } from "@codemirror/state";
import { EditorView, ViewPlugin } from "@codemirror/view";

const wayOfComing = ViewPlugin.fromClass(
  class {
    private byTab = false;
    private readonly view: EditorView;
    private readonly key = (event: KeyboardEvent) => {
      this.byTab = event.key === "Tab";
    };
    private readonly pointer = () => {
      this.byTab = false;
      this.view.setTabFocusMode(false);
    };

    constructor(view: EditorView) {
      this.view = view;
      addEventListener("keydown", this.key, true);
      addEventListener("pointerdown", this.pointer, true);
    }

    came(): void {
      this.view.setTabFocusMode(this.byTab);
    }

    destroy(): void {
      removeEventListener("keydown", this.key, true);
      removeEventListener("pointerdown", this.pointer, true);
    }
  },
);

const coming = EditorView.domEventObservers({ focus: (_, view) => view.plugin(wayOfComing)?.came() });

/** After a change Tab indents; Escape and then Tab leave the text. */
const writing = EditorView.updateListener.of(({ view, transactions }) => {
  if (transactions.some((one) => one.isUserEvent("input") || one.isUserEvent("delete"))) view.setTabFocusMode(false);
});

export const tabKey: Extension = [
  wayOfComing,
  coming,
  writing,
  EditorView.contentAttributes.of({ "aria-description": "Escape, then Tab, leaves the text" }),
];
