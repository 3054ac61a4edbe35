// Functions of laws and measures that a person asks for at a moment: the values of `Probe`, with their origins.
import type { Interpreter } from "../compiler/interpret/interpreter.ts";
import type { Value } from "../compiler/values/value.ts";
import { MemoryRegisters } from "../engine/laws/laws.ts";
import type { Body } from "../engine/model/model.ts";
import type { Players } from "../engine/state/application.ts";
import type { Attribute } from "../language/names/scope.ts";
import type { CallExpr, Definition } from "../language/syntax/ast.ts";
import { spanLine } from "../language/syntax/span.ts";
import type { Dimension } from "../language/syntax/unit.ts";
import { BodyScope } from "../record/probe/body-scope.ts";
import type { Probe } from "../record/probe/probe.ts";
import type { Frame } from "../record/run/record.ts";
import type { Origins } from "./origins/origins.ts";
import type { ReplayMoment } from "./replay/moment.ts";
import { term } from "./sites/law-site.ts";
import { type ExplanationNode, leaf } from "./tree/node.ts";
import { sumNode } from "./tree/reckoning.ts";
import { keyAt, type RateExpr, type Site, type SubstitutionFrame } from "./tree/substitution.ts";

export class ProbeSite implements Site {
  private readonly probe: Probe;
  private readonly origins: Origins;
  private readonly moment: ReplayMoment;
  private readonly frame: Frame;
  private readonly body: Body | null;
  private readonly inTotal: Body | null;

  constructor(probe: Probe, origins: Origins, moment: ReplayMoment, body: Body | null, inTotal: Body | null = null) {
    const { moments } = origins;
    this.probe = probe;
    this.origins = origins;
    this.moment = moment;
    this.body = body;
    this.inTotal = inTotal;
    this.frame = {
      time: moment.time,
      memory: moments.memory(moment),
      applications: moments.applications(moment),
      act: null,
    };
  }

  get key(): string {
    return `at ${this.moment.piece} ${this.moment.index} ${this.moment.time} ${this.body?.name ?? ""}`;
  }

  get time(): number {
    return this.moment.time;
  }

  get isLaw(): boolean {
    return this.law !== undefined;
  }

  private get law(): string | undefined {
    return this.body ? this.frame.applications[this.body.index]?.context.name.name : undefined;
  }

  get words(): string {
    const { law } = this;
    return law ? `the law '${law}' on ${this.body!.name} at t = ${this.moment.time}` : `at t = ${this.moment.time}`;
  }

  private get players(): Players {
    const nobody = { bodies: [], attributes: [], given: [] };
    return this.body ? this.probe.players(this.frame, this.body) : nobody;
  }

  interpreter(): Interpreter {
    return this.probe.interpreter(this.frame, this.players, this.inTotal);
  }

  openAttribute(attribute: Attribute, _: boolean, name: string, value: Value): ExplanationNode {
    const { origins, frame, moment } = this;
    if (attribute.owner.kind === "context") return origins.context(this.body!, attribute.name, moment);
    const slot = new MemoryRegisters(origins.model, frame.memory, frame.memory, this.players).slot(attribute);
    if (slot) return origins.registered(slot, moment);
    const application = this.body && frame.applications[this.body.index];
    const group = application && origins.given(application, attribute.name, moment);
    if (group) return group;
    const words = `found by the geometry of the contacts, ${this.words}`;
    const key = `${this.key} given ${name}`;
    return leaf({ name, words, time: this.time, origin: "given", value, dimension: null, key });
  }

  openSpecial(call: CallExpr | RateExpr, place: SubstitutionFrame, value: Value): ExplanationNode {
    const name = spanLine(call.span);
    const about = { name, time: this.time, value, dimension: null, key: keyAt(this, "call ", call, place) };
    if (call.kind === "call" && call.name === "totalLinks") {
      const links = this.origins.linksAt(this.moment);
      const terms = links.attached.map((link) =>
        term(
          links.site(link),
          call.args[0],
          { ...place, scope: new BodyScope(link.scope, place.scope) },
          `of ${link.name}`,
        ),
      );
      return sumNode({ ...about, words: this.words, terms });
    }
    if (call.kind !== "call" || call.name !== "total" || this.inTotal)
      return leaf({ ...about, words: `computed by the engine, ${this.words}`, origin: "given" });
    const dynamic = this.origins.model.bodies.filter(({ physicalType }) => physicalType === "dynamic");
    const terms = dynamic.map((body) => {
      const site = new ProbeSite(this.probe, this.origins, this.moment, body, body);
      const scope = this.probe.scopeOf(this.frame, body, place.scope);
      return term(site, call.args[0], { ...place, scope }, `of ${body.name}`);
    });
    return sumNode({ ...about, words: this.words, terms });
  }

  dimensionOf(attribute: Attribute): Dimension | null {
    const law = this.body && this.frame.applications[this.body.index];
    return this.origins.quantities.dimensionOf(attribute, this.players, law?.context.name.name ?? null);
  }

  dimensionOfFunction(definition: Definition): Dimension | null {
    return this.origins.quantities.dimensionOfFunction(definition);
  }
}
