// What a kernel runs over if not the bodies of a group: entries of a table, each with its own bases and bodies, or a
// row of neighbours whose addresses all advance by the same step.
import type { MemoryPlace } from "../graph/node.ts";
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
 * The words of an entry of a table, all in bytes: how far the third base lies behind the second, the fourth base, and
 * the places of both bodies. For contact points the first word is not used: the third base stays. An entry may read
 * what the one before it stored.
 */
export const entryWord = { third: 0, fourth: 1, own: 2, other: 3 } as const;
export const entryWords = 4;

const third = 2;
const fourth = 3;

/** The bases that differ from entry to entry. */
export function changingBases(traversal: Traversal | undefined): readonly number[] {
  if (!traversal) return [];
  return traversal.kind === "points" ? [fourth] : [third, fourth];
}

/** The parameters that advance in a loop and must be reset before it runs again. */
export function changingPlaces(traversal: Traversal | undefined): readonly number[] {
  return traversal?.kind === "row" ? [ownPlace, otherPlace, third, fourth] : [ownPlace];
}

/** Whether neighbours have their own number at a place, and these numbers are adjacent. */
export function isNextToEachOther({ base, index, stride = 1 }: MemoryPlace, traversal: Traversal | undefined): boolean {
  return stride === 1 && (index !== null || (traversal?.kind === "row" && base === third));
}

/** Bytes between the numbers of neighbours if these are not adjacent; null for shared numbers. */
export function placeDistance(
  { base, index, stride = 1 }: MemoryPlace,
  traversal: Traversal | undefined,
): number | null {
  if (index !== null && stride !== 1) return 8 * stride;
  return traversal?.kind === "row" && base === fourth && index === null ? traversal.room : null;
}

/** Sets bases and bodies from an entry of a table; for points it also stores the position of the loop. */
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
    word(entryWord.third);
    code.op("i32.add");
    code.op("local.set", third);
  }
  word(entryWord.fourth);
  code.op("local.set", fourth);
  word(entryWord.own);
  code.op("local.set", ownPlace);
  word(entryWord.other);
  code.op("local.set", otherPlace);
}

/** Advances everything besides `own` by one body of a row, or by two. */
export function moveOn(code: Code, { room }: Traversal & { kind: "row" }, lanes: Lanes): void {
  advanceLocal(code, otherPlace, 8 * lanes);
  advanceLocal(code, third, 8 * lanes);
  advanceLocal(code, fourth, room * lanes);
}

export function advanceLocal(code: Code, local: number, by: number): void {
  code.op("local.get", local);
  code.integer(by);
  code.op("i32.add");
  code.op("local.set", local);
}

/** Leaves the address of a place on the stack, without its offset. */
export function pushAddress(code: Code, { base, index, stride = 1 }: MemoryPlace): void {
  code.op("local.get", base);
  if (index === null) return;
  code.op("local.get", index === 0 ? ownPlace : otherPlace);
  if (stride !== 1) {
    code.integer(stride);
    code.op("i32.mul");
  }
  code.op("i32.add");
}

/** Stores a number, or the numbers of two neighbours. */
export function storeLanes(
  code: Code,
  place: MemoryPlace,
  local: number,
  lanes: Lanes,
  traversal: Traversal | undefined,
): void {
  const address = () => pushAddress(code, place);
  const distance = lanes === 2 ? placeDistance(place, traversal) : null;
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
