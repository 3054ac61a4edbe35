// `virtuafiz repl`: the interpreter of 6.4, on a terminal or fed by a pipe.
import { createInterface } from "node:readline";
import { Session } from "../../compiler/interpret/session.ts";
import { formatValue } from "../../compiler/values/value.ts";
import { createSessionFiles, importInput } from "../files/session-files.ts";
import { type CommandRun, UsageError } from "../options/command.ts";
import { appendUnit } from "../terminal/aligned.ts";
import { type Io, writeLines } from "../terminal/io.ts";
import { doubtLines, plainPaint } from "../terminal/paint.ts";
import { Conversation, type Reply } from "./conversation.ts";
import { runTerminal } from "./repl-terminal.ts";

export const repl: CommandRun = async ({ positionals }, io) => {
  const session = new Session(createSessionFiles(io.cwd, positionals));
  const inputs = positionals.map((path) => {
    const input = importInput(path);
    if (typeof input !== "string") throw new UsageError(input.problem);
    return input;
  });
  const conversation = new Conversation(session, Math.min(io.stdout.columns ?? 80, 100));
  return io.stdin.isTTY && io.stdout.isTTY ? runTerminal(conversation, inputs, io) : runPiped(conversation, inputs, io);
};

/** No greeting, no prompts; errors go to stderr and the session goes on. */
async function runPiped(conversation: Conversation, inputs: readonly string[], io: Io): Promise<number> {
  let failed = false;
  const show = (replies: readonly Reply[]): boolean => {
    for (const reply of replies) {
      if (reply.kind === "leave") return false;
      if (reply.kind === "value") {
        writeLines(io.stdout, [appendUnit(formatValue(reply.value), reply.unit)]);
        writeLines(io.stderr, doubtLines(reply.doubts, plainPaint));
      } else if (reply.kind === "help") writeLines(io.stdout, reply.lines);
      else if (reply.kind === "error") {
        failed = true;
        writeLines(io.stderr, reply.lines);
      }
    }
    return !io.outputClosed.aborted;
  };
  for (const input of inputs) show(conversation.say(input));
  const lines = createInterface({ input: io.stdin, terminal: false, crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) if (!show(conversation.say(line))) break;
  lines.close();
  show(conversation.finish());
  return failed ? 1 : 0;
}
