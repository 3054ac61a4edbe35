// The command line. `main` gives the exit code: 0 fine, 1 an error in a text or a file, 2 a wrong call, 130 Ctrl-C.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { printable } from "../language/syntax/diagnostic.ts";
import { didYouMean } from "../language/syntax/suggest.ts";
import { commands } from "./commands.ts";
import { packageRoot } from "./files/files.ts";
import { formatCommandHelp, formatOverview } from "./help.ts";
import { type Command, readArguments, UsageError } from "./options/command.ts";
import { type Io, processIo, writeLines } from "./terminal/io.ts";
import { paintFor } from "./terminal/paint.ts";

export async function main(args: readonly string[], io: Io = processIo()): Promise<number> {
  try {
    return await dispatch(args, io);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const paint = paintFor(io.stderr, io.env);
    const notes = error.notes.map((note) => `  ${printable(note)}`);
    writeLines(io.stderr, [`${paint.error("virtuafiz:")} ${printable(error.message)}`, ...notes]);
    return 2;
  }
}

async function dispatch([first, ...rest]: readonly string[], io: Io): Promise<number> {
  if (first === undefined || first === "--help" || first === "-h") return showHelp([], io);
  if (first === "help") return showHelp(rest, io);
  if (first === "--version" || first === "-v") {
    const { version } = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8"));
    writeLines(io.stdout, [`virtuafiz ${version}`]);
    return 0;
  }
  const command = findCommand(first);
  const given = readArguments(command, rest);
  if (given.has("help")) return showHelp([command.name], io);
  const run = await command.load();
  return run(given, io);
}

function showHelp([topic, ...more]: readonly string[], io: Io): number {
  if (more.length > 0) throw new UsageError("help takes one command");
  writeLines(io.stdout, topic === undefined ? formatOverview(commands) : formatCommandHelp(findCommand(topic)));
  return 0;
}

function findCommand(name: string): Command {
  const command = commands.find((candidate) => candidate.name === name);
  if (command) return command;
  const what = name.startsWith("-") ? "option" : "command";
  const known = what === "option" ? ["--help", "--version"] : [...commands.map((candidate) => candidate.name), "help"];
  const hint = name.endsWith(".vfl")
    ? [`to check it: virtuafiz check ${name}`, `to run it: virtuafiz run ${name}`]
    : didYouMean(name, known);
  throw new UsageError(`there is no ${what} '${printable(name)}'`, ...hint, "see virtuafiz --help");
}
