// The shelf of laws: all laws of the library, each with what it states, its formulas and what it needs; a switch takes
// it into use or puts it back.
import { useEffect, useState } from "preact/hooks";
import { headComment } from "../../language/syntax/comment.ts";
import type { DefinitionAnswer, FormulaSheet } from "../protocol/text.ts";
import { askAbout, askAboutOther, outline, text } from "../state/experiment.ts";
import { FormulaRow, FormulaView } from "../ui/formula.tsx";
import { become } from "./acts.ts";
import { isShelfOpen } from "./building.ts";
import { sampleText } from "./first-values.ts";
import { contextsOf, type Law, type LawNeeds, parsed } from "./law-text.ts";
import { usedLaws, withoutShelved, withShelved } from "./shelf-text.ts";

const heads = import.meta.glob("../../../laws/*.vfl", { query: "?head", import: "default", eager: true }) as Record<
  string,
  string
>;

interface ShelvedLaw extends Law {
  readonly functions: readonly string[];
}

const files = Object.keys(heads)
  .map((path) => path.replace(/^.*\/laws\//, "laws/"))
  .sort();

/** The laws of the library, read once. */
let library: Promise<readonly ShelvedLaw[]> | null = null;

function readLibrary(): Promise<readonly ShelvedLaw[]> {
  library ??= Promise.all(
    files.map(async (file) => {
      const found = await askAbout<DefinitionAnswer>({ kind: "law", file });
      const law = found.text ?? "";
      return { file, contexts: contextsOf(law), functions: parsed(law).definitions.map(({ name }) => name) };
    }),
  );
  library.catch(() => {
    library = null;
  });
  return library;
}

function headOf(file: string): string {
  return Object.entries(heads).find(([path]) => path.endsWith(`/${file}`))?.[1] ?? "";
}

/** The first sentence in the head of a file. */
function sentenceOf(file: string): string {
  const said = headComment(`${headOf(file)}\n`);
  const first = /^.*?\.(?=\s|$)/.exec(said)?.[0] ?? said;
  return first[0].toUpperCase() + first.slice(1);
}

const words: ReadonlyMap<string, string> = new Map([
  ["free fall", "moves bodies"],
  ["collision", "at an impact"],
  ["contact", "while bodies touch"],
  ["link", "on a link"],
  ["constraint", "on a link"],
]);

function isLinkLaw({ type }: LawNeeds): boolean {
  return type === "link" || type === "constraint";
}

export default function Shelf() {
  const [laws, setLaws] = useState<readonly ShelvedLaw[]>([]);
  const [typed, setTyped] = useState("");
  useEffect(() => {
    let isCurrent = true;
    void readLibrary().then((found) => isCurrent && setLaws(found));
    return () => {
      isCurrent = false;
    };
  }, []);
  const used = usedLaws(text.value, laws);
  const wanted = typed.trim().toLowerCase();
  const shown = laws
    .filter(({ contexts }) => contexts.length > 0)
    .filter(({ file, contexts }) =>
      [file, sentenceOf(file), ...contexts.map(({ name }) => name)].join(" ").toLowerCase().includes(wanted),
    );
  return (
    <section class="build-shelf" aria-label="Shelf of laws">
      <header>
        <h2>Shelf of laws</h2>
        <input
          type="search"
          aria-label="Search the shelf"
          placeholder="gravity, spring, air …"
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <button
          type="button"
          class="sign"
          aria-label="Close the shelf"
          onClick={() => {
            isShelfOpen.value = false;
          }}
        >
          ✕
        </button>
      </header>
      <ul aria-label="Laws of the library">
        {shown.map((law) => (
          <FileEntry key={law.file} law={law} used={used} laws={laws} />
        ))}
      </ul>
    </section>
  );
}

function FileEntry({ law, used, laws }: { law: ShelvedLaw; used: readonly string[]; laws: readonly ShelvedLaw[] }) {
  const title = law.file.replace(/^laws\/|\.vfl$/g, "").replaceAll("-", " ");
  return (
    <li>
      <h3>{title}</h3>
      <p>{sentenceOf(law.file)}</p>
      {law.contexts.map((context) => (
        <ContextEntry key={context.name} law={law} context={context} isUsed={used.includes(context.name)} laws={laws} />
      ))}
    </li>
  );
}

interface ContextProps {
  readonly law: ShelvedLaw;
  readonly context: LawNeeds;
  readonly isUsed: boolean;
  readonly laws: readonly ShelvedLaw[];
}

function ContextEntry({ law, context, isUsed, laws }: ContextProps) {
  const [isOpen, setOpen] = useState(false);
  const { name, type, names } = context;
  const title = name.replaceAll("_", " ");
  const joined = outline.value.links.filter(({ kind }) => kind === name);
  const flip = (isOn: boolean) => {
    const functionsOf = (file: string) => laws.find((one) => one.file === file)?.functions ?? [];
    const after = isOn
      ? withShelved(text.value, law, name, laws)
      : withoutShelved(text.value, law, name, laws, functionsOf);
    become(after, `${isOn ? "use" : "put away"} ${title}`);
  };
  return (
    <div class="shelf-law" data-on={isUsed}>
      <label>
        <input
          type="checkbox"
          role="switch"
          aria-label={`Use ${title}`}
          checked={isUsed}
          aria-checked={isUsed}
          disabled={joined.length > 0}
          title={joined.length > 0 ? `It holds ${joined.map((one) => one.name).join(", ")}.` : undefined}
          onChange={(event) => flip(event.currentTarget.checked)}
        />
        <strong>{title}</strong> <span class="quiet">{words.get(type) ?? type}</span>
      </label>
      {isLinkLaw(context) && joined.length === 0 && <span class="quiet">draw it from body to body</span>}
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>Formulas{names.length > 0 && `; needs ${names.join(", ")}`}</summary>
        {isOpen && <Formulas file={law.file} context={name} />}
      </details>
    </div>
  );
}

/** The formulas of a law, whether the text has it or not. */
function Formulas({ file, context }: { file: string; context: string }) {
  const [sheet, setSheet] = useState<FormulaSheet | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const sample = `${sampleText}\nimport "${file}"\nsimulation { name = s  initial time = 0  duration = 1 }\n`;
    void askAboutOther<FormulaSheet[]>(sample, { kind: "formulas" }).then(
      (found) => isCurrent && setSheet(found.find((one) => one.kind === "context" && one.name === context) ?? null),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [file, context]);
  return (
    <ul class="law-formulas">
      {sheet?.cards.map((card) => (
        <li key={card.from}>
          <FormulaRow>
            <FormulaView math={card.math} />
          </FormulaRow>
        </li>
      ))}
    </ul>
  );
}
