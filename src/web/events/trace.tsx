// Everything known about an event (thesis 6.1, figure 28): values before and after it, with changes marked.
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
        // Vectors that this event does not have are no longer drawn.
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
    .map(({ rows, ...table }) => ({
      ...table,
      rows: rows.toSorted((a, b) => Number(b.changed) - Number(a.changed)),
    }));
}

function TraceTableView({ table: { title, of, isOne, rows }, event }: { table: TraceTable; event: number }) {
  if (rows.length === 0) return null;
  const sides = isOne ? (["after"] as const) : (["before", "after"] as const);
  return (
    <table class="trace-table">
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{of}</th>
          <th scope="col">type</th>
          {sides.map((side) => (
            <th key={side} scope="col">
              {isOne ? "value" : side}
            </th>
          ))}
          <th scope="col">
            <span class="hidden">unit</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, path, type, before, after, changed, vector }) => (
          <tr key={name} class={changed ? "changed" : ""}>
            <th scope="row" title={name}>
              {vector && <VectorBox name={name} path={vector} />}
              {changed && <span title="changed">* </span>}
              {name}
            </th>
            <td class="type quiet">{type}</td>
            {sides.map((side) => {
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
  for (const { title, of, isOne, rows } of tables) {
    lines.push("", `${title}\t${isOne ? "value" : "before\tafter\tchanged"}\tunit\ttype`);
    for (const { name, path, type, before, after, changed } of rows) {
      const values = isOne ? after : `${before}\t${after}\t${changed ? "*" : ""}`;
      lines.push(`${name}\t${values}\t${unitAt(path) ?? ""}\t${of}, ${type}`);
    }
  }
  return `${lines.join("\n")}\n`;
}
