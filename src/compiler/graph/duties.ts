// What must be computed even if unused, because it can fail: the interpreter evaluates unused arguments, too. These are
// checks, calls that can give up, and branches that contain them; those of one side of a branch belong to that side
// only.
import type { Node } from "./node.ts";

const none: readonly Node[] = [];

export class Duties {
  /** Null while it is empty, as it is in most regions. */
  private region: Set<Node> | null = null;

  add(node: Node): void {
    this.region ??= new Set();
    this.region.add(node);
  }

  has(node: Node): boolean {
    return this.region?.has(node) === true;
  }

  /** The duties of the open region. */
  get all(): readonly Node[] {
    return this.region ? [...this.region] : none;
  }

  /** The result of `run`, with the duties it found, which are not added to the duties here. */
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
