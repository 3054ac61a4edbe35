// The vector of the world that the text calls `g` or `gravity`: where down is, if it says so.
import type { RunLayout, SlotInfo } from "../../protocol/messages.ts";

export function gravitySlot({ world }: RunLayout): SlotInfo | null {
  const isNamed = ({ name, kind, size }: SlotInfo) => /^(g|gravity)$/.test(name) && kind === "vector" && size === 3;
  return world.find(isNamed) ?? null;
}
