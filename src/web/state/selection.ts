// Which body the person means: shared by the view and the panels.
import { signal } from "@preact/signals";

/** The name of the selected body, or null. */
export const selectedBody = signal<string | null>(null);
