// The order of a step of time stepping, from what the laws write: the rates of the attributes that a contact law writes
// come before the law, all others after it. Laws that write the same are swept together.
import type { ContextDeclaration } from "../../language/declare/experiment.ts";
import type { RateTerms } from "../laws/rate-terms.ts";
import type { Slot } from "../model/slot.ts";
import type { ContactForm, PairSlot } from "./contact/form.ts";
import type { PairLaw } from "./contact/pair-laws.ts";

export interface RatePhase {
  /** The rates that come first, in the order of the text, and the numbers of the vector that they change. */
  readonly ranks: readonly { readonly rank: number; readonly components: Int32Array }[];
  /** Whether they move or resize bodies. */
  readonly moves: boolean;
  /** Whether collision laws follow, and which contact laws. */
  readonly strikes: boolean;
  readonly contexts: ReadonlySet<ContextDeclaration>;
  /** These laws for the pairs that have met; new pairs are added when they meet. */
  readonly forms: Set<ContactForm>;
}

/** A contact law, or null for all collision laws together, and the attributes it writes. */
interface Writer {
  readonly context: ContextDeclaration | null;
  readonly names: readonly string[];
}

/**
 * The order does not depend on which bodies have met so far: a step before the first contact has the same order as one
 * after it, also in a resumed run. `struck`: the attributes that collision laws write; null if there are none.
 */
export function planStep(terms: RateTerms, laws: readonly PairLaw[], struck: readonly string[] | null): RatePhase[] {
  const phases: RatePhase[] = [];
  const done = new Set<string>();
  const lastRank = new Map<string, number>();
  for (const { slot, rank } of terms.all) lastRank.set(slot.name, Math.max(rank, lastRank.get(slot.name) ?? 0));
  const rated = (names: readonly string[]) => [...new Set(names)].filter((name) => lastRank.has(name));
  const lateness = ({ names }: Writer) => Math.max(-1, ...names.map((name) => lastRank.get(name)!));
  let left: Writer[] = laws
    .filter((law) => law.isSwept)
    .map(({ context, written }) => ({ context, names: rated(written.map(({ slot }) => slot.name)) }));
  if (struck) left.unshift({ context: null, names: rated(struck) });
  while (left.length > 0) {
    const first = left.reduce((best, writer) => (lateness(writer) < lateness(best) ? writer : best));
    const fresh = new Set(first.names.filter((name) => !done.has(name)));
    for (const name of fresh) done.add(name);
    const together = left.filter(({ names }) => names.every((name) => done.has(name)));
    const contexts = new Set(together.flatMap(({ context }) => context ?? []));
    const strikes = together.length > contexts.size;
    phases.push({ ...ranksOf(terms, (name) => fresh.has(name)), strikes, contexts, forms: new Set() });
    left = left.filter((writer) => !together.includes(writer));
  }
  const rest = ranksOf(terms, (name) => !done.has(name));
  phases.push({ ...rest, strikes: false, contexts: new Set(), forms: new Set() });
  return phases;
}

function ranksOf({ all, ranks }: RateTerms, includes: (name: string) => boolean): Pick<RatePhase, "ranks" | "moves"> {
  const found: { rank: number; components: Int32Array }[] = [];
  let moves = false;
  for (let rank = 0; rank < ranks; rank++) {
    const numbers: number[] = [];
    for (const { slot, at, rank: own, application } of all) {
      if (own !== rank || !includes(slot.name)) continue;
      const { position, orientation, sizing } = application.body;
      if (slot === position || slot === orientation || slot === sizing?.slot) moves = true;
      for (let k = 0; k < slot.size; k++) numbers.push(at + k);
    }
    if (numbers.length > 0) found.push({ rank, components: Int32Array.from(new Set(numbers)) });
  }
  return { ranks: found, moves };
}

/** Places of attributes that contact and collision laws write and that have no rate. */
export function unratedPlaces({ places }: RateTerms, laws: readonly PairLaw[], struck: readonly Slot[]): Int32Array {
  const rated = new Set(places);
  const all = [...laws.flatMap(({ written }) => written.flatMap(groupPlaces)), ...struck.flatMap(slotPlaces)];
  return Int32Array.from(new Set(all.filter((place) => !rated.has(place))));
}

/** Places of the accumulators of contact laws. */
export function summedPlaces(laws: readonly PairLaw[]): Int32Array {
  return Int32Array.from(new Set(laws.flatMap(({ summed }) => summed.flatMap(groupPlaces))));
}

function slotPlaces({ offset, size, stride }: Slot): number[] {
  return Array.from({ length: size }, (_, k) => offset + k * stride);
}

/** The places for all bodies of a group. */
function groupPlaces({ slot: { offset, size, stride } }: PairSlot): number[] {
  return Array.from({ length: size * stride }, (_, k) => offset + k);
}
