// Constraints hold: C = 0 at every moment and on both sides of events, and where C speaks of poses alone also its rate.
import type { Recording } from "../../record/run/record.ts";
import { ratesOf } from "../laws/body-law.ts";
import { freeFall } from "../laws/contact-laws.ts";
import { type LawsByBody, LinkLaw } from "../laws/link-law.ts";
import { attempt } from "../reading/attempt.ts";
import { type Findings, ordinal } from "../reading/findings.ts";
import type { RecordedMoment } from "../reading/moment.ts";
import { type Link, type Model, readNumbers } from "../reading/reading.ts";

/** Relative to the typical lengths and speeds: the run closes gaps above 1e-11, and differences add their rounding. */
const ofLength = 1e-9;
const ofSpeed = 1e-8;

export function checkConstraints(
  recording: Recording,
  stretches: readonly RecordedMoment[][],
  work: number,
  findings: Findings,
): void {
  const { model } = recording;
  const links = model.links.filter(({ context }) => context.type === "constraint");
  if (links.length === 0) return;
  for (const link of links) findings.joints.add(link.name);
  const moments = stretches.flat();
  const stride = Math.max(1, Math.ceil((moments.length * links.length * 12) / work));
  if (stride > 1) findings.leave(`joints, except at every ${ordinal(stride)} frame: all would take long`);
  const places = [
    ...moments.filter((_, i) => i % stride === 0),
    ...recording.events.filter(({ type }) => type === "collision").map(({ after }) => after),
  ];
  for (const link of links) if (isKept(link, findings)) checkLink(model, link, places, findings);
}

/** Only projection promises that C stays zero. */
function isKept(link: Link, findings: Findings): boolean {
  const { value } = link.context.settings.get("stabilisation") ?? { value: null };
  const isProjected =
    value === null ||
    (value.kind === "expression" && value.value.kind === "name" && value.value.name === "projection") ||
    (value.kind === "words" && value.words === "projection");
  if (!isProjected) findings.leave(`how large the gap of '${link.name}' is: its law does not ask for projection`);
  return isProjected;
}

function checkLink(
  model: Model,
  link: Link,
  places: readonly Pick<RecordedMoment, "time" | "memory" | "applications">[],
  findings: Findings,
): void {
  const law = link.context.name.name;
  attempt(findings, `the constraint of '${link.name}'`, () => {
    for (const { time, memory, applications } of places) {
      if (memory[link.attached.offset] === 0) continue;
      const laws: LawsByBody = model.bodies.map(
        (body) => applications[body.index] ?? (link.bodies.includes(body) ? freeFall(model, body, memory, time) : null),
      );
      const linkLaw = new LinkLaw(model, link, laws);
      const gaps = linkLaw.gaps(memory);
      const common = { check: "constraint", law, objects: [link.name], time } as const;
      const { length, speed } = extentOf(model, linkLaw, laws, memory);
      const isOfPoses = linkLaw.ofPosesOnly(memory);
      const rates = linkLaw.gapRates(memory);
      for (const [k, gap] of gaps.entries()) {
        const tolerance = isOfPoses[k] ? ofLength * length : ofSpeed * Math.max(length, speed);
        findings.add({ ...common, words: "the constraint is not zero", figure: Math.abs(gap), tolerance });
        if (isOfPoses[k])
          findings.add({
            ...common,
            words: "the rate of the constraint is not zero",
            figure: Math.abs(rates[k]),
            tolerance: ofSpeed * (speed + 0.01 * length),
          });
      }
    }
  });
}

/** The lengths on which a link depends, and the speeds of its ends. */
function extentOf(
  model: Model,
  law: LinkLaw,
  laws: LawsByBody,
  memory: Float64Array,
): { length: number; speed: number } {
  let [length, speed] = [0, 0];
  const { link } = law;
  const later = law.after(memory, 1e-4);
  for (const [i, body] of link.bodies.entries()) {
    const [a, b] = [law.anchor(i, memory), law.anchor(i, later)];
    length = Math.max(length, ...a.map(Math.abs), ...readNumbers(memory, link.slots.get(`at ${i + 1}`)!).map(Math.abs));
    speed = Math.max(speed, ...a.map((x, k) => Math.abs(b[k] - x) / 1e-4));
    if (!body) continue;
    const rates = laws[body.index] ? ratesOf(model, laws[body.index]!, memory, memory) : [];
    for (const { slot, numbers } of rates)
      if (slot === body.position || slot === body.orientation) speed = Math.max(speed, ...numbers.map(Math.abs));
  }
  return { length: Math.max(length, 0.1), speed };
}
