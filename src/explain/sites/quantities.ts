// Attributes by their places: their names, their dimensions, and where the text states their first values.

import type { Link } from "../../engine/model/link.ts";
import type { Body, Model } from "../../engine/model/model.ts";
import type { Slot } from "../../engine/model/slot.ts";
import type { Players } from "../../engine/state/application.ts";
import { attributeName } from "../../language/declare/environment.ts";
import type { ContextDeclaration } from "../../language/declare/experiment.ts";
import type { Attribute } from "../../language/names/scope.ts";
import type { Definition } from "../../language/syntax/ast.ts";
import { isContribution, withoutEnd } from "../../language/syntax/statement.ts";
import { type Dimension, findUnit, multiplyUnits } from "../../language/syntax/unit.ts";

export interface Quantity {
  /** `ball.v`, or `g` of the world. */
  readonly path: string;
  readonly slot: Slot;
  readonly body: Body | null;
  readonly link: Link | null;
}

type Speaking = Pick<ContextDeclaration, "functions" | "aliases">;

const second = findUnit("s")!.dimension;
const metre = findUnit("m")!.dimension;

export class Quantities {
  private readonly model: Model;
  private readonly bySlot = new Map<Slot, Quantity>();
  /** Functions of laws, whose dimension is known by their name. */
  private readonly lawful: ReadonlySet<Definition>;
  /**
   * Attributes that something may change during a run, and those of them that laws add to or that laws of pairs write.
   */
  private readonly changing: ReadonlySet<string>;
  private readonly summed: ReadonlySet<string>;
  private readonly struck: ReadonlySet<string>;

  constructor(model: Model) {
    this.model = model;
    const add = (prefix: string, slots: ReadonlyMap<string, Slot>, body: Body | null, link: Link | null) => {
      for (const [name, slot] of slots) this.bySlot.set(slot, { path: prefix + name, slot, body, link });
    };
    add("", model.world, null, null);
    for (const body of model.bodies) add(`${body.name}.`, body.slots, body, null);
    for (const link of model.links) add(`${link.name}.`, link.slots, null, link);
    this.lawful = new Set(model.contexts.flatMap(({ functions }) => functions));
    this.changing = new Set([
      ...spokenOf([...model.contexts, ...model.events]),
      ...model.inputs,
      "position",
      "orientation",
    ]);
    this.summed = new Set(spokenOf(model.contexts, isContribution));
    const pairs = model.contexts.filter(({ type, appliedToPairs }) => type === "collision" || appliedToPairs);
    // Links and what they hold together: velocities, under any name.
    this.struck = model.links.length > 0 ? this.changing : new Set(spokenOf(pairs));
  }

  /** Whether laws may add to it. */
  mayBeSummed({ slot }: Quantity): boolean {
    return this.summed.has(slot.name);
  }

  /** Whether a law of a pair may write it. */
  mayBeStruck({ slot }: Quantity): boolean {
    return this.struck.has(slot.name);
  }

  /** The dimension of all positions; null if the text has no units. */
  get lengths(): Dimension | null {
    const { bodies } = this.model;
    return bodies.some(({ name }) => this.dimension(`${name}.position`)) ? metre : null;
  }

  of(slot: Slot): Quantity {
    return this.bySlot.get(slot)!;
  }

  /** Whether a law, an event or a person may ever change it. */
  mayChange({ slot, link, path, body }: Quantity): boolean {
    if (body?.physicalType === "static") return false;
    return link !== null || path.startsWith("solver.") || this.changing.has(slot.name);
  }

  dimension(path: string): Dimension | null {
    return this.model.dimensions?.dimensionOf(path) ?? null;
  }

  dimensionOf({ owner, name }: Attribute, { bodies }: Players, context: string | null): Dimension | null {
    switch (owner.kind) {
      case "context":
        return context === null ? null : this.dimension(`${context}.${name}`);
      case "world":
        return this.dimension(name);
      case "object":
        return this.dimension(`${bodies[owner.index]?.name ?? ""}.${name}`);
      case "named object":
      case "named link":
        return this.dimension(`${owner.name}.${name}`);
      case "others":
        return this.dimension(`.${name}`);
      case "given":
        return this.dimensionOfGiven(name);
      default:
        return null;
    }
  }

  /** The dimension of a value that a group of contacts gives. */
  dimensionOfGiven(name: string): Dimension | null {
    const summed = /^(.+)SumDirVec\d+$/.exec(name)?.[1];
    if (summed) return this.dimension(`.${attributeName(summed)}`);
    return name.startsWith("collisionPointsDirVec") ? this.lengths : null;
  }

  dimensionOfFunction(definition: Definition): Dimension | null {
    const isMeasure = this.model.measures.some(({ definitions }) => definitions.includes(definition));
    if (isMeasure) return this.dimension(definition.name);
    if (!this.lawful.has(definition)) return definition.unit?.dimension ?? null;
    // In laws of pairs, names of attributes end with a number.
    const own = this.dimension(`.${definition.name}`) ?? this.dimension(`.${withoutEnd(definition.name)}`);
    return own && multiplyUnits(own, second, -definition.order);
  }
}

/** The attributes that laws mention, under all names that laws may have for them. */
function spokenOf(laws: readonly Speaking[], speaks: (definition: Definition) => boolean = () => true): string[] {
  return laws.flatMap(({ functions, aliases }) =>
    functions
      .filter(speaks)
      .flatMap(({ name }) => [
        name,
        withoutEnd(name),
        ...aliases.filter((alias) => alias.name.name === name).map(({ attribute }) => attribute.name),
      ])
      .map(attributeName),
  );
}
