// Checks texts while they are typed, away from the page and from the run.
import { checkSource } from "../../language/check.ts";
import { createSource } from "../../language/span.ts";
import { importSource } from "./library.ts";
import { problemOf } from "./problems.ts";
import type { CheckReply, CheckRequest } from "./protocol.ts";

let newest: CheckRequest | null = null;

self.onmessage = ({ data }: MessageEvent<CheckRequest>) => {
  // Of several texts that wait only the newest matters.
  if (!newest) setTimeout(work, 0);
  newest = data;
};

function work(): void {
  const request = newest!;
  newest = null;
  const started = performance.now();
  const source = createSource(request.name, request.text);
  const checked = checkSource(source, importSource);
  const problems = checked.diagnostics.map((diagnostic) => problemOf(diagnostic, source));
  self.postMessage({ id: request.id, problems, milliseconds: performance.now() - started } satisfies CheckReply);
}
