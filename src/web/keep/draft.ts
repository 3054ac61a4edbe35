// What was typed and is not yet in the database. Written at every change, at once: a page that dies loses no key stroke.

export interface Draft {
  readonly id: string;
  /** The revision it was typed upon, and the page it was typed in. */
  readonly seen: number;
  readonly by: string;
  readonly name: string;
  readonly text: string;
}

const prefix = "virtuafiz.draft.";

export function writeDraft(draft: Draft): void {
  try {
    localStorage.setItem(prefix + draft.id, JSON.stringify(draft));
  } catch {
    // Full, or a private window: the database has what it was given so far.
  }
}

export function removeDraft(id: string): void {
  try {
    localStorage.removeItem(prefix + id);
  } catch {
    // There was none.
  }
}

export function readDraft(id: string): Draft | null {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(prefix + id) ?? "null");
    if (typeof found !== "object" || found === null) return null;
    const { seen, by, name, text } = found as Record<string, unknown>;
    if (typeof seen !== "number" || typeof by !== "string") return null;
    if (typeof name !== "string" || typeof text !== "string") return null;
    return { id, seen, by, name, text };
  } catch {
    return null;
  }
}
