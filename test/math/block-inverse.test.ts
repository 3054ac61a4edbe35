import { expect, test } from "vitest";
import { createInverseRoom, invertBlock, invertPart } from "../../src/math/block/inverse.ts";
import { createRandom } from "../../src/math/random.ts";
import { denseSolve, randomVector, relativeError } from "./block-systems.ts";

/** The inverse column by column, by elimination with full pivoting. */
function inverse(a: Float64Array, m: number): Float64Array {
  const out = new Float64Array(m * m);
  for (let j = 0; j < m; j++)
    denseSolve(a, new Float64Array(m).fill(1, j, j + 1)).forEach((e, i) => {
      out[i * m + j] = e;
    });
  return out;
}

test("an inverse is that of full pivoting, also where diagonal entries vanish", () => {
  const random = createRandom(1, "inverse");
  for (let run = 0; run < 2000; run++) {
    const m = 1 + (run % 6);
    const a = randomVector(m * m, random);
    // Entries of zero, or nearly, at places that change from run to run: each order of pivots occurs.
    if (m > 1)
      for (let e = 0; e < m * m; e++) if (e % (m + 1) === 0 || random.next() < 0.2) a[e] *= run % 2 === 0 ? 0 : 1e-9;
    const expected = inverse(a, m);
    if (!expected.every((e) => Math.abs(e) < 100)) continue;
    const v = Float64Array.of(7, ...a, 7);
    if (!invertBlock(v, 1, m, createInverseRoom(m, 1e-3 / m))) continue;
    expect(relativeError(v.slice(1, -1), expected)).toBeLessThan(1e-11);
    expect([v[0], v[m * m + 1]]).toEqual([7, 7]);
  }
});

test("every order of rows is found", () => {
  for (const order of ["012", "021", "102", "120", "201", "210"]) {
    const a = new Float64Array(9);
    [...order].forEach((column, row) => {
      a[3 * row + Number(column)] = row + 2;
    });
    const v = a.slice();
    const room = createInverseRoom(3, 1e-9);
    expect(invertBlock(v, 0, 3, room)).toBe(true);
    expect(room.pivot[0]).toBe(2);
    expect(relativeError(v, inverse(a, 3))).toBeLessThan(1e-15);
  }
});

test("a singular block is left as it is", () => {
  const random = createRandom(1, "singular");
  for (let m = 1; m <= 6; m++) {
    const a = randomVector(m * m, random);
    for (let j = 0; j < m; j++) a[(m - 1) * m + j] = m === 1 ? 0 : a[j];
    const v = a.slice();
    expect(invertBlock(v, 0, m, createInverseRoom(m, 1e-9))).toBe(false);
    expect(v).toEqual(a);
  }
});

test("of a block of rank r a part of r rows is inverted: G A G = G, A G A = A", () => {
  const random = createRandom(1, "part");
  const product = (a: Float64Array, b: Float64Array, m: number) =>
    a.map((_, e) => {
      let sum = 0;
      for (let k = 0; k < m; k++) sum += a[Math.floor(e / m) * m + k] * b[k * m + (e % m)];
      return sum;
    });
  for (let run = 0; run < 300; run++) {
    const m = 1 + (run % 6);
    const rank = Math.floor(random.next() * (m + 1));
    const a = new Float64Array(m * m);
    for (let r = 0; r < rank; r++) {
      const [left, right] = [randomVector(m, random), randomVector(m, random)];
      for (let e = 0; e < m * m; e++) a[e] += left[Math.floor(e / m)] * right[e % m];
    }
    const g = a.slice();
    const [rows, columns] = [new Uint8Array(m), new Uint8Array(m)];
    const found = invertPart(g, 0, m, createInverseRoom(m, 1e-9), rows, columns, 0);
    const count = (marks: Uint8Array) => marks.reduce((sum, mark) => sum + mark, 0);
    expect([found, count(rows), count(columns)]).toEqual([rank, m - rank, m - rank]);
    const size = Math.max(1, ...g.map(Math.abs));
    expect(relativeError(product(product(a, g, m), a, m), a)).toBeLessThan(1e-12 * size);
    expect(relativeError(product(product(g, a, m), g, m), g)).toBeLessThan(1e-12 * size);
    for (let e = 0; e < m * m; e++) if (columns[Math.floor(e / m)] === 1 || rows[e % m] === 1) expect(g[e]).toBe(0);
  }
});
