// Checks texts while they are typed, away from the page and from the run, and answers what the editor asks about them.
import { type Checked, checkSource } from "../../language/check.ts";
import { createSource } from "../../language/span.ts";
import { importSource } from "./library.ts";
import { outlineOf } from "./outline.ts";
import { problemOf } from "./problems.ts";
import type { CheckReply, CheckRequest } from "./protocol.ts";

let newest: (CheckRequest & { type: "check" }) | null = null;
let last: Checked | null = null;

export function listen({ data }: MessageEvent<CheckRequest>): void {
  if (data.type === "check") {
    // Of several texts that wait only the newest matters.
    if (!newest) setTimeout(work, 0);
    newest = data;
  } else void serve(data);
}

/** What answers the editor comes with the first question. */
async function serve({ request, question, ...of }: CheckRequest & { type: "service" }): Promise<void> {
  try {
    const { answerAbout } = await import("./service.ts");
    reply({ type: "answer", request, value: await answerAbout(checkedOf(of), question) });
  } catch (error) {
    reply({ type: "failed", request, reason: error instanceof Error ? error.message : String(error) });
  }
}

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
