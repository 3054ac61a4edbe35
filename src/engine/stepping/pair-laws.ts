// The contact laws of pairs in time stepping: which law governs which pair.
import { selectContexts } from "../../language/applicability.ts";
import type { ContextDeclaration } from "../../language/experiment.ts";
import type { Laws } from "../laws.ts";
import type { Body, Group } from "../model.ts";
import { Problem } from "../problem.ts";
import { ContactForm } from "./contact-form.ts";
import { SharedBodies } from "./shared-bodies.ts";

/** What governs the pairs of two groups, which the first of their bodies stand for. */
export interface Governed {
  readonly first: number;
  readonly second: number;
  readonly form: ContactForm | null;
  /** Whether a collision law does too. */
  readonly isStruck: boolean;
  readonly isSwapped: boolean;
}

export class PairLaws {
  /** All forms in use, in the order of their bodies, whenever they were met. */
  readonly forms: ContactForm[] = [];
  /** Names of attributes of bodies that contact laws write, whichever they are. */
  readonly written: ReadonlySet<string>;
  /** The same of collision laws; null where there are none. */
  readonly struck: readonly string[] | null;
  /** Told of every form before it is used. */
  onForm: ((form: ContactForm) => void) | null = null;
  /** What the points of a body share. */
  readonly shared: SharedBodies;
  private readonly laws: Laws;
  private readonly contexts: readonly ContextDeclaration[];
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

  /** In a pair the dynamic body has index 0; of two dynamic ones, the first in canonical order. */
  isSwapped(a: Body, b: Body): boolean {
    return a.physicalType !== "dynamic" || (b.physicalType === "dynamic" && b.index < a.index);
  }

  /** The law of a pair in its order; null where none governs it. */
  of(a: Body, b: Body): ContactForm | null {
    let bySecond = this.byGroup.get(a.group);
    if (!bySecond) this.byGroup.set(a.group, (bySecond = new Map()));
    let form = bySecond.get(b.group);
    if (form === undefined) bySecond.set(b.group, (form = this.find(a, b)));
    return form;
  }

  /** All that governs two bodies, and all pairs of their groups. */
  governing(one: Body, two: Body): Governed {
    const isSwapped = this.isSwapped(one, two);
    const [a, b] = isSwapped ? [two, one] : [one, two];
    const { first } = one.group;
    const { first: second } = two.group;
    return { first, second, form: this.of(a, b), isStruck: this.strikes(a, b), isSwapped };
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

  private find(a: Body, b: Body): ContactForm | null {
    if (a.physicalType !== "dynamic") return null;
    const found = selectContexts(this.contexts, "contact", [a.declaration, b.declaration]);
    if (found.length > 1)
      throw new Problem("tie", found[1].name.span, `'${found[0].name.name}' and '${found[1].name.name}' apply equally well to '${a.name}' and '${b.name}'`); // biome-ignore format: one sentence
    if (found.length === 0) return null;
    const form = new ContactForm(this.laws.model, found[0], this.laws.scopeOf(found[0], [a, b]), [a, b]);
    const { machine } = this.laws.memory;
    if (machine) form.compile(machine, this.written, (body) => this.shared.of(machine, body));
    this.onForm?.(form);
    this.forms.push(form);
    const order = ({ bodies: [own, other] }: ContactForm) => own.index * this.laws.model.bodies.length + other.index;
    this.forms.sort((one, two) => order(one) - order(two));
    for (const [number, met] of this.forms.entries()) met.number = number;
    return form;
  }
}

/** By the names in the text: an attribute of one or the other body, or one that an alias stands for. */
function writtenBy(contexts: readonly ContextDeclaration[]): string[] {
  const names = new Set<string>();
  for (const { functions, aliases } of contexts) {
    for (const { name, op } of functions) if (op === "=") names.add(name).add(name.replace(/[12]$/, ""));
    for (const { name, attribute } of aliases) if (names.has(name.name)) names.add(attribute.name);
  }
  return [...names];
}
