// One line below the text: how many problems there are and what the first says; a click goes there.
import { signal } from "@preact/signals";
import type { Problem } from "../protocol/messages.ts";
import type { DefinitionAnswer } from "../protocol/text.ts";
import { askAboutPlaces, checkedText, owner } from "../state/experiment.ts";
import { actsOn, allProblems } from "./problems.ts";
import { openLaw, shownAs } from "./shown-part.ts";

const isOpen = signal(false);

async function goTo({ from, to, file, line }: Problem): Promise<void> {
  if (file !== null) {
    const found = await askAboutPlaces<DefinitionAnswer>({ kind: "law", file });
    const start =
      found?.text
        ?.split("\n")
        .slice(0, line - 1)
        .join("\n").length ?? 0;
    if (found?.text) openLaw(file, found.text, start + 1, start + 1);
    return;
  }
  shownAs.value = "text";
  requestAnimationFrame(() => owner.value?.show(from ?? 0, to ?? 0));
}

function count(number: number, word: string): string {
  return number === 0 ? "" : `${number} ${word}${number === 1 ? "" : "s"}`;
}

function Row({ problem }: { problem: Problem }) {
  const { severity, file, line, message } = problem;
  return (
    <>
      <button type="button" class={`problem-row ${severity}`} onClick={() => void goTo(problem)}>
        <span class="sign" aria-hidden="true">
          {severity === "error" ? "✕" : "!"}
        </span>
        <span class="number">{file === null ? `line ${line}` : `${file}:${line}`}</span>
        <span class="message">{message}</span>
      </button>
      {actsOn(problem).map(({ name, run }) => (
        <button key={name} type="button" class="problem-act" onClick={run}>
          {name}
        </button>
      ))}
    </>
  );
}

export function ProblemsLine() {
  const all = allProblems.value;
  const errors = all.filter(({ severity }) => severity === "error").length;
  const counts = [count(errors, "error"), count(all.length - errors, "warning")].filter((one) => one !== "").join(", ");
  if (all.length === 0)
    return (
      <p class="problems-line good" role="status">
        {checkedText.value === "" ? "" : "✓ no problems"}
      </p>
    );
  return (
    <div class="problems-line">
      {isOpen.value && all.length > 1 && (
        <ul class="problems-list" aria-label="Problems">
          {all.map((problem) => (
            <li key={`${problem.from} ${problem.message}`}>
              <Row problem={problem} />
            </li>
          ))}
        </ul>
      )}
      <div class="problems-head">
        <button
          type="button"
          class={`problems-count ${errors > 0 ? "error" : "warning"}`}
          aria-expanded={isOpen.value}
          title="All problems"
          onClick={() => {
            isOpen.value = !isOpen.value;
          }}
        >
          <span role="status">{counts}</span>
        </button>
        <Row problem={all[0]} />
      </div>
    </div>
  );
}
