// What names mean inside `total(…)`.
import type { Attribute, Binding, Scope } from "../../language/names/scope.ts";

/** The names of a body's law, then those of the measures. */
export class BodyScope implements Scope {
  private readonly own: Scope;
  private readonly around: Scope;

  constructor(own: Scope, around: Scope) {
    this.own = own;
    this.around = around;
  }

  lookup(name: string): Binding | null {
    return this.own.lookup(name) ?? this.around.lookup(name);
  }

  attribute(name: string): Attribute | null {
    return this.own.attribute(name) ?? this.around.attribute(name);
  }

  names(): Iterable<string> {
    return [...this.own.names(), ...this.around.names()];
  }
}
