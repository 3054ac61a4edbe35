// One experiment of the gallery with slips, hostile numbers or hostile settings: it is refused, stops with a reason, or
// runs.
import { readdirSync, readFileSync } from "node:fs";
import { checkSource, createSource, prepare, Run } from "../../src/lab.ts";
import { read } from "../engine/lab.ts";
import { mutate, tweak } from "../language/fuzz/mutate.ts";
import { Random } from "../language/fuzz/random.ts";

const root = new URL("../../", import.meta.url);
const gallery = readdirSync(new URL("experiments/", root))
  .filter((name) => name.endsWith(".vfl"))
  .sort()
  .map((name) => ({ name, text: readFileSync(new URL(`experiments/${name}`, root), "utf8") }));
const corpus = gallery.map(({ text }) => text);

const numbers = [
  "0",
  "-1",
  "1e308",
  "-1e308",
  "1e-308",
  "5e-324",
  "1e12",
  "1e20",
  "1e6",
  "0 / 0",
  "1 / 0",
  "-0",
  "0.1",
  "7",
];
const settings = [
  "frames = 1e12",
  "iterations = 1e12",
  "iterations = 100000",
  "initial time = 1e20",
  "initial time = -1e308",
  "duration = 1e300",
  "step = 1e-300",
  "step = 1e300",
  "tolerance = 1e300",
  "tolerance = 1e-300",
  "separation = 1e300",
  "margin = 1e9",
  "margin = -1",
  "sleep speed = 1e300",
  "sleep time = 0",
  "seed = 1e300",
  "seed = 0.5",
  "acceleration = newton",
  "scheme = time stepping",
  "scheme = event driven",
  "integrator = dormand-prince",
  "integrator = implicit midpoint",
  "integrator = explicit euler",
  "start = projected",
  "sweep order = greatest first",
  "contact points = middle",
  "sweep order = bottom up",
];

function withNumber(text: string, random: Random): string {
  const places = [...text.matchAll(/(?<![\w.])\d+(\.\d+)?(e-?\d+)?(?![\w.])/g)];
  if (places.length === 0) return text;
  const place = random.pick(places);
  return text.slice(0, place.index) + random.pick(numbers) + text.slice(place.index + place[0].length);
}

/** A setting of the simulation, in place of the one there is. */
function withSetting(text: string, random: Random): string {
  const setting = random.pick(settings);
  const key = setting.slice(0, setting.indexOf(" ="));
  const without = text.replace(new RegExp(`^ *${key} = .*$`, "m"), "");
  return without.replace(/^simulation \{/m, `simulation {\n  ${setting}`);
}

function withCopies(text: string, random: Random): string {
  return text.replace(/copies = \w+/, `copies = ${random.pick(["0", "1", "-3", "1e9", "0.5", "300"])}`);
}

function spoil(text: string, random: Random): string {
  const edits = [
    () => mutate(text, random, corpus),
    () => tweak(text, random),
    () => tweak(text, random),
    () => withNumber(text, random),
    () => withNumber(text, random),
    () => withNumber(text, random),
    () => withSetting(text, random),
    () => withSetting(text, random),
    () => withCopies(text, random),
  ];
  return random.pick(edits)();
}

/** Milliseconds after which no further step is asked for: slow is what a text may be, but no step may hang. */
const patience = 4000;

/** How far a text comes. */
function fate(text: string): string {
  const checked = checkSource(createSource("mutated.vfl", text), read);
  if (checked.diagnostics.some(({ severity }) => severity === "error")) return "refused by the check";
  const model = prepare(checked);
  if ("severity" in model) return "refused before the run";
  const run = new Run(model);
  const end = Date.now() + patience;
  for (let i = 0; i < 12 && !run.isDone && Date.now() < end; i++) run.advance();
  return run.recording.stop ? "stopped" : "ran";
}

/** The spoilt text of a seed, and the experiment that it was. */
export function mutant(seed: number): { readonly name: string; readonly text: string } {
  const random = new Random(seed);
  const { name, text } = random.pick(gallery);
  let spoilt = text;
  for (let edits = random.below(3); edits >= 0; edits--) spoilt = spoil(spoilt, random);
  return { name, text: spoilt };
}

/** How far the spoilt text of a seed comes; throws where the lab throws. */
export function judgeMutant(seed: number): string[] {
  const { name, text } = mutant(seed);
  try {
    return [fate(text)];
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.stack : error}\nseed ${seed}, ${name}\n${text}`);
  }
}
