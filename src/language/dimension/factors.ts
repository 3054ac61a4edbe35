// What is available where a mismatch occurs: time, parameters, attributes, and functions of the same law.

import { ContextScope } from "../declare/context-scope.ts";
import type { Scope } from "../names/scope.ts";
import type { Definition, Expr } from "../syntax/ast.ts";
import { visitNames } from "../syntax/names-in.ts";
import { isRate } from "../syntax/statement.ts";
import { type Dim, isGround, isPureDim, timeDimension, timesPower } from "./dimension.ts";
import type { DimensionFrame, Dimensions } from "./host.ts";
import { any, type DimensionValue, type Rank, rankOf } from "./value.ts";

const mostFactors = 8;

/** A factor by which a term could be multiplied or divided, or that could replace another. */
export interface Factor {
  readonly words: string;
  readonly dim: Dim;
  readonly rank: Rank;
  readonly kind: "time" | "unused" | "said" | "attribute" | "function" | "place" | "own";
}

/**
 * Parameters, used or not, attributes, functions of the law; positions and sizes, which are known everywhere and rarely
 * missing; and the attribute that the law gives here. An instant of time counts as time.
 */
export function namesAtHand(frame: DimensionFrame, inference: Dimensions): Factor[] {
  const { definition, scope } = frame;
  const found = new Map<string, Factor>();
  const consider = (name: string, value: DimensionValue, kind: Factor["kind"]) => {
    const dim = inference.values.dimOf(value);
    const known = dim && inference.solution.resolve(dim);
    if (known && isGround(known) && !found.has(name))
      found.set(name, { words: name, dim: known, rank: rankOf(value), kind });
  };
  const said = new Set<string>();
  if (definition) visitNames(definition.body, (name) => Boolean(said.add(name)));
  for (const [i, { name }] of (definition?.params ?? []).entries())
    consider(name, frame.args[i], said.has(name) ? "said" : "unused");
  for (const name of namesIn(scope)) {
    const attribute = name === "t" || name === "dt" ? null : inference.host.attributeNamed(name, scope);
    const value = attribute && inference.host.attribute(attribute, scope);
    if (value) consider(name, value, name === definition?.name ? "own" : kindOfAttribute(name));
  }
  for (const name of definition ? otherFunctions(definition, scope) : [])
    if (!inference.host.attributeNamed(name, scope)) consider(name, functionValue(name, frame, inference), "function");
  return [...found.values()];
}

function kindOfAttribute(name: string): Factor["kind"] {
  return ["size", "position", "collisionPoint"].includes(name) ? "place" : "attribute";
}

/** Names that may be attributes in a law. */
function namesIn(scope: Scope): Set<string> {
  const units = scope instanceof ContextScope ? (scope.laws.context?.units ?? []) : [];
  return new Set([...units.map(({ name }) => name), ...scope.names(), "size", "position"]);
}

/** The names of the law's functions without parameters, except that of the definition itself. */
function otherFunctions(definition: Definition, scope: Scope): string[] {
  const functions = scope instanceof ContextScope ? scope.laws.functions : [];
  return functions
    .filter((one) => one.params.length === 0 && !isRate(one) && one.name !== definition.name)
    .map(({ name }) => name);
}

/** The value of a function of the law, without reports. */
function functionValue(name: string, frame: DimensionFrame, inference: Dimensions): DimensionValue {
  const expr: Expr = { kind: "name", name, span: frame.definition!.nameSpan };
  let value: DimensionValue = any;
  const isKnown = inference.tryWith({ expr, change: (written) => written(), within: new Set() }, () => {
    value = inference.infer(expr, frame);
    return true;
  });
  return isKnown ? value : any;
}

/** Time, and the available names with exactly the missing dimension. */
export function factorsAtHand(names: readonly Factor[], apart: Dim): Factor[] {
  if (!isGround(apart) || isPureDim(apart)) return [];
  const isTime = ({ dim }: Factor) => isPureDim(timesPower(dim, timeDimension, -1));
  const missing = ({ dim }: Factor) => [1, -1].some((power) => isPureDim(timesPower(apart, dim, power)));
  const all: Factor[] = [
    { words: "time, such as t or dt,", dim: timeDimension, rank: 0, kind: "time" },
    ...names.filter((name) => !isTime(name)),
  ];
  return all.filter(missing).slice(0, mostFactors);
}
