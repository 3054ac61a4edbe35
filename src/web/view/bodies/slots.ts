// The attributes of a body by their names.
import type { BodyInfo, SlotInfo } from "../../protocol/messages.ts";

export function slotOf(body: BodyInfo, name: string): SlotInfo | undefined {
  return body.slots.find((slot) => slot.name === name);
}
