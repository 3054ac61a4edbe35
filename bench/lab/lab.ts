// The lab in the browser: how soon it is there, how soon it answers a key, and what a picture takes of the page.
import { decimal, type Row } from "../report.ts";
import { spread, withLab } from "./browser.ts";
import { measureLoading } from "./loading.ts";
import { measureScrubbing, measureStreaming } from "./pictures.ts";
import { measureTyping } from "./typing.ts";

export function measureLab(part: string): Promise<Row[]> {
  return withLab(async (lab) => {
    if (part === "first load") {
      const { kilobytes, files, controls, plays } = await measureLoading(lab);
      return [
        single(part, `kB gzipped in ${files} files`, kilobytes),
        single(part, "ms until the controls are there", controls),
        single(part, "ms until the run plays", plays),
      ];
    }
    if (part.startsWith("key")) return [row(part, "ms from key stroke to picture", await measureTyping(lab))];
    const bodies = part.includes("1000") ? 1000 : 100;
    const { work } = part.startsWith("streaming") ? await measureStreaming(lab, bodies) : await measureScrubbing(lab, bodies);
    return [row(part, "ms of the page's work for a picture", work)];
  }); // biome-ignore format: one choice
}

function row(part: string, what: string, values: readonly number[]): Row {
  const { median, most, worst } = spread(values);
  return { part, what, count: String(values.length), median: decimal(median), "95 %": decimal(most), worst: decimal(worst) };
} // biome-ignore format: one record

function single(part: string, what: string, value: number): Row {
  return { part, what, count: "1", median: decimal(value), "95 %": "", worst: "" };
}
