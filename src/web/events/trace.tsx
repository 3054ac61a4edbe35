// All that an event knows (thesis 6.1, figure 28): values before and after it, what has changed marked.
import { useEffect, useState } from "preact/hooks";
import type { EventInfo, TraceTable } from "../protocol/messages.ts";
import { explain } from "../state/explaining.ts";
import { trace } from "../state/run.ts";
import { eventVectors } from "../state/selection.ts";
import { showVectors } from "../state/settings.ts";
import { printedUnit, unitAt } from "../state/units.ts";
import { shortened } from "../ui/shown-number.ts";

export function EventTrace({ event }: { event: EventInfo }) {
  const [tables, setTables] = useState<readonly TraceTable[]>([]);
  const [problem, setProblem] = useState("");
  const [copied, setCopied] = useState("");
  useEffect(() => {
    let isGone = false;
    setCopied("");
    trace(event.number).then(
      (found) => {
        if (isGone) return;
        setTables(found);
        setProblem("");
        // Vectors that this event does not have are drawn no longer.
        const names = new Set(vectorsOf(found).map(({ vector }) => vector));
        if (eventVectors.peek().some((name) => !names.has(name)))
          eventVectors.value = eventVectors.peek().filter((name) => names.has(name));
      },
      (error: Error) => !isGone && setProblem(error.message),
    );
    return () => {
      isGone = true;
    };
  }, [event.number, event.time]);
  if (problem !== "") return <p class="quiet">{problem}</p>;
  const changed = vectorsOf(tables).flatMap((row) => (row.changed && row.vector ? [row.vector] : []));
  const isDrawn = eventVectors.value.length > 0;
  return (
    <div class="trace">
      <div class="trace-acts">
        <button
          type="button"
          aria-pressed={isDrawn}
          title="Arrows in the view for the vectors that have changed; choose others in the tables"
          disabled={changed.length === 0 && !isDrawn}
          onClick={() => {
            eventVectors.value = isDrawn ? [] : changed;
            if (!isDrawn) showVectors.value = true;
          }}
        >
          Draw its vectors
        </button>
        <button
          type="button"
          title="Copy the tables, with all digits, for a spreadsheet"
          onClick={() =>
            navigator.clipboard.writeText(tablesAsText(event, tables)).then(
              () => setCopied("Copied"),
              () => setCopied("The browser does not allow it"),
            )
          }
        >
          Copy
        </button>
        <output class="quiet">{copied}</output>
      </div>
      {inOrder(tables).map((table) => (
        <TraceTableView key={table.title} table={table} event={event.number} />
      ))}
    </div>
  );
}

/** Sorts rows: what has changed comes first. */
function inOrder(tables: readonly TraceTable[]): TraceTable[] {
  const changes = ({ rows }: TraceTable) => Number(rows.some(({ changed }) => changed));
  return tables
    .toSorted((a, b) => changes(b) - changes(a))
    .map(({ title, rows }) => ({
      title,
      rows: rows.toSorted((a, b) => Number(b.changed) - Number(a.changed)),
    }));
}

function TraceTableView({ table: { title, rows }, event }: { table: TraceTable; event: number }) {
  if (rows.length === 0) return null;
  return (
    <table class="trace-table">
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">name</th>
          <th scope="col">before</th>
          <th scope="col">after</th>
          <th scope="col">
            <span class="hidden">unit</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, path, before, after, changed, vector }) => (
          <tr key={name} class={changed ? "changed" : ""}>
            <th scope="row" title={name}>
              {vector && <VectorBox name={name} path={vector} />}
              {changed && <span title="changed">* </span>}
              {name}
            </th>
            {(["before", "after"] as const).map((side) => {
              const value = side === "before" ? before : after;
              return (
                <td key={side} title={value}>
                  {value === "–" ? (
                    value
                  ) : (
                    <button
                      type="button"
                      class="why"
                      title={`${value} — click: why?`}
                      onClick={() => explain(path, { event, side })}
                    >
                      {inRows(shortened(value))}
                    </button>
                  )}
                </td>
              );
            })}
            <td class="unit quiet">{printedUnit(path)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Writes the rows of a matrix below each other. */
function inRows(value: string): string {
  return value.startsWith("[[") ? value.slice(1, -1).replaceAll("], [", "]\n[") : value;
}

function VectorBox({ name, path }: { name: string; path: string }) {
  const isDrawn = eventVectors.value.includes(path);
  return (
    <input
      type="checkbox"
      aria-label={`Draw ${name}`}
      title={`Draw ${name} as an arrow`}
      checked={isDrawn}
      onChange={() => {
        const others = eventVectors.value.filter((one) => one !== path);
        eventVectors.value = isDrawn ? others : [...others, path];
      }}
    />
  );
}

function vectorsOf(tables: readonly TraceTable[]) {
  return tables.flatMap(({ rows }) => rows.filter(({ vector }) => vector !== null));
}

/** Tables as tab-separated text with all digits, for spreadsheets. */
export function tablesAsText({ type, time, context, objects }: EventInfo, tables: readonly TraceTable[]): string {
  const lines = [`${type}\t${time}\t${context}\t${objects.join(", ")}`];
  for (const { title, rows } of tables) {
    lines.push("", `${title}\tbefore\tafter\tchanged\tunit`);
    for (const { name, path, before, after, changed } of rows)
      lines.push(`${name}\t${before}\t${after}\t${changed ? "*" : ""}\t${unitAt(path) ?? ""}`);
  }
  return `${lines.join("\n")}\n`;
}
