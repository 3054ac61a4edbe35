// Pairs that overlap deeply when a contact law begins to act on them: at the start, after an event that moved or grew a
// body, or where a link let go. No motion brought them there, and the law may throw them apart; that is reported.
import type { Manifold } from "../../../geometry/contact/manifold.ts";
import { overlapNotes } from "../../impacts/inside.ts";
import type { Laws } from "../../laws/laws.ts";
import { passing } from "../../state/observer.ts";
import type { State } from "../../state/state.ts";
import type { ContactForm } from "../contact/form.ts";

/** As a share of the smaller body. */
const deep = 0.02;
/** The most pairs that are reported. */
const mostNotes = 10;
/** The beginning of the keys of these notes. */
const overlapping = "overlapping";

export class SuddenOverlaps {
  /** Per body, 1 where an event moved it or changed its size since the last search. */
  readonly displaced: Uint8Array;
  private readonly laws: Laws;
  private readonly state: State;

  constructor(laws: Laws, state: State) {
    this.laws = laws;
    this.state = state;
    this.displaced = new Uint8Array(laws.model.bodies.length);
  }

  /** Notes which bodies an event moved or resized; `before` is the memory before it. */
  follow(before: Float64Array): void {
    const { memory } = this.state;
    for (const { index, physicalType, position, orientation, slots } of this.laws.model.bodies) {
      if (physicalType === "static") continue;
      for (const slot of [position, orientation, slots.get("size")])
        for (let k = 0; slot && k < slot.size; k++) {
          const at = slot.offset + k * slot.stride;
          if (before[at] !== memory[at]) this.displaced[index] = 1;
        }
    }
  }

  /** The depth beyond which an overlap was not caused by the motion, for the smaller size and the moves of a pair. */
  static limit(size: number, moved: number): number {
    return deep * size + moved;
  }

  /** Reports a pair if it overlaps more deeply than `limit`. */
  look(own: number, other: number, limit: number, manifold: Manifold, { context: { name } }: ContactForm): void {
    let depth = 0;
    for (let i = 0; i < manifold.count; i++) depth = Math.max(depth, manifold.penetrations[i]);
    const { laws, state } = this;
    const key = `${overlapping} ${own} ${other}`;
    if (!(depth > limit) || !laws.isNews(key) || laws.countTold(overlapping) >= mostNotes) return;
    const [one, two] = [laws.model.bodies[own], laws.model.bodies[other]];
    const isStart = state.advances === 0;
    const when = isStart ? "at the start" : `at t = ${state.time}, after a jump`;
    const { body, notes } = overlapNotes(one, two, state.memory);
    laws.warnOnce(
      key,
      {
        severity: "warning",
        code: "overlap",
        message:
          `'${one.name}' and '${two.name}' overlap ${when}, by ${Number(depth.toPrecision(3))}: '${name.name}' ` +
          `pushes them apart, and may throw them`,
        span: body.declaration.name.span,
        notes: isStart
          ? notes
          : ["what an event moves or makes larger, and what a link lets go, must not lie in another body"],
      },
      [passing([one.name, two.name], state.time)],
    );
  }
}
