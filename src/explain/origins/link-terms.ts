// What links add to the sums of the bodies at their ends: springs by their law, constraints by their unknowns.

import { EvaluationError } from "../../compiler/values/evaluation-error.ts";
import type { Link } from "../../engine/model/link.ts";
import type { Slot } from "../../engine/model/slot.ts";
import type { Definition } from "../../language/syntax/ast.ts";
import { isContribution } from "../../language/syntax/statement.ts";
import { isMissing } from "../../record/probe/probe.ts";
import { type LinkKnowledge, LinkSite, type LinkStage } from "../sites/link-site.ts";
import { sameBits } from "../tree/literal.ts";
import type { ExplanationNode, Term } from "../tree/node.ts";
import { nameExpr, reckonSum, sumNode } from "../tree/reckoning.ts";

export class LinkTerms {
  private readonly known: LinkKnowledge;
  private readonly at: LinkStage;

  constructor(known: LinkKnowledge, at: LinkStage) {
    this.known = known;
    this.at = at;
  }

  /** The attached links. */
  get attached(): Link[] {
    return this.known.model.links.filter((link) => this.at.stage[link.attached.offset] !== 0);
  }

  site(link: Link): LinkSite {
    return new LinkSite(this.known, this.at, link);
  }

  /** The contributions of links without unknowns to an attribute. */
  free(slot: Slot): Term[] {
    return this.attached.filter(({ unknowns }) => unknowns.length === 0).flatMap((link) => this.ofLink(link, slot));
  }

  /** The contributions of constraints to it, after all others, as in the engine. */
  constrained(slot: Slot): Term[] {
    return this.constraints.flatMap((link) => this.ofLink(link, slot));
  }

  get constraints(): Link[] {
    return this.attached.filter(({ unknowns }) => unknowns.length > 0);
  }

  private ofLink(link: Link, slot: Slot): Term[] {
    return linkContributions(link).flatMap(({ definition, to }): Term[] => {
      if (to !== slot) return [];
      const name = `${definition.name} += of ${link.name}`;
      const node = this.explained(link, definition, name);
      const symbol = nameExpr(`${definition.name}_${link.name}`);
      return node ? [{ name, symbol, value: node.value, dimension: node.dimension, open: () => node }] : [];
    });
  }

  /**
   * A name in the law of a link; null if another part explains it. The compiler leaves out products with structural
   * zeros, so that a zero may have the other sign there: then it is a sum that begins with zero.
   */
  named(link: Link, name: string): ExplanationNode | null {
    const node = this.stated(link, name);
    const { stage, applications, key } = this.at;
    const value = node && this.known.values.of(link, name, stage, applications);
    if (!node || value === null || isMissing(value) || sameBits(value, node.value)) return node;
    const term: Term = { name, value: node.value, dimension: node.dimension, open: () => node };
    return sumNode({ ...node, value, terms: [term], key: `${key} held ${node.name}` });
  }

  private stated(link: Link, name: string): ExplanationNode | null {
    const path = `${link.name}.${name}`;
    const binding = link.scope.lookup(name);
    if (binding?.kind === "function" && binding.definition.params.length === 0)
      return this.explained(link, binding.definition, path);
    const plain = name.replace(/'+$/, "");
    if (plain !== name && link.scope.lookup(plain)?.kind === "function")
      return this.site(link).rate(plain, name.length - plain.length, path);
    const added = link.scope.laws.functions.filter((one) => isContribution(one) && one.name === name);
    const nodes = added.flatMap((definition) => this.explained(link, definition, path) ?? []);
    if (added.length === 0 || nodes.length < added.length) return null;
    if (nodes.length === 1) return nodes[0];
    const terms = nodes.map(
      (node, i): Term => ({
        name: `${name} += (${i + 1})`,
        symbol: nameExpr(`${name}_${i + 1}`),
        value: node.value,
        dimension: node.dimension,
        open: () => node,
      }),
    );
    const { words, time, dimension } = nodes[0];
    const key = `${this.at.key} sum ${path}`;
    return sumNode({ name: path, words, time, value: reckonSum(terms), dimension, terms, key });
  }

  private explained(link: Link, definition: Definition, name: string): ExplanationNode | null {
    try {
      return this.site(link).explain(definition, name);
    } catch (error) {
      if (!(error instanceof EvaluationError)) throw error;
      return null;
    }
  }
}

/** The lines of a link's law that add to an attribute of a moving body, with the place of the attribute. */
export function linkContributions({ scope, bodies }: Link): { definition: Definition; end: number; to: Slot }[] {
  return scope.laws.functions.flatMap((definition) => {
    const attribute = isContribution(definition) ? scope.attribute(definition.name) : null;
    const end = attribute?.owner.kind === "object" ? attribute.owner.index : -1;
    const body = bodies[end];
    const to = body?.physicalType === "dynamic" ? body.slots.get(attribute!.name) : undefined;
    return to ? [{ definition, end, to }] : [];
  });
}
