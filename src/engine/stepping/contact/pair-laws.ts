// The contact laws of pairs in time stepping: which law governs which pair.

import { selectContexts } from "../../../language/declare/applicability.ts";
import type { ContextDeclaration } from "../../../language/declare/experiment.ts";
import { isContribution, withoutEnd } from "../../../language/syntax/statement.ts";
import type { Laws } from "../../laws/laws.ts";
import type { Body, Group } from "../../model/model.ts";
import { comesFirst, inOrder } from "../../model/pair-order.ts";
import { RunError } from "../../model/run-error.ts";
import { knowsDistance } from "./foresight.ts";
import { ContactForm, isSwept, type PairSlot, summedSlots, writtenSlots } from "./form.ts";
import { SharedBodies } from "./shared-bodies.ts";

/** With more pairs of groups, laws are interpreted: platforms support a limited number of kernels. */
const mostCompiled = 3000;

/** The laws that govern the pairs of two groups, represented by their first bodies. */
export interface Governed {
  readonly first: number;
  readonly second: number;
  readonly form: ContactForm | null;
  /** Whether a collision law governs them too. */
  readonly isStruck: boolean;
  readonly isSwapped: boolean;
  /** Whether contact points are created before the bodies touch. */
  readonly isForeseen: boolean;
}

/** A contact law, with its effects on all bodies that it may govern, whether they have met or not. */
export interface PairLaw {
  readonly context: ContextDeclaration;
  /** Whether it has something to do in a sweep. */
  readonly isSwept: boolean;
  /** The attributes of the groups' first bodies. */
  readonly written: PairSlot[];
  readonly summed: PairSlot[];
}

export class PairLaws {
  /** All forms in use, in the order of their bodies, whenever they met. */
  readonly forms: ContactForm[] = [];
  /** Names of all attributes of bodies that contact laws write. */
  readonly written: ReadonlySet<string>;
  /** Names of all attributes of bodies that collision laws write; null if there are no such laws. */
  readonly struck: readonly string[] | null;
  /** Receives every form before it is used. */
  onForm: ((form: ContactForm) => void) | null = null;
  /** What the points of a body share. */
  readonly shared: SharedBodies;
  private readonly laws: Laws;
  private readonly contexts: readonly ContextDeclaration[];
  private found: readonly PairLaw[] | null = null;
  private readonly striking = new Map<Group, Map<Group, boolean>>();
  private readonly byGroup = new Map<Group, Map<Group, ContactForm | null>>();

  constructor(laws: Laws) {
    this.laws = laws;
    this.shared = new SharedBodies(laws.memory, laws.model.bodies.length);
    this.contexts = laws.model.contexts.filter(({ type, appliedToPairs }) => type === "contact" && appliedToPairs);
    this.written = new Set(writtenBy(this.contexts));
    const collisions = laws.model.contexts.filter(({ type }) => type === "collision");
    this.struck = collisions.length > 0 ? writtenBy(collisions) : null;
  }

  /** The law of a pair in its order; null if none governs it. */
  of(a: Body, b: Body): ContactForm | null {
    let bySecond = this.byGroup.get(a.group);
    if (!bySecond) this.byGroup.set(a.group, (bySecond = new Map()));
    let form = bySecond.get(b.group);
    if (form === undefined) bySecond.set(b.group, (form = this.find(a, b)));
    return form;
  }

  /** Everything that governs two bodies, and all pairs of their groups. */
  governing(one: Body, two: Body): Governed {
    const isSwapped = !comesFirst(one, two);
    const [a, b] = isSwapped ? [two, one] : [one, two];
    const { first } = one.group;
    const { first: second } = two.group;
    const form = this.of(a, b);
    return { first, second, form, isStruck: this.strikes(a, b), isSwapped, isForeseen: this.foresees(form) };
  }

  private foresees(form: ContactForm | null): boolean {
    const { margin, contactPoints } = this.laws.model.settings;
    if (margin !== null) return margin > 0;
    return contactPoints === "all" && form !== null && knowsDistance(this.laws, form);
  }

  /** Whether a collision law governs the pair. */
  strikes(a: Body, b: Body): boolean {
    if (this.struck === null || a.physicalType !== "dynamic") return false;
    let bySecond = this.striking.get(a.group);
    if (!bySecond) this.striking.set(a.group, (bySecond = new Map()));
    let strikes = bySecond.get(b.group);
    if (strikes === undefined) bySecond.set(b.group, (strikes = this.laws.choose("collision", [a, b]) !== null));
    return strikes;
  }

  /** The laws that govern any pair, in the order of their bodies. */
  get all(): readonly PairLaw[] {
    this.found ??= this.findAll();
    return this.found;
  }

  private findAll(): PairLaw[] {
    const { bodies } = this.laws.model;
    const found = new Map<ContextDeclaration, PairLaw & { readonly roles: readonly Set<Group>[] }>();
    for (const pair of this.pairsOfGroups()) {
      const [context, tied] = this.select(pair);
      if (!context || tied) continue;
      const scope = this.laws.scopeOf(context, pair);
      let law = found.get(context);
      if (!law) {
        law = { context, isSwept: isSwept(scope), written: [], summed: [], roles: [new Set(), new Set()] };
        found.set(context, law);
      }
      const { roles, written, summed } = law;
      if (pair.every(({ group }, index) => roles[index].has(group))) continue;
      for (const [index, { group }] of pair.entries()) roles[index].add(group);
      const firsts = pair.map(({ group }) => bodies[group.first]) as [Body, Body];
      written.push(...writtenSlots(scope, firsts));
      summed.push(...summedSlots(scope, firsts));
    }
    return [...found.values()];
  }

  /** Two bodies for every pair of groups that a contact law may govern, in the order of the pair. */
  private pairsOfGroups(): [Body, Body][] {
    const { bodies } = this.laws.model;
    const groups = [...new Set(bodies.map(({ group }) => group))];
    return groups.flatMap((group, k) =>
      groups.slice(k).flatMap((other) => {
        if (other === group && group.count < 2) return [];
        const [a, b] = [bodies[group.first], bodies[other.first + (other === group ? 1 : 0)]];
        const pair = inOrder(a, b);
        return pair[0].physicalType === "dynamic" ? [pair] : [];
      }),
    );
  }

  private select(pair: readonly [Body, Body]): readonly ContextDeclaration[] {
    return selectContexts(
      this.contexts,
      "contact",
      pair.map(({ declaration }) => declaration),
    );
  }

  private find(a: Body, b: Body): ContactForm | null {
    if (a.physicalType !== "dynamic") return null;
    const found = this.select([a, b]);
    if (found.length > 1)
      throw new RunError(
        "tie",
        found[1].name.span,
        `'${found[0].name.name}' and '${found[1].name.name}' apply equally well to '${a.name}' and '${b.name}'`,
      );
    if (found.length === 0) return null;
    const form = new ContactForm(this.laws.model, found[0], this.laws.scopeOf(found[0], [a, b]), [a, b]);
    const machine = this.forms.length < mostCompiled ? this.laws.memory.machine : null;
    if (machine) form.compile(machine, this.written, (body) => this.shared.of(machine, body));
    this.onForm?.(form);
    this.forms.push(form);
    const order = ({ bodies: [own, other] }: ContactForm) => own.index * this.laws.model.bodies.length + other.index;
    this.forms.sort((one, two) => order(one) - order(two));
    for (const [number, met] of this.forms.entries()) met.number = number;
    return form;
  }
}

/** The written attributes by their names in the text: of one or the other body, or of an alias. */
function writtenBy(contexts: readonly ContextDeclaration[]): string[] {
  const names = new Set<string>();
  for (const { functions, aliases } of contexts) {
    for (const one of functions) if (!isContribution(one)) names.add(one.name).add(withoutEnd(one.name));
    for (const { name, attribute } of aliases) if (names.has(name.name)) names.add(attribute.name);
  }
  return [...names];
}
