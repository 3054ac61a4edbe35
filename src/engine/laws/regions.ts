// The regions of the memory that a kernel works on. A kernel is run with four addresses (`Kernel.over`), and each place
// in its graph lies behind one of them. What lies there depends on the kind of kernel: every kind has names for its
// four regions, and its own type, so that no kernel gets a region of another kind. At run time a region is its number.

/** One of the four addresses with which kernels of a kind are run. */
export type Region<Kind extends string = string> = number & { readonly regionOf: Kind };

type Regions<Kind extends string, Name extends string> = Readonly<Record<Name, Region<Kind>>>;

/** Names the addresses of a kind of kernel, in order. */
function regionsOf<Kind extends string, Name extends string>(_kind: Kind, ...names: readonly Name[]) {
  return Object.fromEntries(names.map((name, number) => [name, number])) as Regions<Kind, Name>;
}

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
