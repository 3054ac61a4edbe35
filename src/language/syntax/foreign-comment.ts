// `size = 0.1  # radius`, a comment as in Python: here # takes an element, and what follows is read as an expression.
import type { Diagnostic } from "./diagnostic.ts";
import type { Source } from "./span.ts";

/** A # followed by words up to the end of the line, with nothing that belongs in an expression. */
const pattern = /#[ \t]*(\p{L}[\p{L}\p{N}'-]*)((?:[ \t,.:;()-]+[\p{L}\p{N}'-]+)*)[ \t.!?)]*$/gmu;

/** All errors behind such a sign come from one mistake: it is reported once, there. */
export function tellForeignComments(source: Source, diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  let left = diagnostics;
  for (const match of source.text.matchAll(pattern)) {
    const from = match.index;
    const to = from + match[0].length;
    const isComment = source.text.slice(source.text.lastIndexOf("\n", from) + 1, from).includes("//");
    const isInside = ({ severity, span }: Diagnostic) =>
      severity === "error" && span.source === source && span.from >= from && span.from < to;
    const inside = left.filter(isInside);
    // `v # i` may contain another mistake.
    const isOneWord = match[2].trim() === "" && !inside.some(({ code }) => code === "unknown-name");
    if (inside.length === 0 || isComment || isOneWord) continue;
    const told: Diagnostic = {
      severity: "error",
      code: "syntax",
      message: "unexpected '#'",
      span: { source, from, to: from + 1 },
      notes: ["a comment starts with //"],
      unexpected: "#",
    };
    left = left.flatMap((one) => (one === inside[0] ? [told] : isInside(one) ? [] : [one]));
  }
  return left;
}
