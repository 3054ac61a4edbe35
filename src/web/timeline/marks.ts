// The marks of events on the time line: distinguished by shape as well as by colour, and no more than the eye can
// separate.
import type { EventInfo } from "../protocol/messages.ts";

export type MarkType = "collision" | "contact" | "event";

export interface Mark {
  readonly type: MarkType;
  readonly x: number;
  /** The first event of the mark, and their number. */
  readonly event: EventInfo;
  readonly count: number;
}

/** Events of one type within this number of pixels are one mark. */
const apart = 3;

export function marksOf(
  events: readonly EventInfo[],
  start: number,
  end: number,
  width: number,
): Map<MarkType, readonly Mark[]> {
  const marks = new Map<MarkType, Mark[]>();
  if (!(end > start) || width <= 0) return marks;
  for (const event of events) {
    if (event.type === "free fall") continue;
    const list = marks.get(event.type) ?? [];
    const x = ((event.time - start) / (end - start)) * width;
    const last = list.at(-1);
    if (last && x - last.x < apart) list[list.length - 1] = { ...last, count: last.count + 1 };
    else list.push({ type: event.type, x, event, count: 1 });
    marks.set(event.type, list);
  }
  return marks;
}

/**
 * A collision is a stroke with a wedge above, a contact a short one with a square below, an event block one with a disc
 * above.
 */
export function markPath(type: MarkType, marks: readonly Mark[]): string {
  const shape = (x: number) => {
    switch (type) {
      case "collision":
        return `M${x} 4v20M${x - 3} 1h6l-3 6z`;
      case "contact":
        return `M${x} 14v10M${x - 2.5} 23h5v5h-5z`;
      case "event":
        return `M${x} 6v16M${x - 3} 3.5a3 3 0 1 0 6 0a3 3 0 1 0-6 0`;
    }
  };
  return marks.map(({ x }) => shape(Math.round(x * 10) / 10)).join("");
}

/** The mark under the pointer. */
export function markNear(marks: ReadonlyMap<MarkType, readonly Mark[]>, x: number, reach: number): Mark | null {
  let best: Mark | null = null;
  for (const list of marks.values()) {
    // In the order of time, so the nearest is beside the place of x.
    let low = 0;
    let high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (list[middle].x < x) low = middle + 1;
      else high = middle;
    }
    for (const mark of [list[low - 1], list[low]])
      if (mark && Math.abs(mark.x - x) <= reach && (!best || Math.abs(mark.x - x) < Math.abs(best.x - x))) best = mark;
  }
  return best;
}

export function describeMark({ event, count }: Mark): string {
  const { type, time, objects, context } = event;
  const kind = type === "event" ? context : type;
  const more = count > 1 ? `, and ${count - 1} more` : "";
  return `${time.toFixed(6)} s: ${kind}${objects.length > 0 ? ` of ${objects.join(" and ")}` : ""}${more}`;
}
