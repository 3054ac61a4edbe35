// Saves the current work automatically. "Saved" is shown only after the transaction has completed.
import { effect, signal } from "@preact/signals";
import { name, text } from "../state/experiment.ts";
import { say } from "../ui/announcer.ts";
import { claim, type Release } from "./claim.ts";
import { type Draft, draftsOf, keepDraft, keptDrafts, noteDraft, removeDraft, typingTime } from "./draft.ts";
import { Conflict, type Draftable, load, type Revision, revisionsOf, save } from "./store.ts";

/**
 * original: as in the gallery or a link, nothing to keep yet. elsewhere: another tab keeps it, this one only shows it.
 * failed: the browser refused; the text is safe only in a file.
 */
export type Keeping = "original" | "saving" | "saved" | "elsewhere" | "failed";
export const keeping = signal<Keeping>("original");
/** The id of the kept experiment; null for an original. */
export const keptId = signal<string | null>(null);
/** Increases when the list of kept experiments may have changed. */
export const listChanged = signal(0);
export const whyFailed = signal("");

/**
 * The pause in typing before the text is written, in milliseconds, and the longest wait while somebody types without a
 * pause: so it is on the disk within a second. Drafts are written immediately.
 */
const patience = 300;
const longestWait = 700;

const nothing: Draftable = { name: "", text: "" };
/** The id of this page, different from all other pages that wrote. */
const page = freshId();
/** The revision of each experiment that was open here, as this page knows it. */
const seen = new Map<string, number>();
/** The contents of the database for the open experiment. */
let written = nothing;
/** Typed text that is not in the database yet, for each experiment that was open here. */
const unwritten = new Map<string, Draft>();
let release: Release | null = null;
let timer = 0;
/** When the first change was made that is not yet being written; null if there is none. */
let waitingSince: number | null = null;
/** The write under way; null for none. */
let writing: Promise<void> | null = null;

function freshId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function isSame(one: Draftable, other: Draftable): boolean {
  return one.name === other.name && one.text === other.text;
}

const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("virtuafiz.kept") : null;
channel?.addEventListener("message", () => {
  listChanged.value++;
});

export function tellOthers(): void {
  listChanged.value++;
  channel?.postMessage("changed");
}

/** The text that is shown is now an original that nobody has changed; it is kept from the first change on. */
export function beginOriginal(): void {
  letGo();
  keptId.value = null;
  keeping.value = "original";
  written = { name: name.peek(), text: text.peek() };
}

/** The shown text is now revision `number` of a kept experiment. */
export async function beginKept(id: string, number: number, was: Draftable): Promise<void> {
  letGo();
  keptId.value = id;
  seen.set(id, number);
  written = was;
  keeping.value = "saved";
  await claimIt("if free");
  changed();
}

function letGo(): void {
  clearTimeout(timer);
  waitingSince = null;
  release?.();
  release = null;
}

/** Leaves an experiment to another tab: this one no longer writes it. */
function leaveToOther(id: string): void {
  keeping.value = "elsewhere";
  unwritten.delete(id);
}

async function claimIt(how: "if free" | "take over"): Promise<boolean> {
  const id = keptId.peek();
  if (id === null) return false;
  const got = await claim(id, how, () => {
    if (keptId.peek() === id) leaveToOther(id);
  });
  if (keptId.peek() !== id) {
    got?.();
    return false;
  }
  release = got;
  const draft = unwritten.get(id);
  if (!got) leaveToOther(id);
  // Text typed before it was clear which tab keeps it.
  else if (draft) keepDraft(draft);
  return got !== null;
}

/** Makes this tab keep the experiment, on top of the last written text; the other tab shows that it no longer does. */
export async function takeOver(): Promise<void> {
  const id = keptId.peek();
  if (id === null || !(await claimIt("take over"))) return;
  seen.set(id, (await load(id))?.number ?? 0);
  written = nothing;
  keeping.value = "saved";
  changed();
}

/** Makes the shown text a separate experiment; the other tab keeps the original one. */
export async function keepCopy(called: string): Promise<void> {
  letGo();
  name.value = called;
  keptId.value = freshId();
  written = nothing;
  keeping.value = "saving";
  changed();
  await claimIt("if free");
  await flush();
}

function changed(): void {
  if (keeping.peek() === "elsewhere") return;
  const now = { name: name.peek(), text: text.peek() };
  if (isSame(now, unwritten.get(keptId.peek() ?? "") ?? written)) return;
  if (keptId.peek() === null) {
    keptId.value = freshId();
    void claimIt("if free");
  }
  const id = keptId.peek()!;
  keeping.value = "saving";
  const draft = { id, seen: seen.get(id) ?? 0, by: page, typedAt: typingTime(), ...now };
  unwritten.set(id, draft);
  noteDraft(draft);
  if (release) keepDraft(draft);
  flushSoon();
}

function flushSoon(): void {
  waitingSince ??= performance.now();
  const left = waitingSince + longestWait - performance.now();
  clearTimeout(timer);
  timer = window.setTimeout(flush, Math.max(0, Math.min(patience, left)));
}

/** Writes all unwritten text now, of any experiment. */
export function flush(): Promise<void> {
  clearTimeout(timer);
  writing ??= writeAll().finally(() => {
    writing = null;
    if (unwritten.has(keptId.peek() ?? "") && keeping.peek() === "saving") flushSoon();
  });
  return writing;
}

/** Writes all experiments with unwritten text. Text typed meanwhile in the open one waits for the next turn. */
async function writeAll(): Promise<void> {
  waitingSince = null;
  let drafts = [...unwritten.values()];
  while (drafts.length > 0) {
    for (const draft of drafts) await write(draft).catch((error: unknown) => fail(draft, error));
    drafts = [...unwritten.values()].filter(({ id }) => id !== keptId.peek());
  }
}

async function write(draft: Draft): Promise<void> {
  const { id } = draft;
  const number = await save(id, seen.get(id) ?? draft.seen, draft);
  seen.set(id, number);
  const isNewest = unwritten.get(id) === draft;
  if (isNewest) {
    unwritten.delete(id);
    removeDraft(id);
  }
  tellOthers();
  if (keptId.peek() !== id) return;
  written = draft;
  if (isNewest && keeping.peek() !== "elsewhere") keeping.value = "saved";
}

function fail({ id, name: called }: Draft, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  if (keptId.peek() !== id) {
    unwritten.delete(id);
    const notice = `${called} could not be saved: ${reason}. The text typed last may be lost.`;
    say(notice, { name: "All right", run() {} });
  } else if (error instanceof Conflict) leaveToOther(id);
  else {
    keeping.value = "failed";
    whyFailed.value = reason;
  }
}

export interface Recalled extends Draftable {
  readonly number: number;
  readonly written: Draftable;
}

/**
 * Whether a draft is newer than a revision: by the clock of the page that wrote both, or because nobody has written on
 * top of it since.
 */
function isNewer(draft: Draft, kept: Revision | null): boolean {
  if (draft.by === kept?.by) return draft.typedAt > kept.typedAt;
  return draft.seen === (kept?.number ?? 0);
}

/** Whether a revision contains the draft, or a later text of the same page. */
function holds(revision: Revision, draft: Draft): boolean {
  return isSame(revision, draft) || (revision.by === draft.by && revision.typedAt >= draft.typedAt);
}

/**
 * The newest text of a kept experiment: the last typed one, even if it never became a revision. If the database
 * cannot be read, the last typed one that can; fails if there is none.
 */
export async function recall(id: string): Promise<Recalled | null> {
  await writing;
  await recover(id).catch(() => {});
  const drafts = (await draftsOf(id, "leave out")).sort((a, b) => b.typedAt - a.typedAt);
  let kept: Revision | null = null;
  try {
    kept = await load(id);
  } catch (error) {
    if (drafts.length === 0) throw error;
    return { number: drafts[0].seen, name: drafts[0].name, text: drafts[0].text, written: nothing };
  }
  const number = kept?.number ?? 0;
  const known = kept ? { name: kept.name, text: kept.text } : nothing;
  const newest = drafts.find((draft) => isNewer(draft, kept));
  if (newest) return { number, name: newest.name, text: newest.text, written: known };
  return kept && { number, ...known, written: known };
}

/** Drafts that pages left behind when they were killed become revisions. */
export async function recoverDrafts(): Promise<void> {
  for (const { id } of await keptDrafts()) await recover(id).catch(() => {});
}

/**
 * Makes the drafts of an experiment revisions, unless a living page keeps it. A draft is removed only when a revision
 * holds it: while the database refuses, drafts stay.
 */
async function recover(id: string): Promise<void> {
  if (!navigator.locks) return;
  const unclaim = await claim(id, "if free", () => {});
  if (!unclaim) return;
  try {
    const drafts = (await draftsOf(id, "fail")).sort((a, b) => a.typedAt - b.typedAt);
    for (const draft of drafts) await saveDraft(draft);
    if (drafts.length > 0) removeDraft(id);
  } finally {
    unclaim();
  }
}

/** A text that somebody else has changed since becomes a separate experiment. */
async function saveDraft(draft: Draft): Promise<void> {
  const { id } = draft;
  if ((await revisionsOf(id)).some((revision) => holds(revision, draft))) return;
  const kept = await load(id);
  if (!kept || isNewer(draft, kept)) await save(id, kept?.number ?? 0, draft);
  else await save(freshId(), 0, { ...draft, name: `${draft.name} (not saved before)` });
  tellOthers();
}

/** Begins to watch text and name. */
export function startKeeping(): void {
  effect(() => {
    text.value;
    name.value;
    changed();
  });
  addEventListener("pagehide", () => void flush());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") void flush();
  });
}
