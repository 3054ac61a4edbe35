// Every command of `virtuafiz`, in the order of the help.
import type { Command } from "./options/command.ts";
import { runOptions, runOptionsHelp } from "./options/run-options.ts";
import { secondOptions } from "./options/second-options.ts";
import { whenHelp, whenOptions } from "./options/when.ts";

export const commands: readonly Command[] = [
  {
    name: "repl",
    usage: "[FILE…]",
    summary: "define functions and compute with them, interactively",
    details: `Imports each FILE, then reads inputs: name(x) = expression defines, $expression computes,
import "file.vfl" and export "file.vfl" read and write definitions in this folder and below.
An incomplete input continues on the next line; an empty line ends it.
If standard input is not a terminal, there are no prompts, an error does not stop the
session, and the exit code is 1 after an error.`,
    options: {},
    load: async () => (await import("./repl/repl.ts")).repl,
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
    load: async () => (await import("./commands/eval.ts")).evalCommand,
  },
  {
    name: "check",
    usage: "FILE… [--json]",
    summary: "find the mistakes in experiments, running at most one step",
    details: `Prints each mistake as file:line:column: error code: message, with its notes and its line.
A text without errors is run up to the first step, to find what a run would refuse there.
An experiment may import from its own folder, from what is below it, and from laws/.
  --json  {"files": [{"file", "diagnostics": [{"severity", "code", "message", "line", "column",
          "endLine", "endColumn", "notes"}]}]}`,
    options: { json: { type: "boolean" } },
    load: async () => (await import("./commands/check.ts")).checkCommand,
  },
  {
    name: "fmt",
    usage: "FILE… [--check]",
    summary: "format texts",
    details: `Rewrites the files that change and prints their names; skips a text with syntax errors.
With -, formats standard input to standard output.
  --check  change nothing; the exit code is 1 if a file would change`,
    options: { check: { type: "boolean" } },
    load: async () => (await import("./commands/fmt.ts")).fmtCommand,
  },
  {
    name: "typeset",
    usage: "FILE [--latex | --mathml | --html] [--out F]",
    summary: "print the laws of a text as the formulas of a textbook",
    details: `Prints every function of the text, the laws of the library that its simulations use, and the functions
these call: the formula, its comment, and the units that the text states.
  --latex   LaTeX for a document that uses amsmath; the default
  --mathml  one <math> element per line, for your own page
  --html    a complete page, each formula beside its text
  --out F   write to this file`,
    options: {
      latex: { type: "boolean" },
      mathml: { type: "boolean" },
      html: { type: "boolean" },
      out: { type: "string" },
    },
    load: async () => (await import("./commands/typeset.ts")).typesetCommand,
  },
  {
    name: "run",
    usage: "FILE [OPTION…]",
    summary: "run an experiment and print samples of it",
    details: `  --at T1,T2,…        sample at exactly these times; by default at every recorded frame
  --show NAME,…       what to print: ball.v, ball.v#3, a function of a law as ball.impulse, a measure,
                      an attribute of the world; gas.v is v of all copies of gas.
                      'ball.v [km/h]' is in this unit; the default is SI.
                      By default the positions of all that moves, and the measures
  --format json|csv|text
                      by default by the ending of --out; without --out text on a terminal, else json
${runOptionsHelp}
JSON: {"digest", "samples": [{"t", "ball.v", …}], "events": their number, "notes": […], "stopped": null or
{"code", "message", "file", "line", "column", "t", "notes"}}: vectors and matrices as arrays, numbers that are
not finite as "NaN", "Infinity", "-Infinity", null where there is no value. Equal runs have equal
digests. CSV: vectors and matrices by their components, ball.v.x, state.7, "R[1,2]".
A run that stops early prints what it recorded until then, with the exit code 1; so does Ctrl-C, with
the code "interrupted" and the exit code 130.`,
    options: {
      ...runOptions,
      at: { type: "string", multiple: true },
      show: { type: "string", multiple: true },
      format: { type: "string" },
    },
    load: async () => (await import("./commands/run.ts")).runCommand,
  },
  {
    name: "events",
    usage: "FILE [OPTION…]",
    summary: "run an experiment and list what happened, and when",
    details: `  --type TYPE         only these: free fall, collision, contact, event
  --object NAME,…     only those in which all of these took part
  --from A --to B     only those between these times
  --trace             with tables before and after: attributes of the world, of the objects and of the
                      context, and the functions of its law; * marks what changed, + what began, - what ended
  --format text|json
${runOptionsHelp}
JSON: {"events": [{"t", "type", "context", "objects", "point", "normal"}], "notes", "stopped"}; with --trace
also "before" and "after": {object: {attribute: value}}, and each with "before" and "after": "world":
{attribute: value}, "contextAttributes": {object: {attribute: value}}, "functions": {name: value}, named
"impulse" for a law that is applied once, "ball.speed" for one that lasts.`,
    options: {
      ...runOptions,
      type: { type: "string" },
      object: { type: "string", multiple: true },
      from: { type: "string" },
      to: { type: "string" },
      trace: { type: "boolean" },
      format: { type: "string" },
    },
    load: async () => (await import("./commands/events.ts")).eventsCommand,
  },
  {
    name: "explain",
    usage: "FILE --of NAME --at T [OPTION…]",
    summary: "explain how a number of a run was computed, back to the first values",
    details: `  --of NAME           ball.v, ball.v#3, a function of a law as ball.impulse, a measure, an attribute
                      of the world
${whenHelp}. Write functions of its law by name: impulse
  --depth N           the number of levels shown; by default 2
  --what-if A=EXPR    its value if the number with the address A were different, all else the same:
                      --what-if 1.2=3. The number changes everywhere in the levels shown
  --format text|json
${runOptionsHelp}
Prints for each number the law and the time, its formula, the formula with numbers and units, its value; then
each name in it, with its address. 0 leads over many steps to where the law began. Text with numbers is VFLang
and gives the value to the last bit. JSON: {"explanation": {"name", "origin", "words", "value", "unit",
"formula", "numbers", "because", "terms": [{"name", "value", "from"}], "earlier"}, "whatIf"}.`,
    options: {
      ...runOptions,
      ...whenOptions,
      of: { type: "string" },
      depth: { type: "string" },
      "what-if": { type: "string", multiple: true },
      format: { type: "string" },
    },
    load: async () => (await import("./commands/explain.ts")).explainCommand,
  },
  {
    name: "why",
    usage: "FILE --of OBJECT --at T [OPTION…]",
    summary: "tell which law moves an object at a time, and why",
    details: `  --of OBJECT         ball
${whenHelp}
  --format text|json
${runOptionsHelp}
Prints when and after what the law began, which laws could apply and how specific each is, what the
object touches, and how each gap changes if both fall freely for the time of the test.`,
    options: { ...runOptions, ...whenOptions, of: { type: "string" }, format: { type: "string" } },
    load: async () => (await import("./commands/why.ts")).whyCommand,
  },
  {
    name: "audit",
    usage: "FILE [OPTION…]",
    summary: "run an experiment several ways, and tell how far its numbers can be trusted",
    details: `  --show NAME,…       what to estimate besides the measures; by default the positions of all that moves
  --at T              when; by default at the end
  --format text|json  json also has error bars along the whole run
${runOptionsHelp}
Repeats the run with half and a quarter of the step, and with another integrator. Prints for each number its
value, its probable error (±, from how the differences shrink), the differences, the order; for each measure
whether it is kept, how far it drifts between events, and which events change it. Compares a measure with its
closed form, height with height_expected. Prints the notes of the runs with the name of the run.`,
    options: {
      ...runOptions,
      show: { type: "string", multiple: true },
      at: { type: "string" },
      format: { type: "string" },
    },
    load: async () => (await import("./commands/audit.ts")).auditCommand,
  },
  {
    name: "referee",
    usage: "FILE [OPTION…]",
    summary: "run an experiment, and check its record by plain code that shares nothing with the engine",
    details: `  --all               check every interval, even if that takes long
  --format text|json
${runOptionsHelp}
Records a frame at the end of each step, unless --frames is given. Checks that bodies which collide touch and
close, and none overlap; that between events every attribute follows its rate; that values stated by =, what
collisions and events write, and constraints are as the text says; that events happen when their conditions hold.
Lists each fault with its law, objects, time, error and tolerance, and what was not checked. The exit code is 1
if something is wrong.
JSON: {"collisions", "events", "joints", "laws", "intervals", "pairs", "greatestDepth", "faults": [{"check", "law",
"objects", "time", "words", "figure", "tolerance"}], "count", "unchecked", "notes"}; "notes" are those of the run.`,
    options: { ...runOptions, all: { type: "boolean" }, format: { type: "string" } },
    load: async () => (await import("./commands/referee.ts")).refereeCommand,
  },
  {
    name: "compare",
    usage: "A [B] [OPTION…]",
    summary: "run one scene under two sets of laws or values, and tell where they diverge",
    details: `Without B, compares the file with itself, changed by these options:
  --set-b NAME=EXPR   as --set, but for B only; also --simulation-b, --step-b, --integrator-b, --seed-b
  --show NAME,…       what to compare; by default the positions of all that moves, and the measures
  --tolerance X       ignore differences below this part of a value; by default 1e-9
  --format text|json
${runOptionsHelp}
Prints the laws that only one has, first values that differ, when the runs diverge and by which event (of one
only, or of both with different outcomes), and for each number both values at the end, their difference, and
the largest difference with its time. Prints the notes of both runs.`,
    options: {
      ...runOptions,
      ...secondOptions,
      show: { type: "string", multiple: true },
      tolerance: { type: "string" },
      format: { type: "string" },
    },
    load: async () => (await import("./commands/compare.ts")).compareCommand,
  },
  {
    name: "plot",
    usage: "FILE --show NAME,… --out F.svg",
    summary: "run an experiment and draw curves of it",
    details: `  --show NAME,…       the curves, named as for run; vectors component by component
  --against NAME      the horizontal axis: t, or for a trajectory ball.position#1
${runOptionsHelp}
The axes carry units: SI, or the one behind a name, as in --show 'ball.v [km/h]'.`,
    options: { ...runOptions, show: { type: "string", multiple: true }, against: { type: "string" } },
    load: async () => (await import("./commands/plot.ts")).plotCommand,
  },
  {
    name: "study",
    usage: "FILE [OPTION…]",
    summary: "run a study: many runs that differ in some values, and what is kept of each",
    details: `  --study NAME        which study; by default the first of the text
  --workers N         the number of threads; by default one per processor. The results are the same
                      for any N
  --csv FILE          write the rows there, as they come and at the end; - is standard output
  --json FILE         {"study", "runs", "rows": [{"run", "varied", "kept", "failure", "notes", "runNotes"}],
                      "powers": [{"of", "against", "where", "exponent", "certainty"}],
                      "limits": [{"of", "limit", "against", "where", "upTo", "about"}]}
  --svg FILE          draw what the study plots; axes are logarithmic where the values are spread by factors
  --times             show how long each run took, in the table
  --interpret         evaluate the laws by the interpreter instead of compiling them

Prints a row for each run, in the order of the study, then the exponents of results as powers of the varied values,
and up to where limits are kept. A run that fails has a row with the reason, and the exit code is 1.
Ctrl-C keeps the rows so far and ends with the exit code 130.`,
    options: {
      study: { type: "string" },
      workers: { type: "string" },
      csv: { type: "string" },
      json: { type: "string" },
      svg: { type: "string" },
      times: { type: "boolean" },
      interpret: { type: "boolean" },
    },
    load: async () => (await import("./study/study.ts")).study,
  },
];
