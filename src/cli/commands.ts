// Every command of `virtuafiz`, in the order of the help.
import type { Command } from "./command.ts";

export const commands: readonly Command[] = [
  {
    name: "repl",
    usage: "[FILE…]",
    summary: "define functions and compute with them, interactively",
    details: `Imports each FILE, then reads inputs: name(x) = expression defines, $expression computes,
import "file.vfl" and export "file.vfl" read and write definitions in this folder and below.
An input that lacks its end goes on in the next line; an empty line ends it.
When standard input is not a terminal there are no prompts, an error does not stop the
session, and the exit code is 1 if there was one.`,
    options: {},
    load: async () => (await import("./repl.ts")).repl,
  },
  {
    name: "eval",
    usage: "EXPRESSION [--json] [--import FILE]…",
    summary: "compute one expression",
    details: `Definitions may come before it: virtuafiz eval 'f(x) = x^2  $f(3)'
  --import FILE  read the definitions of a file first
  --json         {"value": …} or {"error": …}: vectors and matrices as arrays, sequences as
                 {"sequence": […]}, numbers that are not finite as "NaN", "Infinity", "-Infinity"`,
    options: { json: { type: "boolean" }, import: { type: "string", multiple: true } },
    load: async () => (await import("./eval.ts")).evaluate,
  },
  {
    name: "check",
    usage: "FILE… [--json]",
    summary: "find the mistakes in experiments, without running them",
    details: `Each mistake as file:line:column: error code: message, with its notes and its line.
An experiment may import from its own folder, from what is below it, and from laws/.
  --json  {"files": [{"file", "diagnostics": [{"severity", "code", "message", "line", "column",
          "endLine", "endColumn", "notes"}]}]}`,
    options: { json: { type: "boolean" } },
    load: async () => (await import("./check.ts")).check,
  },
  {
    name: "fmt",
    usage: "FILE… [--check]",
    summary: "lay out texts in the one canonical way",
    details: `Rewrites the files that change and prints their names; a text with syntax errors is left alone.
With - standard input is formatted to standard output.
  --check  change nothing; the exit code is 1 if a file would change`,
    options: { check: { type: "boolean" } },
    load: async () => (await import("./fmt.ts")).fmt,
  },
];
