// One evaluation of a context: one instant, integrator stage or iteration. Nothing is committed here; the caller
// commits all new values together.
import type { Curve } from "../../geometry/curves/curve.ts";
import type { ContextScope } from "../../language/declare/context-scope.ts";
import type { Attribute } from "../../language/names/scope.ts";
import type { CallExpr, Definition } from "../../language/syntax/ast.ts";
import { isContribution, isFirstRate } from "../../language/syntax/statement.ts";
import type { Budget } from "../values/budget.ts";
import type { Value } from "../values/value.ts";
import { type CallFrame, type Host, Interpreter } from "./interpreter.ts";

/** What an evaluation reads: the registered value of an attribute, and inside a rate its value at the stage. */
export interface Registers {
  /** The registered value; null if the attribute has none yet. */
  read(attribute: Attribute): Value | null;
  /**
   * The value of an attribute that no function here updates: the registered value, unless an integrator has advanced
   * it.
   */
  stage(attribute: Attribute): Value | null;
  /** Calls that only a running experiment can answer, such as sumOthers; null for an unknown call. */
  special(call: CallExpr, frame: CallFrame, interpreter: Interpreter, seen?: SeenAttribute): Value | null;
  curve?(name: string): Curve | null;
  /** See `Host`. */
  tookSide?(side: number): void;
}

/**
 * The value of an attribute as an evaluation sees it: the result of a function there, unless registered values are
 * meant.
 */
export type SeenAttribute = (attribute: Attribute, registered: boolean) => Value | null;

/** A new value, a rate of change, or a contribution, for one attribute. */
export interface Update {
  readonly attribute: Attribute;
  readonly definition: Definition;
  readonly value: Value;
}

export class Evaluation implements Host {
  readonly interpreter: Interpreter;
  private readonly scope: ContextScope;
  private readonly registers: Registers;

  constructor(scope: ContextScope, registers: Registers, budget?: Budget) {
    this.scope = scope;
    this.registers = registers;
    this.interpreter = new Interpreter(this, budget);
  }

  read(attribute: Attribute, registered: boolean): Value | null {
    return registered ? this.registers.read(attribute) : this.registers.stage(attribute);
  }

  curve(name: string): Curve | null {
    return this.registers.curve?.(name) ?? null;
  }

  tookSide(side: number): void {
    this.registers.tookSide?.(side);
  }

  special(call: CallExpr, frame: CallFrame, interpreter: Interpreter): Value | null {
    if (call.name !== "previous") return this.registers.special(call, frame, interpreter, this.seen);
    const [name] = call.args;
    const attribute = call.args.length === 1 && name.kind === "name" ? frame.scope.attribute(name.name) : null;
    if (!attribute) return interpreter.fail("special", call.span, frame, "previous takes the name of an attribute", []);
    return (
      this.registers.read(attribute) ??
      interpreter.fail("no-value", call.span, frame, `'${attribute.name}' has no value yet`, [])
    );
  }

  private readonly seen: SeenAttribute = (attribute, registered) => {
    const update = registered ? null : this.scope.updateOf(attribute);
    if (!update || this.scope.firstTime.has(update)) return this.read(attribute, registered);
    return this.interpreter.compute(update, this.scope, false);
  };

  /** The new values of all attributes that functions here update, except first-time-only ones. */
  updates(): Update[] {
    return this.collect((definition) => this.scope.isUpdate(definition));
  }

  /** The rates stated here, in the order written. */
  rates(): Update[] {
    return this.collect(isFirstRate);
  }

  /** What is added to accumulators here, in the order written. */
  contributions(): Update[] {
    return this.collect(isContribution);
  }

  private collect(wanted: (definition: Definition) => boolean): Update[] {
    const updates: Update[] = [];
    for (const definition of this.scope.laws.functions) {
      if (definition.params.length > 0 || !wanted(definition)) continue;
      const attribute = this.scope.attribute(definition.name);
      if (attribute)
        updates.push({ attribute, definition, value: this.interpreter.compute(definition, this.scope, false) });
    }
    return updates;
  }
}

/**
 * Computes the first-time-only attributes of an application that begins, in the order of the list. Each of them sees
 * registered values and those computed before it: `store` registers them one by one.
 */
export function beginApplication(
  scope: ContextScope,
  registers: Registers,
  store: (attribute: Attribute, value: Value, definition: Definition) => void,
  budget?: Budget,
): void {
  for (const word of scope.laws.context?.firstTimeOnly ?? []) {
    for (const definition of scope.firstTime) {
      const attribute = scope.attribute(definition.name);
      if (attribute?.name !== word.name) continue;
      store(
        attribute,
        new Evaluation(scope, registers, budget).interpreter.compute(definition, scope, true),
        definition,
      );
    }
  }
}
