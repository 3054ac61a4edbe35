// Which law moves a body at a time, and why: applicability, contact, the test whether a pair separates.

import { Separation, type Tendency } from "../engine/impacts/separation.ts";
import { Laws } from "../engine/laws/laws.ts";
import type { Link } from "../engine/model/link.ts";
import type { Body, Model } from "../engine/model/model.ts";
import { inOrder } from "../engine/model/pair-order.ts";
import { gapIn } from "../engine/state/gap.ts";
import { type PairStatus, pairOf, type State } from "../engine/state/state.ts";
import { applies, type Specificity, selectContexts, specificity } from "../language/declare/applicability.ts";
import type { ContextDeclaration } from "../language/declare/experiment.ts";
import { spanText } from "../language/syntax/span.ts";
import { describeHappening, type ReplayMoment, type ReplayMoments } from "./replay/moment.ts";

/** A law of the same type, and whether it applies. */
export interface Candidate {
  readonly context: string;
  /** Its applicability as in the text; "" for any. */
  readonly applicability: string;
  readonly isApplicable: boolean;
  readonly isChosen: boolean;
  readonly specificity: Specificity;
}

/** A touching body, and what happens to the gap in free fall. */
export interface Neighbour {
  readonly other: string;
  readonly status: PairStatus | "contact point";
  readonly gap: number;
  readonly separation: number;
  readonly growth: number;
  readonly noise: number;
  readonly tendency: Tendency;
  /** The contact law of the pair; null if there is none. */
  readonly law: string | null;
}

export interface Governance {
  readonly body: string;
  readonly time: number;
  readonly law: string | null;
  readonly type: "free fall" | "contact" | null;
  readonly since: number | null;
  /** The reasons, as sentences. */
  readonly reasons: readonly string[];
  readonly candidates: readonly Candidate[];
  readonly neighbours: readonly Neighbour[];
  /** Links that act on it, each with its law. */
  readonly links: readonly string[];
  /** Whether it sleeps: then its rates are not evaluated. */
  readonly sleeps: boolean;
}

export class Governing {
  private readonly model: Model;
  private readonly moments: ReplayMoments;
  private readonly laws: Laws;

  constructor(moments: ReplayMoments) {
    this.moments = moments;
    this.model = moments.history.model;
    this.laws = new Laws(this.model, "interpreted");
  }

  of(body: Body, moment: ReplayMoment): Governance {
    const application = this.moments.applications(moment)[body.index];
    const piece = this.moments.piece(moment.piece);
    const state = moment.time < piece.until ? piece.before! : piece.after;
    const neighbours = this.neighboursOf(body, moment, state);
    const law = application?.context.name.name ?? null;
    const type = application ? (application.context.type === "contact" ? "contact" : "free fall") : null;
    const group =
      type === "contact"
        ? [body.name, ...neighbours.filter(({ status }) => status === "contact").map(({ other }) => other)]
        : [body.name];
    const candidates = this.candidatesFor(type ?? "free fall", group, application?.context ?? null);
    const links = this.model.links.filter(
      ({ bodies, attached }) => bodies.includes(body) && this.moments.memory(moment)[attached.offset] !== 0,
    );
    const began = application ? this.moments.beginning(body, application.since, moment) : null;
    const sleeps = state.points?.sleep?.asleep[body.index] === 1;
    const reasons =
      body.physicalType === "static"
        ? [`'${body.name}' is static: no law moves it`]
        : [
            ...(sleeps ? [this.sleep(body)] : []),
            this.situation(body, type, neighbours),
            ...(began ? [this.occasion(body, began)] : []),
            choice(candidates, law, type),
            ...this.pointLaws(neighbours),
            ...links.map((link) => this.linkReason(link, body)),
          ];
    return {
      sleeps,
      body: body.name,
      time: moment.time,
      law,
      type,
      since: application?.since ?? null,
      reasons,
      candidates,
      neighbours,
      links: links.map(({ name, context }) => `${name} (${context.name.name})`),
    };
  }

  private sleep({ name }: Body): string {
    const { sleepSpeed, sleepTime } = this.model.settings;
    return (
      `'${name}' sleeps: all that it touches and is linked to was slower than ${sleepSpeed} for ` +
      `${sleepTime} s, so its rates are not applied until something changes them`
    );
  }

  /** In time stepping: the laws of contact points, and why they apply. */
  private pointLaws(neighbours: readonly Neighbour[]): string[] {
    const laws = new Map<string, string[]>();
    for (const { status, law, other } of neighbours)
      if (status === "contact point" && law) laws.set(law, [...(laws.get(law) ?? []), `'${other}'`]);
    return [...laws].map(([law, others]) => {
      const context = this.model.contexts.find(({ name }) => name.name === law)!;
      const asks = context.requirements.map(({ span }) => spanText(span)).join(" and ");
      return (
        `'${law}'${asks ? `, which asks for ${asks},` : ""} is also applied to its contact points with ` +
        `${others.join(", ")}`
      );
    });
  }

  private linkReason({ name, context, bodies, unknowns }: Link, body: Body): string {
    const other = bodies.find((one) => one !== body)?.name ?? "the world";
    const what =
      unknowns.length > 0
        ? `solves for ${unknowns.map((slot) => slot.name).join(", ")} so that ` +
          `${context.constraints.map((word) => word.name).join(", ")} stays zero`
        : "adds to its sums";
    return `'${context.name.name}', the kind of the link '${name}' to ${other}, also acts: it ${what}`;
  }

  /** Held, touching or free. */
  private situation({ name }: Body, type: Governance["type"], neighbours: readonly Neighbour[]): string {
    const held = neighbours.filter(({ status }) => status === "contact");
    if (type === "contact") {
      const tests = held.map(
        ({ other, separation, growth, tendency }) =>
          `let fall freely for ${separation} s, its gap to '${other}' changes by ${growth} m (${tendency})`,
      );
      return (
        `'${name}' is held in contact with ${held.map(({ other }) => `'${other}'`).join(", ")}: ` +
        `${tests.join("; ")}`
      );
    }
    const others = neighbours.map(({ other, status, tendency }) => {
      const words = {
        passing: "passes through it until they separate",
        touching: "touches",
        contact: "is in contact",
        "contact point": "is in contact, by points",
      };
      return `'${other}' ${words[status]} (${tendency} in free fall)`;
    });
    return others.length === 0 ? `'${name}' touches nothing` : `no group contact holds '${name}': ${others.join(", ")}`;
  }

  /** What happened when its law began. */
  private occasion(body: Body, began: ReplayMoment): string {
    const { happenings, kind, input } = this.moments.piece(began.piece);
    const time = `since t = ${began.time}`;
    for (let i = began.index - 2; i >= 0; i--) {
      const { act, bodies } = happenings[i];
      const isHis =
        act && (bodies.includes(body) || happenings[began.index - 1].bodies.some((one) => bodies.includes(one)));
      if (isHis) return `${time}, after ${describeHappening(happenings[i]).words}`;
    }
    if (kind === "beginning") return `${time}, when the run began`;
    return input ? `${time}, when a person changed '${input.name}'` : `${time}, when a contact began or ended`;
  }

  private candidatesFor(
    type: "free fall" | "contact",
    names: readonly string[],
    chosen: ContextDeclaration | null,
  ): Candidate[] {
    const objects = names.map((name) => this.model.byName.get(name)!.declaration);
    return this.model.contexts
      .filter((context) => context.type === type && !context.appliedToPairs)
      .map((context) => ({
        context: context.name.name,
        applicability: context.requirements.map(({ span }) => spanText(span)).join(" and "),
        isApplicable: applies(context, objects),
        isChosen: context === chosen,
        specificity: specificity(context),
      }));
  }

  private neighboursOf(body: Body, moment: ReplayMoment, state: State): Neighbour[] {
    const memory = this.moments.memory(moment);
    const pairs = new Map<number, Neighbour["status"]>(state.pairs);
    for (const number of state.points?.pairs ?? []) pairs.set(number, "contact point");
    const { registered } = this.laws.memory;
    this.laws.memory.restore(memory);
    const found: Neighbour[] = [];
    for (const [number, status] of [...pairs].sort(([a], [b]) => a - b)) {
      const pair = pairOf(this.model, number);
      if (!pair.includes(body)) continue;
      const [a, b] = pair;
      const { growth, noise, tendency } = new Separation(this.laws, registered, a, b, moment.time, () => null);
      const contexts = this.model.contexts.filter(
        ({ appliedToPairs }) => appliedToPairs === (status === "contact point"),
      );
      const [context] = selectContexts(
        contexts,
        "contact",
        inOrder(a, b).map(({ declaration }) => declaration),
      );
      const { separation } = this.model.settings;
      const law = context?.name.name ?? null;
      found.push({
        other: (a === body ? b : a).name,
        status,
        gap: gapIn(memory, a, b),
        separation,
        growth,
        noise,
        tendency,
        law,
      });
    }
    return found;
  }
}

/** Which of the applicable laws was chosen. */
function choice(candidates: readonly Candidate[], law: string | null, type: Governance["type"]): string {
  const applicable = candidates.filter(({ isApplicable }) => isApplicable);
  const kind = type === "contact" ? "contact" : "free-fall";
  if (law === null) return applicable.length === 0 ? `no ${kind} context applies to it` : "no law acts";
  const chosen = candidates.find(({ isChosen }) => isChosen);
  const asks = chosen?.applicability ? `, which asks for ${chosen.applicability}` : ", which asks for nothing";
  if (applicable.length < 2) return `'${law}'${asks}, is the only ${kind} context that applies`;
  const others = applicable.filter(({ isChosen }) => !isChosen).map(({ context }) => `'${context}'`);
  return `'${law}'${asks}, is more specific than ${others.join(", ")}: names before shapes before physical types`;
}
