// Problems as marks in the text: from the check, from a run that was refused, from one that stopped.
import { type Diagnostic, setDiagnostics } from "@codemirror/lint";
import type { EditorView } from "@codemirror/view";
import { computed, effect } from "@preact/signals";
import { offersProjection, projectStart } from "../objects/link-edits.ts";
import type { Problem, ProblemFix } from "../protocol/messages.ts";
import { checkedText, edit, problems, text } from "../state/experiment.ts";
import { refusal, shownText, stop } from "../state/run.ts";

/** All problems of the last checked text, each once. */
export const allProblems = computed<readonly Problem[]>(() => {
  const found = [...problems.value];
  const add = (problem: Problem) => {
    if (!found.some(({ message, from }) => message === problem.message && from === problem.from)) found.push(problem);
  };
  if (stop.value && shownText.value === checkedText.value) add(stop.value.problem);
  for (const problem of refusal.value) if (found.length === 0 || problem.severity === "error") add(problem);
  return found;
});

/** Something that a click does about a problem. */
export interface ProblemAct {
  readonly name: string;
  run(): void;
}

export function actsOn(problem: Problem): readonly ProblemAct[] {
  const fixes = (problem.fixes ?? []).map((fix) => ({ name: fix.name, run: () => mend(fix) }));
  if (!offersProjection(problem)) return fixes;
  return [...fixes, { name: "Let the links place the objects", run: () => void projectStart() }];
}

/** Carries out a fix, unless the text has changed since. */
function mend({ from, to, insert, name }: ProblemFix): void {
  if (checkedText.peek() === text.peek()) edit([{ from, to, insert }], name[0].toLowerCase() + name.slice(1));
}

/** Keeps the marks of an editor up to date; returns a function that ends that. */
export function markProblems(view: EditorView): () => void {
  return effect(() => {
    const of = checkedText.value;
    const found = allProblems.value;
    if (of !== text.peek() || of !== view.state.doc.toString()) return;
    const size = view.state.doc.length;
    const marks = found.map((problem): Diagnostic => {
      const { severity, message, notes, from, to, file, line } = problem;
      const where = file === null ? "" : `${file}, line ${line}: `;
      return {
        severity,
        message: [where + message, ...notes].join("\n"),
        from: Math.min(from ?? 0, size),
        to: Math.min(to ?? 1, size),
        actions: actsOn(problem).map(({ name, run }) => ({ name, apply: run })),
      };
    });
    view.dispatch(setDiagnostics(view.state, marks));
  });
}
