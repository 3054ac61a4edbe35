// Opening an experiment of the gallery: its text is fetched first.

import { listExperiments } from "../keep/store.ts";
import { copyOf, forgetCopy } from "../session/copies.ts";
import { beginOpening, open, openKept } from "../session/session.ts";
import { embedded } from "../share/address.ts";
import { say } from "../ui/announcer.ts";
import { textOf, titledCards } from "./titles.ts";

/** Opens the own copy in which a lesson was begun; false if there is none, or it lies in the trash. */
async function openCopy(card: string, isWanted: () => boolean): Promise<boolean> {
  const copy = embedded === null ? copyOf(card) : null;
  if (copy === null) return false;
  const all = await listExperiments().catch(() => []);
  const isTrashed = all.some(({ id, trashedAt }) => id === copy && trashedAt !== null);
  if (!isTrashed && (await openKept(copy, isWanted).catch(() => false))) return true;
  forgetCopy(card);
  return false;
}

/**
 * Opens an experiment of the gallery, or the own copy of a lesson that was begun; false if there is none, or it cannot
 * be fetched.
 */
export async function openCard(id: string, isWanted = beginOpening()): Promise<boolean> {
  const card = titledCards.find((one) => one.id === id);
  if (!card) return false;
  if (await openCopy(id, isWanted)) return true;
  try {
    const text = await textOf(card);
    if (isWanted()) open(text, card.title, card.id);
    return true;
  } catch {
    say(`${card.title} could not be loaded. Is there a network?`);
    return false;
  }
}
