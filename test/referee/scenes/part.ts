// What the parts of a random scene have in common.
import type { Random } from "../../language/fuzz/random.ts";
import type { Geometry } from "./bodies.ts";
import type { Frame } from "./frame.ts";

/** What the law of motion asks of all bodies that it moves. */
export interface Needs {
  readonly orientation: "any" | "Euler angles" | "quaternion" | "matrix";
  readonly geometries: readonly Geometry[] | null;
  /** Further attributes of each. */
  readonly attributes: string;
}

export const noNeeds: Needs = { orientation: "any", geometries: null, attributes: "" };

/** What all that write a scene draw from, and how they write it down. */
export interface Maker {
  readonly random: Random;
  readonly frame: Frame;
  readonly needs: Needs;
}

/** Blocks of a scene, and what others may speak of. */
export interface Part {
  readonly texts: readonly string[];
  /** The contexts that take part. */
  readonly contexts: readonly string[];
  /** Dynamic bodies, by name. */
  readonly bodies?: readonly string[];
  readonly links?: readonly string[];
  /** Attributes of the world. */
  readonly world?: string;
  /** Whether first values violate constraints, so that they must be projected. */
  readonly isOpen?: boolean;
}

export const nothing: Part = { texts: [], contexts: [] };

export function fileImport(name: string): string {
  return `import "laws/${name}.vfl"`;
}
