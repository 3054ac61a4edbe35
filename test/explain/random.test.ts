// Random experiments: every shown number is the record's, bit for bit, and every formula gives its value.
import { expect, test } from "vitest";
import type { Explainer } from "../../src/explain/explainer.ts";
import { sameBits } from "../../src/explain/tree/literal.ts";
import type { ExplanationNode } from "../../src/explain/tree/node.ts";
import { Run } from "../../src/lab.ts";
import { isMissing } from "../../src/record/probe/probe.ts";
import type { Recording } from "../../src/record/run/record.ts";
import { randomExperiment } from "../compiler/fuzz/experiments.ts";
import { Random } from "../language/fuzz/random.ts";
import { explainerOf, flawsBelow } from "./tree.ts";

const share = Number(process.env["FUZZ"] ?? 1);
const shift = 100_000_000 * Number(process.env["FUZZ_SEED"] ?? 0);
const experiments = Math.ceil(18 * share);

/** Laws of contact points: one that is iterated and keeps what it has done, one that contributes. */
const pointLaws = `
context { name = press  type = contact  applied to = pair  iterations = 3
  applicability = { mandatory 1 dynamic object and mandatory 1 static object }
  attributes = { jn = 0, begun }  compute_first_time_only_attributes = { begun }
  functions = { begun = t + 1
    jn = max(0, previous(jn) - mass1 * (previous(v1) . collisionNormal) - 0.01 * (1 + begun) * penetration)
    v1 = previous(v1) + (jn - previous(jn)) / mass1 * collisionNormal
    q1 = previous(q1) + 0.5 * jn + 0.1 * (atStepStart(v1) . collisionNormal) } }
context { name = squeeze  type = contact  applied to = pair  applicability = { mandatory 2 dynamic objects }
  functions = { apart = 40 * penetration * collisionNormal
    pull1 += apart
    pull1 += 0.1 * (v2 - v1)
    pull2 += -apart } }`;

/** The same experiment by time stepping, with and without collision laws. */
function stepped(text: string, random: Random): string {
  const withoutGroups = text.replace(/context \{ name = resting[\s\S]*?\n {2}functions = \{[\s\S]*?\} \}/, "");
  const isStruck = random.chance(50);
  const blocks = isStruck
    ? withoutGroups + pointLaws
    : withoutGroups.replaceAll("type = collision", "type = contact  applied to = pair");
  const scheme = `scheme = time stepping${random.chance(50) ? "  acceleration = newton" : ""} }`;
  return blocks.replace(/integrator = [a-z4 -]+\n/, "\n").replace(/integrator = [a-z0-9 -]+ \}/, scheme);
}

/** Null for a text with mistakes. */
function explainerIfRight(text: string): Explainer | null {
  try {
    return explainerOf(text);
  } catch {
    return null;
  }
}

/** The explanation of a random number at a frame or at a side of an event, after all of it has been checked. */
function askAt(explainer: Explainer, { frames, events }: Recording, random: Random, about: string): ExplanationNode {
  const { model } = explainer;
  const body = random.pick(model.bodies.filter(({ physicalType }) => physicalType !== "static"));
  const path = `${body.name}.${random.pick(["position", "v", "q", "state", "flag", "pull", "orientation"])}`;
  const number = 1 + random.below(Math.max(1, events.length));
  const frame = random.pick(frames);
  const isEvent = random.chance(50) && events.length > 0;
  const side = random.chance(50) ? "before" : "after";
  const when = isEvent ? ({ event: number, side } as const) : { time: frame.time };
  const recorded = explainer.probe.value(isEvent ? events[number - 1][side] : frame, path);
  const node = explainer.explain(path, when);
  const where = `${path} ${JSON.stringify(when)} ${about}`;
  if ("missing" in node) throw new Error(`${node.missing}: ${where}`);
  if (isMissing(recorded)) throw new Error(`${recorded.missing}: ${where}`);
  expect(sameBits(node.value, recorded), where).toBe(true);
  expect(flawsBelow(node, 5, { nodes: 40 }), where).toEqual([]);
  return node;
}

test(`${experiments} random experiments are explained`, { timeout: 120_000 * Math.max(1, share) }, () => {
  const origins = new Map<string, number>();
  for (let k = 0; k < experiments; k++) {
    const random = new Random(shift + k);
    const text = k % 3 === 2 ? stepped(randomExperiment(random), random) : randomExperiment(random);
    const explainer = explainerIfRight(text);
    if (!explainer) continue;
    const run = new Run(explainer.model);
    for (let i = 0; i < 30 && !run.isDone; i++) run.advance();
    for (let i = 0; i < 6; i++) {
      const node = askAt(explainer, run.recording, random, `seed ${shift + k}\n${text}`);
      origins.set(node.origin, (origins.get(node.origin) ?? 0) + 1);
      if (node.words.startsWith("sweep ")) origins.set("sweep", (origins.get("sweep") ?? 0) + 1);
    }
  }
  for (const origin of ["initial", "formula", "reckoning", "sweep"])
    expect(origins.get(origin) ?? 0, origin).toBeGreaterThan(0);
});
