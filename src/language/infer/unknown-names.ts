// A name that was not found: told once, where it first stands.
import type { Diagnostics } from "../syntax/diagnostic.ts";
import { placeOf, type Span } from "../syntax/span.ts";

export function tellUnknown(
  name: string,
  spans: readonly Span[],
  notes: readonly string[],
  diagnostics: Diagnostics,
): void {
  const places = [...new Map(spans.map((span) => [`${span.source.name} ${span.from}`, span])).values()];
  const [first, ...more] = places.sort((a, b) => a.from - b.from);
  const also = more.slice(0, 8).map(({ source, from }) => placeOf(source, from));
  const listed = also.map(({ line, column }) => `${line}:${column}`).join(", ");
  const all = also.length === 0 ? notes : [...notes, `also at ${listed}`];
  diagnostics.error("unknown-name", first, `'${name}' is not defined here`, ...all);
}
