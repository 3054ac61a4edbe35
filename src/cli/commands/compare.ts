// `virtuafiz compare`: one scene under two sets of laws or values.
import { formatValue, type Value } from "../../compiler/values/value.ts";
import { compareModels, type Divergence, type SideBySide, usualTolerance } from "../../explain/audit/side-by-side.ts";
import { printable } from "../../language/syntax/diagnostic.ts";
import { readPaths } from "../options/columns.ts";
import { type Arguments, type CommandRun, UsageError } from "../options/command.ts";
import { numberOption } from "../options/expression.ts";
import { isFile, writeOutput } from "../options/output.ts";
import { secondOptions } from "../options/second-options.ts";
import { prepareRun } from "../options/simulation.ts";
import { type Paint, paintFor, plainPaint } from "../terminal/paint.ts";
import { alignLeft } from "../terminal/text-table.ts";
import { noteLines } from "../views/run-note-lines.ts";

export const compareCommand: CommandRun = async (args, io) => {
  const format = args.one("format") ?? "text";
  if (format !== "text" && format !== "json")
    throw new UsageError(`there is no format '${printable(format)}'`, "there are: text, json");
  const [fileA, fileB = fileA, ...more] = args.positionals;
  if (fileA === undefined) throw new UsageError("compare needs a file", "virtuafiz compare a.vfl b.vfl");
  if (more.length > 0) throw new UsageError("compare takes two files", `it was also given: ${more.join(" ")}`);
  const text = args.one("tolerance");
  const tolerance = text === undefined ? usualTolerance : numberOption("--tolerance", text);
  if (tolerance < 0) throw new UsageError(`--tolerance must not be negative, and is ${tolerance}`);
  const a = await prepareRun("compare", { ...args, positionals: [fileA] }, io);
  const b = a && (await prepareRun("compare", second(args, fileB), io));
  a?.interruption.restore();
  b?.interruption.restore();
  if (!a || !b) return 1;
  const lists = args.all("show");
  const found = compareModels(a.model, b.model, readPaths(lists, a.model, a.probe), tolerance);
  const paint = isFile(a.options.out) ? plainPaint : paintFor(io.stdout, io.env);
  const pieces = format === "json" ? [`${json(found)}\n`] : lines(found, paint).map((line) => `${line}\n`);
  return (await writeOutput(pieces, a.options.out, io)) ? (found.stopped.length > 0 ? 1 : 0) : 1;
};

/** The arguments of run B: its own values where they are given, those of run A otherwise. */
function second(args: Arguments, file: string): Arguments {
  const own = (option: string) => Object.hasOwn(secondOptions, `${option}-b`);
  return {
    positionals: [file],
    has: (option) => args.has(option),
    all: (option) => (own(option) ? [...args.all(option), ...args.all(`${option}-b`)] : args.all(option)),
    one: (option) => (own(option) ? args.one(`${option}-b`) : undefined) ?? args.one(option),
    spelled: (option, index) => {
      const isOwn = own(option) && (index === undefined ? args.has(`${option}-b`) : index >= args.all(option).length);
      return isOwn ? `--${option}-b` : args.spelled(option, index);
    },
  };
}

function json(found: SideBySide): string {
  const text = <T extends { a: Value; b: Value }>(one: T) => ({ ...one, a: formatValue(one.a), b: formatValue(one.b) });
  return JSON.stringify({ ...found, first: found.first.map(text), differences: found.differences.map(text) });
}

function lines(found: SideBySide, paint: Paint): string[] {
  const { onlyA, onlyB, first, differences, divergence, events, stopped, notes } = found;
  const row = ({ path, a, b }: { path: string; a: Value; b: Value }) => [printable(path), short(a), short(b)];
  return [
    ...(onlyA.length > 0 ? [`laws of A only: ${onlyA.join(", ")}`] : []),
    ...(onlyB.length > 0 ? [`laws of B only: ${onlyB.join(", ")}`] : []),
    `events: ${events.a} in A, ${events.b} in B`,
    ...stopped.map((one) => `${paint.warning("stopped:")} ${one}`),
    ...noteLines(notes, 2, paint),
    paint.strong(divergence ? describeDivergence(divergence) : "the two runs are alike"),
    ...table(["first values", "A", "B"], first.map(row), paint),
    ...table(
      ["at the end", "A", "B", "difference", "most", "at t"],
      differences.map((one) => [...row(one), small(one.atEnd), small(one.most), String(one.mostAt)]),
      paint,
    ),
  ];
}

function describeDivergence({ path, after, time, difference, event, laws }: Divergence): string {
  const when = after === null ? `from the start, t = ${time}` : `after t = ${after}, by t = ${time}`;
  const head = `they differ ${when}: ${path} by ${small(difference)}`;
  if (event) {
    const whose = { A: "in A only", B: "in B only", both: "in both, with different outcomes" }[event.run];
    return (
      `${head}; by the ${event.type === "event" ? "event" : event.type} '${event.context}' of ` +
      `${event.objects.join(" and ")} at t = ${event.time}, ${whose}`
    );
  }
  return laws
    ? `${head}; no event: '${laws.a ?? "no law"}' in A and '${laws.b ?? "no law"}' in B lead apart`
    : `${head}; no event parts them`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[], paint: Paint): string[] {
  if (rows.length === 0) return [];
  const [top, ...rest] = alignLeft([head, ...rows]);
  return ["", paint.quiet(top), ...rest];
}

function small(x: number): string {
  return x === 0 ? "0" : x.toPrecision(3);
}

function short(value: Value): string {
  const digits = (x: string) => String(Number(Number(x).toPrecision(6)));
  return formatValue(value).replace(/-?\d+(?:\.\d+)?(?:e[-+]?\d+)?/g, digits);
}
