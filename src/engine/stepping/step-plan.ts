// The order of a step of time stepping, from what the laws write: the rates of the attributes that a contact law writes come before the law, all
// others after it. Laws that write the same are swept together.
import type { RateTerms } from "../rate-terms.ts";
import type { ContactForm, PairSlot } from "./contact-form.ts";

export interface Phase {
  /** Rates to be taken first, in the order written, and which numbers of the vector they change. */
  readonly ranks: readonly { readonly rank: number; readonly components: Int32Array }[];
  /** Whether they move bodies. */
  readonly moves: boolean;
  /** Whether collision laws follow, and which contact laws. */
  readonly strikes: boolean;
  readonly forms: ReadonlySet<ContactForm>;
}

/** A contact law, or null for all collision laws together, and the attributes it writes. */
interface Writer {
  readonly form: ContactForm | null;
  readonly names: readonly string[];
}

/** `struck`: the attributes that collision laws write; null where there are none. */
export function planStep(terms: RateTerms, forms: readonly ContactForm[], struck: readonly string[] | null): Phase[] {
  const phases: Phase[] = [];
  const done = new Set<string>();
  const lastRank = new Map<string, number>();
  for (const { slot, rank } of terms.all) lastRank.set(slot.name, Math.max(rank, lastRank.get(slot.name) ?? 0));
  const rated = (names: readonly string[]) => names.filter((name) => lastRank.has(name));
  const lateness = ({ names }: Writer) => Math.max(-1, ...names.map((name) => lastRank.get(name)!));
  let left: Writer[] = forms
    .filter(({ isSwept }) => isSwept)
    .map((form) => ({ form, names: rated(form.updated.map(({ slot }) => slot.name)) }));
  if (struck) left.unshift({ form: null, names: rated(struck) });
  while (left.length > 0) {
    const first = left.reduce((best, writer) => (lateness(writer) < lateness(best) ? writer : best));
    const fresh = new Set(first.names.filter((name) => !done.has(name)));
    for (const name of fresh) done.add(name);
    const together = left.filter(({ names }) => names.every((name) => done.has(name)));
    const swept = new Set(together.flatMap(({ form }) => form ?? []));
    phases.push({ ...ranksOf(terms, (name) => fresh.has(name)), strikes: together.length > swept.size, forms: swept });
    left = left.filter((writer) => !together.includes(writer));
  }
  phases.push({ ...ranksOf(terms, (name) => !done.has(name)), strikes: false, forms: new Set() });
  return phases;
}

function ranksOf({ all, ranks }: RateTerms, includes: (name: string) => boolean): Pick<Phase, "ranks" | "moves"> {
  const found: { rank: number; components: Int32Array }[] = [];
  let moves = false;
  for (let rank = 0; rank < ranks; rank++) {
    const numbers: number[] = [];
    for (const { slot, at, rank: own, application } of all) {
      if (own !== rank || !includes(slot.name)) continue;
      if (slot === application.body.position || slot === application.body.orientation) moves = true;
      for (let k = 0; k < slot.size; k++) numbers.push(at + k);
    }
    if (numbers.length > 0) found.push({ rank, components: Int32Array.from(new Set(numbers)) });
  }
  return { ranks: found, moves };
}

/** Places of attributes that contact laws write and no rate moves. */
export function unratedPlaces({ places }: RateTerms, forms: readonly ContactForm[]): Int32Array {
  const rated = new Set(places);
  const written = forms.flatMap(({ updated }) => updated.flatMap(groupPlaces));
  return Int32Array.from(new Set(written.filter((place) => !rated.has(place))));
}

/** Places of attributes that contact laws contribute to. */
export function summedPlaces(forms: readonly ContactForm[]): Int32Array {
  return Int32Array.from(new Set(forms.flatMap(({ accumulators }) => accumulators.flatMap(groupPlaces))));
}

/** Of all bodies of a group. */
function groupPlaces({ slot: { offset, size, stride } }: PairSlot): number[] {
  return Array.from({ length: size * stride }, (_, k) => offset + k);
}
