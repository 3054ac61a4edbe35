// What the person has chosen: shared by the view and the panels.
import { signal } from "@preact/signals";

/** The name of the selected body, or null. */
export const selectedBody = signal<string | null>(null);

/** Vectors of the selected event that are drawn, as the probe names them: `ball.v` or `collisionNormal`. */
export const eventVectors = signal<readonly string[]>([]);
