// Explains any number of a run: any attribute, function of a law or measure, at any time and at both sides of any
// event.

import { applyBinary, isMisfit } from "../compiler/interpret/operators.ts";
import { EvaluationError } from "../compiler/values/evaluation-error.ts";
import type { Value } from "../compiler/values/value.ts";
import { MemoryRegisters } from "../engine/laws/laws.ts";
import type { Body, Model } from "../engine/model/model.ts";
import type { Players } from "../engine/state/application.ts";
import type { Input } from "../engine/state/observer.ts";
import type { Checked } from "../language/check/check.ts";
import { attributeName } from "../language/declare/environment.ts";
import type { Attribute } from "../language/names/scope.ts";
import { isMissing, type Missing, Probe } from "../record/probe/probe.ts";
import type { Frame } from "../record/run/record.ts";
import { refuseInputs, refuseNoModel } from "../record/run/refusals.ts";
import { type Governance, Governing } from "./governance.ts";
import { Origins } from "./origins/origins.ts";
import { ProbeSite } from "./probe-site.ts";
import { ReplayHistory } from "./replay/history.ts";
import { type ReplayMoment, ReplayMoments } from "./replay/moment.ts";
import { InitialValues } from "./sites/initial-site.ts";
import { Quantities } from "./sites/quantities.ts";
import { literalOf } from "./tree/literal.ts";
import { type ExplanationNode, leaf } from "./tree/node.ts";
import { combine, reckoningNode, termOf } from "./tree/reckoning.ts";
import { explainDefinition, type Site } from "./tree/substitution.ts";

/**
 * A time, after all that happens then; or a side of the event of this number, counted from 1 as in the list of events.
 */
export type When = { readonly time: number } | EventSide;

interface EventSide {
  readonly event: number;
  readonly side: "before" | "after";
}

type ActMoment = NonNullable<ReturnType<ReplayMoments["actOf"]>>;

/** The most objects that are named where one is not found. */
const mostNamed = 8;

export class Explainer {
  readonly model: Model;
  readonly moments: ReplayMoments;
  readonly probe: Probe;
  private readonly origins: Origins;

  constructor(model: Model, { experiment }: Pick<Checked, "experiment">, inputs: readonly Input[] = []) {
    refuseNoModel("Explainer", model);
    refuseInputs(inputs, model);
    this.model = model;
    this.probe = new Probe(model);
    this.moments = new ReplayMoments(new ReplayHistory(model, inputs));
    const quantities = new Quantities(model);
    const initial = new InitialValues(model, quantities, [...experiment.world, ...experiment.inputs]);
    this.origins = new Origins(this.moments, quantities, initial);
  }

  /** `ball.v`, `ball.v#3`, `ball.speed`, `energy`, `g`; at a side of an event also values of its law. */
  explain(path: string, when: When): ExplanationNode | Missing {
    const moment = this.find(when);
    if ("missing" in moment) return moment;
    const isEvent = "event" in when;
    try {
      return this.root(path, moment, isEvent ? when : null);
    } catch (error) {
      if (!(error instanceof EvaluationError)) throw error;
      return { missing: `${path}: ${error.message}` };
    }
  }

  /** Which law moves a body, and why. */
  why(name: string, when: When): Governance | Missing {
    const body = this.model.byName.get(name);
    if (!body) {
      const names = this.model.bodies.map((one) => `'${one.name}'`);
      const more = names.length > mostNamed ? `, and ${names.length - mostNamed} more` : "";
      return { missing: `there is no object '${name}'; there are ${names.slice(0, mostNamed).join(", ")}${more}` };
    }
    const moment = this.find(when);
    return "missing" in moment ? moment : new Governing(this.moments).of(body, moment);
  }

  private find(when: When): ReplayMoment | Missing {
    const { initialTime, duration } = this.model.settings;
    if (typeof when !== "object" || when === null)
      return { missing: `when is { time: 1 } or { event: 0, side: "after" }, and this is ${String(when)}` };
    if ("event" in when)
      return (
        this.moments.atEvent(when.event, when.side) ?? {
          missing: `there is no event ${when.event}; the run has ${this.moments.history.eventCount}`,
        }
      );
    const end = initialTime + duration;
    if (!(when.time >= initialTime && when.time <= end))
      return { missing: `t = ${when.time} is outside the run, from t = ${initialTime} to t = ${end}` };
    const moment = this.moments.at(when.time);
    return moment.time < when.time ? { missing: `the run ends at t = ${moment.time}${this.whyItEnds}` } : moment;
  }

  private get whyItEnds(): string {
    const { stopped } = this.moments.history;
    return stopped ? `: ${stopped.message}` : "";
  }

  private root(path: string, moment: ReplayMoment, event: EventSide | null): ExplanationNode | Missing {
    const part = /^(.*?)\s*#\s*(\d+)$/.exec(path);
    if (part) return this.component(path, part[1], Number(part[2]), moment, event);
    const dot = path.indexOf(".");
    const slot = dot < 0 ? this.model.world.get(path) : this.slotOf(path.slice(0, dot), path.slice(dot + 1));
    if (slot) return this.origins.registered(slot, moment);
    const act = event && this.moments.actOf(event.event);
    const owner = path.slice(0, Math.max(0, dot));
    const body = this.model.byName.get(owner) ?? null;
    const site = new ProbeSite(this.probe, this.origins, moment, body);
    const own = dot < 0 ? this.measure(path, site) : null;
    if (own) return own;
    const isSaid = act !== null && (dot < 0 || (body !== null && act.act.players.bodies.includes(body)));
    const said = isSaid ? this.ofAct(act, path, body, event!.side, moment) : null;
    return said ?? (dot < 0 ? this.missing(moment, path) : this.ofLaw(path, site, moment));
  }

  /**
   * A value of the law of an event: by its own names, or of a body that takes part. Its functions are evaluated once,
   * for both sides.
   */
  private ofAct(
    { act, happening, moment: after }: ActMoment,
    path: string,
    body: Body | null,
    side: EventSide["side"],
    moment: ReplayMoment,
  ): ExplanationNode | null {
    const { scope, players, registered } = act;
    const name = path.slice(path.indexOf(".") + 1);
    const site = this.origins.ofAct(act, happening, after);
    const attribute = body ? ofPlayer(players, players.bodies.indexOf(body), name) : scope.attribute(name);
    if (attribute) {
      const registers = new MemoryRegisters(this.model, registered, registered, players);
      const slot = registers.slot(attribute);
      if (slot) return { ...this.origins.registered(slot, moment), name: path };
      const update = attribute.owner.kind === "context" && side === "after" ? scope.updateOf(attribute) : null;
      if (update && !scope.firstTime.has(update)) return site.explain(update, path, false);
      const value = registers.read(attribute);
      if (value !== null) return { ...site.openAttribute(attribute, true, path, value), name: path };
    }
    const binding = scope.lookup(name);
    if (binding?.kind !== "function" || binding.definition.params.length > 0) return null;
    return site.explain(binding.definition, path, false);
  }

  private slotOf(owner: string, name: string) {
    const slots = (this.model.byName.get(owner) ?? this.model.linkNamed.get(owner))?.slots;
    return slots?.get(attributeName(name));
  }

  private component(
    path: string,
    base: string,
    number: number,
    moment: ReplayMoment,
    event: EventSide | null,
  ): ExplanationNode | Missing {
    const whole = this.root(base, moment, event);
    if (isMissing(whole as Value | Missing)) return whole;
    const node = whole as ExplanationNode;
    const value = applyBinary("#", node.value, number);
    if (typeof value === "object" && isMisfit(value)) return { missing: `${path}: ${value.misfit}` };
    const term = { name: base, value: node.value, dimension: node.dimension, open: () => node };
    const expr = combine("#", termOf(0), literalOf(number));
    const about = {
      name: path,
      words: node.words,
      time: node.time,
      value: value as Value,
      dimension: node.dimension,
      key: `${node.key}#${number}`,
    };
    return reckoningNode({ ...about, terms: [term] }, [expr]);
  }

  private frame(moment: ReplayMoment): Frame {
    const memory = this.moments.memory(moment);
    return { time: moment.time, memory, applications: this.moments.applications(moment), act: null };
  }

  private frameValue(moment: ReplayMoment, path: string): Value | Missing {
    return this.probe.value(this.frame(moment), path);
  }

  private measure(path: string, site: Site): ExplanationNode | null {
    const { measures, measureNames } = this.probe;
    const definition = measures.laws.functions.find(({ name, params }) => name === path && params.length === 0);
    if (!definition || !measureNames.includes(path)) return null;
    return explainDefinition(
      site,
      definition,
      { scope: measures, definition, args: [], given: [], registered: false },
      path,
    );
  }

  private missing(moment: ReplayMoment, path: string): ExplanationNode | Missing {
    const value = this.frameValue(moment, path);
    if (isMissing(value)) return value;
    const words = `computed by the engine, at t = ${moment.time}`;
    const { time } = moment;
    return leaf({ name: path, words, time, origin: "engine", value, dimension: null, key: `${path} ${time}` });
  }

  private ofLaw(path: string, site: Site, moment: ReplayMoment): ExplanationNode | Missing {
    const name = path.slice(path.indexOf(".") + 1);
    const link = this.model.linkNamed.get(path.slice(0, path.indexOf(".")));
    if (link) return this.origins.ofLink(link, name, moment) ?? this.missing(moment, path);
    const body: Body | undefined = this.model.byName.get(path.slice(0, path.indexOf(".")));
    const application = body && this.moments.applications(moment)[body.index];
    if (!application) return this.missing(moment, path);
    if (application.attributes.has(name)) return this.origins.context(body, name, moment);
    const group = this.origins.given(application, name, moment);
    if (group) return { ...group, name: path };
    const binding = application.scope.lookup(name);
    if (binding?.kind !== "function" || binding.definition.params.length > 0) return this.missing(moment, path);
    const { definition, scope } = binding;
    return explainDefinition(site, definition, { scope, definition, args: [], given: [], registered: false }, path);
  }

  /** The value of a path in the record. */
  value(path: string, when: When): Value | Missing {
    const moment = this.find(when);
    return "missing" in moment ? moment : this.frameValue(moment, path);
  }
}

/** An attribute of the context, or a value of the geometry, for the body with an index. */
function ofPlayer({ attributes, given }: Players, index: number, name: string): Attribute | null {
  if (attributes[index]?.has(name)) return { owner: { kind: "context", index }, name };
  return given[index]?.has(name) ? { owner: { kind: "given", index }, name } : null;
}
