// The session as a person at a terminal sees it.
import { createInterface, type Interface } from "node:readline";
import { appendUnit, formatAligned } from "../terminal/aligned.ts";
import { type Io, writeLines } from "../terminal/io.ts";
import { doubtLines, type Paint, paintError, paintFor } from "../terminal/paint.ts";
import { completeLine } from "./complete.ts";
import type { Conversation, Reply } from "./conversation.ts";
import { historyPath, longestHistory, openHistory } from "./history.ts";

const prompt = "vf> ";
const continuation = "  … ";

export function runTerminal(conversation: Conversation, inputs: readonly string[], io: Io): Promise<number> {
  const paint = paintFor(io.stdout, io.env);
  const history = openHistory(historyPath(io.env));
  const show = (replies: readonly Reply[]) =>
    writeLines(
      io.stdout,
      replies.flatMap((reply) => linesOf(reply, paint)),
    );

  writeLines(io.stdout, [
    `${paint.strong("VirtuaFiz")}, the VFLang interpreter`,
    paint.quiet("name = expression defines, $expression computes; help explains more, Ctrl-D leaves"),
  ]);
  for (const input of inputs) show(conversation.say(input));

  const line = createInterface({
    input: io.stdin,
    output: io.stdout,
    terminal: true,
    prompt,
    history: history.lines,
    historySize: longestHistory,
    completer: (typed: string) => completeLine(typed, conversation.session.names(), io.cwd),
  });
  let leaving = false;
  let onPrompt = true;
  const ask = () => {
    line.setPrompt(conversation.isPending ? continuation : prompt);
    line.prompt();
  };
  line.on("line", (typed) => {
    leaving = false;
    history.add(typed);
    const replies = conversation.say(typed);
    show(replies);
    if (!replies.some((reply) => reply.kind === "leave")) return ask();
    onPrompt = false;
    line.close();
  });
  line.on("SIGINT", () => {
    if (line.line === "" && !conversation.isPending) {
      if (leaving) return line.close();
      leaving = true;
      dropLine(line);
      writeLines(io.stdout, [paint.quiet("Ctrl-C again, or Ctrl-D, leaves")]);
    } else {
      leaving = false;
      conversation.drop();
      dropLine(line);
    }
    ask();
  });
  ask();
  return new Promise((resolve) => {
    line.on("close", () => {
      if (onPrompt) io.stdout.write("\n");
      resolve(0);
    });
  });
}

/** Leaves what was typed on the screen and starts an empty line. Node's own interpreter does it the same way. */
function dropLine(line: Interface): void {
  (line as Interface & { clearLine(): void }).clearLine();
}

function linesOf(reply: Reply, paint: Paint): string[] {
  switch (reply.kind) {
    case "value":
      return [appendUnit(formatAligned(reply.value), reply.unit), ...doubtLines(reply.doubts, paint)];
    case "error":
      return paintError(reply.lines, paint);
    case "help":
      return [...reply.lines];
    case "defined":
      return [paint.quiet(`${reply.again ? "redefined" : "defined"} ${reply.name}`)];
    case "imported":
      return [
        paint.quiet(reply.names.length === 0 ? "there are no functions in it" : `defined ${reply.names.join(", ")}`),
      ];
    case "exported":
      return [paint.quiet(`wrote ${reply.names.length === 1 ? "1 function" : `${reply.names.length} functions`}`)];
    case "leave":
      return [];
  }
}
