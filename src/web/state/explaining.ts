// Which number is being explained.
import { signal } from "@preact/signals";
import { showPanel } from "../shell/sides.ts";
import type { MomentRef } from "../worker/protocol.ts";

export interface Explained {
  /** As the probe calls it: `ball.v`. */
  readonly path: string;
  readonly at: MomentRef;
}

export const explained = signal<Explained | null>(null);

/** Opens the panel with the explanation of a number. */
export function explain(path: string, at: MomentRef): void {
  explained.value = { path, at };
  showPanel("explain");
}
