// The lab in the browser: how soon it is there, how soon it answers a key, and what a picture takes of the page.
import { decimal, type Row } from "../report.ts";
import { below, withLab } from "./browser.ts";
import { measureLoading } from "./loading.ts";
import { labParts } from "./parts.ts";
import { measureScrubbing, measureStreaming } from "./pictures.ts";
import { measureTyping } from "./typing.ts";

export function measureLab(part: string): Promise<Row[]> {
  // The first part builds the page; the others find it.
  return withLab(part === labParts[0] ? "build" : "built", async (lab) => {
    if (part === "first load") {
      const { kilobytes, files, controls, plays } = await measureLoading(lab);
      return [
        single(part, `kB gzipped in ${files} files`, kilobytes),
        single(part, "ms until the controls are there", controls),
        single(part, "ms until the run plays", plays),
      ];
    }
    if (part.startsWith("typing")) {
      const { shown, tasks } = await measureTyping(lab, part.endsWith("plays") && !part.includes("nothing") ? 10 : 0);
      return [row(part, "ms from key to diagnostic", shown), row(part, "ms of a task of the page", tasks)];
    }
    const bodies = part.includes("1000") ? 1000 : 100;
    const panel = part.endsWith("plots") ? "Plots" : "Measures";
    const measure = part.startsWith("streaming") ? measureStreaming : measureScrubbing;
    const { work, rate } = await measure(lab, bodies, panel);
    return [row(part, "ms of the page's work for a picture", work), single(part, "pictures a second", rate)];
  });
}

function row(part: string, what: string, values: readonly number[]): Row {
  const at = (share: number) => decimal(below(values, share));
  return {
    part,
    what,
    count: String(values.length),
    median: at(0.5),
    "95 %": at(0.95),
    "99 %": at(0.99),
    worst: at(1),
  };
}

function single(part: string, what: string, value: number): Row {
  return { part, what, count: "1", median: decimal(value), "95 %": "", "99 %": "", worst: "" };
}
