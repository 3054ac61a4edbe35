// A survey of explanations over the whole gallery: what is shown is the record's to the last bit, every opened formula
// gives its value, and no text is empty. A sample of questions; SURVEY=1 asks through whole runs, SURVEY_SEED asks
// others.
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { Explainer } from "../../src/explain/explainer.ts";
import { checkSource, createSource, prepare } from "../../src/lab.ts";
import { findKinds } from "../../src/language/typeset/kinds.ts";
import { experiment, read } from "../engine/lab.ts";
import { Random } from "../language/fuzz/random.ts";
import { type Extent, survey } from "./survey.ts";

const isFull = process.env["SURVEY"] === "1";
const seed = Number(process.env["SURVEY_SEED"] ?? 0);
const names = readdirSync(new URL("../../experiments/", import.meta.url))
  .filter((file) => file.endsWith(".vfl"))
  .map((file) => file.slice(0, -4));

/** Of many bodies less is asked, for each number has more behind it. */
function extentOf(bodies: number): Extent {
  if (!isFull)
    return {
      times: 2,
      events: 1,
      each: bodies > 12 ? 1 : 2,
      depth: 4,
      nodes: 8,
      part: 0.2,
      steps: bodies > 30 ? 3 : 20,
    };
  const whole = { times: 5, events: 4, depth: 5, part: 1, steps: Number.POSITIVE_INFINITY };
  if (bodies > 30) return { ...whole, each: 1, nodes: 20 };
  return bodies > 12 ? { ...whole, each: 2, nodes: 30 } : { ...whole, each: 5, nodes: 50 };
}

test.each(names.map((name, i) => [name, i] as const))(
  "%s",
  { timeout: isFull ? 3_600_000 : 300_000 },
  (name, number) => {
    const checked = checkSource(createSource(`experiments/${name}.vfl`, experiment(name)), read);
    const model = prepare(checked);
    if ("severity" in model) return expect(model.message).not.toBe("");
    const started = performance.now();
    const found = survey(
      new Explainer(model, checked),
      findKinds(checked),
      extentOf(model.bodies.length),
      new Random(1000 * seed + number),
    );
    const { asked, nodes, flaws } = found;
    if (isFull) {
      const questions = [...asked.values()].reduce((sum, count) => sum + count, 0);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      const kinds = [...asked].map(([kind, count]) => `${kind} ${count}`).join(", ");
      console.log(`${name}: ${questions} questions, ${nodes} nodes, ${flaws.length} flaws, ${seconds} s; ${kinds}`);
      for (const flaw of flaws) console.log(`${name}: ${flaw}`);
    }
    expect(flaws).toEqual([]);
    expect(asked.size).toBeGreaterThan(0);
  },
);
