// Kept experiments, with their revisions, in the browser's database. One write is one transaction: it happens
// completely or not at all, and an older text never replaces a newer one.
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { isCount, isFiniteNumber, isRecord, isText, reportUnreadable } from "../state/stored-value.ts";

export interface Kept {
  readonly id: string;
  readonly name: string;
  /** The number of the newest revision. */
  readonly revision: number;
  readonly savedAt: number;
  /** When it was moved to the trash; null if it is not there. */
  readonly trashedAt: number | null;
}

export interface Revision {
  readonly id: string;
  readonly number: number;
  readonly name: string;
  readonly text: string;
  readonly at: number;
  /** The page that wrote it, and when it was typed there. */
  readonly by: string;
  readonly typedAt: number;
}

interface Schema extends DBSchema {
  experiments: { key: string; value: Kept };
  revisions: { key: [string, number]; value: Revision };
}

/** Reads a stored experiment; null if it has another shape. */
function keptOf(found: unknown): Kept | null {
  if (!isRecord(found)) return null;
  const { id, name, revision, savedAt, trashedAt } = found;
  if (!isText(id) || !isText(name) || !isCount(revision) || !isFiniteNumber(savedAt)) return null;
  return { id, name, revision, savedAt, trashedAt: isFiniteNumber(trashedAt) ? trashedAt : null };
}

function revisionOf(found: unknown): Revision | null {
  if (!isRecord(found)) return null;
  const { id, number, name, text, at, by, typedAt } = found;
  if (!isText(id) || !isCount(number) || !isText(name) || !isText(text) || !isFiniteNumber(at)) return null;
  // Earlier labs did not store when it was typed.
  return { id, number, name, text, at, by: isText(by) ? by : "", typedAt: isFiniteNumber(typedAt) ? typedAt : at };
}

/** The entries of a list that can be read; others are reported. */
function readable<T>(all: readonly unknown[], read: (found: unknown) => T | null, what: string): T[] {
  const found = all.flatMap((one) => read(one) ?? []);
  if (found.length < all.length) reportUnreadable(what);
  return found;
}

/**
 * This number of newest revisions stays; of ten times as many every tenth, of a hundred times as many every hundredth,
 * and so on.
 */
const mostRevisions = 100;

/** Numbers of the revisions that are removed when one is added. */
function outlived(number: number): number[] {
  const gone: number[] = [];
  for (let age = mostRevisions, step = 10; number > age; age *= 10, step *= 10)
    if ((number - age) % step !== 0) gone.push(number - age);
  return gone;
}

let opened: Promise<IDBPDatabase<Schema>> | null = null;

function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>("virtuafiz", 1, {
    upgrade(fresh) {
      fresh.createObjectStore("experiments", { keyPath: "id" });
      fresh.createObjectStore("revisions", { keyPath: ["id", "number"] });
    },
    // A newer lab in another tab wants to change the database: this tab releases it.
    blocking: () => void opened?.then((db) => db.close()),
    terminated() {
      opened = null;
    },
  }).catch((error) => {
    opened = null;
    throw error;
  });
  return opened;
}

/** The content of an experiment. */
export interface Draftable {
  readonly name: string;
  readonly text: string;
}

/** Content with the page in which it was typed, and the time. */
export interface Typed extends Draftable {
  readonly by: string;
  readonly typedAt: number;
}

/** Thrown if somebody else has written since revision `seen`. */
export class Conflict extends Error {}

/** Writes a text as the revision after `seen`; returns when it is on the disk, with its number. */
export async function save(id: string, seen: number, { name, text, by, typedAt }: Typed): Promise<number> {
  const db = await database();
  const work = db.transaction(["experiments", "revisions"], "readwrite", { durability: "strict" });
  const experiments = work.objectStore("experiments");
  const revisions = work.objectStore("revisions");
  const now = await experiments.get(id);
  if ((now?.revision ?? 0) !== seen) {
    work.abort();
    await work.done.catch(() => {});
    throw new Conflict(`revision ${now?.revision ?? 0} is newer than ${seen}`);
  }
  const at = Date.now();
  const number = seen + 1;
  await Promise.all([
    revisions.put({ id, number, name, text, at, by, typedAt }),
    experiments.put({ id, name, revision: number, savedAt: at, trashedAt: null }),
    ...outlived(number).map((old) => revisions.delete([id, old])),
    work.done,
  ]);
  return number;
}

/** The newest revision of an experiment; if that cannot be read, the newest readable one before it. */
export async function load(id: string): Promise<Revision | null> {
  const db = await database();
  const kept = keptOf(await db.get("experiments", id));
  if (!kept) return null;
  const newest = revisionOf(await db.get("revisions", [id, kept.revision])) ?? (await revisionsOf(id))[0];
  return newest ? { ...newest, number: kept.revision } : null;
}

/** All that was kept, the newest first. */
export async function listExperiments(): Promise<Kept[]> {
  const all = readable(await (await database()).getAll("experiments"), keptOf, "an experiment of yours");
  return all.sort((a, b) => b.savedAt - a.savedAt);
}

/** The revisions of an experiment, the newest first. */
export async function revisionsOf(id: string): Promise<Revision[]> {
  const all = await (await database()).getAll("revisions", IDBKeyRange.bound([id, 0], [id, Number.MAX_SAFE_INTEGER]));
  return readable(all, revisionOf, "a version of an experiment").reverse();
}

/** Moves an experiment to the trash, or out of it. */
export async function setTrashed(id: string, isTrashed: boolean): Promise<void> {
  const db = await database();
  const work = db.transaction("experiments", "readwrite", { durability: "strict" });
  const kept = keptOf(await work.store.get(id));
  if (kept) await work.store.put({ ...kept, trashedAt: isTrashed ? Date.now() : null });
  await work.done;
}

/** Removes for good what is in the trash. */
export async function emptyTrash(): Promise<void> {
  const db = await database();
  const work = db.transaction(["experiments", "revisions"], "readwrite", { durability: "strict" });
  for (const found of await work.objectStore("experiments").getAll()) {
    const kept = keptOf(found);
    if (!kept || kept.trashedAt === null) continue;
    const { id } = kept;
    await work.objectStore("experiments").delete(id);
    await work.objectStore("revisions").delete(IDBKeyRange.bound([id, 0], [id, Number.MAX_SAFE_INTEGER]));
  }
  await work.done;
}
