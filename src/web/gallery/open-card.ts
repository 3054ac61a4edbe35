// Opening an experiment of the gallery: its text is fetched first.

import { beginOpening, open } from "../session/session.ts";
import { say } from "../ui/announcer.ts";
import { cards, textOf } from "./catalogue.ts";

/** Opens an experiment of the gallery; false if there is none, or it cannot be fetched. */
export async function openCard(id: string, isWanted = beginOpening()): Promise<boolean> {
  const card = cards.find((one) => one.id === id);
  if (!card) return false;
  try {
    const text = await textOf(card);
    if (isWanted()) open(text, card.title, card.id);
    return true;
  } catch {
    say(`${card.title} could not be loaded. Is there a network?`);
    return false;
  }
}
