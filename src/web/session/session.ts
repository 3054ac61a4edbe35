// Opens experiments, runs them, and runs them again when the text has changed.
import { batch, computed, effect, signal } from "@preact/signals";
import { beginKept, beginOriginal, flush, keptId, recall } from "../keep/keeper.ts";
import { isPlaying, play } from "../state/clock.ts";
import { checkedText, hasErrors, isTyped, name, opened, owner, problems, setText, text } from "../state/experiment.ts";
import { endRun, run } from "../state/run.ts";
import { runsWhileTyping } from "../state/settings.ts";
import { chosenSimulation } from "../state/simulations.ts";
import { cardOfCopy } from "./copies.ts";
import { keepTime } from "./kept-time.ts";
import { wasUnanswered } from "./unanswered.ts";

/** Which of the two pages is shown. */
export const shownPage = signal<"lab" | "gallery">("lab");
/** The text of the run that is shown. */
export const ranText = signal("");
/** Why the text waits for a click before it runs: it came from somebody else, or did not answer when it ran last. */
export const waitsBecause = signal<"shared" | "unanswered" | null>(null);
export const isWaiting = computed(() => waitsBecause.value !== null);
/** The experiment of the gallery that is shown, or from which the text started. */
export const cardId = signal<string | null>(null);
/** The part of the address that holds a shared experiment which nobody has changed; "" for others. */
export const sharedLink = signal("");

let openings = 0;

/**
 * Call it before fetching something to open. Returns a function that says whether that is still wanted: the last of
 * several openings wins, whichever is fetched first.
 */
export function beginOpening(): () => boolean {
  const mine = ++openings;
  return () => mine === openings;
}

/** What is opened, and where it comes from. */
interface Opening {
  readonly source: string;
  readonly title: string;
  readonly card?: string | null;
  /** The part of the address that holds it, if it came with it. */
  readonly link?: string;
  begin(): void;
}

function show({ source, title, card = null, link = "", begin }: Opening): void {
  // Line ends are the same everywhere, or offsets would differ between the editor and the rest.
  const next = source.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  openings++;
  // What was typed so far belongs to what was open so far.
  void flush();
  batch(() => {
    endRun();
    opened.value++;
    cardId.value = card;
    sharedLink.value = link;
    name.value = title;
    owner.value?.open(next);
    setText(next);
    begin();
    shownPage.value = "lab";
  });
}

/** Opens a text as a new experiment and runs it. `card` is where it comes from, if that is the gallery. */
export function open(next: string, title: string, card: string | null = null): void {
  show({ source: next, title, card, begin: beginOriginal });
  startOrWait();
}

/** Runs what was opened, unless it did not answer when it ran last: it would only hang again. */
function startOrWait(): void {
  waitsBecause.value = wasUnanswered(text.peek()) ? "unanswered" : null;
  if (!isWaiting.peek()) start();
}

/** Opens a text that came from somebody else: it is shown and checked, and runs when the person says so. */
export function openShared(next: string, title: string, link = ""): void {
  waitsBecause.value = "shared";
  show({ source: next, title, link, begin: beginOriginal });
}

/** Opens an experiment that was kept; false if there is none. */
export async function openKept(id: string, isWanted = beginOpening()): Promise<boolean> {
  const found = await recall(id);
  if (!found) return false;
  if (!isWanted()) return true;
  const begin = () => void beginKept(id, found.number, found.written);
  show({ source: found.text, title: found.name, card: cardOfCopy(id), begin });
  startOrWait();
  return true;
}

/** Runs the text from its beginning and plays it. */
export function start(): void {
  waitsBecause.value = null;
  ranText.value = text.value;
  run(text.value, name.value, chosenSimulation.value);
  play();
  isPlaying.value = true;
}

/** How long the text must rest before it is run, in milliseconds: typing comes in words, an act is whole by itself. */
const patience = 350;
const patienceAfterAct = 60;
let timer = 0;

// A text that was checked and found right runs again, if the person wants that. Acts that follow each other closely, as
// in a drag, do not push the run away.
effect(() => {
  const next = checkedText.value;
  // The changed text may answer.
  if (waitsBecause.peek() === "unanswered" && next === text.peek() && !wasUnanswered(next)) waitsBecause.value = null;
  if (problems.value.length > 0 && hasErrors.value) return;
  if (!runsWhileTyping.value || isWaiting.value || next === "" || next === ranText.peek()) return;
  const typed = isTyped.peek();
  if (!typed && timer !== 0) return;
  clearTimeout(timer);
  timer = window.setTimeout(
    () => {
      timer = 0;
      if (hasErrors.peek() || text.peek() === ranText.peek()) return;
      if (!typed || next === text.peek()) keepTime(start);
    },
    typed ? patience : patienceAfterAct,
  );
});

const lastKey = "virtuafiz.last";
/** What a page shows when it is opened again. */
export type Last = ({ readonly kept: string } | { readonly card: string }) & { readonly at: number };

/** What this tab showed last, else what any tab did. */
export function lastShown(): Last | null {
  try {
    const own = sessionStorage.getItem(lastKey);
    const found: unknown = JSON.parse(own ?? localStorage.getItem(lastKey) ?? "null");
    if (typeof found !== "object" || found === null) return null;
    // A reloaded tab shows the same experiment as before, whatever other tabs have saved meanwhile.
    const shownAt = "at" in found && typeof found.at === "number" ? found.at : 0;
    const at = own === null ? shownAt : Number.POSITIVE_INFINITY;
    if ("kept" in found && typeof found.kept === "string") return { kept: found.kept, at };
    return "card" in found && typeof found.card === "string" ? { card: found.card, at } : null;
  } catch {
    return null;
  }
}

/** Remembers from now on what is shown. */
export function rememberShown(): void {
  effect(() => {
    const last = keptId.value !== null ? { kept: keptId.value } : cardId.value !== null ? { card: cardId.value } : null;
    if (!last) return;
    const said = JSON.stringify({ ...last, at: Date.now() });
    try {
      sessionStorage.setItem(lastKey, said);
      localStorage.setItem(lastKey, said);
    } catch {
      // Then the next visit begins as the first.
    }
  });
}
