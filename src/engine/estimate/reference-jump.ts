// What an impact or an event does to the reference (reference.ts). The run meets a wall at one instant, the reference a
// little earlier or later: it is taken to its own impact, changed as the run was, and taken back. How the run was
// changed is seen from its numbers: along one line, by a share of what was there.
import type { RateTerm } from "../laws/rate-terms.ts";
import type { Flow } from "../motion/flow.ts";
import type { Reference } from "../state/error-ledger.ts";
import type { Rows } from "./motion-sizes.ts";

/** A change of less than this share of what was there along its line adds the same to the reference. */
const leastAlong = 0.05;
/** A change of less than this share of the motion is rounding. */
const rounding = 1e-9;
/** A rate that changes by less than this share of itself has not changed. */
const leastTurn = 1e-6;
/** An impact is followed if it is off by less than this share of the time since the last one. */
const mostLate = 0.5;

/** Takes a step from what a memory holds; null where that fails. The result is valid until the next call. */
type Lead = (from: Float64Array, start: number, end: number) => Float64Array | null;

/** Whether the reference has followed; if not, whether that is because it is too far away. */
type Crossed = "crossed" | "too far" | "unknown";

/** Changes the reference, which is at the same instant as `before`, by a jump to the present start of the flow. */
export function crossJump(flow: Flow, rows: Rows, reference: Reference, before: Float64Array, lead: Lead): Crossed {
  const { places } = flow.stages.terms;
  const { at, time } = reference;
  const after = flow.started;
  const changed = changedBy(rows, before, after).filter(({ at }) => reference.ended[places[at]] !== 1);
  const early = changed.length > 0 ? findEarly(flow, rows, reference, before, changed) : 0;
  if (Number.isNaN(early)) return "unknown";
  if (Math.abs(early) > mostLate * (time - reference.jumped)) return "too far";
  if (early !== 0) {
    const own = lead(at, time, time - early);
    if (!own) return "unknown";
    for (let k = 0; k < places.length; k++) at[places[k]] = own[k];
  }
  for (const { at: from, slot } of rows.terms) change(at, places, before, after, from, from + slot.size);
  if (early !== 0) {
    const own = lead(at, time - early, time);
    if (!own) return "unknown";
    for (let k = 0; k < places.length; k++) at[places[k]] = own[k];
  }
  settle(reference, places, after);
  if (early !== 0) reference.jumped = time;
  return "crossed";
}

/** Ends errors that events have ended. */
function settle({ at, last, ended }: Reference, places: Int32Array, after: Float64Array): void {
  for (let k = 0; k < places.length; k++) {
    if (ended[places[k]] === 1) at[places[k]] = after[k];
    last[places[k]] = after[k];
  }
  ended.fill(0);
}

/** The attributes that a jump changes by more than rounding. */
function changedBy({ terms, ofTerm }: Rows, before: Float64Array, after: Float64Array): RateTerm[] {
  return terms.filter(({ at, slot }, i) => {
    for (let k = at; k < at + slot.size; k++) if (Math.abs(after[k] - before[k]) > rounding * ofTerm[i]) return true;
    return false;
  });
}

/**
 * How much earlier than the run the reference has its impact; not a number where that is unknown. At the impact of the
 * run the place of a sphere is the same on both sides, its rate is not: along the change of that rate, it is known how
 * far the reference is ahead. Not followed are impacts of several bodies, of those that turn or change their size:
 * where they meet, or what one is given, depends on other errors too.
 */
function findEarly(
  flow: Flow,
  rows: Rows,
  reference: Reference,
  before: Float64Array,
  changed: readonly RateTerm[],
): number {
  const { places, size } = flow.stages.terms;
  const { body } = changed[0].application;
  const place = rows.terms.find(({ slot }) => slot === body.position);
  if (changed.length > 1 || !place || body.sizing !== null || body.geometry.kind !== "sphere") return Number.NaN;
  const after = flow.started.slice();
  const [rate, then] = [new Float64Array(size), new Float64Array(size)];
  flow.ratesAt(reference.time, before, rate);
  flow.ratesAt(reference.time, after, then);
  const turn = norm(place, (k) => then[k] - rate[k]);
  if (!(turn > leastTurn * norm(place, (k) => rate[k]))) return Number.NaN;
  let [ahead, speed] = [0, 0];
  for (let k = place.at; k < place.at + place.slot.size; k++) {
    ahead += (then[k] - rate[k]) * (reference.at[places[k]] - before[k]);
    speed += (then[k] - rate[k]) * rate[k];
  }
  return ahead === 0 ? 0 : ahead / speed;
}

function norm({ at, slot }: RateTerm, of: (k: number) => number): number {
  let sum = 0;
  for (let k = at; k < at + slot.size; k++) sum += of(k) * of(k);
  return Math.sqrt(sum);
}

/** Changes an attribute of the reference as that of the run was changed. */
function change(
  at: Float64Array,
  places: Int32Array,
  before: Float64Array,
  after: Float64Array,
  from: number,
  to: number,
): void {
  let [jump, had, own, whole] = [0, 0, 0, 0];
  for (let k = from; k < to; k++) {
    const by = after[k] - before[k];
    jump += by * by;
    had += by * before[k];
    own += by * at[places[k]];
    whole += before[k] * before[k];
  }
  if (jump === 0) return;
  const isShare = Math.abs(had) > leastAlong * Math.sqrt(jump * whole);
  const share = isShare ? own / had : 1;
  for (let k = from; k < to; k++) at[places[k]] += share * (after[k] - before[k]);
}
