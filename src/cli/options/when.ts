// `--at T`, or `--event N --side before`: a moment of a run.
import type { When } from "../../explain/explainer.ts";
import { printable } from "../../language/syntax/diagnostic.ts";
import { type Arguments, type Options, UsageError } from "./command.ts";
import { numberOption } from "./expression.ts";

export const whenOptions: Options = { at: { type: "string" }, event: { type: "string" }, side: { type: "string" } };

/** The help lines about options for a moment. */
export const whenHelp = `  --at T              any time of the run, after all that happens then
  --event N           or the event with this number in the list of events,
  --side before|after before or after it; by default after`;

export function readWhen(command: string, args: Arguments): When {
  const [at, event, side] = [args.one("at"), args.one("event"), args.one("side")];
  if ((at === undefined) === (event === undefined))
    throw new UsageError(
      `${command} needs either --at or --event`,
      "--at 1.5",
      "--event 3: the third in the list of events",
    );
  if (at !== undefined) return { time: numberOption("--at", at) };
  if (side !== undefined && side !== "before" && side !== "after")
    throw new UsageError(`an event has no side '${printable(side)}'`, "there are: before, after");
  return { event: numberOption("--event", event!), side: side ?? "after" };
}
