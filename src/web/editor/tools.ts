// The editor's questions to the check worker: completion, hover, definitions, renaming, format. Typing never waits for
// it.
import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { snippet } from "@codemirror/autocomplete";
import { type EditorView, hoverTooltip, type Tooltip } from "@codemirror/view";
import type {
  CompletionAnswer,
  CompletionItem,
  DefinitionAnswer,
  FormatAnswer,
  HoverAnswer,
} from "../protocol/text.ts";
import { frame } from "../state/clock.ts";
import { askAboutPlaces, edit, text } from "../state/experiment.ts";
import { frames, probe } from "../state/run.ts";
import { printedUnit } from "../state/units.ts";
import { formatPlain } from "../ui/number-text.ts";
import { openLaw } from "./shown-part.ts";

export async function completeAt(context: CompletionContext): Promise<CompletionResult | null> {
  const before = context.state.sliceDoc(Math.max(0, context.pos - 2), context.pos);
  if (!context.explicit && !/[\p{L}_]$|\[$|= $|"$/u.test(before)) return null;
  const answer = await askAboutPlaces<CompletionAnswer>({ kind: "complete", at: context.pos });
  if (!answer || context.aborted || answer.items.length === 0) return null;
  const isBare = answer.from === context.pos;
  if (
    isBare &&
    !context.explicit &&
    !answer.items.some(({ type }) => type === "value" || type === "unit" || type === "law")
  )
    return null;
  return { from: answer.from, options: answer.items.map(optionOf), validFor: /^[\p{L}\d_ /.-]*$/u };
}

/** Ranks of completions, nearest names first: of the law and the objects, then functions, then the language's own. */
const ranks: Readonly<Record<CompletionItem["type"], number>> = {
  parameter: 6,
  attribute: 5,
  object: 5,
  law: 5,
  value: 5,
  unit: 5,
  function: 4,
  block: 3,
  key: 3,
  native: 1,
  constant: 1,
};

function optionOf({ label, insert, type, detail, info }: CompletionItem): Completion {
  const isCall = (type === "native" || type === "function") && detail.startsWith("(");
  const apply = isCall
    ? snippet(`${label}(\${})`)
    : insert?.endsWith("{}")
      ? snippet(`${insert.slice(0, -1)}\n\t\${}\n}`)
      : insert;
  return {
    label,
    type,
    detail,
    boost: ranks[type],
    ...(info ? { info } : {}),
    ...(apply === undefined ? {} : { apply }),
  };
}

export const hovers = hoverTooltip(
  async (view, at): Promise<Tooltip | null> => {
    if (text.peek() !== view.state.doc.toString()) return null;
    const answer = await askAboutPlaces<HoverAnswer>({ kind: "hover", at });
    if (!answer) return null;
    const values = await valuesOf(answer.paths);
    return {
      pos: answer.from,
      end: answer.to,
      above: true,
      create: () => ({ dom: hoverContent(answer, values) }),
    };
  },
  { hoverTime: 250 },
);

/** Values at the shown time as text, `ball.mass = 2 kg`; missing ones are left out. */
async function valuesOf(paths: readonly string[]): Promise<string[]> {
  const all = frames.value;
  if (!all || all.count === 0 || paths.length === 0) return [];
  try {
    const [values] = await probe(paths, [{ frame: frame.value }]);
    const lines = values.flatMap((value, i) =>
      typeof value === "object" && value.kind === "missing"
        ? []
        : [`${paths[i]} = ${formatPlain(value)} ${printedUnit(paths[i])}`.trimEnd()],
    );
    return lines.length > 0 ? [...lines, `at ${Number(all.times[frame.value].toFixed(4))} s`] : [];
  } catch {
    return [];
  }
}

function hoverContent({ title, notes }: HoverAnswer, values: readonly string[]): HTMLElement {
  const dom = document.createElement("div");
  dom.className = "hover-card";
  const add = (className: string, content: string) => {
    const line = document.createElement("div");
    line.className = className;
    line.textContent = content;
    dom.append(line);
  };
  add("hover-title", title);
  for (const note of notes) add("hover-note", note);
  for (const value of values) add("hover-value", value);
  return dom;
}

export function goToDefinition(view: EditorView, at = view.state.selection.main.head): boolean {
  void askAboutPlaces<DefinitionAnswer>({ kind: "definition", at }).then((found) => {
    if (!found) return;
    if (found.file !== null) {
      openLaw(found.file, found.text ?? "", found.from, found.to);
      return;
    }
    view.dispatch({ selection: { anchor: found.from, head: found.to }, scrollIntoView: true });
    view.focus();
  });
  return true;
}

/** Lays the text out by the rules of `fmt`; only differences are changed, so that the cursor stays. */
export function formatDocument(): boolean {
  void askAboutPlaces<FormatAnswer>({ kind: "format" }).then((found) => {
    const next = found?.text ?? null;
    if (next === null || next === text.peek()) return;
    edit(changesBetween(text.peek(), next), "format");
  });
  return true;
}

/**
 * The changes that turn one text into another, line by line: common lines at both ends stay, and the rest is compared
 * around equal lines.
 */
export function changesBetween(before: string, after: string): { from: number; to: number; insert: string }[] {
  const a = before.split(/(?<=\n)/);
  const b = after.split(/(?<=\n)/);
  const changes: { from: number; to: number; insert: string }[] = [];
  let [i, j, at] = [0, 0, 0];
  while (i < a.length || j < b.length) {
    if (a[i] === b[j]) {
      at += a[i].length;
      i++;
      j++;
      continue;
    }
    const [endI, endJ] = nextEqual(a, b, i, j);
    const removed = a.slice(i, endI).join("");
    changes.push({ from: at, to: at + removed.length, insert: b.slice(j, endJ).join("") });
    at += removed.length;
    [i, j] = [endI, endJ];
  }
  return changes;
}

/** The nearest pair of equal lines ahead; blank lines do not count. */
function nextEqual(a: readonly string[], b: readonly string[], i: number, j: number): [number, number] {
  const most = 40;
  for (let sum = 1; sum < most; sum++)
    for (let k = 0; k <= sum; k++) {
      const line = a[i + k];
      if (line !== undefined && line.trim() !== "" && line === b[j + sum - k]) return [i + k, j + sum - k];
    }
  return [a.length, b.length];
}
