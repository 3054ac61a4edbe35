// Numbers as people read them: a true minus sign, and a width that stays while they change.

/** A number with as many decimals as six digits of the largest number of its kind need. */
export function shownLike(x: number, largest: number): string {
  if (Number.isNaN(x)) return "–";
  if (!Number.isFinite(x)) return x > 0 ? "∞" : "−∞";
  const top = largest > 0 && Number.isFinite(largest) ? Math.floor(Math.log10(largest)) : 0;
  if (top >= 7 || top <= -4) return minus(x === 0 ? "0" : x.toExponential(4));
  return minus((Math.abs(x) < 0.5 * 10 ** (top - 5) ? 0 : x).toFixed(Math.max(0, 5 - top)));
}

/** A number with six digits at most. */
export function shown(x: number, digits = 6): string {
  if (Number.isNaN(x)) return "–";
  if (!Number.isFinite(x)) return x > 0 ? "∞" : "−∞";
  const size = Math.abs(x);
  const isPlain = size === 0 || (size >= 1e-5 && size < 1e7);
  return minus(isPlain ? String(Number(x.toPrecision(digits))) : x.toExponential(Math.min(3, digits - 1)));
}

const numbers = /-?\d+(?:\.\d+)?(?:e[-+]?\d+)?/g;

/**
 * Every number inside a text of VFLang to six digits: `[10.2539, 10, 6.5]`. Beside others of a vector that cannot hold
 * it, dust is zero.
 */
export function shortened(text: string): string {
  const sizes = text.startsWith("[") ? (text.match(numbers) ?? []).map((number) => Math.abs(Number(number))) : [];
  const dust = 1e-17 * Math.max(0, ...sizes);
  return text.replace(numbers, (number) => shown(Math.abs(Number(number)) < dust ? 0 : Number(number)));
}

/** A difference in relation to a size: `2.1e−9`. */
export function shownShare(x: number): string {
  if (Number.isNaN(x)) return "…";
  if (x === 0) return "0";
  const size = Math.abs(x);
  return minus(
    (x > 0 ? "+" : "") + (size >= 0.001 ? `${Number((100 * x).toPrecision(size >= 1 ? 3 : 2))} %` : x.toExponential(1)),
  );
}

function minus(text: string): string {
  return text.replaceAll("-", "−");
}

/** The number of decimals that distinguish the times of two frames, and one more. */
export function timeDecimals(spacing: number): number {
  if (!(spacing > 0)) return 3;
  return Math.min(6, Math.max(3, 1 + Math.ceil(-Math.log10(spacing))));
}
