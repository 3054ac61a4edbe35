// Names that mean nothing where they stand, with their places and what may have been meant.
import type { Diagnostics } from "../syntax/diagnostic.ts";
import { habitName } from "../syntax/habit-names.ts";
import { placeOf, type Span } from "../syntax/span.ts";
import { didYouMean } from "../syntax/suggest.ts";
import type { InferFrame, ShapeHost } from "./infer.ts";

/** Beyond this many unknown names, suggestions no longer help. */
const mostSuggestions = 100;

export class UnknownNames {
  private readonly host: ShapeHost;
  private readonly found = new Map<string, { spans: Span[]; notes: string[] }>();

  constructor(host: ShapeHost) {
    this.host = host;
  }

  note(name: string, span: Span, frame: InferFrame): void {
    // What it stands for was reported as missing where it is introduced.
    if (frame.scope.isBroken?.(name)) return;
    let entry = this.found.get(name);
    if (!entry) {
      const params = frame.definition?.params.map((param) => param.name) ?? [];
      const names = this.found.size < mostSuggestions ? [...params, "true", "false", ...frame.scope.names()] : [];
      const habit = habitName(name);
      const advice = habit === null ? (this.host.adviseName?.(name, frame) ?? []) : [habit];
      this.found.set(name, (entry = { spans: [], notes: advice.length > 0 ? [...advice] : didYouMean(name, names) }));
    }
    entry.spans.push(span);
  }

  /** Hands over the names, for the caller to report. */
  take(): { name: string; spans: readonly Span[]; notes: readonly string[] }[] {
    const taken = [...this.found].map(([name, entry]) => ({ name, ...entry }));
    this.found.clear();
    return taken;
  }

  /** Reports each name once, where it first occurs. */
  report(diagnostics: Diagnostics): void {
    for (const [name, { spans, notes }] of this.found) tellUnknown(name, spans, notes, diagnostics);
    this.found.clear();
  }
}

/** Reports an unknown name once, where it first occurs. */
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
