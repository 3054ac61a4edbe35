// The regions of the memory for each kind of kernel of the engine: one of another kind, or a plain number, does not fit
// where a region of a kind is asked for.
import { type Region, regionsOf } from "../../compiler/graph/region.ts";

/**
 * Laws of bodies and collisions, and conditions of events: registered values, values of a stage, the bank with
 * attributes of contexts, and the results.
 */
export const lawRegions = regionsOf("law", "registered", "stage", "bank", "out");

/**
 * Laws of contact points. In sweeps the registered values are those from the beginning of the step; the stage holds the
 * present ones. `shared` begins with the number of the iteration, followed by what the points of a body share; `row` is
 * the row of the point.
 */
export const contactRegions = regionsOf("contact", "registered", "stage", "shared", "row");

/**
 * Laws of links: the whole memory, a stage, the same stage from the place of the link in its group on, and the
 * workspace of the link.
 */
export const linkRegions = regionsOf("link", "memory", "stage", "link", "workspace");

/** Passes over links: the stage twice, the workspace of the link that belongs to this one, and its own. */
export const passRegions = regionsOf("pass", "first", "stage", "partner", "workspace");

/** The unrolled solver of constraints: the whole memory. */
export const solverRegions = regionsOf("solver", "memory");

/** What laws compute from one body alone. The kernel reads what the law reads; its rows lie anywhere in the memory. */
export const cacheRegions = regionsOf("cache", "registered", "stage", "unused", "memory");

/**
 * Values of a body's own shape lie in no memory. A search that only asks what a number depends on sees them as loaded
 * from behind this base; kernels refuse it.
 */
export const ownShape = 4 as Region<"own shape">;

/** Where laws find their values: a contact law of points has other regions than a law of bodies. */
export interface LawRegions<Kind extends string = string> {
  /** Where `previous` finds attributes. */
  readonly registered: Region<Kind>;
  readonly stage: Region<Kind>;
}
