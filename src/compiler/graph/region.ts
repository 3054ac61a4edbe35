// The regions of the memory that a kernel works on. A kernel is run with four addresses (`Kernel.over`), and each place
// in its graph lies behind one of them. What lies there depends on the kind of kernel: who writes kernels of a kind
// names its four regions. At run time a region is its number.

/** One of the four addresses with which kernels of a kind are run. A plain number is none. */
export type Region<Kind extends string = string> = number & { readonly regionOf: Kind };

type Regions<Kind extends string, Name extends string> = Readonly<Record<Name, Region<Kind>>>;

/** Names the addresses of a kind of kernel, in order. */
export function regionsOf<Kind extends string, Name extends string>(_kind: Kind, ...names: readonly Name[]) {
  return Object.fromEntries(names.map((name, number) => [name, number])) as Regions<Kind, Name>;
}
