// The meaning of a name at its place. The checker, the interpreter and the compiler all ask here, so that they agree.
import { prelude } from "../prelude/prelude.ts";
import { constants, type Native, natives } from "../shapes/natives.ts";
import type { Definition } from "../syntax/ast.ts";

/** The owner of an attribute, as seen from the application of a law. */
export type Owner =
  | { readonly kind: "world" }
  /** The object with index 0 or 1; the only object of a free fall has index 0. */
  | { readonly kind: "object"; readonly index: number }
  /** The context's attributes for that object. */
  | { readonly kind: "context"; readonly index: number }
  | { readonly kind: "link" }
  /** A value from the engine: the collision's point and normal, the directions' sums, anchors, iteration. */
  | { readonly kind: "given"; readonly index: number }
  | { readonly kind: "named object"; readonly name: string }
  | { readonly kind: "named link"; readonly name: string }
  /** Each other object in turn, inside sumOthers. */
  | { readonly kind: "others" };

export interface Attribute {
  readonly owner: Owner;
  readonly name: string;
}

export function attributeKey(attribute: Attribute): string {
  const { owner, name } = attribute;
  const which = "index" in owner ? owner.index : "name" in owner ? owner.name : "";
  return `${owner.kind} ${which} ${name}`;
}

export type Binding =
  /** A function written in VFLang; `scope` resolves its own names. */
  | { readonly kind: "function"; readonly definition: Definition; readonly scope: Scope }
  | { readonly kind: "attribute"; readonly attribute: Attribute }
  | { readonly kind: "native"; readonly native: Native }
  | { readonly kind: "constant"; readonly value: number };

export interface Scope {
  lookup(name: string): Binding | null;
  /** The attribute that a name stands for, ignoring functions. */
  attribute(name: string): Attribute | null;
  /** Every name that can be used here, for suggestions. */
  names(): Iterable<string>;
  /** Whether a name is introduced here but stands for nothing. */
  isBroken?(name: string): boolean;
}

const nativeBindings = new Map<string, Binding>();

function nativeBinding(name: string): Binding | null {
  const known = nativeBindings.get(name);
  if (known) return known;
  const native = natives.get(name);
  const constant = constants.get(name);
  const binding: Binding | null = native
    ? { kind: "native", native }
    : constant === undefined
      ? null
      : { kind: "constant", value: constant };
  if (binding) nativeBindings.set(name, binding);
  return binding;
}

/** The scope of natives and constants, below all others. */
export const nativeScope: Scope = {
  lookup: nativeBinding,
  attribute: () => null,
  names: () => [...natives.keys(), ...constants.keys()],
};

const preludeBindings = new Map<string, Binding>();

/** The scope inside the prelude: its helpers, then the natives. */
export const preludeScope: Scope = {
  lookup(name) {
    if (natives.has(name)) return nativeBinding(name);
    const known = preludeBindings.get(name);
    if (known) return known;
    const definition = prelude().get(name);
    if (!definition) return nativeBinding(name);
    const binding: Binding = { kind: "function", definition, scope: preludeScope };
    preludeBindings.set(name, binding);
    return binding;
  },
  attribute: () => null,
  names: () => nativeScope.names(),
};

/** Functions that see each other and the natives: a library file, or an interactive session. */
export class FunctionScope implements Scope {
  private readonly bindings = new Map<string, Binding>();

  define(definition: Definition): void {
    this.bindings.set(definition.name, { kind: "function", definition, scope: this });
  }

  /** Adds a function of another file, with its own scope. */
  import(name: string, binding: Binding): void {
    this.bindings.set(name, binding);
  }

  lookup(name: string): Binding | null {
    return this.bindings.get(name) ?? nativeBinding(name);
  }

  /** What was defined or imported here, without natives. */
  protected ownBinding(name: string): Binding | null {
    return this.bindings.get(name) ?? null;
  }

  attribute(): null {
    return null;
  }

  names(): Iterable<string> {
    return [...this.bindings.keys(), ...nativeScope.names()];
  }

  own(): IterableIterator<[string, Binding]> {
    return this.bindings.entries();
  }
}
