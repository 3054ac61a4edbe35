// Questions to an experiment of the gallery, of every kind, at times and at both sides of events, and what is wrong
// with the answers.

import type { Explainer, When } from "../../src/explain/explainer.ts";
import { formulaOfNode } from "../../src/explain/tree/formula.ts";
import { sameBits } from "../../src/explain/tree/literal.ts";
import { type Frame, type RecordedEvent, Run } from "../../src/lab.ts";
import type { Kinds } from "../../src/language/typeset/kinds.ts";
import { toMathml } from "../../src/language/typeset/mathml.ts";
import { isMissing } from "../../src/record/probe/probe.ts";
import type { Random } from "../language/fuzz/random.ts";
import { flawsBelow } from "./tree.ts";

/** How much is asked. */
export interface Extent {
  readonly times: number;
  readonly events: number;
  /** Of each kind, at each moment. */
  readonly each: number;
  readonly depth: number;
  /** That are opened for a question. */
  readonly nodes: number;
  /** The part of the run that is looked at, and at most so many steps of it. */
  readonly part: number;
  readonly steps: number;
}

export interface Findings {
  readonly flaws: string[];
  /** Questions answered, by their kind. */
  readonly asked: Map<string, number>;
  nodes: number;
}

/** Who is asked, and how far answers are opened. */
interface Asking {
  readonly explainer: Explainer;
  readonly kinds: Kinds;
  readonly extent: Extent;
}

interface Instant {
  readonly frame: Frame;
  readonly when: When;
}

/** Runs, asks and compares. */
export function survey(explainer: Explainer, kinds: Kinds, extent: Extent, random: Random): Findings {
  const findings: Findings = { flaws: [], asked: new Map(), nodes: 0 };
  for (const instant of instantsOf(explainer, extent, random))
    for (const [kind, paths] of questionsAt(explainer, instant.frame, random))
      for (const path of sample(paths, extent.each, random))
        answer({ explainer, kinds, extent }, kind, path, instant, findings);
  return findings;
}

/** Times between frames and at frames, and both sides of events. */
function instantsOf({ model }: Explainer, extent: Extent, random: Random): Instant[] {
  const { initialTime, duration, step } = model.settings;
  const span = Math.min(duration * extent.part, step * extent.steps);
  const wanted = Array.from({ length: extent.times }, (_, i) => {
    const time = initialTime + (span * i) / Math.max(1, extent.times - 1);
    return random.chance(50) ? time : initialTime + Math.round((time - initialTime) / step) * step;
  });
  const times = [...new Set(wanted)].filter((time) => time <= initialTime + duration);
  const run = new Run(model, { at: times });
  while (!run.isDone && run.time <= initialTime + span) run.advance();
  const { frames, events, stop } = run.recording;
  const seen = times.flatMap((time): Instant[] => {
    const frame = frames.findLast((one) => one.time === time);
    return frame && !(stop && time >= stop.time) ? [{ frame, when: { time } }] : [];
  });
  const numbers = eventsOf(events, extent.events, random);
  const sides = numbers.flatMap((i) =>
    (["before", "after"] as const).map((side): Instant => ({ frame: events[i][side], when: { event: i + 1, side } })),
  );
  return [...seen, ...sides];
}

/** One of each type first, then others. */
function eventsOf(events: readonly RecordedEvent[], most: number, random: Random): number[] {
  const numbers = sample([...events.keys()], events.length, random);
  const firsts = numbers.filter((i, at) => numbers.findIndex((j) => events[j].type === events[i].type) === at);
  // Laws that are applied once have most to tell.
  firsts.sort((i, j) => Number(events[i].before.act === null) - Number(events[j].before.act === null));
  return [...new Set([...firsts, ...numbers])].slice(0, most);
}

/** All paths that can be asked for at a moment, by their kinds; of the bodies only some. */
function questionsAt({ model, probe }: Explainer, frame: Frame, random: Random): Map<string, string[]> {
  const { applications, act } = frame;
  const players = act?.players.bodies ?? [];
  const bodies = [...new Set([...players, ...sample(model.bodies, 6, random)])];
  const links = sample(model.links, 4, random);
  const of = <T extends { name: string }>(owners: readonly T[], names: (owner: T) => Iterable<string>) =>
    owners.flatMap((owner) => [...names(owner)].map((name) => `${owner.name}.${name}`));
  const laws = bodies.flatMap((body) => applications[body.index] ?? []);
  const functions = laws.flatMap(({ body, scope }) => functionsOf(scope).map((name) => `${body.name}.${name}`));
  const questions = new Map<string, string[]>([
    ["attribute", of(bodies, ({ slots }) => slots.keys())],
    ["component", of(bodies, () => ["position#1", "v#3", "v # 2"])],
    ["function", functions],
    ["context", laws.flatMap(({ body, attributes }) => [...attributes.keys()].map((name) => `${body.name}.${name}`))],
    ["given", laws.flatMap(({ body, given }) => [...given.keys()].map((name) => `${body.name}.${name}`))],
    ["link attribute", of(links, ({ slots }) => [...slots.keys()].filter((key) => !key.includes(" ")))],
    [
      "link function",
      of(links, ({ scope, context }) => [
        ...functionsOf(scope),
        ...scope.laws.functions.filter(({ op }) => op === "+=").map(({ name }) => name),
        ...context.constraints.flatMap(({ name }) => [`${name}'`, `${name}''`]),
        "anchor1",
        "anchor2",
      ]),
    ],
    ["measure", probe.measureNames],
    ["world", [...model.world.keys()]],
    ["solver", probe.names.filter((name) => name.startsWith("solver."))],
    [
      "law of an event",
      act
        ? [...new Set([...functionsOf(act.scope), ...act.scope.names()])].filter(
            (name) => !isMissing(probe.value(frame, name)),
          )
        : [],
    ],
    [
      "player of an event",
      act
        ? of(players, () => [...functionsOf(act.scope), ...act.players.attributes.flatMap((one) => [...one.keys()])])
        : [],
    ],
  ]);
  return questions;
}

function functionsOf(scope: {
  readonly laws: {
    readonly functions: readonly { name: string; params: readonly unknown[]; order: number; op: string }[];
  };
}): string[] {
  return scope.laws.functions
    .filter(({ params, order, op }) => params.length === 0 && order === 0 && op === "=")
    .map(({ name }) => name);
}

function sample<T>(from: readonly T[], most: number, random: Random): T[] {
  const left = [...from];
  const taken: T[] = [];
  while (left.length > 0 && taken.length < most) taken.push(...left.splice(random.below(left.length), 1));
  return taken;
}

/** What cannot be answered at all is a flaw like others. */
function answer(...question: Parameters<typeof ask>): void {
  const [, kind, path, { when }, { flaws }] = question;
  try {
    ask(...question);
  } catch (error) {
    flaws.push(`${kind} ${path} ${JSON.stringify(when)}: ${error instanceof Error ? error.message : error}`);
  }
}

function ask(
  { explainer, kinds, extent: { depth, nodes } }: Asking,
  kind: string,
  path: string,
  { frame, when }: Instant,
  findings: Findings,
): void {
  const where = `${kind} ${path} ${JSON.stringify(when)}`;
  const recorded = explainer.probe.value(frame, path);
  const node = explainer.explain(path, when);
  if (isMissing(recorded) || "missing" in node) {
    if (!isMissing(recorded) && "missing" in node) findings.flaws.push(`${where}: not explained, ${node.missing}`);
    if (isMissing(recorded) && !("missing" in node))
      findings.flaws.push(`${where}: explained, and not recorded: ${recorded.missing}`);
    return;
  }
  findings.asked.set(kind, (findings.asked.get(kind) ?? 0) + 1);
  if (!sameBits(node.value, recorded)) findings.flaws.push(`${where}: is not the record's`);
  const budget = { nodes };
  findings.flaws.push(...flawsBelow(node, depth, budget).map((flaw) => `${where}: ${flaw}`));
  findings.nodes += 1 + nodes - Math.max(0, budget.nodes);
  const formula = formulaOfNode(node, kinds);
  if (formula && /undefined|NaN/.test(JSON.stringify(toMathml(formula, ""))))
    findings.flaws.push(`${where}: its formula has no value`);
}
