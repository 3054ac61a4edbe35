// The kinds that values can have, narrowed until nothing changes. A kind is a bit; a variable is a set of them, at
// first all. A rule lists the allowed combinations of its variables. A rule without a fitting combination is a mistake
// of the text, reported elsewhere: here it is ignored.

export const kinds = ["real", "vector", "matrix", "boolean", "sequence"] as const;
export type ValueKind = (typeof kinds)[number];

export const [real, vector, matrix, boolean, sequence] = kinds.map((_, i) => 1 << i);
export const anything = (1 << kinds.length) - 1;
export const numeric = real | vector | matrix;

export type Variable = number;
export type Rule = readonly (readonly number[])[];

const each = (among: number, make: (bit: number) => number[]): number[][] =>
  kinds
    .map((_, i) => 1 << i)
    .filter((bit) => bit & among)
    .map(make);

/** Rules over (left, right, result), (operand, result) or (one, other). */
export const rules = {
  same: each(anything, (bit) => [bit, bit]),
  sum: each(numeric, (bit) => [bit, bit, bit]),
  sign: each(numeric, (bit) => [bit, bit]),
  product: [
    ...each(numeric, (bit) => [real, bit, bit]),
    ...each(vector | matrix, (bit) => [bit, real, bit]),
    [matrix, vector, vector],
    [matrix, matrix, matrix],
    [vector, vector, vector],
  ],
  quotient: each(numeric, (bit) => [bit, real, bit]),
  power: each(real | matrix, (bit) => [bit, real, bit]),
  element: [
    [vector, real, real],
    [matrix, real, vector],
  ],
  literal: [
    [real, vector],
    [vector, matrix],
  ],
} satisfies Record<string, Rule>;

type Constraint =
  | { readonly kind: "rule"; readonly rule: Rule; readonly over: readonly Variable[] }
  /** Every kind possible for `inner` is also possible for `outer`. */
  | { readonly kind: "within"; readonly inner: Variable; readonly outer: Variable }
  | { readonly kind: "among"; readonly variable: Variable; readonly sources: readonly Variable[] };

export class KindNetwork {
  private readonly masks: number[] = [];
  private readonly constraints: Constraint[] = [];
  private readonly users: Constraint[][] = [];
  private queue: Constraint[] = [];

  variable(mask = anything): Variable {
    this.users.push([]);
    return this.masks.push(mask) - 1;
  }

  mask(variable: Variable): number {
    return this.masks[variable];
  }

  /** The one kind it can be, or null. */
  kind(variable: Variable): ValueKind | null {
    const mask = this.masks[variable];
    const found = kinds.findIndex((_, i) => mask === 1 << i);
    return found < 0 ? null : kinds[found];
  }

  rule(rule: Rule, ...over: Variable[]): void {
    this.add({ kind: "rule", rule, over }, over);
  }

  within(inner: Variable, outer: Variable): void {
    this.add({ kind: "within", inner, outer }, [outer]);
  }

  among(variable: Variable, sources: readonly Variable[]): void {
    this.add({ kind: "among", variable, sources }, sources);
  }

  /** Narrows a variable; false, with nothing changed, if nothing would be left. */
  narrow(variable: Variable, mask: number): boolean {
    const next = this.masks[variable] & mask;
    if (next === 0) return false;
    if (next === this.masks[variable]) return true;
    this.masks[variable] = next;
    this.queue.push(...this.users[variable]);
    return true;
  }

  private add(constraint: Constraint, over: readonly Variable[]): void {
    this.constraints.push(constraint);
    for (const variable of over) this.users[variable].push(constraint);
    this.queue.push(constraint);
  }

  settle(): void {
    for (let next = this.queue.pop(); next; next = this.queue.pop()) this.apply(next);
  }

  private apply(constraint: Constraint): void {
    switch (constraint.kind) {
      case "within":
        this.narrow(constraint.inner, this.masks[constraint.outer]);
        return;
      case "among":
        this.narrow(
          constraint.variable,
          constraint.sources.reduce((all, one) => all | this.masks[one], 0),
        );
        return;
      case "rule": {
        const { rule, over } = constraint;
        const fitting = rule.filter((bits) => bits.every((bit, i) => bit & this.masks[over[i]]));
        if (fitting.length === 0) return;
        for (const [i, variable] of over.entries())
          this.narrow(
            variable,
            fitting.reduce((all, bits) => all | bits[i], 0),
          );
      }
    }
  }
}
