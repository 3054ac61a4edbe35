// Units in texts for people: how they are printed, and where one stands behind a name.

/** `m/s²`, `kg·m`, `m^0.5`. */
export function typesetUnit(text: string): string {
  return text
    .replace(/\s*\^\s*(-?\d+)(?![\d.])/g, (_, power) => superscript(Number(power)))
    .replace(/\s*(?:\*|(?<!\d)\.|\.(?!\d))\s*|\s+/g, "·");
}

export function superscript(n: number): string {
  return [...String(n)].map((digit) => (digit === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)])).join("");
}

/** A name, and the unit in brackets behind it, if there is one: `ball.v [km/h]`. */
export function splitUnit(text: string): { readonly name: string; readonly unit: string | null } {
  const [, name, unit] = /^(.*?)\s*(?:\[([^\]]*)\]\s*)?$/s.exec(text)!;
  return { name, unit: unit ?? null };
}
