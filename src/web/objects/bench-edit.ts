// Writes the present view into the text as its `bench { }`. Notes, comments and keys that are not about the view stay.
import type { Block } from "../../language/syntax/ast.ts";
import { Diagnostics } from "../../language/syntax/diagnostic.ts";
import { parseFile } from "../../language/syntax/parse.ts";
import { createSource } from "../../language/syntax/span.ts";
import { addBlock } from "../../language/write/edit.ts";
import type { PlotSpec } from "../plots/spec.ts";
import type { SliderOutline } from "../protocol/text.ts";
import type { TextChange } from "../state/experiment.ts";
import { sliderOf } from "../worker/bench-outline.ts";

export interface ShownView {
  readonly plots: readonly PlotSpec[];
  readonly vectors: readonly string[];
  readonly trajectories: boolean;
  readonly camera: { readonly at: readonly number[]; readonly towards: readonly number[] } | null;
  readonly follow: string | null;
}

function benchIn(text: string): Block | undefined {
  return parseFile(createSource("", text), new Diagnostics()).blocks.find(({ kind }) => kind === "bench");
}

/** The edits that write a view into the text's bench. */
export function keepView(text: string, view: ShownView): TextChange[] {
  const bench = benchIn(text);
  return [
    ...(bench ? replaced(bench) : []).map((entry) => wholeLine(text, entry)),
    ...addLines(text, bench, linesOf(view)),
  ];
}

/** The edits that give the text's bench a slider for a number. */
export function addSlider(text: string, { number, from, to }: SliderOutline): TextChange[] {
  const range = [from === null ? "" : `  from = ${from}`, to === null ? "" : `  to = ${to}`];
  return addLines(text, benchIn(text), [`slider { number = ${number.replace("#", " # ")}${range.join("")} }`]);
}

/** The edits that take the sliders of a number out of the text's bench. */
export function removeSlider(text: string, number: string): TextChange[] {
  const own = benchIn(text)?.blocks.filter((block) => sliderOf(block)?.number === number) ?? [];
  return own.map(({ span }) => wholeLine(text, span));
}

function addLines(text: string, bench: Block | undefined, lines: readonly string[]): TextChange[] {
  if (!bench) return addBlock(text, `bench {\n${lines.map((line) => `  ${line}\n`).join("")}}`);
  const close = bench.span.to - 1;
  const start = text.lastIndexOf("\n", close - 1) + 1;
  const isAlone = text.slice(start, close).trim() === "";
  const insert = lines.map((line) => `  ${line}\n`).join("");
  const at = isAlone ? start : close;
  return [{ from: at, to: at, insert: isAlone ? insert : `\n${insert}` }];
}

function replaced({ settings, blocks }: Block): { from: number; to: number }[] {
  const own = settings.filter(({ key }) => key === "vectors" || key === "trajectories");
  const inner = blocks.filter(({ kind }) => kind === "plot" || kind === "camera");
  return [...own, ...inner].map(({ span }) => span);
}

/** The range of an entry, with its whole line if the line has nothing else. */
function wholeLine(text: string, { from, to }: { from: number; to: number }): TextChange {
  const start = text.lastIndexOf("\n", from - 1) + 1;
  const end = /^[ \t,]*(?:\r?\n)/.exec(text.slice(to));
  const isAlone = text.slice(start, from).trim() === "" && end !== null;
  return isAlone ? { from: start, to: to + end[0].length, insert: "" } : { from, to, insert: "" };
}

function linesOf({ plots, vectors, trajectories, camera, follow }: ShownView): string[] {
  const numbers = (all: readonly number[]) => `[${all.map((one) => Number(one.toPrecision(4))).join(", ")}]`;
  const written = (plot: PlotSpec) =>
    plot.curves
      .map(({ path, as, unit }) => (as === "norm" ? `norm(${path})` : path) + (unit === undefined ? "" : ` [${unit}]`))
      .join(", ");
  const lines = plots
    .filter(({ curves }) => curves.length > 0)
    .map((plot) => {
      const scales = plot.isEqual ? "  scales = equal" : "";
      return `plot { against = ${plot.against}  curves = {${written(plot)}}${scales} }`;
    });
  lines.push(`vectors = {${vectors.join(", ")}}`, `trajectories = ${trajectories}`);
  if (camera) {
    const followed = follow === null ? "" : `  follow = ${follow}`;
    lines.push(`camera { at = ${numbers(camera.at)}  towards = ${numbers(camera.towards)}${followed} }`);
  }
  return lines;
}
