// Numbers that can be pulled: Alt+drag on a number, or the handle that appears behind its line when the cursor is in
// it. A drag is one step of the history; exact entry stays typing.
import { syntaxTree } from "@codemirror/language";
import { EditorSelection, type EditorState, Prec, StateField } from "@codemirror/state";
import { EditorView, type Rect, showTooltip, type Tooltip } from "@codemirror/view";
import { moved, stepOf } from "../ui/number-text.ts";
import { actSpec, closeStep } from "./acts.ts";

interface NumberPlace {
  readonly from: number;
  readonly to: number;
  readonly value: number;
  readonly isWhole: boolean;
  /** What is changed, in words: `restitution`. */
  readonly what: string;
}

const wholeKeys = new Set(["copies", "iterations", "seed", "frames"]);

export function numberAt(state: EditorState, at: number): NumberPlace | null {
  for (const side of [-1, 1] as const) {
    const node = syntaxTree(state).resolveInner(at, side);
    if (node.name !== "Number" || node.parent?.name === "Unit" || node.parent?.name === "AliasTarget") continue;
    const sign = node.parent?.name === "Unary" ? node.parent : null;
    const { from } = sign ?? node;
    const value = Number(state.sliceDoc(from, node.to).replace(/\s/g, ""));
    if (!Number.isFinite(value)) return null;
    let around = node.parent;
    while (around && around.name !== "Setting" && around.name !== "Definition") around = around.parent;
    const what = around?.firstChild ? state.sliceDoc(around.firstChild.from, around.firstChild.to) : "a number";
    const operator = node.parent?.name === "Binary" ? node.prevSibling : null;
    const isIndex = operator !== null && state.sliceDoc(operator.from, operator.to) === "#";
    const isWhole =
      isIndex || node.parent?.name === "Requirement" || (around?.name === "Setting" && wholeKeys.has(what));
    return { from, to: node.to, value, isWhole, what };
  }
  return null;
}

/** Moves one number while it is dragged; its place moves with the text written. */
class Pull {
  private readonly view: EditorView;
  private readonly place: NumberPlace;
  private to: number;
  private hasBegun = false;

  constructor(view: EditorView, place: NumberPlace) {
    this.view = view;
    this.place = place;
    this.to = place.to;
  }

  move(steps: number): void {
    const { from, value, isWhole, what } = this.place;
    const insert = moved(value, steps, isWhole ? 1 : stepOf(value));
    if (insert === this.view.state.sliceDoc(from, this.to)) return;
    this.view.dispatch(actSpec([{ from, to: this.to, insert }], `change ${what}`, this.hasBegun));
    this.hasBegun = true;
    this.to = from + insert.length;
  }

  end(): void {
    if (this.hasBegun) this.view.dispatch(closeStep);
  }
}

function follow(view: EditorView, place: NumberPlace, start: PointerEvent | MouseEvent): void {
  const pull = new Pull(view, place);
  const speed = place.isWhole ? 0.1 : 1;
  // In whole pixels: mouse events have no others, pointer events do, and a drag begins with one and continues with the
  // other.
  const move = (event: MouseEvent) =>
    pull.move(Math.round((Math.floor(event.clientX) - Math.floor(start.clientX)) * speed));
  const end = () => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    pull.end();
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}

function handle(view: EditorView, place: NumberPlace): HTMLElement {
  const dom = document.createElement("div");
  dom.className = "number-handle";
  dom.tabIndex = 0;
  dom.setAttribute("role", "slider");
  dom.setAttribute("aria-label", `Pull to change ${place.what}`);
  dom.setAttribute("aria-valuenow", String(place.value));
  dom.title = "Pull to change the number (or Alt+drag it); ← and → by keys";
  dom.textContent = "◂▸";
  dom.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    follow(view, numberAt(view.state, place.from + 1) ?? place, event);
  });
  dom.addEventListener("keydown", (event) => {
    const direction =
      event.key === "ArrowRight" || event.key === "ArrowUp"
        ? 1
        : event.key === "ArrowLeft" || event.key === "ArrowDown"
          ? -1
          : 0;
    if (event.key === "Escape") view.focus();
    if (direction === 0) return;
    event.preventDefault();
    const now = numberAt(view.state, place.from + 1);
    if (!now) return;
    const pull = new Pull(view, now);
    pull.move(direction * (event.shiftKey ? 10 : 1));
    pull.end();
    dom.setAttribute("aria-valuenow", String(numberAt(view.state, place.from + 1)?.value ?? ""));
  });
  return dom;
}

function tooltipFor(state: EditorState): Tooltip | null {
  const { main, ranges } = state.selection;
  if (!main.empty || ranges.length > 1 || state.readOnly) return null;
  const place = numberAt(state, main.head);
  if (!place || place.to - place.from > 24) return null;
  return {
    pos: place.from,
    end: place.to,
    above: true,
    strictSide: true,
    create: (view) => ({ dom: handle(view, place), getCoords: (at) => behindRow(view, at) }),
  };
}

/** How far behind the text the handle begins, in pixels. */
const gap = 6;
/** Where tooltips are hidden. */
const outOfSight = -1e5;

/** Where a tooltip above would stand beside the end of a row: there it covers no text, and no other line. */
function behindRow(view: EditorView, at: number): Rect {
  const start = EditorSelection.cursor(at);
  const end = view.moveToLineBoundary(start, true, true);
  const row = view.coordsAtPos(end.head, -1) ?? view.coordsAtPos(at);
  const left = row ? row.right + gap : 0;
  const bottom = row?.bottom ?? outOfSight;
  return { left, right: left, top: bottom, bottom };
}

/** The handle stays the same while its number changes, so that a drag and the focus continue. */
const handles = StateField.define<Tooltip | null>({
  create: tooltipFor,
  update(shown, transaction) {
    if (!transaction.docChanged && !transaction.selection) return shown;
    const next = tooltipFor(transaction.state);
    return shown && next && shown.pos === next.pos ? shown : next;
  },
  provide: (field) => showTooltip.from(field),
});

/** Alt+drag on a number, before the editor puts a cursor there. */
const altDrag = Prec.highest(
  EditorView.domEventHandlers({
    mousedown(event, view) {
      if (!event.altKey || event.button !== 0) return false;
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
      const place = at === null ? null : numberAt(view.state, at);
      if (!place) return false;
      event.preventDefault();
      follow(view, place, event);
      return true;
    },
  }),
);

export const scrubber = [handles, altDrag];
