// What a kernel goes through, if not the bodies of a group: entries of a table, each with bases and bodies of its own,
// or a row of neighbours for which all of them move on by the same.
import type { Place } from "../graph/node.ts";
import { failureCell, type Lanes, otherPlace, ownPlace } from "./instructions.ts";
import type { Code } from "./wasm-bytes.ts";

export type Traversal =
  /** A table of links, or of contact points; `own` and `end` are where it begins and ends. */
  | { readonly kind: "links" | "points" }
  /**
   * From neighbour to neighbour the third base moves by one number, as both bodies do, and the fourth by `room` bytes.
   */
  | { readonly kind: "row"; readonly room: number };

/**
 * The entries of tables: where the third base lies behind the second, the fourth base, and both bodies, all in bytes.
 * For contact points the first word does not count: the third base stays. What one entry stores the next one reads.
 */
export const entryWords = 4;

const third = 2;
const fourth = 3;

/** The bases that are other ones for each. */
export function changingBases(traversal: Traversal | undefined): readonly number[] {
  if (!traversal) return [];
  return traversal.kind === "points" ? [fourth] : [third, fourth];
}

/** What moves on in a loop, and must be set back where it is gone through again. */
export function changingPlaces(traversal: Traversal | undefined): readonly number[] {
  return traversal?.kind === "row" ? [ownPlace, otherPlace, third, fourth] : [ownPlace];
}

/** Whether neighbours have their own number at a place, and these lie next to each other. */
export function isNextToEachOther({ base, index, stride = 1 }: Place, traversal: Traversal | undefined): boolean {
  return stride === 1 && (index !== null || (traversal?.kind === "row" && base === third));
}

/** How many bytes lie between the numbers of neighbours that do not lie next to each other; null of what they share. */
export function distanceOf({ base, index, stride = 1 }: Place, traversal: Traversal | undefined): number | null {
  if (index !== null && stride !== 1) return 8 * stride;
  return traversal?.kind === "row" && base === fourth && index === null ? traversal.room : null;
}

/** Sets bases and bodies by an entry of a table; for points it also stores where the loop is. */
export function readEntry(code: Code, cursor: number, table: "links" | "points"): void {
  const word = (number: number) => {
    code.op("local.get", cursor);
    code.op("i32.load", 2, 4 * number);
  };
  if (table === "points") {
    code.integer(failureCell);
    code.op("local.get", cursor);
    code.op("i32.store", 2, 0);
  } else {
    code.op("local.get", third - 1);
    word(0);
    code.op("i32.add");
    code.op("local.set", third);
  }
  for (const [number, local] of [fourth, ownPlace, otherPlace].entries()) {
    word(number + 1);
    code.op("local.set", local);
  }
}

/** What moves besides `own`, after one of a row or two. */
export function moveOn(code: Code, { room }: Traversal & { kind: "row" }, lanes: Lanes): void {
  advance(code, otherPlace, 8 * lanes);
  advance(code, third, 8 * lanes);
  advance(code, fourth, room * lanes);
}

export function advance(code: Code, local: number, by: number): void {
  code.op("local.get", local);
  code.integer(by);
  code.op("i32.add");
  code.op("local.set", local);
}

/** Leaves on the stack where a place lies, its offset aside. */
export function pushAddress(code: Code, { base, index, stride = 1 }: Place): void {
  code.op("local.get", base);
  if (index === null) return;
  code.op("local.get", index === 0 ? ownPlace : otherPlace);
  if (stride !== 1) {
    code.integer(stride);
    code.op("i32.mul");
  }
  code.op("i32.add");
}

/** Stores a number, or those of two neighbours. */
export function storeLanes(
  code: Code,
  place: Place,
  local: number,
  lanes: Lanes,
  traversal: Traversal | undefined,
): void {
  const address = () => pushAddress(code, place);
  const distance = lanes === 2 ? distanceOf(place, traversal) : null;
  address();
  code.op("local.get", local);
  if (lanes === 1) code.op("f64.store", 3, place.offset);
  else if (distance === null) code.vector("v128.store", 3, place.offset);
  else {
    code.lane("v128.store64_lane", 0, place.offset);
    address();
    code.op("local.get", local);
    code.lane("v128.store64_lane", 1, place.offset + distance);
  }
}
