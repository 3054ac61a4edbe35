// The text of B from that of A.
import { applyEdits, setAttribute } from "../../language/write/edit.ts";
import { setAttributePart } from "../../language/write/edit-value.ts";
import type { Other } from "./comparison.ts";

export function otherText(other: Other, text: string): { readonly text: string } | { readonly why: string } {
  if (other.kind === "text") return { text: other.text };
  const { path, value } = other;
  const dot = path.indexOf(".");
  const block: [string, string | null] = dot < 0 ? ["world attributes", null] : ["object", path.slice(0, dot)];
  const name = path.slice(dot + 1);
  const part = (index: number) => setAttributePart(text, ...block, name, index, value);
  if (!part(0)) return { why: `the text states no ${path} that could be changed` };
  // A number keeps the unit that is written after it.
  const isNumber = part(1) === null && Number.isFinite(Number(value));
  const edits = isNumber ? part(0) : setAttribute(text, ...block, name, value);
  return edits ? { text: applyEdits(text, edits) } : { why: `the text states no ${path} that could be changed` };
}
