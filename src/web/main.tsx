// The lab begins.
import { effect } from "@preact/signals";
import { render } from "preact";
import { openCard } from "./gallery/open-card.ts";
import { recoverDrafts, startKeeping } from "./keep/keeper.ts";
import { type Kept, list } from "./keep/store.ts";
import { startOffline } from "./offline/offline.ts";
import { acceptDrops } from "./session/files.ts";
import { beginOpening, lastShown, openKept, openShared, rememberShown } from "./session/session.ts";
import { watchUnanswered } from "./session/unanswered.ts";
import { cardInAddress, embedded, sharedInAddress } from "./share/address.ts";
import { experimentInPage } from "./share/page-place.ts";
import { listenForKeys } from "./shell/keys.ts";
import { arrivalNotes } from "./shell/question.tsx";
import { Shell } from "./shell/shell.tsx";
import { digest, phase, runs } from "./state/run.ts";
import { unreadable } from "./state/stored-value.ts";
import { say, startAnnouncing } from "./ui/announcer.ts";
import "./shell/tokens.css";
import "./shell/layout.css";
import "./shell/shell.css";

/** The experiment that a first visit shows. */
const firstCard = "bouncing-ball";

type IsWanted = () => boolean;

/** Opens what came with the page, in its address or inside it; false if nothing did. */
async function openArrival(isWanted: IsWanted): Promise<boolean> {
  const card = cardInAddress();
  if (card !== null) {
    if (await openCard(card, isWanted)) return true;
    if (isWanted()) say(`The gallery has no experiment '${card.slice(0, 60)}'.`, { name: "All right", run() {} });
    return false;
  }
  const found = (await sharedInAddress()) ?? (await experimentInPage());
  if (found === null) return false;
  if (!isWanted()) return true;
  if ("problem" in found) {
    say(`The shared experiment cannot be opened: ${found.problem}.`, { name: "All right", run() {} });
    return false;
  }
  arrivalNotes.value = found.notes;
  openShared(found.text, found.name);
  return true;
}

/** The experiment that was saved last and is not in the trash. */
async function newestKept(): Promise<Kept | null> {
  const all = await list().catch(() => []);
  return all.filter(({ trashedAt }) => trashedAt === null).sort((a, b) => b.savedAt - a.savedAt)[0] ?? null;
}

/** Opens what was open or saved last; false if there is nothing. */
async function openAgain(isWanted: IsWanted): Promise<boolean> {
  const last = lastShown();
  await recoverDrafts().catch(() => {});
  // A browser that was killed may have forgotten what it showed, never what it called saved.
  const newest = await newestKept();
  if (newest && newest.savedAt > (last?.at ?? 0) && (await openKept(newest.id, isWanted))) return true;
  if (last && "kept" in last) return openKept(last.kept, isWanted);
  return last !== null && openCard(last.card, isWanted);
}

/** Opens the first experiment that can be opened, unless a person opens something else meanwhile. */
async function openFirst(): Promise<void> {
  const openUsual = (isWanted: IsWanted) => openCard(firstCard, isWanted);
  const openings = [openArrival, ...(embedded === null ? [openAgain] : []), openUsual];
  for (const open of openings) {
    const isWanted = beginOpening();
    const isOpen = await open(isWanted).catch((error: unknown) => {
      say(`What was to be opened could not be: ${error instanceof Error ? error.message : error}.`);
      return false;
    });
    if (isOpen || !isWanted()) return;
  }
}

const root = document.getElementById("lab")!;
// For those who wait for a run from outside: tests, and pages that hold the lab in a frame.
effect(() => {
  root.dataset["runs"] = String(runs.value);
  root.dataset["phase"] = phase.value;
  root.dataset["digest"] = digest.value;
});
render(<Shell />, root);
await openFirst();
// A frame in somebody's page leaves no traces on this machine.
if (embedded === null) {
  startKeeping();
  rememberShown();
  watchUnanswered();
}
listenForKeys();
startAnnouncing();
acceptDrops();
addEventListener("hashchange", () => void openArrival(beginOpening()));
effect(() => {
  if (unreadable.value.length === 0 || embedded !== null) return;
  const what = "Some of what this browser stored for the lab cannot be read, and is left out";
  say(`${what}: ${unreadable.value.join(", ")}.`, { name: "All right", run() {} });
});
startOffline();
