// Checks what programs pass, and refuses wrong arguments by an error in words.
import { faultLine, readInput } from "../../engine/model/given-values.ts";
import { type Model, optionNames, runOptionNames } from "../../engine/model/model.ts";
import type { RunOptions } from "../../engine/run/schedule-options.ts";
import type { Input } from "../../engine/state/observer.ts";
import { evaluationNames } from "../../engine/state/run-memory.ts";
import { originOf, spoiltPlace } from "../../engine/state/snapshot.ts";
import { describeGiven } from "../../language/syntax/describe-given.ts";
import { type Diagnostic, formatDiagnostic } from "../../language/syntax/diagnostic.ts";
import { didYouMean } from "../../language/syntax/suggest.ts";
import { modelDifference, nameOfPlace } from "./same-experiment.ts";

/** Throws if a program passes something other than a checked text. */
export function refuseUnchecked(by: string, checked: unknown): void {
  const isChecked =
    typeof checked === "object" && checked !== null && "diagnostics" in checked && "experiment" in checked;
  if (!isChecked) throw new Error(`${by} takes what checkSource returns`);
}

/** The result of `prepare` may be a diagnostic, which a program must check before it runs anything. */
export function refuseNoModel(by: string, model: Model | Diagnostic | undefined | null): void {
  if (typeof model === "object" && model !== null && "severity" in model)
    throw new Error(`there is no model for ${by}, but a diagnostic of prepare: ${formatDiagnostic(model)}`);
  if (!model?.settings) throw new Error(`${by} takes the model that prepare returns`);
}

export function refuseNoList(what: string, list: unknown): void {
  if (!Array.isArray(list)) throw new Error(`${what} are a list, and this is ${describeGiven(list)}`);
}

export function refuseNoPositive(what: string, number: unknown): void {
  if (!(typeof number === "number" && number > 0))
    throw new Error(`${what} is a positive number, and this is ${describeGiven(number)}`);
}

export function refuseNoRecord(by: string, example: string, options: unknown): void {
  if (typeof options !== "object" || options === null || Array.isArray(options))
    throw new Error(`${by} takes options in a record, such as ${example}, and this is ${describeGiven(options)}`);
}

export function refuseRunOptions(options: RunOptions, model: Model): void {
  refuseNoRecord("Run", "{ at: [0.5] }", options);
  refuseNames(options, model);
  const { evaluation, at, inputs, onPhase } = options;
  if (options.resume !== undefined) refuseSnapshot(options.resume, model);
  if (evaluation !== undefined) refuseUnknownName("evaluation", evaluation, evaluationNames);
  if (at !== undefined) refuseTimes(at, model);
  if (inputs !== undefined) refuseInputs(inputs, model);
  if (onPhase !== undefined && onPhase !== null && typeof onPhase !== "function")
    throw new Error(`'onPhase' is a function, and this is ${describeGiven(onPhase)}`);
}

/** Refuses snapshots of other experiments. */
function refuseSnapshot(resume: RunOptions["resume"] & object, model: Model): void {
  const from = originOf(resume);
  if (!from)
    throw new Error(
      `'resume' takes a snapshot that a run returned, and this is ${describeGiven(resume)}; a copy of a snapshot ` +
        "does not work, nor one read from a file: to keep a run, keep its inputs, and replay them",
    );
  const difference = modelDifference(from, model);
  if (difference !== null) throw new Error(`this snapshot is of another experiment: ${difference}`);
  const { time, memory } = resume;
  if (memory.length !== model.initial.length)
    throw new Error(`this snapshot cannot go on: it has ${memory.length} numbers of ${model.initial.length}`);
  const place = spoiltPlace(resume);
  if (place >= 0) throw new Error(`this snapshot cannot go on: its '${nameOfPlace(model, place)}' is ${memory[place]}`);
  const { initialTime, duration } = model.settings;
  if (time > initialTime + duration && duration < from.settings.duration)
    throw new Error(`this snapshot is of t = ${time}, and this run ends at t = ${initialTime + duration}`);
}

/** A program may use one record for `prepare` and for Run; options that `prepare` has not seen would be lost. */
function refuseNames(options: object, model: Model): void {
  for (const [key, value] of Object.entries(options)) {
    const ofModel = optionNames.find((name) => name === key);
    if (ofModel === undefined) {
      refuseUnknownName("option", key, runOptionNames, "of Run");
      continue;
    }
    if (value !== model.options[ofModel])
      throw new Error(`'${key}' is an option of prepare, and this model was made without it`);
  }
}

export function refuseUnknownName(what: string, said: unknown, names: readonly unknown[], whose = ""): void {
  if (names.includes(said)) return;
  const notes = [...didYouMean(String(said), names.map(String)), `there are: ${names.join(", ")}`];
  throw new Error(`there is no ${what} '${String(said)}'${whose && ` ${whose}`}; ${notes.join("; ")}`);
}

function refuseTimes(at: unknown, model: Model): void {
  if (!Array.isArray(at)) throw new Error(`'at' is a list of times, and this is ${describeGiven(at)}`);
  for (const time of at) refuseTime("'at'", time, model);
}

function refuseTime(whose: string, time: unknown, { settings: { initialTime, duration } }: Model): void {
  const end = initialTime + duration;
  if (typeof time !== "number" || !Number.isFinite(time))
    throw new Error(`${whose}: a time is a number, and this is ${describeGiven(time)}`);
  if (time < initialTime || time > end)
    throw new Error(`${whose}: t = ${time} is not in the run, which goes from t = ${initialTime} to t = ${end}`);
}

const inputKeys = ["time", "after", "name", "value"];

/** The inputs of another run must be possible here, and in the order of time. */
export function refuseInputs(inputs: unknown, model: Model): void {
  if (!Array.isArray(inputs))
    throw new Error(`'inputs' is a list, as recording.inputs has it, and this is ${describeGiven(inputs)}`);
  let before: Input | null = null;
  for (const [i, input] of inputs.entries()) {
    const which = `the input number ${i + 1}`;
    if (typeof input !== "object" || input === null)
      throw new Error(`${which} is a record { time, name, value }, and this is ${describeGiven(input)}`);
    for (const key of Object.keys(input)) refuseUnknownName("part", key, inputKeys, `of ${which}`);
    const { time, after, name, value } = input as Input;
    refuseTime(which, time, model);
    if (after !== undefined && !(Number.isInteger(after) && after >= 0))
      throw new Error(`${which}: 'after' is a number of steps and events, and this is ${describeGiven(after)}`);
    const found = readInput(name, value, model);
    if ("code" in found) throw new Error(`${which}: ${faultLine(found)}`);
    if (before && isEarlier(input as Input, before))
      throw new Error(`${which} is earlier than the one before it: inputs must be in order of time`);
    before = input as Input;
  }
}

function isEarlier(a: Input, b: Input): boolean {
  return a.time < b.time || (a.time === b.time && (a.after ?? 0) < (b.after ?? 0));
}
