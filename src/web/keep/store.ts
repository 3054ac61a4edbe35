// Experiments that were kept, with their revisions, in the browser's database. One write is one transaction: it happens whole or not
// at all, and a text that is older than what is there is never written over it.
import { type DBSchema, type IDBPDatabase, openDB } from "idb";

export interface Kept {
  readonly id: string;
  readonly name: string;
  /** The number of the newest revision. */
  readonly revision: number;
  readonly savedAt: number;
  /** When it was thrown away; null for those that were not. */
  readonly trashedAt: number | null;
}

export interface Revision {
  readonly id: string;
  readonly number: number;
  readonly name: string;
  readonly text: string;
  readonly at: number;
  /** Which page wrote it. */
  readonly by: string;
}

interface Schema extends DBSchema {
  experiments: { key: string; value: Kept };
  revisions: { key: [string, number]; value: Revision };
}

/** How many revisions of one experiment stay; of older ones every tenth. */
const mostRevisions = 50;

let opened: Promise<IDBPDatabase<Schema>> | null = null;

function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>("virtuafiz", 1, {
    upgrade(fresh) {
      fresh.createObjectStore("experiments", { keyPath: "id" });
      fresh.createObjectStore("revisions", { keyPath: ["id", "number"] });
    },
    // A newer lab in another tab wants to change the database: this tab lets go of it.
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

/** What there is to keep. */
export interface Draftable {
  readonly name: string;
  readonly text: string;
}

/** Somebody else has written since `seen`. */
export class Conflict extends Error {}

/** Writes a text as the revision after `seen`; returns when it is on the disk, with its number. */
export async function save(id: string, seen: number, by: string, { name, text }: Draftable): Promise<number> {
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
    revisions.put({ id, number, name, text, at, by }),
    experiments.put({ id, name, revision: number, savedAt: at, trashedAt: null }),
    number > mostRevisions && (number - mostRevisions) % 10 !== 0
      ? revisions.delete([id, number - mostRevisions])
      : undefined,
    work.done,
  ]);
  return number;
}

/** The newest revision of an experiment. */
export async function load(id: string): Promise<Revision | null> {
  const db = await database();
  const kept = await db.get("experiments", id);
  if (!kept) return null;
  return (await db.get("revisions", [id, kept.revision])) ?? null;
}

/** All that was kept, the newest first. */
export async function list(): Promise<Kept[]> {
  const all = await (await database()).getAll("experiments");
  return all.sort((a, b) => b.savedAt - a.savedAt);
}

/** The revisions of an experiment, the newest first. */
export async function revisionsOf(id: string): Promise<Revision[]> {
  const all = await (await database()).getAll("revisions", IDBKeyRange.bound([id, 0], [id, Number.MAX_SAFE_INTEGER]));
  return all.reverse();
}

/** Into the trash, or out of it. */
export async function setTrashed(id: string, isTrashed: boolean): Promise<void> {
  const db = await database();
  const work = db.transaction("experiments", "readwrite", { durability: "strict" });
  const kept = await work.store.get(id);
  if (kept) await work.store.put({ ...kept, trashedAt: isTrashed ? Date.now() : null });
  await work.done;
}

/** Removes for good what is in the trash. */
export async function emptyTrash(): Promise<void> {
  const db = await database();
  const work = db.transaction(["experiments", "revisions"], "readwrite", { durability: "strict" });
  for (const { id, trashedAt } of await work.objectStore("experiments").getAll()) {
    if (trashedAt === null) continue;
    await work.objectStore("experiments").delete(id);
    await work.objectStore("revisions").delete(IDBKeyRange.bound([id, 0], [id, Number.MAX_SAFE_INTEGER]));
  }
  await work.done;
}
