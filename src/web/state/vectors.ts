// Which vectors of the selected event are to be drawn: named as the probe names them, `ball.v` or `collisionNormal`.
import { signal } from "@preact/signals";

export const eventVectors = signal<readonly string[]>([]);
