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
An input that lacks its end goes on in the next line; an empty line ends it.
When standard input is not a terminal there are no prompts, an error does not stop the
session, and the exit code is 1 if there was one.`,
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
    load: async () => (await import("./commands/eval.ts")).evaluate,
  },
  {
    name: "check",
    usage: "FILE… [--json]",
    summary: "find the mistakes in experiments, without running them further than a step",
    details: `Each mistake as file:line:column: error code: message, with its notes and its line.
A text without errors is started, up to the first step, for what a run would refuse there.
An experiment may import from its own folder, from what is below it, and from laws/.
  --json  {"files": [{"file", "diagnostics": [{"severity", "code", "message", "line", "column",
          "endLine", "endColumn", "notes"}]}]}`,
    options: { json: { type: "boolean" } },
    load: async () => (await import("./commands/check.ts")).check,
  },
  {
    name: "fmt",
    usage: "FILE… [--check]",
    summary: "lay out texts in the one canonical way",
    details: `Rewrites the files that change and prints their names; a text with syntax errors is left alone.
With - standard input is formatted to standard output.
  --check  change nothing; the exit code is 1 if a file would change`,
    options: { check: { type: "boolean" } },
    load: async () => (await import("./commands/fmt.ts")).fmt,
  },
  {
    name: "typeset",
    usage: "FILE [--latex | --mathml | --html] [--out F]",
    summary: "print the laws of a text as the formulas of a textbook",
    details: `Every function of the text, the laws of the library that its simulations use, and the functions these
call: formula, what its comment says, and the units that the text states.
  --latex   LaTeX for a document that uses amsmath; this is the form if none is named
  --mathml  a <math> element a line, for a page of your own
  --html    a page by itself, each formula beside its text
  --out F   write to this file`,
    options: {
      latex: { type: "boolean" },
      mathml: { type: "boolean" },
      html: { type: "boolean" },
      out: { type: "string" },
    },
    load: async () => (await import("./commands/typeset.ts")).typeset,
  },
  {
    name: "run",
    usage: "FILE [OPTION…]",
    summary: "run an experiment and print samples of it",
    details: `  --at T1,T2,…        sample at exactly these times; at every recorded frame otherwise
  --show NAME,…       what to print: ball.v, ball.v#3, a function of a law as ball.impulse, a measure,
                      an attribute of the world; gas.v is that of all copies of gas.
                      'ball.v [km/h]' is shown in this unit, else in SI
                      Otherwise the positions of all that moves, and the measures
  --format json|csv|text
                      otherwise by the ending of --out; text on a terminal, else json
${runOptionsHelp}
JSON: {"digest", "samples": [{"t", "ball.v", …}], "events": how many, "notes": […], "stopped": null or
{"code", "message", "file", "line", "column", "t", "notes"}}: vectors and matrices as arrays, numbers that are
not finite as "NaN", "Infinity", "-Infinity", null where there is no value. Equal runs have equal
digests. CSV: vectors and matrices by their components, ball.v.x, state.7, "R[1,2]".
A run that stops early gives what was recorded until then and the exit code 1; so does Ctrl-C, with
the code "interrupted" and the exit code 130.`,
    options: {
      ...runOptions,
      at: { type: "string", multiple: true },
      show: { type: "string", multiple: true },
      format: { type: "string" },
    },
    load: async () => (await import("./commands/run.ts")).run,
  },
  {
    name: "events",
    usage: "FILE [OPTION…]",
    summary: "run an experiment and list what happened, and when",
    details: `  --type TYPE         only these: free fall, collision, contact, event
  --object NAME,…     only those in which all of these took part
  --from A --to B     only those of this time
  --trace             tables before and after: attributes of the world, of the objects and of the context,
                      and the functions of its law; * marks what changed, + what began, - what ended
  --format text|json
${runOptionsHelp}
JSON: {"events": [{"t", "type", "context", "objects", "point", "normal"}], "notes", "stopped"}; with --trace
also "before" and "after": {object: {attribute: value}}, and each with "before" and "after": "world":
{attribute: value}, "contextAttributes": {object: {attribute: value}}, "functions": {name: value}, named
"impulse" where a law is applied once, "ball.speed" where it goes on.`,
    options: {
      ...runOptions,
      type: { type: "string" },
      object: { type: "string", multiple: true },
      from: { type: "string" },
      to: { type: "string" },
      trace: { type: "boolean" },
      format: { type: "string" },
    },
    load: async () => (await import("./commands/events.ts")).events,
  },
  {
    name: "explain",
    usage: "FILE --of NAME --at T [OPTION…]",
    summary: "tell how a number of a run came to be, back to the first values",
    details: `  --of NAME           ball.v, ball.v#3, a function of a law as ball.impulse, a measure, an attribute
                      of the world
${whenHelp}. Functions of its law go by their names: impulse
  --depth N           how many levels are shown; 2 where nothing is said
  --what-if A=EXPR    what it would be if the number with the address A were another, all else as it was:
                      --what-if 1.2=3. It is changed wherever the levels shown speak of it
  --format text|json
${runOptionsHelp}
Of each number: the law and when, its formula, the formula with numbers and units, its value; then each
name in it, with its address. 0 leads over many steps to where the law began. Text with numbers is VFLang and
gives the value to the last bit. JSON: {"explanation": {"name", "origin", "words", "value", "unit",
"formula", "numbers", "because", "terms": [{"name", "value", "from"}], "earlier"}, "whatIf"}.`,
    options: {
      ...runOptions,
      ...whenOptions,
      of: { type: "string" },
      depth: { type: "string" },
      "what-if": { type: "string", multiple: true },
      format: { type: "string" },
    },
    load: async () => (await import("./commands/explain.ts")).explain,
  },
  {
    name: "why",
    usage: "FILE --of OBJECT --at T [OPTION…]",
    summary: "tell which law moves an object at a time, and why that one",
    details: `  --of OBJECT         ball
${whenHelp}
  --format text|json
${runOptionsHelp}
Since when and after what the law is at work, which laws could have been applied and how specific each is,
what the object touches, and what becomes of each gap if both fall freely for the time of the test.`,
    options: { ...runOptions, ...whenOptions, of: { type: "string" }, format: { type: "string" } },
    load: async () => (await import("./commands/why.ts")).why,
  },
  {
    name: "audit",
    usage: "FILE [OPTION…]",
    summary: "run an experiment several ways, and tell how far its numbers can be trusted",
    details: `  --show NAME,…       what to estimate besides the measures; the positions of all that moves otherwise
  --at T              when; at the end otherwise
  --format text|json  json has error bars along the whole run too
${runOptionsHelp}
The run is taken again with half and a quarter of the step, and by another integrator. Of each number: its
value, what it is probably off by (±, from how the differences shrink), the differences, the order.
Of each measure: whether it is kept, how far it drifts between events, and which events change it. A measure
with a closed form, height with height_expected, is compared with it. Notes of the runs are printed with the name of
the run.`,
    options: {
      ...runOptions,
      show: { type: "string", multiple: true },
      at: { type: "string" },
      format: { type: "string" },
    },
    load: async () => (await import("./commands/audit.ts")).audit,
  },
  {
    name: "referee",
    usage: "FILE [OPTION…]",
    summary: "run an experiment, and check its record by plain code that shares nothing with the engine",
    details: `  --all               check every interval, however long it takes
  --format text|json
${runOptionsHelp}
Frames are recorded at the end of each step unless --frames says otherwise. Checked are: that bodies which collide
touch and close, and none overlap; that between events every attribute follows its rate; that values stated by =, what
collisions and events write, and constraints are as the text says; that events happen when their conditions hold.
What is wrong is listed with its law, objects, time, by how much it is off and by how much it may be; what was not
checked is told. The exit code is 1 if something is wrong.
JSON: {"collisions", "events", "joints", "laws", "intervals", "pairs", "greatestDepth", "faults": [{"check", "law",
"objects", "time", "words", "figure", "tolerance"}], "count", "unchecked", "notes"}; "notes" are those of the run.`,
    options: { ...runOptions, all: { type: "boolean" }, format: { type: "string" } },
    load: async () => (await import("./commands/referee.ts")).referee,
  },
  {
    name: "compare",
    usage: "A [B] [OPTION…]",
    summary: "run one scene under two sets of laws or values, and tell where they part",
    details: `Without B, the same file with what these change of it:
  --set-b NAME=EXPR   as --set, for B only; so are --simulation-b, --step-b, --integrator-b, --seed-b
  --show NAME,…       what to compare; the positions of all that moves and the measures otherwise
  --tolerance X       differences below this part of a value are none; 1e-9 where nothing is said
  --format text|json
${runOptionsHelp}
Tells the laws that only one has, first values that differ, when the runs part and by which event (of one
only, or of both with another outcome), and for each number both values at the end, their difference, and
its largest, with when that was. What the runs note is told, with whose note it is.`,
    options: {
      ...runOptions,
      ...secondOptions,
      show: { type: "string", multiple: true },
      tolerance: { type: "string" },
      format: { type: "string" },
    },
    load: async () => (await import("./commands/compare.ts")).compare,
  },
  {
    name: "plot",
    usage: "FILE --show NAME,… --out F.svg",
    summary: "run an experiment and draw curves of it",
    details: `  --show NAME,…       the curves, named as for run; vectors component by component
  --against NAME      what goes to the right: t, or for a trajectory ball.position#1
${runOptionsHelp}
The axes carry units: SI, or the one behind a name, as in --show 'ball.v [km/h]'.`,
    options: { ...runOptions, show: { type: "string", multiple: true }, against: { type: "string" } },
    load: async () => (await import("./commands/plot.ts")).plot,
  },
  {
    name: "study",
    usage: "FILE [OPTION…]",
    summary: "run a study: many runs that differ in some values, and what is kept of each",
    details: `  --study NAME        which one, where the text has several; the first otherwise
  --workers N         how many threads work at it; as many as there are processors otherwise. The numbers
                      are the same for any N
  --csv FILE          write the rows there, as they come and at the end; with - to standard output
  --json FILE         {"study", "runs", "rows": [{"run", "varied", "kept", "failure", "notes", "runNotes"}],
                      "powers": [{"of", "against", "where", "exponent", "certainty"}],
                      "limits": [{"of", "limit", "against", "where", "upTo", "about"}]}
  --svg FILE          draw what the study plots; axes are logarithmic where the values are spread by factors
  --times             how long each run took, in the table
  --interpret         evaluate the laws by the interpreter instead of compiling them

Prints a row for each run, in the order of the study, then by which power results go with what is varied
and up to where limits are kept. A run that fails is a row with the reason, and the exit code is 1.
Ctrl-C ends with the rows there are and the exit code 130.`,
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
