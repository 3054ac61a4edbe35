// Two fingers on a plot: where their middle is and how far they are apart.

export interface Pinch {
  /** The middle, in pixels from the corner of the element. */
  readonly x: number;
  readonly y: number;
  readonly distance: number;
}

/** Calls `begin` when two fingers have come down, and `move` whenever they move. */
export function listenForPinch(element: HTMLElement, begin: () => void, move: (from: Pinch, to: Pinch) => void): void {
  const fingers = new Map<number, { x: number; y: number }>();
  let from: Pinch | null = null;
  const pinch = (): Pinch => {
    const [a, b] = [...fingers.values()];
    const box = element.getBoundingClientRect();
    const distance = Math.max(8, Math.hypot(b.x - a.x, b.y - a.y));
    return { x: (a.x + b.x) / 2 - box.left, y: (a.y + b.y) / 2 - box.top, distance };
  };
  element.addEventListener("pointerdown", ({ pointerType, pointerId, clientX, clientY }) => {
    if (pointerType !== "touch") return;
    fingers.set(pointerId, { x: clientX, y: clientY });
    from = fingers.size === 2 ? pinch() : null;
    if (from) begin();
  });
  element.addEventListener("pointermove", ({ pointerId, clientX, clientY }) => {
    if (!fingers.has(pointerId)) return;
    fingers.set(pointerId, { x: clientX, y: clientY });
    if (from && fingers.size === 2) move(from, pinch());
  });
  for (const type of ["pointerup", "pointercancel"] as const)
    element.addEventListener(type, ({ pointerId }) => {
      fingers.delete(pointerId);
      from = null;
    });
}
