// The copies in which a person works through lessons of the gallery: a lesson opened again continues in its copy.
import { rememberedList } from "../state/settings.ts";
import { isRecord, isText } from "../state/stored-value.ts";

interface Copy {
  readonly card: string;
  readonly kept: string;
}

const isCopy = (found: unknown): found is Copy => isRecord(found) && isText(found["card"]) && isText(found["kept"]);

/** The newest last. */
const copies = rememberedList("lesson-copies", isCopy);
const mostCopies = 50;

/** The copy of a card; null if there is none. */
export function copyOf(card: string): string | null {
  return copies.peek().find((copy) => copy.card === card)?.kept ?? null;
}

/** The card of which an experiment is the copy; null if it is none. */
export function cardOfCopy(kept: string): string | null {
  return copies.peek().find((copy) => copy.kept === kept)?.card ?? null;
}

export function noteCopy(card: string, kept: string): void {
  if (copyOf(card) !== kept)
    copies.value = [...copies.peek().filter((copy) => copy.card !== card), { card, kept }].slice(-mostCopies);
}

export function forgetCopy(card: string): void {
  if (copyOf(card) !== null) copies.value = copies.peek().filter((copy) => copy.card !== card);
}
