// The laws as cards: what each is called, when it acts, what it says about itself and what it gives.
import { askAbout, outline, owner } from "../state/experiment.ts";
import type { ContextOutline, DefinitionAnswer } from "../worker/service-protocol.ts";
import { openLaw, shownAs } from "./rooms.ts";

const acts: ReadonlyMap<string, string> = new Map([
  ["free fall", "all the time"],
  ["collision", "at an impact"],
  ["contact", "while bodies touch"],
  ["link", "on what a link joins"],
  ["constraint", "on what it holds together"],
]);

function show(context: ContextOutline): void {
  if (context.file !== null) {
    // The worker has the texts of the library.
    void askAbout<DefinitionAnswer | null>({ kind: "law", file: context.file }).then((found) => {
      if (found) openLaw(context.file!, found.text ?? "", context.from, context.from);
    });
    return;
  }
  shownAs.value = "text";
  requestAnimationFrame(() => owner.value?.show(context.from, context.from));
}

export function Cards() {
  const { contexts, simulations } = outline.value;
  const chosen = simulations[0]?.contexts ?? null;
  const isOn = (name: string) => chosen === null || chosen.includes(name);
  const sorted = [...contexts].sort((a, b) => Number(isOn(b.name)) - Number(isOn(a.name)));
  if (sorted.length === 0)
    return <p class="law-cards quiet">This text has no laws yet. Import some, or write a block: context {"{ }"}</p>;
  return (
    <ul class="law-cards" aria-label="Laws as cards">
      {sorted.map((context) => (
        <li key={`${context.file} ${context.name}`}>
          <button type="button" class="law-card" data-on={isOn(context.name)} onClick={() => show(context)}>
            <span class="law-name">{context.name.replaceAll("_", " ")}</span>
            <span class="law-when">
              {acts.get(context.type) ?? context.type}
              {isOn(context.name) ? "" : " · not used here"}
            </span>
            {context.comment !== "" && (
              <span class="law-comment">{context.comment[0].toUpperCase() + context.comment.slice(1)}</span>
            )}
            <span class="law-gives number">{[...new Set(context.functions.map(({ name }) => name))].join(", ")}</span>
            <span class="law-file quiet">{context.file ?? "in this text"}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
