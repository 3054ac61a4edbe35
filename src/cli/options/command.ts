// What a command is, and how its arguments are read.
import { type ParseArgsConfig, parseArgs } from "node:util";
import { printable } from "../../language/syntax/diagnostic.ts";
import { didYouMean } from "../../language/syntax/suggest.ts";
import type { Io } from "../terminal/io.ts";

export type Options = NonNullable<ParseArgsConfig["options"]>;

export interface Arguments {
  readonly positionals: readonly string[];
  has(option: string): boolean;
  /** Every value given to an option that takes one. */
  all(option: string): readonly string[];
  /** The value of an option that is given at most once. */
  one(option: string): string | undefined;
  /** How an option was written, for `one` or for the value at `index` of `all`: `--set`. */
  spelled(option: string, index?: number): string;
}

/**
 * Carries the command out; gives the exit code: 0 fine, 1 the text or a file is at fault, 2 wrong usage, 130 Ctrl-C.
 */
export type CommandRun = (args: Arguments, io: Io) => Promise<number>;

export interface Command {
  readonly name: string;
  /** What follows the name of the command, such as `FILE… [--json]`. */
  readonly usage: string;
  readonly summary: string;
  readonly details: string;
  readonly options: Options;
  /** Loads the command when it is called, so that other commands start faster. */
  readonly load: () => Promise<CommandRun>;
}

/** A call of a command with wrong arguments or options. */
export class UsageError extends Error {
  readonly notes: readonly string[];

  constructor(message: string, ...notes: string[]) {
    super(message);
    this.notes = notes;
  }
}

export const helpOption: Options = { help: { type: "boolean", short: "h" } };

/** What other programs call options. */
const habits: ReadonlyMap<string, string> = new Map([
  ["duration", "until"],
  ["end", "until"],
  ["time", "until"],
  ["tend", "until"],
  ["stop", "until"],
  ["dt", "step"],
  ["timestep", "step"],
  ["time-step", "step"],
  ["method", "integrator"],
  ["solver", "integrator"],
  ["fps", "frames"],
  ["output", "out"],
  ["csv", "out"],
  ["param", "set"],
  ["parameter", "set"],
]);

export function readArguments(command: Command, args: readonly string[]): Arguments {
  const options: Options = { ...helpOption, ...command.options };
  // `-2^2` and `-(x)` are not options: after an option that takes a value, they are its value.
  const end = args.includes("--") ? args.indexOf("--") : args.length;
  const takesNext = (arg: string | undefined) =>
    arg?.startsWith("--") && Object.hasOwn(options, arg.slice(2)) && options[arg.slice(2)].type === "string";
  const isOperand = (arg: string, i: number) => i < end && /^-[^-\p{L}]/u.test(arg) && !takesNext(args[i - 1]);
  const operands = args.filter(isOperand);
  const { positionals, tokens } = parseArgs({
    args: args.filter((arg, i) => !isOperand(arg, i)),
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const given = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const { name, rawName, value, inlineValue } = token;
    if (!Object.hasOwn(options, name)) throw unknownOption(command, name, rawName);
    const takesValue = options[name].type === "string";
    if (!takesValue && inlineValue) throw new UsageError(`the option '${rawName}' takes no value`);
    if (takesValue && (!value || (!inlineValue && /^-[-\p{L}]/u.test(value))))
      throw new UsageError(`the option '${rawName}' needs a value`);
    given.set(name, [...(given.get(name) ?? []), value ?? ""]);
  }
  return {
    positionals: [...positionals, ...operands],
    has: (option) => given.has(option),
    all: (option) => given.get(option) ?? [],
    one(option) {
      const values = given.get(option) ?? [];
      if (values.length > 1) throw new UsageError(`the option '--${option}' is given more than once`);
      return values[0];
    },
    spelled: (option) => `--${option}`,
  };
}

function unknownOption(command: Command, name: string, rawName: string): UsageError {
  const known = Object.keys({ ...helpOption, ...command.options }).map((option) => `--${option}`);
  const habit = `--${habits.get(name)}`;
  const meant = known.includes(habit) ? [`did you mean '${habit}'?`] : didYouMean(rawName, known);
  const operand = rawName.startsWith("--") ? [] : ["write what begins with - and is not an option after --"];
  return new UsageError(`${command.name} has no option '${printable(rawName)}'`, ...meant, ...operand);
}
