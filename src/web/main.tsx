// The lab begins.
import { effect } from "@preact/signals";
import { render } from "preact";
import { openCard } from "./gallery/open-card.ts";
import { acceptDrops } from "./keep/files.ts";
import { startKeeping } from "./keep/keeper.ts";
import { type Kept, list } from "./keep/store.ts";
import { listenForKeys } from "./keys.ts";
import { startOffline } from "./offline/offline.ts";
import { cardInAddress, embedded, sharedInAddress } from "./share/address.ts";
import { experimentInPage } from "./share/page-place.ts";
import { say, startAnnouncing } from "./shell/announcer.ts";
import { arrivalNotes } from "./shell/question.tsx";
import { Shell } from "./shell.tsx";
import { digest, phase } from "./state/run.ts";
import { lastShown, openKept, openShared, rememberShown } from "./state/session.ts";
import "./style/tokens.css";
import "./style/layout.css";
import "./style/shell.css";

/** What a first visit shows. */
const firstCard = "bouncing-ball";

/** What came with the page: in its address or inside it. False if nothing did. */
async function openArrival(): Promise<boolean> {
  const card = cardInAddress();
  if (card !== null && (await openCard(card))) return true;
  const found = (await sharedInAddress()) ?? (await experimentInPage());
  if (found === null) return false;
  if ("problem" in found) {
    say(`The shared experiment cannot be opened: ${found.problem}.`, { name: "All right", run() {} });
    return false;
  }
  arrivalNotes.value = found.notes;
  openShared(found.text, found.name);
  return true;
}

/** What was saved last and not thrown away. */
async function newestKept(): Promise<Kept | null> {
  const all = await list().catch(() => []);
  return all.filter(({ trashedAt }) => trashedAt === null).sort((a, b) => b.savedAt - a.savedAt)[0] ?? null;
}

async function openFirst(): Promise<void> {
  if (await openArrival()) return;
  const last = embedded === null ? lastShown() : null;
  // A browser that was killed may have forgotten what it showed, never what it called saved.
  const newest = embedded === null ? await newestKept() : null;
  if (newest && newest.savedAt > (last?.at ?? 0) && (await openKept(newest.id))) return;
  if (last && "kept" in last && (await openKept(last.kept))) return;
  if (last && "card" in last && (await openCard(last.card))) return;
  await openCard(firstCard);
}

const root = document.getElementById("lab")!;
// For those who wait for a run from outside: tests, and pages that hold the lab in a frame.
effect(() => {
  root.dataset["phase"] = phase.value;
  root.dataset["digest"] = digest.value;
});
render(<Shell />, root);
await openFirst();
// A frame in somebody's page leaves no traces on this machine.
if (embedded === null) {
  startKeeping();
  rememberShown();
}
listenForKeys();
startAnnouncing();
acceptDrops();
addEventListener("hashchange", () => void openArrival());
startOffline();
