// Links and curves of a model as the page sees them.

import type { Value } from "../../compiler/values/value.ts";
import { attachments, type Link } from "../../engine/model/link.ts";
import type { Model } from "../../engine/model/model.ts";
import { sampleCurve } from "../../geometry/curves/curve.ts";
import { wordsOf } from "../../language/check/settings.ts";
import { drawingNames } from "../../language/syntax/setting-names.ts";
import { isContribution, isPlainValue } from "../../language/syntax/statement.ts";
import { isMissing, type Probe } from "../../record/probe/probe.ts";
import type { Frame } from "../../record/run/record.ts";
import type { CurveInfo, Drawing, GapInfo, LinkEnd, LinkInfo, SolutionInfo } from "../protocol/links.ts";
import type { SlotInfo } from "../protocol/messages.ts";

type SlotsInfo = (slot: Link["attached"]) => SlotInfo;

export function linkInfosOf({ links }: Model, slotInfo: SlotsInfo): LinkInfo[] {
  // What links of one law have in common is one object, which a message copies once.
  const functions = new Map<Link["context"], readonly string[]>();
  return links.map((link) => {
    const { name, declaration, context, slots, attached, unknowns } = link;
    if (!functions.has(context)) functions.set(context, functionsOf(link));
    return {
      name,
      link: declaration.name.name,
      kind: context.name.name,
      drawing: drawingOf(link),
      ends: [endOf(link, 0, slotInfo), endOf(link, 1, slotInfo)],
      attached: slotInfo(attached),
      slots: [...slots.values()].filter((slot) => !slot.name.includes(" ")).map(slotInfo),
      unknowns: unknowns.map((slot) => slot.name),
      functions: functions.get(context)!,
    };
  });
}

export function curveInfosOf({ curves }: Model): CurveInfo[] {
  return [...curves].map(([name, curve]) => ({
    name,
    points: Float64Array.from(sampleCurve(curve)),
    isClosed: curve.isClosed,
  }));
}

/** How a link is drawn: as it says itself, else as its law says. */
function drawingOf({ declaration, context }: Link): Drawing {
  const setting = declaration.settings.get("drawing") ?? context.settings.get("drawing");
  const said = setting && drawingNames.find((name) => name === wordsOf(setting));
  return said ?? (context.type === "constraint" ? "joint" : "rod");
}

function endOf({ bodies, declaration, slots }: Link, end: 0 | 1, slotInfo: SlotsInfo): LinkEnd {
  const body = bodies[end];
  const said = declaration.between[end].object.name;
  const at = slotInfo(slots.get(attachments[end])!);
  if (body) return { kind: "body", name: body.name, body: body.index, at };
  return { kind: said === "world" ? "world" : "curve", name: said, body: -1, at };
}

/**
 * What can be asked for besides attributes: the law's functions, how fast its constraints change, and what it adds to
 * its objects.
 */
function functionsOf({ context, slots }: Link): readonly string[] {
  const { functions, constraints } = context;
  const own = functions.filter(isPlainValue);
  const added = functions.filter(isContribution);
  const names = [...own, ...added].map(({ name }) => name);
  const all = [...names, ...constraints.map(({ name }) => `${name}'`), "anchor1", "anchor2"];
  return [...new Set(all)].filter((name) => !slots.has(name));
}

/** The largest number of all constraints that are at work. */
export function linkGap({ links }: Model, probe: Probe, frame: Frame): GapInfo | null {
  // Read once: a side of an event computes its memory whenever it is read.
  const { memory, applications } = frame;
  let worst: GapInfo | null = null;
  for (const link of links) {
    if (memory[link.attached.offset] === 0) continue;
    for (const { name } of link.context.constraints) {
      const value = probe.links.of(link, name, memory, applications);
      if (value === null || isMissing(value)) continue;
      for (const x of numbersIn(value))
        if (!worst || Math.abs(x) > worst.size) worst = { size: Math.abs(x), link: link.name };
    }
  }
  return worst;
}

/** The number or the numbers of the value of a constraint. */
function numbersIn(value: Value): Iterable<number> {
  if (typeof value === "number") return [value];
  return typeof value === "object" && value.kind === "vector" ? value.data : [];
}

export function solutionAt({ solver }: Model, { memory }: Frame): SolutionInfo | null {
  if (!solver) return null;
  const { residual, condition, redundant, iterations } = solver;
  const at = (slot: typeof residual) => memory[slot.offset];
  return { residual: at(residual), condition: at(condition), redundant: at(redundant), iterations: at(iterations) };
}
