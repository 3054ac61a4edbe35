// The layout of a link's workspace, for graphs that use its numbers.
import type { Store } from "../../compiler/emit/module.ts";
import type { Graph } from "../../compiler/graph/graph.ts";
import type { Node } from "../../compiler/graph/node.ts";
import type { Region } from "../../compiler/graph/region.ts";
import type { LinkForm } from "./form.ts";

/** What an elimination leaves in a workspace, besides the results of the link's law; see chain-step.ts. */
export type WorkPart = "U" | "A" | "b" | "S" | "r" | "rest" | "gap";

/** The size of these parts, for `rows` rows and at most `most` rows of another link. */
export function workSize(rows: number, most: number): number {
  return 2 * rows * rows + rows * most + 3 * rows + 1;
}

/** The start of a part. */
function workPlace({ work, rows }: LinkForm, part: WorkPart): number {
  const square = rows * rows;
  switch (part) {
    case "U":
      return work;
    case "S":
      return work + square;
    case "b":
      return work + 2 * square;
    case "r":
      return work + 2 * square + rows;
    case "rest":
      return work + 2 * square + 2 * rows;
    case "gap":
      return work + 2 * square + 3 * rows;
    case "A":
      return work + 2 * square + 3 * rows + 1;
  }
}

/** The place of the k-th number of a part in a workspace. */
export function workspacePlace(form: LinkForm, part: WorkPart | "right" | "found" | "own", k: number): number {
  return k + (part === "right" || part === "found" || part === "own" ? form[part] : workPlace(form, part));
}

/** Per result of the law of a link: its constant value, or null if it varies. */
const known = new WeakMap<LinkForm, ReadonlyMap<number, number | null>>();

function written(form: LinkForm): ReadonlyMap<number, number | null> {
  let found = known.get(form);
  if (!found) {
    const { graph, stores } = form.source;
    const constant = (node: Node) => {
      const data = graph.data(node);
      return data.op === "real" ? data.value : null;
    };
    found = new Map(stores.map(({ node, place }) => [place!.offset / 8, constant(node)]));
    known.set(form, found);
  }
  return found;
}

export class Workspace {
  readonly graph: Graph;
  readonly form: LinkForm;
  private readonly region: Region;

  constructor(graph: Graph, form: LinkForm, region: Region) {
    this.graph = graph;
    this.form = form;
    this.region = region;
  }

  private at(offset: number): Node {
    return this.graph.load({ base: this.region, offset: 8 * offset, index: null }, "real");
  }

  load(part: WorkPart | "right" | "found", k: number): Node {
    return this.at(workspacePlace(this.form, part, k));
  }

  /** The result of the law; undefined for what is zero by its form. */
  private left(first: number, k: number): Node | undefined {
    const value = first < 0 ? undefined : written(this.form).get(first + k);
    if (value === undefined) return undefined;
    return value === null ? this.at(first + k) : this.graph.real(value);
  }

  part(part: "own", k: number): Node | undefined {
    return this.left(this.form[part], k);
  }

  /** The k-th number of the constraint, if it constrains poses. */
  gap(k: number): Node | undefined {
    return this.form.orders[k] === 2 ? this.left(this.form.value, k) : undefined;
  }

  ofEnd(part: "onConstraint" | "ofUnknowns", end: number, k: number): Node | undefined {
    return this.left(this.form[part][end], k);
  }

  sum(a: Node | undefined, b: Node): Node {
    return a === undefined ? b : this.graph.binary("add", a, b);
  }

  store(part: WorkPart | "found", k: number, node: Node): Store {
    return {
      node,
      place: { base: this.region, offset: 8 * workspacePlace(this.form, part, k), index: null },
      mustBeFinite: false,
    };
  }
}
