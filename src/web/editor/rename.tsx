// Renaming a name wherever it stands in the text: F2, a word, Enter.
import type { EditorView } from "@codemirror/view";
import { signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { UsesAnswer } from "../protocol/text.ts";
import { askAboutPlaces, edit, text } from "../state/experiment.ts";

interface Renaming extends UsesAnswer {
  /** The text to which the places belong. */
  readonly of: string;
  readonly left: number;
  readonly top: number;
  focus(): void;
}

const renaming = signal<Renaming | null>(null);

export function beginRename(view: EditorView): boolean {
  void askAboutPlaces<UsesAnswer>({ kind: "uses", at: view.state.selection.main.head }).then((uses) => {
    if (!uses) return;
    const place = view.coordsAtPos(uses.from);
    const box = view.dom.parentElement!.getBoundingClientRect();
    const left = Math.min(Math.max(8, (place?.left ?? box.left) - box.left), Math.max(8, box.width - 260));
    renaming.value = {
      ...uses,
      of: text.peek(),
      left,
      top: (place?.bottom ?? box.top) - box.top + 4,
      focus: () => view.focus(),
    };
  });
  return true;
}

/** Why a name cannot be taken; "" if it can. */
export function nameProblem(next: string, name: string, taken: readonly string[]): string {
  if (next === name) return "";
  if (!/^[\p{L}_][\p{L}\d_]*$/u.test(next)) return "A name is letters, digits and _, not starting with a digit.";
  if (/^(if|then|else|true|false)$/.test(next)) return `'${next}' is a word of the language.`;
  return taken.includes(next) ? `'${next}' is taken.` : "";
}

export function RenameBox() {
  const now = renaming.value;
  const field = useRef<HTMLInputElement>(null);
  const problem = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [now]);
  if (!now) return null;
  const close = () => {
    renaming.value = null;
    now.focus();
  };
  const finish = () => {
    const next = field.current!.value.trim();
    const isStale = text.peek() !== now.of;
    const wrong = isStale ? "The text has changed: try again." : nameProblem(next, now.name, now.taken);
    problem.current!.textContent = wrong;
    if (wrong !== "") return;
    renaming.value = null;
    if (next !== now.name)
      edit(
        now.ranges.map(({ from, to }) => ({ from, to, insert: next })),
        `rename ${now.name}`,
      );
    now.focus();
  };
  return (
    <form
      class="rename-box"
      style={{ left: `${now.left}px`, top: `${now.top}px` }}
      onSubmit={(event) => {
        event.preventDefault();
        if (now.refusal === null) finish();
        else close();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") close();
      }}
    >
      {now.refusal === null ? (
        <label>
          <span class="quiet">
            New name, {now.ranges.length} {now.ranges.length === 1 ? "place" : "places"}
          </span>
          <input ref={field} defaultValue={now.name} spellcheck={false} autocomplete="off" class="number" />
        </label>
      ) : (
        <p>
          {now.refusal}.{" "}
          <button type="submit" ref={(button) => button?.focus()}>
            All right
          </button>
        </p>
      )}
      <p class="problem" role="alert" ref={problem} />
    </form>
  );
}
