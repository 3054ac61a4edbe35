// Opening an experiment of the gallery: its text is fetched first.
import { say } from "../shell/announcer.ts";
import { open } from "../state/session.ts";
import { type Card, cards, textOf } from "./catalogue.ts";

/** Of several that were asked for the last is opened, whichever comes first. */
let asked: Card | null = null;

/** False if there is no such experiment, or it cannot be had. */
export async function openCard(id: string): Promise<boolean> {
  const card = cards.find((one) => one.id === id);
  if (!card) return false;
  asked = card;
  try {
    const text = await textOf(card);
    if (asked === card) open(text, card.title, card.id);
    return true;
  } catch {
    say(`${card.title} could not be loaded. Is there a network?`);
    return false;
  }
}
