// `virtuafiz events`: what happened during a run, and when.
import type { EventType } from "../../engine/state/observer.ts";
import { usualUnit } from "../../language/dimension/usual-unit.ts";
import { printable } from "../../language/syntax/diagnostic.ts";
import { didYouMean } from "../../language/syntax/suggest.ts";
import { traceOf } from "../../record/probe/trace.ts";
import type { RecordedEvent } from "../../record/run/record.ts";
import { type Arguments, type CommandRun, UsageError } from "../options/command.ts";
import { numberOption } from "../options/expression.ts";
import { bodiesCalled, listNames } from "../options/names.ts";
import { isFile, refuseEnding, writeOutput } from "../options/output.ts";
import { type Prepared, prepareRun, runModel, tellOutcome } from "../options/simulation.ts";
import { paintFor, plainPaint } from "../terminal/paint.ts";
import { eventsJson, listEvents, traceEvents } from "../views/event-view.ts";

const types: readonly EventType[] = ["free fall", "collision", "contact", "event"];

export const eventsCommand: CommandRun = async (args, io) => {
  const format = args.one("format") ?? "text";
  if (format !== "text" && format !== "json")
    throw new UsageError(`there is no format '${printable(format)}'`, "there are: text, json");
  refuseEnding(args.one("out"), ["json"]);
  const prepared = await prepareRun("events", args, io);
  if (!prepared) return 1;
  const wanted = readFilter(args, prepared);
  const { model, probe, options } = prepared;
  const outcome = await runModel(prepared, [], io);
  const all = outcome.recording.events;
  const chosen = all.flatMap((event, i) => (wanted(event) ? [{ event, number: i + 1 }] : []));
  const trace = args.has("trace") ? (event: RecordedEvent) => traceOf(event, model, probe) : null;
  tellOutcome(outcome, io);
  const paint = isFile(options.out) ? plainPaint : paintFor(io.stdout, io.env);
  const pieces =
    format === "json"
      ? eventsJson(chosen, trace, outcome)
      : trace
        ? traceEvents(chosen, trace, (path) => usualUnit(model.dimensions, path), paint)
        : listEvents(chosen, all.length, paint);
  return (await writeOutput(pieces, options.out, io)) ? outcome.code : 1;
};

function readFilter(args: Arguments, { model }: Prepared): (event: RecordedEvent) => boolean {
  const type = findType(args.one("type"));
  const bound = (option: string, otherwise: number) => {
    const text = args.one(option);
    return text === undefined ? otherwise : numberOption(`--${option}`, text);
  };
  const from = bound("from", Number.NEGATIVE_INFINITY);
  const to = bound("to", Number.POSITIVE_INFINITY);
  if (from > to) throw new UsageError(`--from ${from} is after --to ${to}`);
  const objects = args.all("object").flatMap((list) => list.split(",").map((name) => name.trim()));
  const named = objects.map((name) => {
    const bodies = bodiesCalled(model, name).map((body) => body.name);
    const names = model.bodies.map((body) => body.name);
    if (bodies.length === 0)
      throw new UsageError(
        `there is no object '${printable(name)}'`,
        ...didYouMean(name, names),
        `there are: ${listNames(names)}`,
      );
    return bodies;
  });
  return (event) =>
    (type === null || event.type === type) &&
    event.time >= from &&
    event.time <= to &&
    named.every((bodies) => bodies.some((body) => event.objects.includes(body)));
}

function findType(text: string | undefined): EventType | null {
  if (text === undefined) return null;
  const plainly = (type: string) => type.toLowerCase().replace(/[\s_-]+/g, "");
  const found = types.find((type) => plainly(type) === plainly(text));
  if (found) return found;
  throw new UsageError(
    `there is no type of event '${printable(text)}'`,
    ...didYouMean(text, types),
    `there are: ${types.join(", ")}`,
  );
}
