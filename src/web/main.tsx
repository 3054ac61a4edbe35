// The lab begins.
import { effect } from "@preact/signals";
import { render } from "preact";
import { openCard } from "./gallery/open-card.ts";
import { recoverDrafts, startKeeping } from "./keep/keeper.ts";
import { type Kept, listExperiments } from "./keep/store.ts";
import { startOffline } from "./offline/offline.ts";
import { followAddress } from "./session/address-history.ts";
import { acceptDrops } from "./session/files.ts";
import { beginFirstVisit, firstCard } from "./session/first-visit.ts";
import { beginOpening, lastShown, openKept, openShared, rememberShown } from "./session/session.ts";
import { watchUnanswered } from "./session/unanswered.ts";
import { cardInAddress, embedded, keptInAddress, sharedInAddress } from "./share/address.ts";
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

/** Whether the address asks for no experiment. */
const isBare = location.hash === "";

type IsWanted = () => boolean;

/** Opens the experiment in the address or inside the page; false if there is none. */
async function openArrival(isWanted: IsWanted): Promise<boolean> {
  const card = cardInAddress();
  if (card !== null) {
    if (await openCard(card, isWanted)) return true;
    if (isWanted()) say(`The gallery has no experiment '${card.slice(0, 60)}'.`, { name: "All right", run() {} });
    return false;
  }
  const kept = embedded === null ? keptInAddress() : null;
  if (kept !== null) {
    await recoverDrafts().catch(() => {});
    if (await openKept(kept, isWanted)) return true;
    if (isWanted()) say("The experiment of this address is not kept in this browser.", { name: "All right", run() {} });
    return false;
  }
  const { hash } = location;
  const found = (await sharedInAddress()) ?? (await experimentInPage());
  if (found === null) return false;
  if (!isWanted()) return true;
  if ("problem" in found) {
    say(`The shared experiment cannot be opened: ${found.problem}.`, { name: "All right", run() {} });
    return false;
  }
  arrivalNotes.value = found.notes;
  openShared(found.text, found.name, hash.startsWith("#x=") ? hash : "");
  return true;
}

/** The experiment that was saved last and is not in the trash. */
async function newestKept(): Promise<Kept | null> {
  const all = await listExperiments().catch(() => []);
  return all.filter(({ trashedAt }) => trashedAt === null).sort((a, b) => b.savedAt - a.savedAt)[0] ?? null;
}

/** Opens the experiment open or saved last; false if there is none. */
async function openAgain(isWanted: IsWanted): Promise<boolean> {
  const last = lastShown();
  await recoverDrafts().catch(() => {});
  // A killed browser may have forgotten what it showed, but nothing that it reported as saved.
  const newest = await newestKept();
  if (newest && newest.savedAt > (last?.at ?? 0) && (await openKept(newest.id, isWanted))) return true;
  if (last && "kept" in last) return openKept(last.kept, isWanted);
  return last !== null && openCard(last.card, isWanted);
}

/** Opens the first experiment that can be opened, unless a person opens something else meanwhile. */
async function openFirst(): Promise<void> {
  const openUsual = (isWanted: IsWanted) => {
    if (isBare && lastShown() === null) beginFirstVisit();
    return openCard(firstCard, isWanted);
  };
  const openings = [openArrival, ...(embedded === null ? [openAgain] : []), openUsual];
  for (const open of openings) {
    const isWanted = beginOpening();
    const isOpen = await open(isWanted).catch((error: unknown) => {
      say(`It could not be opened: ${error instanceof Error ? error.message : error}.`);
      return false;
    });
    if (isOpen || !isWanted()) return;
  }
}

const root = document.getElementById("lab")!;
// For code that waits for a run from outside: tests, and pages that hold the lab in a frame.
effect(() => {
  root.dataset["runs"] = String(runs.value);
  root.dataset["phase"] = phase.value;
  root.dataset["digest"] = digest.value;
});
render(<Shell />, root);
await openFirst();
// A frame in somebody's page leaves no traces on this machine.
const arrive = () => openArrival(beginOpening());
if (embedded === null) {
  followAddress(arrive);
  startKeeping();
  rememberShown();
  watchUnanswered();
} else addEventListener("hashchange", () => void arrive());
listenForKeys();
startAnnouncing();
// What makes bodies of files is loaded with the first.
acceptDrops((file) =>
  import("./build/mesh-body.ts").then(
    ({ addMeshBody }) => addMeshBody(file),
    () => say("The tools for building could not be loaded. Is there a network?"),
  ),
);
effect(() => {
  if (unreadable.value.length === 0 || embedded !== null) return;
  const what = "Some data that this browser stored for the lab cannot be read, and is left out";
  say(`${what}: ${unreadable.value.join(", ")}.`, { name: "All right", run() {} });
});
startOffline();
