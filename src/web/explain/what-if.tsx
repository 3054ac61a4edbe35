// What if: numbers of the tree that are supposed to be others.
import { useMemo, useState } from "preact/hooks";
import type { Change, TermInfo } from "../protocol/explanation.ts";
import { moved, stepOf } from "../ui/number-text.ts";
import { shortened } from "../ui/shown-number.ts";

export interface NamedChange extends Change {
  readonly name: string;
}

export interface Supposing {
  readonly changes: readonly NamedChange[];
  /** How many levels are open: these are computed again. */
  readonly levels: number;
  set(change: NamedChange): void;
  drop(address: string): void;
  clear(): void;
  /** Opens the name with this address. */
  reach(address: string): void;
}

const lengthOf = (address: string) => address.split(".").length;

export function useSupposing(): Supposing {
  const [changes, setChanges] = useState<readonly NamedChange[]>([]);
  const [opened, setOpened] = useState(1);
  return useMemo(() => {
    const without = (address: string) => (all: readonly NamedChange[]) => all.filter((one) => one.address !== address);
    return {
      changes,
      levels: Math.max(opened, ...changes.map(({ address }) => lengthOf(address))),
      set: (change) => setChanges((all) => [...without(change.address)(all), change]),
      drop: (address) => setChanges(without(address)),
      clear: () => setChanges([]),
      reach: (address) => setOpened((before) => Math.max(before, lengthOf(address) + 1)),
    };
  }, [changes, opened]);
}

/** The list of all suppositions; each can be taken back. */
export function Suppositions({
  supposing: { changes, drop, clear },
  problem,
}: {
  supposing: Supposing;
  problem: string;
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
        <p class="quiet">The formulas above are computed anew; events stay at their times, and the same laws apply.</p>
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
