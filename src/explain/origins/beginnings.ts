// What a law computes first and once when it begins, and the attributes of its context.
import { beginApplication } from "../../compiler/interpret/evaluation.ts";
import { initialAttributes } from "../../engine/laws/context-attributes.ts";
import { MemoryRegisters } from "../../engine/laws/laws.ts";
import { readSlot, type Slot, writeSlot } from "../../engine/model/slot.ts";
import type { ObservedPoint } from "../../engine/motion/step-observer.ts";
import type { Application, Players } from "../../engine/state/application.ts";
import type { Act, Happening } from "../../engine/state/observer.ts";
import type { ContextScope } from "../../language/declare/context-scope.ts";
import { attributeKey } from "../../language/names/scope.ts";
import type { Definition } from "../../language/syntax/ast.ts";
import { beginningIn, describeHappening, momentKey, type ReplayMoment } from "../replay/moment.ts";
import { type Begun, LawSite } from "../sites/law-site.ts";
import type { Quantity } from "../sites/quantities.ts";
import { sameBits } from "../tree/literal.ts";
import { type ExplanationNode, leaf, type Said } from "../tree/node.ts";
import type { Origins } from "./origins.ts";

/** The beginning of a law: its players, and the state just before. */
interface Beginning {
  readonly scope: ContextScope;
  readonly bodies: Players["bodies"];
  readonly given: Players["given"];
  readonly memory: Float64Array;
  readonly said: Said;
  readonly before: ReplayMoment;
  /** For a contact point, the state at the start of the step. */
  readonly begun?: Begun;
  /** The application of a law that continues. */
  readonly application?: Application;
}

export class Beginnings {
  private readonly origins: Origins;

  constructor(origins: Origins) {
    this.origins = origins;
  }

  /** An attribute of a body that the beginning of a law registered; null if it did not. */
  registered({ slot, path }: Quantity, happening: Happening, before: ReplayMoment): ExplanationNode | null {
    for (const body of happening.bodies) {
      const application = beginningIn(happening, body);
      if (!application) continue;
      const beginning = this.ofApplication(application, happening, before);
      const definition = this.firstFor(beginning, slot);
      if (definition) return this.first(beginning, definition, path);
    }
    return null;
  }

  /** An attribute of a body that a contact point registered when it began; null if it did not. */
  registeredAtPoint(
    { slot, path }: Quantity,
    point: ObservedPoint,
    memory: Float64Array,
    said: Said,
    before: ReplayMoment,
    begun: Begun,
  ): ExplanationNode | null {
    const beginning = this.atPoint(point, memory, said, before, begun);
    const definition = this.firstFor(beginning, slot);
    return definition && this.first(beginning, definition, path);
  }

  contextOfPoint(
    point: ObservedPoint,
    memory: Float64Array,
    said: Said,
    name: string,
    before: ReplayMoment,
    begun: Begun,
  ): ExplanationNode {
    return this.contextOf(this.atPoint(point, memory, said, before, begun), 0, name);
  }

  private atPoint(
    { scope, players }: ObservedPoint,
    memory: Float64Array,
    said: Said,
    before: ReplayMoment,
    begun: Begun,
  ): Beginning {
    const { bodies, given } = players;
    return { scope, bodies, given, memory, said, before, begun };
  }

  private ofApplication(application: Application, happening: Happening, before: ReplayMoment): Beginning {
    const { scope, body, given } = application;
    const { memory } = happening.before;
    return { application, scope, bodies: [body], given: [given], memory, said: describeHappening(happening), before };
  }

  private atAct({ scope, players }: Act, happening: Happening, before: ReplayMoment): Beginning {
    const { bodies, given } = players;
    return { scope, bodies, given, memory: happening.before.memory, said: describeHappening(happening), before };
  }

  ofAct(act: Act, happening: Happening, definition: Definition, path: string, before: ReplayMoment): ExplanationNode {
    return this.first(this.atAct(act, happening, before), definition, path);
  }

  private firstFor({ scope, bodies, given }: Beginning, slot: Slot): Definition | null {
    const players: Players = { bodies, given, attributes: [] };
    for (const definition of scope.firstTime) {
      const attribute = scope.attribute(definition.name);
      if (attribute && this.origins.laws.slotOf(attribute, players) === slot) return definition;
    }
    return null;
  }

  /** An attribute as the law of an act saw it: registered before, or computed first. */
  seenByAct(act: Act, happening: Happening, slot: Slot, before: ReplayMoment): ExplanationNode {
    const isOld = sameBits(readSlot(act.registered, slot), readSlot(happening.before.memory, slot));
    const beginning = this.atAct(act, happening, before);
    const definition = isOld ? null : this.firstFor(beginning, slot);
    if (definition) return this.first(beginning, definition, this.origins.quantities.of(slot).path);
    return this.origins.registered(slot, before);
  }

  contextOfAct(act: Act, happening: Happening, index: number, name: string, before: ReplayMoment): ExplanationNode {
    return this.contextOf(this.atAct(act, happening, before), index, name);
  }

  /** An attribute of a context at the beginning of its application. */
  context(application: Application, name: string, happening: Happening, before: ReplayMoment): ExplanationNode {
    return this.contextOf(this.ofApplication(application, happening, before), 0, name);
  }

  private contextOf(beginning: Beginning, index: number, name: string): ExplanationNode {
    const { scope, said, bodies } = beginning;
    const key = attributeKey({ owner: { kind: "context", index }, name });
    for (const definition of scope.firstTime) {
      const attribute = scope.attribute(definition.name);
      if (attribute && attributeKey(attribute) === key) return this.first(beginning, definition, definition.name);
    }
    const value = initialAttributes(scope, this.origins.model.curves).get(name)!;
    const law = scope.laws.context?.name.name ?? "";
    const dimension = this.origins.quantities.dimension(`${law}.${name}`);
    const words = `the first value in ${said.words}`;
    const about = { name, words, time: said.time, origin: "initial" as const, value, dimension };
    return leaf({ ...about, key: `first ${this.keyOf(beginning)} ${bodies[index]?.name} ${name}` });
  }

  private keyOf({ before, scope, bodies }: Beginning): string {
    return `${momentKey(before)} ${scope.laws.context?.name.name} ${bodies.map(({ name }) => name).join()}`;
  }

  /** The node of a first-time-only function, with what it saw then. */
  private first(beginning: Beginning, wanted: Definition, name: string): ExplanationNode {
    const { scope, bodies, given, said, application, begun } = beginning;
    const { model, quantities } = this.origins;
    const memory = beginning.memory.slice();
    const players: Players = { bodies, given, attributes: bodies.map(() => initialAttributes(scope, model.curves)) };
    const registers = new MemoryRegisters(model, memory, memory, players, null, begun?.start);
    let site: LawSite | null = null;
    beginApplication(scope, registers, (attribute, value, definition) => {
      if (definition === wanted) {
        const registered = memory.slice();
        site = new LawSite(model, quantities, {
          key: `first ${this.keyOf(beginning)}`,
          words: `${said.words}, when it began`,
          time: said.time,
          scope,
          players: { ...players, attributes: players.attributes.map((attributes) => new Map(attributes)) },
          registered,
          stage: registered,
          ...begun,
          openSlot: (slot) => this.seenAtFirst(beginning, slot, registered),
          openContext: (index, attribute) => this.contextOf(beginning, index, attribute),
          openGiven: (given) =>
            application ? this.origins.groups.explain(application, given, beginning.before) : null,
        });
      }
      if (attribute.owner.kind === "context") registers.store(attribute, value);
      const slot = this.origins.laws.slotOf(attribute, players);
      if (slot) writeSlot(memory, slot, value);
    });
    return site!.explain(wanted, name, true);
  }

  private seenAtFirst(beginning: Beginning, slot: Slot, registered: Float64Array): ExplanationNode {
    const isOld = sameBits(readSlot(registered, slot), readSlot(beginning.memory, slot));
    const definition = isOld ? null : this.firstFor(beginning, slot);
    if (definition) return this.first(beginning, definition, this.origins.quantities.of(slot).path);
    return this.origins.registered(slot, beginning.before);
  }
}
