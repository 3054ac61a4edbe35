// What must be computed for its own sake, because it may fail: the interpreter looks at arguments that nothing needs,
// too. Checks, calls that can give up, branches with such in them; those of a side of a branch are of that side only.
import type { Node } from "./node.ts";

const none: readonly Node[] = [];

export class Duties {
  /** Null while there are none: most regions have none. */
  private region: Set<Node> | null = null;

  add(node: Node): void {
    this.region ??= new Set();
    this.region.add(node);
  }

  has(node: Node): boolean {
    return this.region?.has(node) === true;
  }

  /** Those of the region that is open. */
  get all(): readonly Node[] {
    return this.region ? [...this.region] : none;
  }

  /** What `run` gives, with the duties it found, which are not added to those here. */
  apart<T>(run: () => T): { readonly value: T; readonly duties: readonly Node[] } {
    const outside = this.region;
    this.region = null;
    try {
      const value = run();
      return { value, duties: this.all };
    } finally {
      this.region = outside;
    }
  }
}
