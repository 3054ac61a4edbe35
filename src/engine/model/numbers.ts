/**
 * Numbers that may only be read. Registered values are handed out in this form: only methods of the run's memory write
 * them, so that it knows when they have changed.
 */
export interface ReadonlyNumbers extends ArrayLike<number> {
  readonly buffer: ArrayBufferLike;
  readonly byteOffset: number;
  /** A copy that belongs to the caller. */
  slice(start?: number, end?: number): Float64Array<ArrayBuffer>;
  subarray(start?: number, end?: number): ReadonlyNumbers;
  some(test: (x: number) => boolean): boolean;
  findIndex(test: (x: number) => boolean): number;
  [Symbol.iterator](): Iterator<number>;
}
