// Checks texts while they are typed, away from the page and from the run, and answers what the editor asks about them.
import { type Checked, checkSource } from "../language/check/check.ts";
import { ParseCache } from "../language/syntax/parse-cache.ts";
import { createSource } from "../language/syntax/span.ts";
import type { CheckReply, CheckRequest, Problem } from "./protocol/messages.ts";
import { importSource, wantImports } from "./worker/library.ts";
import { outlineOf } from "./worker/outline.ts";
import { problemOf } from "./worker/problems.ts";
import { nextTurn } from "./worker/turn.ts";
import { doOnceLoaded, withParts } from "./worker/wanted.ts";

let newest: (CheckRequest & { type: "check" }) | null = null;
let last: Checked | null = null;
const cache = new ParseCache();

export function listen({ data }: MessageEvent<CheckRequest>): void {
  if (data.type === "check") {
    // Of several texts that wait only the newest matters.
    if (!newest) nextTurn(() => doOnceLoaded(work));
    newest = data;
  } else if (data.type === "ready") {
    isReady = true;
    practise();
  } else void serve(data);
}

/** Answers a question of the editor. The code for that is loaded with the first question. */
async function serve({ request, question, ...of }: CheckRequest & { type: "service" }): Promise<void> {
  try {
    const { answerAbout } = await import("./editor/worker/service.ts");
    const value = await withParts(() => answerAbout(checkedOf(of), question));
    reply({ type: "answer", request, value });
  } catch (error) {
    reply({ type: "failed", request, reason: error instanceof Error ? error.message : String(error) });
  }
}

function reply(message: CheckReply): void {
  self.postMessage(message);
}

/** A text is checked once, however often it is asked about. */
function checkedOf({ text, name }: { readonly text: string; readonly name: string }): Checked {
  if (last?.source.text !== text || last.source.name !== name) {
    wantImports(text);
    last = checkSource(createSource(name, text), importSource, cache);
  }
  return last;
}

function problemsOf({ diagnostics, source }: Checked): Problem[] {
  return diagnostics.map((diagnostic) => problemOf(diagnostic, source));
}

function work(): void {
  const request = newest!;
  const checked = checkedOf(request);
  newest = null;
  const { id } = request;
  reply({ type: "checked", id, problems: problemsOf(checked) });
  // A person waits for the problems; forms and cards may come later.
  nextTurn(() => {
    if (newest) return;
    reply({ type: "outlined", id, outline: outlineOf(checked) });
    practise();
  });
}

/** Milliseconds of practice in all, and milliseconds of rest between two rounds. */
const mostPractice = 1500;
const rest = 20;
/** Examples of typing: a blank, an unknown name, half a line. */
const typed = [" ", "\nmeasures { practice = practised }", "\npractice = ("];
let isReady = false;
let practised = 0;
let rounds = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Browsers optimise code that has run often, so the text is checked a few times before a person types. */
function practise(): void {
  clearTimeout(timer);
  if (!isReady || practised >= mostPractice) return;
  timer = setTimeout(() => doOnceLoaded(practiseOnce), rest);
}

function practiseOnce(): void {
  if (!last || newest) return;
  const began = performance.now();
  const { name, text } = last.source;
  const checked = checkSource(createSource(name, text + typed[rounds % typed.length]), importSource, cache);
  problemsOf(checked);
  outlineOf(checked);
  rounds++;
  practised += performance.now() - began;
  practise();
}
