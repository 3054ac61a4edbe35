// What if: supposed values for numbers of the tree.
import { useMemo, useState } from "preact/hooks";
import type { SupposedChange, TermInfo } from "../protocol/explanation.ts";
import { moved, stepOf } from "../ui/number-text.ts";
import { shortened } from "../ui/shown-number.ts";

export interface NamedChange extends SupposedChange {
  readonly name: string;
}

export interface Supposing {
  readonly changes: readonly NamedChange[];
  set(change: NamedChange): void;
  drop(address: string): void;
  clear(): void;
}

export function useSupposing(): Supposing {
  const [changes, setChanges] = useState<readonly NamedChange[]>([]);
  return useMemo(() => {
    const without = (address: string) => (all: readonly NamedChange[]) => all.filter((one) => one.address !== address);
    return {
      changes,
      set: (change) => setChanges((all) => [...without(change.address)(all), change]),
      drop: (address) => setChanges(without(address)),
      clear: () => setChanges([]),
    };
  }, [changes]);
}

/** The list of all suppositions; each can be taken back. */
export function Suppositions({
  supposing: { changes, drop, clear },
  problem,
  notes,
}: {
  supposing: Supposing;
  problem: string;
  /** What was not carried; null while it is computed. */
  notes: readonly string[] | null;
}) {
  if (changes.length === 0) return null;
  return (
    <div class="suppositions" role="status">
      <p>
        What if{" "}
        {changes.map(({ address, name, text }, i) => (
          <span key={address}>
            {i > 0 && " and "}
            <b>{name}</b> = <b class="number supposed">{shortened(text)}</b>{" "}
            <button type="button" aria-label={`${name} as it was`} title="As it was" onClick={() => drop(address)}>
              ×
            </button>
          </span>
        ))}
        <button type="button" onClick={clear}>
          Reset
        </button>
      </p>
      {problem !== "" ? (
        <p class="problem">{problem}</p>
      ) : (
        <>
          <p class="quiet">
            {notes === null
              ? "All that depends on it is being computed again …"
              : "All that depends on it is computed again. Events stay at their times, and the same laws apply."}
          </p>
          {notes?.map((note) => (
            <p key={note} class="not-carried">
              {note}
            </p>
          ))}
        </>
      )}
    </div>
  );
}

interface FormProps {
  readonly address: string;
  readonly term: TermInfo;
  readonly supposing: Supposing;
  onDone(): void;
}

/**
 * A form for a supposition. It takes any expression: a number or a vector, with or without a unit. Arrows move a
 * number.
 */
export function SupposeForm({ address, term: { name, value, unit }, supposing, onDone }: FormProps) {
  const now = supposing.changes.find((change) => change.address === address)?.text ?? value;
  const [typed, setTyped] = useState(now);
  const take = (text: string) => {
    setTyped(text);
    if (text.trim() === "" || text === value) supposing.drop(address);
    else supposing.set({ address, name, text });
  };
  return (
    <form
      class="suppose-form"
      onSubmit={(event) => {
        event.preventDefault();
        take(typed);
        onDone();
      }}
    >
      <label>
        <span class="quiet">{name} =</span>
        <input
          class="number"
          aria-label={`${name} is supposed to be`}
          value={typed}
          spellcheck={false}
          autocomplete="off"
          ref={(field) => {
            if (field && document.activeElement !== field && !field.dataset["seen"]) {
              field.dataset["seen"] = "true";
              field.select();
              field.focus();
            }
          }}
          onInput={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            const by = event.key === "ArrowUp" ? 10 : event.key === "ArrowDown" ? -10 : 0;
            if (event.key === "Escape") onDone();
            else if (by !== 0 && Number.isFinite(Number(typed))) take(moved(Number(typed), by, stepOf(Number(value))));
            else return;
            event.preventDefault();
            event.stopPropagation();
          }}
        />
        {unit && <span class="quiet">{unit}</span>}
      </label>
      <button type="submit">Suppose</button>
    </form>
  );
}
