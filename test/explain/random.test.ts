// Random experiments: every shown number is the record's, bit for bit, and every formula gives its value.
import { expect, test } from "vitest";
import { sameBits } from "../../src/explain/literal.ts";
import { Run } from "../../src/lab.ts";
import { Probe } from "../../src/record/probe.ts";
import { randomExperiment } from "../compiler/fuzz/experiments.ts";
import { Random } from "../language/fuzz/random.ts";
import { explainerOf, flawsBelow } from "./tree.ts";

const share = Number(process.env["FUZZ"] ?? 1);
const shift = 100_000_000 * Number(process.env["FUZZ_SEED"] ?? 0);
const experiments = Math.ceil(12 * share);

test(`${experiments} random experiments are explained`, { timeout: 120_000 * Math.max(1, share) }, () => {
  const origins = new Map<string, number>();
  for (let k = 0; k < experiments; k++) {
    const random = new Random(shift + k);
    const text = randomExperiment(random);
    let explainer: ReturnType<typeof explainerOf>;
    try {
      explainer = explainerOf(text);
    } catch {
      continue;
    }
    const { model } = explainer;
    const run = new Run(model);
    for (let i = 0; i < 30 && !run.isDone; i++) run.advance();
    const { frames, events } = run.recording;
    const probe = new Probe(model);
    const moving = model.bodies.filter(({ physicalType }) => physicalType !== "static");
    const about = `seed ${shift + k}\n${text}`;
    for (let i = 0; i < 6; i++) {
      const body = random.pick(moving);
      const path = `${body.name}.${random.pick(["position", "v", "q", "state", "flag", "pull", "orientation"])}`;
      const number = 1 + random.below(Math.max(1, events.length));
      const frame = random.pick(frames);
      const isEvent = random.chance(50) && events.length > 0;
      const side = random.chance(50) ? "before" : "after";
      const when = isEvent ? ({ event: number, side } as const) : { time: frame.time };
      const recorded = probe.value(isEvent ? events[number - 1][side] : frame, path);
      const node = explainer.explain(path, when);
      const where = `${path} ${JSON.stringify(when)} ${about}`;
      if ("missing" in node) throw new Error(`${node.missing}: ${where}`);
      if (typeof recorded === "object" && "missing" in recorded) throw new Error(`${recorded.missing}: ${where}`);
      expect(sameBits(node.value, recorded), where).toBe(true);
      expect(flawsBelow(node, 5, { nodes: 40 }), where).toEqual([]);
      origins.set(node.origin, (origins.get(node.origin) ?? 0) + 1);
    }
  }
  for (const origin of ["initial", "formula", "reckoning"]) expect(origins.get(origin) ?? 0, origin).toBeGreaterThan(0);
});
