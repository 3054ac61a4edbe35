// Checks which law was applied to which bodies: the one that the text has for them, in their order, with the geometry
// of both.
import { selectContexts } from "../../language/declare/applicability.ts";
import type { RecordedEvent, Recording } from "../../record/run/record.ts";
import { orderPair, TouchLaws } from "../laws/contact-laws.ts";
import { times } from "../math/vectors.ts";
import type { Fault, Findings } from "../reading/findings.ts";
import { type Body, type Model, numbersOfValue } from "../reading/reading.ts";

export function checkContexts(recording: Recording, findings: Findings): void {
  const check = new ContextCheck(recording.model, findings);
  for (const event of recording.events) check.event(event);
  for (const { time, applications } of recording.frames)
    for (const application of applications) if (application) check.application(application, time);
}

type Application = NonNullable<Recording["frames"][number]["applications"][number]>;

class ContextCheck {
  private readonly model: Model;
  private readonly findings: Findings;
  private readonly pairs: TouchLaws;
  private readonly known = new Map<string, string | null>();

  constructor(model: Model, findings: Findings) {
    this.model = model;
    this.findings = findings;
    this.pairs = new TouchLaws(model);
  }

  /** The law of a type that the text has for these bodies; if several apply equally well, the run reports it. */
  private lawFor(type: "free fall" | "collision" | "contact", bodies: readonly Body[]): string | null {
    const objects = bodies.map(({ declaration }) => declaration);
    const key = `${type} ${objects.map(({ name }) => name.name).join(" ")}`;
    let law = this.known.get(key);
    if (law === undefined) {
      const contexts = this.model.contexts.filter(({ appliedToPairs }) => !appliedToPairs);
      law = selectContexts(contexts, type, objects)[0]?.name.name ?? null;
      this.known.set(key, law);
    }
    return law;
  }

  event(event: RecordedEvent): void {
    const { type, context, objects } = event;
    if (type === "event") return;
    const bodies = objects.map((name) => this.model.byName.get(name));
    if (!bodies.every((body) => body !== undefined)) return;
    const isPair = type === "collision" && bodies.length === 2;
    const law = this.lawFor(type, isPair ? orderPair(bodies[0], bodies[1]) : bodies);
    const common = { law: context, objects, time: event.time };
    this.blame(law !== context, { ...common, words: `the law for this is ${law ? `'${law}'` : "none"}` });
    if (!isPair) return;
    const isHandled = this.pairs.handle(bodies[0], bodies[1]);
    this.blame(!isHandled, { ...common, words: "these two do not collide: a link joins them, or none can move" });
    this.players(event, orderPair(bodies[0], bodies[1]));
  }

  /** Checks that a law applies to the body that it moves. */
  application({ context, body, group }: Application, time: number): void {
    const { type } = context;
    const isOfGroup = type === "contact";
    if (isOfGroup && !group) return;
    const law = isOfGroup ? this.lawFor("contact", group!.bodies) : this.lawFor("free fall", [body]);
    const words = `another law moves it than ${law ? `'${law}'` : "none"}, which the text has for it`;
    this.blame(law !== context.name.name, { law: context.name.name, objects: [body.name], time, words });
  }

  /** Checks that the law saw the pair in its order, with the recorded point and normal. */
  private players(event: RecordedEvent, ordered: readonly Body[]): void {
    const { act } = event.before;
    if (!act || !event.point || !event.normal) return;
    const { bodies, given } = act.players;
    const common = { law: event.context, objects: event.objects, time: event.time };
    const isOrdered = ordered.every((body, i) => body === bodies[i]) && event.objects[0] === bodies[0].name;
    this.blame(!isOrdered, { ...common, words: "the law was applied to the two in another order" });
    const { context } = act.scope.laws;
    this.blame(context !== null && context.name.name !== event.context, {
      ...common,
      words: "another law was applied",
    });
    const point = [...event.point];
    const normal = [...event.normal];
    for (const [i, values] of given.entries())
      for (const [name, wanted] of [
        ["collisionPoint", point],
        ["collisionNormal", i === 0 ? normal : times(-1, normal)],
      ] as const) {
        const value = values.get(name);
        const numbers = value === undefined ? wanted : numbersOfValue(value);
        const figure = Math.max(...numbers.map((x, k) => Math.abs(x - wanted[k])));
        this.findings.add({
          ...common,
          check: "context",
          words: `the law was given another '${name}' for '${bodies[i].name}' than the record has`,
          figure,
          tolerance: 0,
        });
      }
  }

  private blame(isWrong: boolean, fault: Omit<Fault, "check" | "figure" | "tolerance">): void {
    if (isWrong) this.findings.add({ ...fault, check: "context", figure: 1, tolerance: 0 });
  }
}
