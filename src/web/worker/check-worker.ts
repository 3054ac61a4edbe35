// Checks texts while they are typed, away from the page and from the run, and answers what the editor asks about them.
import { type Checked, checkSource } from "../../language/check.ts";
import { createSource } from "../../language/span.ts";
import { importSource } from "./library.ts";
import { outlineOf } from "./outline.ts";
import { problemOf } from "./problems.ts";
import type { CheckReply, CheckRequest } from "./protocol.ts";
import { answerAbout } from "./service.ts";

let newest: (CheckRequest & { type: "check" }) | null = null;
let last: Checked | null = null;

self.onmessage = ({ data }: MessageEvent<CheckRequest>) => {
  if (data.type === "check") {
    // Of several texts that wait only the newest matters.
    if (!newest) setTimeout(work, 0);
    newest = data;
    return;
  }
  try {
    reply({ type: "answer", request: data.request, value: answerAbout(checkedOf(data), data.question) });
  } catch (error) {
    reply({ type: "failed", request: data.request, reason: error instanceof Error ? error.message : String(error) });
  }
};

function reply(message: CheckReply): void {
  self.postMessage(message);
}

/** A text is checked once, however often it is asked about. */
function checkedOf({ text, name }: { readonly text: string; readonly name: string }): Checked {
  if (last?.source.text !== text || last.source.name !== name)
    last = checkSource(createSource(name, text), importSource);
  return last;
}

function work(): void {
  const request = newest!;
  newest = null;
  const started = performance.now();
  const checked = checkedOf(request);
  const problems = checked.diagnostics.map((diagnostic) => problemOf(diagnostic, checked.source));
  const outline = outlineOf(checked);
  reply({ type: "checked", id: request.id, problems, outline, milliseconds: performance.now() - started });
}
