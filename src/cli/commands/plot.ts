// `virtuafiz plot`: curves of a run, as SVG.
import { printable } from "../../language/syntax/diagnostic.ts";
import { curvesOf } from "../../record/plot/curves.ts";
import { type Plot, type PlotCurve, plotSvg } from "../../record/plot/svg.ts";
import type { Column } from "../../record/table/table.ts";
import { unitOf } from "../../record/units/quantity-unit.ts";
import { typesetUnit } from "../../record/units/unit-text.ts";
import { findColumns, readColumns } from "../options/columns.ts";
import { type CommandRun, UsageError } from "../options/command.ts";
import { isFile, writeOutput } from "../options/output.ts";
import { type Outcome, type Prepared, prepareRun, runModel, tellOutcome } from "../options/simulation.ts";
import { writeLines } from "../terminal/io.ts";
import { paintFor } from "../terminal/paint.ts";

const mostCurves = 28;

export const plotCommand: CommandRun = async (args, io) => {
  if (!args.has("show"))
    throw new UsageError("plot needs --show", "virtuafiz plot experiment.vfl --show ball.position --out ball.svg");
  const out = args.one("out");
  if (out === undefined && io.stdout.isTTY) throw new UsageError("plot needs --out", "--out ball.svg");
  const ending = isFile(out) ? /\.(\w+)$/.exec(out)?.[1].toLowerCase() : undefined;
  if (ending !== undefined && ending !== "svg" && ending !== "vfl")
    throw new UsageError(`a plot is an SVG; '${printable(out!)}' has another ending`, "--out ball.svg");
  const prepared = await prepareRun("plot", args, io);
  if (!prepared) return 1;
  const { model, probe } = prepared;
  const columns = readColumns(args.all("show"), model, probe);
  if (columns.length === 0) throw new UsageError("--show takes names: --show ball.position,energy");
  const over = args.one("against");
  const against = over === undefined || over.trim() === "t" ? null : findColumns(over.trim(), model, probe)[0];
  const asked = against ? [against, ...columns] : columns;
  const outcome = await runModel(prepared, [], io);
  tellOutcome(outcome, io);
  const curves = curvesOf(outcome.recording, probe, asked, against ? "first column" : "time");
  if ("problem" in curves) throw new UsageError(curves.problem, `--against ${against!.name}#1`);
  if (curves.length > mostCurves)
    throw new UsageError(`${curves.length} curves are too many for one plot`, `show at most ${mostCurves}`);
  const empty = curves.filter(({ points }) => !points.some(({ x, y }) => Number.isFinite(x) && Number.isFinite(y)));
  const paint = paintFor(io.stderr, io.env);
  writeLines(
    io.stderr,
    empty.map(({ name }) => `${paint.error("virtuafiz:")} ${printable(name)} has no value that could be drawn`),
  );
  const svg = plotSvg(describePlot(prepared, outcome, columns, curves, against));
  return (await writeOutput([svg], out, io)) && empty.length === 0 ? outcome.code : 1;
};

function describePlot(
  { model, checked }: Prepared,
  outcome: Outcome,
  columns: readonly Column[],
  curves: readonly PlotCurve[],
  against: Column | null,
): Plot {
  const unit = ({ path, unit: chosen }: Pick<Column, "path" | "unit">) => {
    const text = chosen?.text ?? unitOf(model, checked.experiment.world, path);
    return text === null ? null : typesetUnit(text);
  };
  const units = columns.map(unit);
  const isUniform = units.every((one) => one === units[0]);
  const over = against
    ? withUnit(against.name, unit(against))
    : withUnit("t", unit({ path: "t" }) ?? (units.some((one) => one !== null) ? "s" : null));
  const columnOf = ({ name }: PlotCurve) =>
    columns.findIndex(
      (column) =>
        name === column.name || (name.startsWith(column.name) && /^[.[]/.test(name.slice(column.name.length))),
    );
  const label = columns.length === 1 ? withUnit(columns[0].name, units[0]) : isUniform && units[0] ? units[0] : "";
  const named = isUniform
    ? curves
    : curves.map((curve) => ({ ...curve, name: withUnit(curve.name, units[columnOf(curve)] ?? null) }));
  const isPlace = (path: string) => /\.pos(ition)?#\d$/.test(path);
  const isTrajectory = against !== null && isPlace(against.path) && columns.every(({ path }) => isPlace(path));
  const name = model.simulation.name.name;
  return {
    title:
      `${name}: ${columns.map((column) => column.name).join(", ")} over ` +
      `${against?.name ?? "t"}${outcome.stopped ? " (stopped early)" : ""}`,
    xLabel: over,
    yLabel: label,
    curves: named,
    scales: isTrajectory && areComparable(curves) ? "equal" : "free",
  };
}

function withUnit(name: string, unit: string | null): string {
  return unit === null ? name : `${name} (${unit})`;
}

/** Whether a plot with equal scales would still show both directions. */
function areComparable(curves: readonly PlotCurve[]): boolean {
  const extent = (axis: "x" | "y") => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const { points } of curves)
      for (const point of points) [low, high] = [Math.min(low, point[axis]), Math.max(high, point[axis])];
    return high - low;
  };
  const ratio = extent("x") / extent("y");
  return ratio > 0.1 && ratio < 10;
}
