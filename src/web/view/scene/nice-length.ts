// Round numbers for scales.

/** 1, 2 or 5 times a power of ten. */
export function niceLength(length: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1e-300, length)));
  const rest = length / power;
  return power * (rest < 1.5 ? 1 : rest < 3.5 ? 2 : rest < 7.5 ? 5 : 10);
}
