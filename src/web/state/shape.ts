// What was stored, sent or written elsewhere has the shape that it should have, or is not taken.

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

/** A number of things, or the place of one. */
export function isCount(found: unknown): found is number {
  return Number.isSafeInteger(found) && (found as number) >= 0;
}

export function isListOf<T>(isEntry: Guard<T>): Guard<readonly T[]> {
  return (found): found is readonly T[] => Array.isArray(found) && found.every(isEntry);
}

export function isOneOf<T>(all: readonly T[]): Guard<T> {
  return (found): found is T => all.includes(found as T);
}
