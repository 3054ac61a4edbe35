// Numbers as people read and write them.
import type { MessageValue } from "../protocol/messages.ts";

/** A number to be read, with few digits; what is copied has all of them. */
export function formatNumber(value: number, digits = 6): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "not a number" : value > 0 ? "∞" : "−∞";
  const rounded = Number(value.toPrecision(digits));
  return String(Object.is(rounded, -0) ? 0 : rounded).replace("-", "−");
}

export function formatPlain(value: MessageValue): string {
  if (typeof value === "number") return formatNumber(value);
  if (typeof value === "boolean") return String(value);
  switch (value.kind) {
    case "vector":
      return `[${value.data.map((one) => formatNumber(one)).join(", ")}]`;
    case "matrix": {
      const rows = Array.from({ length: value.rows }, (_, i) => value.data.slice(i * value.cols, (i + 1) * value.cols));
      return `[${rows.map((row) => `[${row.map((one) => formatNumber(one)).join(", ")}]`).join(", ")}]`;
    }
    case "sequence":
      return value.text;
    case "missing":
      return value.reason;
  }
}

const literal = /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/** What a person typed, as VFLang writes numbers: `.5`, `1,5` and `−2` are understood. Null if it is no number. */
export function readNumber(typed: string): string | null {
  const said = typed
    .trim()
    .replace(/[−–]/g, "-")
    .replace(/^([+-]?)\./, "$10.")
    .replace(/\.(?=$|[eE])/, "")
    .replace(/^([+-]?\d+),(\d+)$/, "$1.$2");
  if (!literal.test(said) || !Number.isFinite(Number(said))) return null;
  return said.replace(/^\+/, "");
}

/** How far a pixel or a key moves a number: a hundredth of its leading digit. */
export function stepOf(value: number): number {
  const size = Math.abs(value);
  return size === 0 ? 0.01 : 10 ** (Math.floor(Math.log10(size) + 1e-9) - 2);
}

/** The usual range of a slider: from 0 to twice the number, rounded; for 0, from -1 to 1. */
export function usualRange(value: number): { readonly from: number; readonly to: number } {
  if (value === 0) return { from: -1, to: 1 };
  const end = Number((2 * value).toPrecision(1));
  return value > 0 ? { from: 0, to: end } : { from: end, to: 0 };
}

/** A number moved by whole steps, written with no more digits than the step has. */
export function moved(value: number, steps: number, step: number): string {
  const digits = Math.min(20, Math.max(0, -Math.round(Math.log10(step))));
  const next = Number((value + steps * step).toFixed(digits));
  return plainText(Object.is(next, -0) ? 0 : next);
}

/** A number as VFLang writes it, all digits. */
export function plainText(value: number): string {
  return String(value).replace("e+", "e");
}
