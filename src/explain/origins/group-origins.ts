// The values that the geometry gives to a body in a group, for each direction of its contact law: sums over the bodies
// it meets there, the contacts themselves, whether something static carries it. They are found when the law begins, and
// do not change.
import { formatValue, vectorOf } from "../../compiler/values/value.ts";
import type { Body } from "../../engine/model/model.ts";
import type { Application } from "../../engine/state/application.ts";
import { against, type ContactGroup, facing, type GroupNeighbour } from "../../engine/state/contact-group.ts";
import { Contacts } from "../../engine/state/group-contacts.ts";
import { attributeName } from "../../language/declare/environment.ts";
import { momentKey, type ReplayMoment } from "../replay/moment.ts";
import { literalOf, nowhere } from "../tree/literal.ts";
import { type Decision, type ExplanationNode, leaf, type Term } from "../tree/node.ts";
import { type About, combine, nameExpr, reckoningNode, sumNode, termOf } from "../tree/reckoning.ts";
import type { Origins } from "./origins.ts";

/** Number of bodies, and of tests, that the words list. */
const mostTold = 8;

/** One name given to a law, and what its value is made from. */
interface Asked {
  readonly what: string;
  readonly number: number;
  readonly direction: Float64Array;
  readonly body: Body;
  readonly group: ContactGroup;
  /** The state when the law began. */
  readonly before: ReplayMoment;
}

export class GroupOrigins {
  private readonly origins: Origins;
  private readonly contacts: Contacts;

  constructor(origins: Origins) {
    this.origins = origins;
    this.contacts = new Contacts(origins.model);
  }

  /** Null for names that no group of contacts gives. */
  explain({ context, body, given, group }: Application, name: string, before: ReplayMoment): ExplanationNode | null {
    const [, what, number] = /^(.+)DirVec(\d+)$/.exec(name) ?? [];
    const value = given.get(name);
    if (!group || value === undefined || what === undefined) return null;
    const direction = this.contacts.directionsOf(context)[Number(number) - 1];
    const asked: Asked = { what, number: Number(number), direction, body, group, before };
    const found = `found when '${context.name.name}' began on ${body.name}, t = ${before.time}`;
    const about = {
      name,
      time: before.time,
      value,
      dimension: this.origins.quantities.dimensionOfGiven(name),
      key: `given ${name} of ${body.name} ${momentKey(before)}`,
    };
    if (what === "hasPathToStaticObject") return this.path(asked, about, found);
    return what.endsWith("Sum") ? this.sum(asked, about, found) : this.rows(asked, about, found);
  }

  private sum(asked: Asked, about: Omit<About, "words" | "terms">, found: string): ExplanationNode {
    const { body, group, direction } = asked;
    const { quantities } = this.origins;
    const attribute = attributeName(asked.what.slice(0, -"Sum".length));
    const chain = group.reached(body, direction);
    const slots = this.contacts.summed(attribute, chain.keys());
    const terms = slots.map((slot): Term => {
      const { path, body: owner } = quantities.of(slot);
      return { ...this.origins.term(path, slot, asked.before), symbol: nameExpr(`${attribute}_${owner!.name}`) };
    });
    const had = new Set(slots.map((slot) => quantities.of(slot).body));
    const met = [...chain].map(
      ([other, from]) =>
        `${other.name} (met by ${from.name}${had.has(other) ? "" : `; counts nothing, without ${attribute}`})`,
    );
    const over = met.length === 0 ? `nothing, for ${body.name} meets nothing there` : listed(met);
    const words =
      `the sum of ${attribute} over all that is met in ${directionOf(asked)}, ` +
      `one after the other: ${over}; ${found}`;
    const node = terms.length > 0 ? sumNode({ ...about, words, terms }) : leaf({ ...about, words, origin: "given" });
    return { ...node, decisions: this.tests(asked, chain) };
  }

  private rows(asked: Asked, about: Omit<About, "words" | "terms">, found: string): ExplanationNode {
    const { body, group, direction } = asked;
    const isNormal = asked.what === "collisionNormals";
    const faced = group.faced(body, direction);
    const terms = faced.map((neighbour): Term => {
      const { other, normal, point } = neighbour;
      const symbol = nameExpr(`${isNormal ? "normal" : "point"}_${other.name}`);
      const value = vectorOf(isNormal ? normal : point);
      const { dimension } = about;
      const name = `${isNormal ? "normal" : "point"} at ${other.name}`;
      return { name, symbol, value, dimension, open: () => this.contact(asked, neighbour, { name, value, dimension }) };
    });
    const each = faced.map(({ other, normal }) => `${other.name}, -n . d = ${against(normal, direction)}`);
    const what = isNormal ? `the unit normals to ${body.name}` : "the points";
    const words =
      `${what} of its contacts in ${directionOf(asked)}, a row for each, ` +
      `those first that face it most: ${listed(each)}; ${found}`;
    const matrix = { kind: "vector" as const, elements: terms.map((_, i) => termOf(i)), span: nowhere };
    return { ...reckoningNode({ ...about, words, terms }, [matrix]), decisions: this.tests(asked, new Map()) };
  }

  private path(asked: Asked, about: Omit<About, "words" | "terms">, found: string): ExplanationNode {
    const { body, group, direction } = asked;
    const chain = group.reached(body, direction);
    const carrier = [...chain.keys()].find(({ physicalType }) => physicalType === "static");
    const path = new Map<Body, Body>();
    for (let at = carrier; at && at !== body; at = chain.get(at)) path.set(at, chain.get(at)!);
    const steps = [...path].reverse();
    const told = carrier
      ? `${listed(steps.map(([other, from]) => `${from.name} meets ${other.name}`))}, which is static`
      : chain.size === 0
        ? `no, for ${body.name} meets nothing there`
        : `no, only ${listed([...chain.keys()].map(({ name }) => name))}`;
    const words = `whether something static is met in ${directionOf(asked)}, one after the other: ${told}; ${found}`;
    const terms = steps.map(([other, from]): Term => {
      const neighbour = group.touching(from, direction).find((one) => one.other === other)!;
      const of = {
        name: `normal of ${from.name} at ${other.name}`,
        value: vectorOf(neighbour.normal),
        dimension: null,
      };
      return { ...of, open: () => this.contact({ ...asked, body: from }, neighbour, of) };
    });
    return {
      ...leaf({ ...about, words, origin: "given", terms }),
      decisions: this.tests(asked, carrier ? path : chain),
    };
  }

  /** A normal or a point, which the geometry computes from the poses of the two bodies. */
  private contact(
    { body, before, direction }: Asked,
    { other, normal }: GroupNeighbour,
    of: Omit<Term, "open">,
  ): ExplanationNode {
    const slots = [body, other].flatMap(({ slots }) =>
      ["position", "orientation", "size"].map((name) => slots.get(name)),
    );
    const terms = slots
      .filter((slot) => slot !== undefined)
      .map((slot) => this.origins.term(this.origins.quantities.of(slot).path, slot, before));
    const words =
      `where ${body.name} touches ${other.name}, t = ${before.time}; the unit normal n there, ` +
      `to ${body.name}, faces the direction d by -n . d = ${against(normal, direction)}`;
    const key = `contact ${of.name} of ${body.name} ${momentKey(before)}`;
    return leaf({ ...of, words, time: before.time, origin: "given", key, terms });
  }

  /**
   * The tests whether a contact faces the direction: of all bodies that it touches, and of those through which it was
   * reached.
   */
  private tests({ body, group, direction, number }: Asked, chain: ReadonlyMap<Body, Body>): Decision[] {
    const own = group.touching(body, direction).map((neighbour) => ({ from: body, ...neighbour }));
    const further = [...chain].flatMap(([other, from]) => {
      const contacts = from === body ? [] : group.touching(from, direction);
      return contacts.filter((one) => one.other === other).map((one) => ({ from, ...one }));
    });
    return [...own, ...further].slice(0, mostTold).map(({ from, other, normal }) => {
      const turned = {
        kind: "unary" as const,
        op: "-" as const,
        opSpan: nowhere,
        operand: literalOf(vectorOf(normal)),
        span: nowhere,
      };
      const expr = combine(">", combine(".", turned, literalOf(vectorOf(direction))), literalOf(facing));
      const text = `-normal_${from.name}_${other.name} . direction_${number} > ${facing}`;
      return { text, expr, value: against(normal, direction) > facing };
    });
  }
}

function directionOf({ number, direction }: Asked): string {
  return `direction ${number}, ${formatValue(vectorOf(direction))}`;
}

function listed(names: readonly string[]): string {
  const more = names.length > mostTold ? `, and ${names.length - mostTold} more` : "";
  return `${names.slice(0, mostTold).join(", ")}${more}`;
}
