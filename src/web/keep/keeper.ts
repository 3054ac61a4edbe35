// Keeps what is being worked on, by itself. "Saved" is said only after the transaction has completed.
import { effect, signal } from "@preact/signals";
import { name, text } from "../state/experiment.ts";
import { claim, type Release } from "./claim.ts";
import { readDraft, removeDraft, writeDraft } from "./draft.ts";
import { Conflict, type Draftable, load, save } from "./store.ts";

/**
 * original: as the gallery or a link has it, nothing to keep yet. elsewhere: another tab keeps it, this one only shows.
 * failed: the browser refused; the text is safe only in a file.
 */
export type Keeping = "original" | "saving" | "saved" | "elsewhere" | "failed";
export const keeping = signal<Keeping>("original");
/** What is being kept; null for an original. */
export const keptId = signal<string | null>(null);
/** Counts up when the list of kept experiments may have changed. */
export const listChanged = signal(0);
export const whyFailed = signal("");

/** How long the text rests before it is written, in milliseconds. The draft is written without rest. */
const patience = 300;

const nothing: Draftable = { name: "", text: "" };
/** This page, among all that ever wrote. */
const page = freshId();
let seen = 0;
let written = nothing;
let release: Release | null = null;
let timer = 0;
let isWriting = false;

function freshId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function isWritten(now: Draftable): boolean {
  return now.name === written.name && now.text === written.text;
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

/** The text that is shown is now revision `number` of a kept experiment. */
export async function beginKept(id: string, number: number, was: Draftable): Promise<void> {
  letGo();
  keptId.value = id;
  seen = number;
  written = was;
  keeping.value = "saved";
  await claimIt("if free");
  changed();
}

function letGo(): void {
  clearTimeout(timer);
  release?.();
  release = null;
}

async function claimIt(how: "if free" | "take over"): Promise<boolean> {
  const id = keptId.peek();
  if (id === null) return false;
  const got = await claim(id, how, () => {
    if (keptId.peek() === id) keeping.value = "elsewhere";
  });
  if (keptId.peek() !== id) {
    got?.();
    return false;
  }
  if (!got) keeping.value = "elsewhere";
  release = got;
  return got !== null;
}

/** This tab keeps it from now on, upon whatever was written last; the other tab says that it no longer does. */
export async function takeOver(): Promise<void> {
  const id = keptId.peek();
  if (id === null || !(await claimIt("take over"))) return;
  seen = (await load(id))?.number ?? 0;
  written = nothing;
  keeping.value = "saved";
  changed();
}

/** What is shown becomes an experiment of its own; the other tab keeps the other. */
export async function keepCopy(called: string): Promise<void> {
  letGo();
  name.value = called;
  keptId.value = freshId();
  seen = 0;
  written = nothing;
  keeping.value = "saving";
  await claimIt("if free");
  await flush();
}

function changed(): void {
  if (keeping.peek() === "elsewhere") return;
  if (isWritten({ name: name.peek(), text: text.peek() })) return;
  if (keptId.peek() === null) {
    keptId.value = freshId();
    seen = 0;
    void claimIt("if free");
  }
  keeping.value = "saving";
  writeDraft({ id: keptId.peek()!, seen, by: page, name: name.peek(), text: text.peek() });
  clearTimeout(timer);
  timer = window.setTimeout(flush, patience);
}

/** Writes now what is not yet written. */
export async function flush(): Promise<void> {
  clearTimeout(timer);
  const id = keptId.peek();
  const now = { name: name.peek(), text: text.peek() };
  if (id === null || isWriting || keeping.peek() === "elsewhere" || isWritten(now)) return;
  isWriting = true;
  try {
    await write(id, seen, now);
  } catch (error) {
    if (keptId.peek() !== id) return;
    keeping.value = error instanceof Conflict ? "elsewhere" : "failed";
    whyFailed.value = error instanceof Error ? error.message : String(error);
  } finally {
    isWriting = false;
    // What was opened meanwhile may have been changed meanwhile.
    if (keptId.peek() !== id) changed();
  }
}

/** Writes, and writes again as long as more was typed meanwhile, also if something else has been opened since. */
async function write(id: string, upon: number, now: Draftable): Promise<void> {
  const number = await save(id, upon, page, now);
  tellOthers();
  const draft = readDraft(id);
  const isCurrent = keptId.peek() === id;
  if (isCurrent) {
    seen = number;
    written = now;
  }
  if (draft?.by === page && (draft.name !== now.name || draft.text !== now.text)) {
    await write(id, number, draft);
    return;
  }
  removeDraft(id);
  if (isCurrent) {
    if (isWritten({ name: name.peek(), text: text.peek() })) keeping.value = "saved";
    else changed();
  }
}

export interface Recalled extends Draftable {
  readonly number: number;
  readonly written: Draftable;
}

/** The newest text of a kept experiment: what was typed last, even if that never reached the database. */
export async function recall(id: string): Promise<Recalled | null> {
  const kept = await load(id).catch(() => null);
  const draft = readDraft(id);
  const number = kept?.number ?? 0;
  const known = kept ? { name: kept.name, text: kept.text } : nothing;
  // A draft counts if nobody but the page that typed it has written since.
  const isNewer = draft !== null && (draft.seen === number || (draft.seen < number && draft.by === kept?.by));
  if (isNewer) return { number, name: draft.name, text: draft.text, written: known };
  return kept && { number, ...known, written: known };
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
