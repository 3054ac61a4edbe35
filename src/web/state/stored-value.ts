// Data stored, sent or written elsewhere: it has the expected type, or the page continues without it and says so.
import { signal } from "@preact/signals";

export type Guard<T> = (found: unknown) => found is T;

export function isRecord(found: unknown): found is Readonly<Record<string, unknown>> {
  return typeof found === "object" && found !== null && !Array.isArray(found);
}

export function isText(found: unknown): found is string {
  return typeof found === "string";
}

export function isBoolean(found: unknown): found is boolean {
  return typeof found === "boolean";
}

export function isFiniteNumber(found: unknown): found is number {
  return typeof found === "number" && Number.isFinite(found);
}

/** Whether a value is a count or an index. */
export function isCount(found: unknown): found is number {
  return Number.isSafeInteger(found) && (found as number) >= 0;
}

export function isListOf<T>(isEntry: Guard<T>): Guard<readonly T[]> {
  return (found): found is readonly T[] => Array.isArray(found) && found.every(isEntry);
}

export function isOneOf<T>(all: readonly T[]): Guard<T> {
  return (found): found is T => all.includes(found as T);
}

/** Stored data that could not be read, each in a few words: "the plots", "an experiment of yours". */
export const unreadable = signal<readonly string[]>([]);

export function reportUnreadable(what: string): void {
  if (!unreadable.peek().includes(what)) unreadable.value = [...unreadable.peek(), what];
}
