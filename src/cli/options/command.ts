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
  /** How the option of a value was written, that of `one` or of a place in `all`: `--set`. */
  spelled(option: string, index?: number): string;
}

/**
 * Carries the command out; gives the exit code: 0 fine, 1 the text or a file is at fault, 2 wrong usage, 130 Ctrl-C.
 */
export type Run = (args: Arguments, io: Io) => Promise<number>;

export interface Command {
  readonly name: string;
  /** What follows the name, e.g. `FILE… [--json]`. */
  readonly usage: string;
  readonly summary: string;
  readonly details: string;
  readonly options: Options;
  /** Read when the command is called, so that none pays for the others. */
  readonly load: () => Promise<Run>;
}

/** The person called the command in a way it does not know. */
export class UsageError extends Error {
  readonly notes: readonly string[];

  constructor(message: string, ...notes: string[]) {
    super(message);
    this.notes = notes;
  }
}

export const helpOption: Options = { help: { type: "boolean", short: "h" } };

export function readArguments(command: Command, args: readonly string[]): Arguments {
  const options: Options = { ...helpOption, ...command.options };
  // `-2^2` and `-(x)` are no options; after an option that takes a value they are its value.
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
    if (!Object.hasOwn(options, name)) {
      const known = Object.keys(options).map((option) => `--${option}`);
      const said = `${command.name} has no option '${printable(rawName)}'`;
      const operand = rawName.startsWith("--") ? [] : ["what begins with - and is no option goes after --"];
      throw new UsageError(said, ...didYouMean(rawName, known), ...operand);
    }
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
