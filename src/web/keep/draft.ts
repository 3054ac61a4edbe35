// Typed text that is not yet a revision. It is written twice at every change: at once into the storage of the page,
// which outlives a page that dies, and as soon as possible into a database of its own, which outlives a browser that is
// killed.
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { isFiniteNumber, isRecord, isText } from "../state/stored-value.ts";

export interface Draft {
  readonly id: string;
  /** The revision that was changed, and the page in which it was typed. */
  readonly seen: number;
  readonly by: string;
  /** When it was typed; later drafts of a page have later times. */
  readonly typedAt: number;
  readonly name: string;
  readonly text: string;
}

interface Schema extends DBSchema {
  drafts: { key: string; value: Draft };
}

function isDraft(found: unknown): found is Draft {
  return (
    isRecord(found) &&
    [found["id"], found["by"], found["name"], found["text"]].every(isText) &&
    [found["seen"], found["typedAt"]].every(isFiniteNumber)
  );
}

let lastTime = 0;

/** A time that always grows within this page, even if the clock is set back. */
export function typingTime(): number {
  lastTime = Math.max(lastTime + 1, Date.now());
  return lastTime;
}

const prefix = "virtuafiz.draft.";

let opened: Promise<IDBPDatabase<Schema>> | null = null;

function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>("virtuafiz drafts", 1, {
    upgrade: (fresh) => void fresh.createObjectStore("drafts", { keyPath: "id" }),
    terminated() {
      opened = null;
    },
  }).catch((error) => {
    opened = null;
    throw error;
  });
  return opened;
}

/** Drafts that are not in the database yet, by experiment; null removes one. */
const waiting = new Map<string, Draft | null>();
let isWriting = false;

/** Writes one transaction at a time; of text typed meanwhile only the newest goes into the next. */
async function writeWaiting(): Promise<void> {
  if (isWriting) return;
  isWriting = true;
  try {
    while (waiting.size > 0) {
      const db = await database();
      const all = [...waiting];
      waiting.clear();
      // By then the operating system has it, which outlives the browser. Revisions are written through to the disk.
      const work = db.transaction("drafts", "readwrite", { durability: "relaxed" });
      const deeds = all.map(([id, draft]) => (draft ? work.store.put(draft) : work.store.delete(id)));
      work.commit();
      await Promise.all([...deeds, work.done]);
    }
  } catch {
    // Storage is full, or this is a private window. Whoever saves the experiment reports whether that worked.
    waiting.clear();
  } finally {
    isWriting = false;
  }
}

/** Notes a draft where the page finds it if it dies. */
export function noteDraft(draft: Draft): void {
  try {
    localStorage.setItem(prefix + draft.id, JSON.stringify(draft));
  } catch {
    // Storage is full, or this is a private window: the database has it in a moment.
  }
}

/** Writes a draft to the disk; for the page that keeps the experiment. */
export function keepDraft(draft: Draft): void {
  waiting.set(draft.id, draft);
  void writeWaiting();
}

export function removeDraft(id: string): void {
  try {
    localStorage.removeItem(prefix + id);
  } catch {
    // There was none.
  }
  waiting.set(id, null);
  void writeWaiting();
}

function notedDraft(id: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(prefix + id) ?? "null");
  } catch {
    return null;
  }
}

/**
 * The drafts of an experiment, in either place. Fails if the database of drafts cannot be read, unless the caller
 * leaves it out.
 */
export async function draftsOf(id: string, unreadable: "fail" | "leave out"): Promise<Draft[]> {
  const kept: unknown = await database()
    .then((db) => db.get("drafts", id))
    .catch((error: unknown) => {
      if (unreadable === "fail") throw error;
      return null;
    });
  return [notedDraft(id), kept].filter(isDraft).filter((draft) => draft.id === id);
}

/** All drafts that reached the disk, the oldest first. */
export async function keptDrafts(): Promise<Draft[]> {
  const all: unknown[] = await database()
    .then((db) => db.getAll("drafts"))
    .catch(() => []);
  return all.filter(isDraft).sort((a, b) => a.typedAt - b.typedAt);
}
