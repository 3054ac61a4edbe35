// Units as they are printed.

/** `m/s²`, `kg·m`, `m^0.5`. */
export function typesetUnit(text: string): string {
  return text
    .replace(/\s*\^\s*(-?\d+)(?![\d.])/g, (_, power) => superscript(Number(power)))
    .replace(/\s*(?:\*|(?<!\d)\.|\.(?!\d))\s*|\s+/g, "·");
}

export function superscript(n: number): string {
  return [...String(n)].map((digit) => (digit === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)])).join("");
}
