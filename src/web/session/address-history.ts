// The address of the page follows what is shown: `#e=name` for the gallery's experiments, `#k=id` for those kept in
// this browser, `#gallery`. So a reload and a copied address lead there, and Back and Forward go from one experiment to
// the next. Others, as a dropped file that nobody has changed, have no address; their text is in the entry of the
// history.
import { effect } from "@preact/signals";
import { keptId } from "../keep/keeper.ts";
import { name, opened, text } from "../state/experiment.ts";
import { cardId, open, sharedLink, shownPage } from "./session.ts";

/** What an entry of the history remembers. */
interface Entry {
  readonly text?: string;
  readonly name?: string;
  /** Whether the gallery was opened over the lab, so that closing it goes back. */
  readonly isGallery?: true;
}

const gallery = "#gallery";
/** The number of the experiment that the address names, and whether the page goes where the history leads. */
let addressed = -1;
let isArriving = false;

function addressOfShown(): string {
  if (keptId.value !== null) return `#k=${keptId.value}`;
  return cardId.value === null ? sharedLink.value : `#e=${encodeURIComponent(cardId.value)}`;
}

function entryOf(hash: string): Entry {
  return hash === "" ? { text: text.peek(), name: name.peek() } : {};
}

function current(): Entry {
  const { state } = history as { state: unknown };
  return typeof state === "object" && state !== null ? state : {};
}

function put(how: "push" | "replace", hash: string, entry: Entry): void {
  const address = `${location.pathname}${location.search}${hash}`;
  try {
    if (how === "push") history.pushState(entry, "", address);
    else history.replaceState(entry, "", address);
  } catch {
    // Too often, or too large a text: the address stays as it was.
  }
}

/** Notes the experiment that is shown. */
function follow(hash: string, number: number): void {
  const isOther = number !== addressed;
  if (!isOther && hash === location.hash) return;
  // The gallery, and the experiment with which the page opens, are no places to come back to.
  const stays = !isOther || isArriving || addressed < 0 || current().isGallery;
  addressed = number;
  isArriving = false;
  put(stays ? "replace" : "push", hash, entryOf(hash));
}

/** Goes where the address leads; `arrive` opens what it names. */
function go(arrive: () => Promise<boolean>): void {
  const { hash } = location;
  if (hash === gallery) {
    shownPage.value = "gallery";
    return;
  }
  const entry = current();
  const isShown = hash === addressOfShown() && (hash !== "" || entry.text === undefined || entry.text === text.peek());
  if (isShown) {
    shownPage.value = "lab";
    return;
  }
  isArriving = true;
  if (hash === "" && typeof entry.text === "string") open(entry.text, String(entry.name ?? "experiment"));
  else void arrive().then((isOpen) => (isArriving &&= isOpen));
}

/** Keeps the address from now on. `arrive` opens what the address names, and returns whether it did. */
export function followAddress(arrive: () => Promise<boolean>): void {
  effect(() => {
    const [page, hash, number] = [shownPage.value, addressOfShown(), opened.value];
    if (page === "gallery") {
      if (location.hash !== gallery) put("push", gallery, { isGallery: true });
    } else if (location.hash === gallery && number === addressed && current().isGallery && !isArriving) history.back();
    else follow(hash, number);
  });
  let handled = location.href;
  const listen = (event: Event) => {
    // A change of the part behind # comes as both events.
    if (event.type === "hashchange" && handled === location.href) return;
    handled = location.href;
    go(arrive);
  };
  addEventListener("popstate", listen);
  addEventListener("hashchange", listen);
}
