// The help texts, made from the list of commands.
import type { Command } from "./options/command.ts";

export function formatOverview(commands: readonly Command[]): string[] {
  const rows = [
    ...commands.map(({ name, usage, summary }) => [`${name} ${usage}`.trimEnd(), summary]),
    ["help [COMMAND]", "this text, or the help of a command"],
    ["--version", "the version"],
  ];
  const width = Math.max(...rows.map(([call]) => call.length));
  return [
    "A laboratory of classical mechanics: you write the laws.",
    "",
    "Usage: virtuafiz COMMAND …",
    "",
    ...rows.map(([call, summary]) => `  ${call.padEnd(width)}  ${summary}`),
    "",
    "For a FILE, - is standard input. Exit codes: 0 success, 1 an error in a text or a file, 2 a wrong",
    "call, 130 stopped by Ctrl-C.",
  ];
}

export function formatCommandHelp(command: Command): string[] {
  const { name, usage, summary, details } = command;
  return [
    `Usage: virtuafiz ${name} ${usage}`.trimEnd(),
    "",
    `${summary[0].toUpperCase()}${summary.slice(1)}.`,
    details,
  ];
}
