// The laws as cards: name, when it acts, comment and formulas.
import { useEffect, useState } from "preact/hooks";
import { isHiddenAt } from "../lesson/progress.ts";
import { switchLaws } from "../objects/law-switch.ts";
import type { ContextOutline, DefinitionAnswer, FormulaCard, FormulaSheet } from "../protocol/text.ts";
import { askAbout, askAboutPlaces, checkedText, outline, owner } from "../state/experiment.ts";
import { FormulaNotes, FormulaRow, FormulaView } from "../ui/formula.tsx";
import { openLaw, shownAs } from "./shown-part.ts";

const acts: ReadonlyMap<string, string> = new Map([
  ["free fall", "all the time"],
  ["collision", "at an impact"],
  ["contact", "while bodies touch"],
  ["link", "on what a link joins"],
  ["constraint", "on what it holds together"],
]);

function show(file: string | null, from: number): void {
  if (file !== null) {
    // The worker has the texts of the library.
    void askAboutPlaces<DefinitionAnswer>({ kind: "law", file }).then((found) => {
      if (found) openLaw(file, found.text ?? "", from, from);
    });
    return;
  }
  shownAs.value = "text";
  requestAnimationFrame(() => owner.value?.show(from, from));
}

/** The formulas of the text that was checked last; until they come, those of the text before. */
function useSheets(): readonly FormulaSheet[] {
  const [sheets, setSheets] = useState<readonly FormulaSheet[]>([]);
  const of = checkedText.value;
  useEffect(() => {
    let isCurrent = true;
    void askAbout<FormulaSheet[]>({ kind: "formulas" }).then(
      (found) => isCurrent && setSheets(found),
      // Without formulas a card still says what its law gives.
      () => isCurrent && setSheets([]),
    );
    return () => {
      isCurrent = false;
    };
  }, [of]);
  return sheets;
}

export function Cards() {
  const { simulations } = outline.value;
  // What a lesson hides is no card either.
  const isShown = (file: string | null, from: number) => file !== null || !isHiddenAt(from);
  const contexts = outline.value.contexts.filter(({ file, from }) => isShown(file, from));
  const sheets = useSheets().filter(({ file, cards }) => cards.every(({ from }) => isShown(file, from)));
  const chosen = simulations[0]?.contexts ?? null;
  const isOn = (name: string) => chosen === null || chosen.includes(name);
  const sorted = [...contexts].sort((a, b) => Number(isOn(b.name)) - Number(isOn(a.name)));
  const others = sheets.filter(({ kind }) => kind !== "context");
  if (sorted.length === 0 && others.length === 0)
    return (
      <p class="law-cards quiet">
        {outline.value.contexts.length > 0
          ? "The lesson hides the laws of this text."
          : "This text has no laws yet. Import some, or write a block: context { }"}
      </p>
    );
  return (
    <ul class="law-cards" aria-label="Laws as cards">
      {sorted.map((context) => (
        <ContextCard
          key={`${context.file} ${context.name}`}
          context={context}
          isOn={isOn(context.name)}
          sheet={sheets.find(
            ({ kind, name, file }) => kind === "context" && name === context.name && file === context.file,
          )}
        />
      ))}
      {others.map((sheet) => (
        <li key={`${sheet.kind} ${sheet.file} ${sheet.name}`} class="law-card-box">
          <h3 class="law-name">{titleOf(sheet)}</h3>
          <Formulas sheet={sheet} />
        </li>
      ))}
    </ul>
  );
}

function titleOf({ kind, name, file }: FormulaSheet): string {
  if (kind === "functions") return file === null ? "Functions of this text" : `Functions of ${name}`;
  return kind === "measures" ? "Measures" : `Event ${name.replaceAll("_", " ")}`;
}

/** Switches a law off and on in the first simulation. */
function LawSwitch({ name, isOn }: { name: string; isOn: boolean }) {
  const [simulation] = outline.value.simulations;
  if (!simulation) return null;
  return (
    <label class="law-switch" title={isOn ? "This law acts. Switch it off." : "This law does not act. Switch it on."}>
      <input
        type="checkbox"
        role="switch"
        aria-label={`${name.replaceAll("_", " ")} acts`}
        checked={isOn}
        aria-checked={isOn}
        onChange={(event) => switchLaws(simulation, [name], event.currentTarget.checked)}
      />
      <span aria-hidden="true">{isOn ? "on" : "off"}</span>
    </label>
  );
}

function ContextCard({ context, isOn, sheet }: { context: ContextOutline; isOn: boolean; sheet?: FormulaSheet }) {
  const { name, type, comment, functions, file, from } = context;
  return (
    <li class="law-card-box" data-on={isOn}>
      <LawSwitch name={name} isOn={isOn} />
      <button type="button" class="law-card" onClick={() => show(file, from)}>
        <span class="law-name">{name.replaceAll("_", " ")}</span>
        <span class="law-when">
          {acts.get(type) ?? type}
          {isOn ? "" : " · not used here"}
        </span>
        {comment !== "" && <span class="law-comment">{comment[0].toUpperCase() + comment.slice(1)}</span>}
        {!sheet && <span class="law-gives number">{[...new Set(functions.map((one) => one.name))].join(", ")}</span>}
        <span class="law-file quiet">{file ?? "in this text"}</span>
      </button>
      {sheet && <Formulas sheet={sheet} />}
    </li>
  );
}

function Formulas({ sheet: { cards, file } }: { sheet: FormulaSheet }) {
  return (
    <ul class="law-formulas">
      {cards.map((card) => (
        <li key={card.from}>
          <FormulaLine card={card} file={file} />
        </li>
      ))}
    </ul>
  );
}

/** A formula with a button beside it. The formula itself is no button, so that screen readers can explore it. */
function FormulaLine({ card, file }: { card: FormulaCard; file: string | null }) {
  return (
    <>
      <div class="law-formula">
        <FormulaRow>
          <FormulaView math={card.math} />
        </FormulaRow>
        <button
          type="button"
          class="sign"
          aria-label={`The text of ${card.name}`}
          title={`Go to the text of ${card.name}`}
          onClick={() => show(file, card.from)}
        >
          ¶
        </button>
      </div>
      <FormulaNotes card={card} />
    </>
  );
}
