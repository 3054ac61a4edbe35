// A box for the name of a variable, with completion.
import { useId, useRef, useState } from "preact/hooks";
import { componentOffers, readComponent } from "./vector-component.ts";

const mostOffered = 50;

export interface NameBoxProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly names: readonly string[];
  /** Vectors among the names: their components are offered too. */
  readonly vectors?: ReadonlySet<string>;
  /** The text of the box while nobody types. */
  readonly value?: string;
  /** Why a name cannot be taken, in words; null if it can. */
  refuse?(name: string): Promise<string | null>;
  onPick(name: string): void;
}

export function NameBox({ label, placeholder, names, vectors = none, value = "", refuse, onPick }: NameBoxProps) {
  const id = useId();
  const { typed, now, hold, at, setAt, problem, setProblem, edited } = useTyping();
  const offers = typed === null ? [] : offersFor(typed, names, vectors);
  /** Names are taken in the order in which they were chosen, however long it takes to check each. */
  const line = useRef<Promise<void>>(Promise.resolve());
  const pick = (name: string) => {
    const path = readComponent(name.trim(), names);
    // The next one can be typed meanwhile.
    edited(null);
    if (path === "") return;
    const answer = refuse ? refuse(path) : Promise.resolve(null);
    line.current = line.current.then(async () => {
      const refused = await answer.catch((error: Error) => `${error.message}.`);
      if (refused === null) onPick(path);
      else {
        // A refused name stays to be corrected, unless something else is being typed.
        const isFree = now.current === null || now.current === "";
        if (isFree) hold(name);
        setProblem(isFree ? refused : `${path}: ${refused}`);
      }
    });
  };
  const move = (by: number) => {
    if (offers.length === 0) return;
    const next = (at + by + offers.length) % offers.length;
    setAt(next);
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: "nearest" });
  };
  return (
    <div class="name-box">
      <input
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={offers.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : `${id}-problem`}
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        autocomplete="off"
        spellcheck={false}
        placeholder={typed === null || value === "" ? placeholder : value}
        value={typed ?? value}
        onFocus={(event) => {
          hold("");
          event.currentTarget.select();
        }}
        onInput={(event) => edited(event.currentTarget.value)}
        onBlur={() => edited(null)}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") move(1);
          else if (event.key === "ArrowUp") move(at < 0 ? 0 : -1);
          else if (event.key === "Enter") pick(at >= 0 ? offers[at] : exactOr(typed ?? "", offers));
          else if (event.key === "Escape") event.currentTarget.blur();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      {problem !== null && (
        <p class="name-problem" role="alert" id={`${id}-problem`}>
          {problem}
        </p>
      )}
      {offers.length > 0 && problem === null && <Offers id={id} offers={offers} at={at} pick={pick} />}
    </div>
  );
}

/** The typed text, the offer selected by keys, and why the last name was refused. */
function useTyping() {
  const [typed, setTyped] = useState<string | null>(null);
  const [at, setAt] = useState(-1);
  const [problem, setProblem] = useState<string | null>(null);
  /** The present text of the box, also for a name that has waited for its answer. */
  const now = useRef<string | null>(null);
  const hold = (text: string | null) => {
    now.current = text;
    setTyped(text);
  };
  const edited = (text: string | null) => {
    hold(text);
    setProblem(null);
    setAt(-1);
  };
  return { typed, now, hold, at, setAt, problem, setProblem, edited };
}

interface OffersProps {
  readonly id: string;
  readonly offers: readonly string[];
  /** The index of the offer selected by keys, or -1. */
  readonly at: number;
  pick(name: string): void;
}

function Offers({ id, offers, at, pick }: OffersProps) {
  return (
    <div class="offers" role="listbox" id={`${id}-list`} aria-label="Names">
      {offers.map((name, i) => (
        <div
          key={name}
          id={`${id}-${i}`}
          role="option"
          tabIndex={-1}
          aria-selected={i === at}
          onPointerDown={(event) => {
            // Before the box loses the focus and the list goes.
            event.preventDefault();
            pick(name);
            (document.activeElement as HTMLElement | null)?.blur();
          }}
        >
          {name}
        </div>
      ))}
    </div>
  );
}

const none: ReadonlySet<string> = new Set();

/** Offers for a typed text: names that begin with it, then those that contain it; after a vector its components. */
function offersFor(typed: string, names: readonly string[], vectors: ReadonlySet<string>): string[] {
  const low = typed.trim().toLowerCase();
  const starts = names.filter((name) => name.toLowerCase().startsWith(low));
  const holds = names.filter((name) => !name.toLowerCase().startsWith(low) && name.toLowerCase().includes(low));
  const parts = componentOffers(low, vectors);
  return [...starts.slice(0, 1), ...parts, ...starts.slice(1), ...holds].slice(0, mostOffered);
}

/** The offer that equals the typed text, else the text itself: names are not guessed. */
function exactOr(typed: string, offers: readonly string[]): string {
  return typed.trim() === ""
    ? ""
    : (offers.find((offer) => offer.toLowerCase() === typed.trim().toLowerCase()) ?? typed);
}
