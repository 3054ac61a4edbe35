// The panels beside the view: how wide, which one, and which one on a phone.
import { effect, signal } from "@preact/signals";
import { isProjected, leftWidth, narrowest, remembered, rememberedLength, rightWidth } from "./settings.ts";
import { isOneOf } from "./stored-value.ts";

export type Side = "left" | "right";

/** The panels on the right, in the order of their tabs. */
export const panelIds = ["measures", "plots", "objects", "events", "explain", "compare", "interpreter"] as const;
export type PanelId = (typeof panelIds)[number];

/** The panel on the right, and on a phone the one below the view ("laws" is the editor). */
export const rightPanel = remembered<PanelId>("panel", "measures", isOneOf(panelIds));
export const phonePanel = remembered<PanelId | "laws">(
  "phone-panel",
  "measures",
  isOneOf([...panelIds, "laws"] as const),
);

export const usualWidth: Readonly<Record<Side, number>> = { left: 420, right: 360 };
/** The least width of the view. */
const viewWidth = 320;

export const widths = { left: leftWidth, right: rightWidth };
/** The width before a panel was closed. */
const lastWidth = {
  left: rememberedLength("left-open", usualWidth.left),
  right: rememberedLength("right-open", usualWidth.right),
};

export const windowWidth = signal(globalThis.innerWidth ?? 1280);
globalThis.addEventListener?.("resize", () => {
  windowWidth.value = innerWidth;
});

export function otherSide(side: Side): Side {
  return side === "left" ? "right" : "left";
}

/** Sets the width of a side; one that is too narrow is closed. */
export function setWidth(side: Side, wanted: number): void {
  const most = Math.max(0, windowWidth.peek() - viewWidth - widths[otherSide(side)].peek());
  const next = wanted < narrowest ? 0 : Math.round(Math.min(most, wanted));
  widths[side].value = next;
  if (next > 0) lastWidth[side].value = next;
}

export function toggleSide(side: Side): void {
  setWidth(side, widths[side].peek() > 0 ? 0 : lastWidth[side].peek());
}

/** Brings a panel into sight, opening its side if it is closed. */
export function showPanel(id: PanelId | "laws"): void {
  phonePanel.value = id;
  const side = id === "laws" ? "left" : "right";
  if (id !== "laws") rightPanel.value = id;
  if (widths[side].peek() === 0) toggleSide(side);
}

/** In front of a class the view has the page for itself; afterwards the panels are restored. */
let wasProjected = isProjected.peek();
effect(() => {
  if (isProjected.value === wasProjected) return;
  wasProjected = isProjected.value;
  for (const side of ["left", "right"] as const) if (widths[side].peek() > 0 === wasProjected) toggleSide(side);
});
