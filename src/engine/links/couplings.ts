// The effect of the unknowns of one constraint on another through a body: products of small matrices, added to blocks
// of the system.

/**
 * Six integers each: where the factors lie among the numbers, where the block lies, its rows and columns, the length of
 * the sums.
 */
export const couplingSize = 6;

export function addCouplings(out: Float64Array, numbers: Float64Array, couplings: Int32Array): void {
  for (let c = 0; c < couplings.length; c += couplingSize) {
    if (couplings[c + 4] === 3 && couplings[c + 5] === 6) addSixes(out, numbers, couplings, c);
    else addProduct(out, numbers, couplings, c);
  }
}

/** Sums of six products, for three columns: a force and a torque under a joint with three unknowns. */
function addSixes(out: Float64Array, numbers: Float64Array, couplings: Int32Array, c: number): void {
  const left = couplings[c];
  const r = couplings[c + 1];
  const at = couplings[c + 2];
  const rows = couplings[c + 3];
  for (let i = 0; i < rows; i++) {
    const l = left + 6 * i;
    const o = at + 3 * i;
    const a = numbers[l];
    const b = numbers[l + 1];
    const c = numbers[l + 2];
    const d = numbers[l + 3];
    const e = numbers[l + 4];
    const f = numbers[l + 5];
    out[o] +=
      a * numbers[r] +
      b * numbers[r + 3] +
      c * numbers[r + 6] +
      d * numbers[r + 9] +
      e * numbers[r + 12] +
      f * numbers[r + 15];
    out[o + 1] +=
      a * numbers[r + 1] +
      b * numbers[r + 4] +
      c * numbers[r + 7] +
      d * numbers[r + 10] +
      e * numbers[r + 13] +
      f * numbers[r + 16];
    out[o + 2] +=
      a * numbers[r + 2] +
      b * numbers[r + 5] +
      c * numbers[r + 8] +
      d * numbers[r + 11] +
      e * numbers[r + 14] +
      f * numbers[r + 17];
  }
}

function addProduct(out: Float64Array, numbers: Float64Array, couplings: Int32Array, c: number): void {
  const left = couplings[c];
  const right = couplings[c + 1];
  const at = couplings[c + 2];
  const rows = couplings[c + 3];
  const cols = couplings[c + 4];
  const inner = couplings[c + 5];
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < cols; j++) {
      let sum = 0;
      for (let k = 0; k < inner; k++) sum += numbers[left + i * inner + k] * numbers[right + k * cols + j];
      out[at + i * cols + j] += sum;
    }
}
