// `virtuafiz audit`: how far a run can be trusted.
import { formatValue } from "../../compiler/values/value.ts";
import { type Audit, audit as auditOf, type Comparison } from "../../explain/audit/audit.ts";
import type { Conservation } from "../../explain/audit/conservation.ts";
import type { Estimate } from "../../explain/audit/estimate.ts";
import { printable } from "../../language/syntax/diagnostic.ts";
import { readPaths } from "../options/columns.ts";
import { type CommandRun, UsageError } from "../options/command.ts";
import { numberOption } from "../options/expression.ts";
import { isFile, writeOutput } from "../options/output.ts";
import { prepareRun, tell } from "../options/simulation.ts";
import { type Paint, paintFor, plainPaint } from "../terminal/paint.ts";
import { alignLeft } from "../terminal/text-table.ts";
import { noteLines } from "../views/run-note-lines.ts";

/** The most events shown that break a law of conservation; the JSON has all of them. */
const shownJumps = 5;

export const auditCommand: CommandRun = async (args, io) => {
  const format = args.one("format") ?? "text";
  if (format !== "text" && format !== "json")
    throw new UsageError(`there is no format '${printable(format)}'`, "there are: text, json");
  const prepared = await prepareRun("audit", args, io);
  if (!prepared) return 1;
  prepared.interruption.restore();
  const { checked, model, probe, options, modelOptions } = prepared;
  const lists = args.all("show");
  const paths = readPaths(lists, model, probe).filter((path) => !probe.measureNames.includes(path));
  const at = readAt(args.one("at"), model.settings);
  const found = auditOf(checked, modelOptions, paths, at);
  if ("severity" in found) {
    tell(found, io);
    return 1;
  }
  const paint = isFile(options.out) ? plainPaint : paintFor(io.stdout, io.env);
  const pieces = format === "json" ? [`${json(found)}\n`] : lines(found, paint).map((line) => `${line}\n`);
  return (await writeOutput(pieces, options.out, io)) ? (found.stopped.length > 0 ? 1 : 0) : 1;
};

function readAt(
  text: string | undefined,
  { initialTime, duration }: { initialTime: number; duration: number },
): number | null {
  if (text === undefined) return null;
  const at = numberOption("--at", text);
  if (at >= initialTime && at <= initialTime + duration) return at;
  throw new UsageError(`--at ${at} is outside the run, from t = ${initialTime} to t = ${initialTime + duration}`);
}

function json(found: Audit): string {
  return JSON.stringify({
    ...found,
    estimates: found.estimates.map((one) => ({ ...one, value: formatValue(one.value) })),
  });
}

function lines(found: Audit, paint: Paint): string[] {
  const { step, integrator, other, end, at, events, estimates, conservation, comparisons, stopped, notes } = found;
  const against = other ? `, and by ${other}` : "";
  return [
    paint.strong(
      `steps of ${step} by ${integrator} to t = ${end}, compared with ${step / 2} and ${step / 4}${against}`,
    ),
    `events: ${events.map(({ step: of, count }) => `${count} (step ${of})`).join(", ")}`,
    ...stopped.map((one) => `${paint.warning("stopped:")} ${one}`),
    ...noteLines(notes, other ? 4 : 3, paint),
    ...table(
      [
        at === null ? "at the end" : `at t = ${at}`,
        "value",
        "±",
        "step halved",
        "most on the way",
        "order",
        ...(other ? [other] : []),
      ],
      estimates.map((one) => estimateRow(one, other !== null)),
      paint,
    ),
    ...table(["measure", "first", "last", "most", "between events", ""], conservation.map(conservationRow), paint),
    ...conservation.filter(({ verdict }) => verdict === "kept between events").flatMap((one) => jumpLines(one, paint)),
    ...table(["measure", "closed form", "off at the end", "most", "at t"], comparisons.map(comparisonRow), paint),
  ];
}

function table(head: readonly string[], rows: readonly (readonly string[])[], paint: Paint): string[] {
  if (rows.length === 0) return [];
  const [first, ...rest] = alignLeft([head, ...rows]);
  return ["", paint.quiet(first), ...rest];
}

/** A number with three digits: errors need no more. */
function small(x: number | null): string {
  return x === null ? "–" : x === 0 ? "0" : x.toPrecision(3);
}

function estimateRow({ path, value, error, halved, halvedMost, order, other }: Estimate, hasOther: boolean): string[] {
  const rounded = formatValue(value).replace(/-?\d+(?:\.\d+)?(?:e[-+]?\d+)?/g, (x) =>
    String(Number(Number(x).toPrecision(8))),
  );
  const row = [
    printable(path),
    rounded,
    error === null ? "does not settle" : small(error),
    small(halved),
    small(halvedMost),
    small(order),
  ];
  return hasOther ? [...row, small(other)] : row;
}

function conservationRow({ measure, first, last, most, drift, verdict }: Conservation): string[] {
  return [
    measure,
    String(Number(first.toPrecision(8))),
    String(Number(last.toPrecision(8))),
    small(most),
    small(drift),
    verdict,
  ];
}

function jumpLines({ measure, jumps }: Conservation, paint: Paint): string[] {
  const rows = jumps
    .slice(0, shownJumps)
    .map(({ event, time, context, objects, change }) => [
      String(event),
      String(time),
      context,
      objects.join(", "),
      small(change),
    ]);
  const rest = jumps.length > shownJumps ? [`… and ${jumps.length - shownJumps} more events`] : [];
  return [...table(["event", "t", "context", "objects", `changes ${measure} by`], rows, paint), ...rest];
}

function comparisonRow({ measure, expected, atEnd, most, mostAt }: Comparison): string[] {
  return [measure, expected, small(atEnd), small(most), String(mostAt)];
}
