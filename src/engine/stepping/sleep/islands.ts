// Islands: bodies connected by contact points and links, through bodies of one kind only.
import type { Model } from "../../model/model.ts";
import type { ReadonlyNumbers } from "../../model/numbers.ts";
import type { ContactForm } from "../contact/form.ts";
import type { ContactPoints } from "../contact/points.ts";

export class Islands {
  private readonly model: Model;
  private readonly points: ContactPoints;
  /** A forest: for each body another body of its island, or itself. */
  private readonly parents: Int32Array;
  /** By root: 1 if all members qualify. */
  private readonly all: Uint8Array;
  /** By root: 1 if a member touches or is linked to something outside the island. */
  private readonly leans: Uint8Array;

  constructor(model: Model, points: ContactPoints) {
    this.model = model;
    this.points = points;
    this.parents = new Int32Array(model.bodies.length);
    this.all = new Uint8Array(model.bodies.length);
    this.leans = new Uint8Array(model.bodies.length);
  }

  /** Joins the bodies for which `counts` is 1. */
  find(memory: ReadonlyNumbers, counts: Uint8Array): void {
    const { parents } = this;
    for (let i = 0; i < parents.length; i++) parents[i] = i;
    this.visit(memory, (a, b) => {
      if (counts[a] === 1 && counts[b] === 1) parents[this.root(a)] = this.root(b);
    });
  }

  /** Visits all pairs of bodies that touch or are linked. */
  private visit(memory: ReadonlyNumbers, join: (a: number, b: number, form: ContactForm | null) => void): void {
    const { list } = this.points;
    for (let i = 0; i < list.count; i++) join(list.own[i], list.other[i], list.forms[i]);
    for (const {
      bodies: [a, b],
      attached,
    } of this.model.links)
      if (a && b && memory[attached.offset] !== 0) join(a.index, b.index, null);
  }

  private root(index: number): number {
    const { parents } = this;
    let at = index;
    while (parents[at] !== at) at = parents[at] = parents[parents[at]];
    return at;
  }

  /** The members of a body's island, including itself. */
  membersWith(index: number): number[] {
    const root = this.root(index);
    return this.model.bodies.flatMap((body) => (this.root(body.index) === root ? [body.index] : []));
  }

  /**
   * Disqualifies bodies that touch something that does not rest, or whose contact law is not steady; and, in islands
   * that nothing outside holds, bodies that move at all: they are in flight, however slow.
   */
  refuse(
    memory: ReadonlyNumbers,
    isFit: Uint8Array,
    rests: (index: number) => boolean,
    isSteady: (form: ContactForm) => boolean,
    isMotionless: (index: number) => boolean,
  ): void {
    this.visit(memory, (a, b, form) => {
      if (!rests(b) || (form && !isSteady(form))) isFit[a] = 0;
      if (!rests(a) || (form && !isSteady(form))) isFit[b] = 0;
    });
    this.findLeaning(memory);
    this.all.fill(1);
    for (let i = 0; i < isFit.length; i++) {
      const root = this.root(i);
      if (isFit[i] === 0 || (this.leans[root] === 0 && !isMotionless(i))) this.all[root] = 0;
    }
  }

  private findLeaning(memory: ReadonlyNumbers): void {
    const { leans } = this;
    leans.fill(0);
    this.visit(memory, (a, b) => {
      const [one, two] = [this.root(a), this.root(b)];
      if (one !== two) leans[one] = leans[two] = 1;
    });
    for (const { bodies, attached } of this.model.links)
      if (bodies.includes(null) && memory[attached.offset] !== 0)
        for (const body of bodies) if (body) leans[this.root(body.index)] = 1;
  }

  /** Whether all members of a body's island qualify, according to the last marks. */
  areAll(index: number): boolean {
    return this.all[this.root(index)] === 1;
  }

  /** The bodies that touch a body or are linked to it. */
  neighbours(memory: ReadonlyNumbers, index: number): number[] {
    const found: number[] = [];
    this.visit(memory, (a, b) => {
      if (a === index) found.push(b);
      if (b === index) found.push(a);
    });
    return found;
  }

  /** The laws of all points. */
  forms(): ContactForm[] {
    const { list } = this.points;
    return [...new Set(list.forms.slice(0, list.count))];
  }
}
