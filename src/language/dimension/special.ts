// The dimensions of special forms: they take a name, or concern other moments or objects.

import type { Environment } from "../declare/environment.ts";
import type { Experiment } from "../declare/experiment.ts";
import { lawNamesOf, linkScopes, ObjectScope } from "../declare/measures-scope.ts";
import { reductions } from "../declare/study.ts";
import { heldByLinks, heldCall } from "../names/held-by-links.ts";
import type { Attribute, Scope } from "../names/scope.ts";
import { atStepStart } from "../names/step-start.ts";
import { curveCalls, ownShapeCall } from "../shapes/natives.ts";
import type { CallExpr, Expr } from "../syntax/ast.ts";
import { withoutEnd } from "../syntax/statement.ts";
import { type Dim, ground, lengthDimension, pure, timeDimension, timesPower } from "./dimension.ts";
import type { DimensionFrame, Dimensions } from "./host.ts";
import type { DimensionTable } from "./table.ts";
import { all, any, bare, type DimensionValue, rankOf } from "./value.ts";
import { mid } from "./words.ts";

export interface SpecialHost {
  readonly inference: Dimensions;
  readonly table: DimensionTable;
  readonly experiment: Experiment;
  readonly environment: Environment;
  attribute(attribute: Attribute, scope: Scope): DimensionValue;
}

/** Null if there is no such form. */
export function specialDimension(call: CallExpr, frame: DimensionFrame, check: SpecialHost): DimensionValue | null {
  const { inference } = check;
  const [first] = call.args;
  switch (call.name) {
    case "previous":
    case atStepStart:
      return earlier(first, frame, check);
    case "derivative":
      return partial(call, frame, check);
    case heldByLinks:
      return first ? held(call, frame, check) : any;
    case "sumOthers":
      return first ? inference.infer(first, frame) : any;
    case "totalLinks":
      return first ? overLinks(first, call, frame, check) : any;
    case "total":
      return first ? overObjects(first, frame, check) : any;
    case "random":
      return between(call, frame, check);
    default:
      if (curveCalls.has(call.name)) return ofCurve(call, frame, check);
      if (ownShapeCall(call.name, call.args.length)) return ofOwnShape(call, frame, check);
      return reductions.has(call.name) && !frame.scope.lookup(call.name) ? reduced(call, frame, check) : null;
  }
}

/** The links of each law have one dimension, and those of all laws must have the same. */
function overLinks(summand: Expr, call: CallExpr, frame: DimensionFrame, check: SpecialHost): DimensionValue {
  const { inference, experiment, environment } = check;
  let sum: DimensionValue | null = null;
  for (const scope of linkScopes(experiment, environment, frame.scope)) {
    const term = inference.infer(summand, { ...frame, scope });
    sum = sum
      ? inference.agree(sum, term, [], call.span, frame, (a, b) => `adds ${mid(b)} to ${a} in its sum over links`)
      : term;
  }
  return sum ?? any;
}

/** `previous(x)`, and x at the start of the step: the dimension of the attribute. */
function earlier(of: Expr | undefined, { scope }: DimensionFrame, check: SpecialHost): DimensionValue {
  const attribute = of?.kind === "name" ? scope.attribute(of.name) : null;
  return attribute ? check.attribute(attribute, scope) : any;
}

/** `centerOfMass()`, `inertiaTensor(mass)`. */
function ofOwnShape(call: CallExpr, frame: DimensionFrame, { inference }: SpecialHost): DimensionValue {
  if (call.name === "centerOfMass") return all(lengthDimension, 1);
  return inference.values.scale(ofRank2(inference.infer(call.args[0], frame)), lengthDimension, 2);
}

/** `total(x)`: the dimension of x for a moving object. */
function overObjects(summed: Expr, frame: DimensionFrame, check: SpecialHost): DimensionValue {
  const { inference, experiment, environment } = check;
  const object = [...environment.objects.values()].find(({ declaration }) => declaration.physicalType === "dynamic");
  if (!object) return any;
  const scope = new ObjectScope(object, frame.scope, lawNamesOf(experiment), environment);
  return inference.infer(summed, { ...frame, scope });
}

/** `random(from, to)`. */
function between(call: CallExpr, frame: DimensionFrame, { inference }: SpecialHost): DimensionValue {
  const [from, to] = call.args;
  if (!from || !to) return any;
  return inference.agree(
    inference.infer(from, frame),
    inference.infer(to, frame),
    [from, to],
    call.span,
    frame,
    (a, b) => `goes from ${a} to ${b}`,
  );
}

function ofRank2(value: DimensionValue): DimensionValue {
  return value.kind === "all" ? all(value.dim, 2) : value.kind === "bare" ? bare(null, 2) : value;
}

/** `derivative(C, x)`: entries of C over entries of x; an orientation is varied by angles. */
function partial(call: CallExpr, frame: DimensionFrame, { inference }: SpecialHost): DimensionValue {
  const [of, by] = call.args;
  if (!of || !by) return any;
  const value = inference.infer(of, frame);
  const attribute = by.kind === "name" ? frame.scope.attribute(by.name) : null;
  const isTurn = attribute !== null && withoutEnd(attribute.name) === "orientation";
  const dim = isTurn ? pure : inference.values.dimOf(inference.infer(by, frame));
  if (!dim) return any;
  if (value.kind === "list")
    return { kind: "list", items: value.items.map((item) => row(inference.values.scale(item, dim, -1))) };
  const scaled = inference.values.scale(value, dim, -1);
  return scaled.kind === "all" ? all(scaled.dim, 2) : scaled;
}

/**
 * `heldByLinks(u, p)`: entries of u over entries of p, whose dimension is only known here if it is stated, because p
 * depends on it.
 */
function held(call: CallExpr, frame: DimensionFrame, { inference }: SpecialHost): DimensionValue {
  const value = inference.infer(call.args[0], frame);
  const asked = heldCall(call, frame.scope);
  const unit = typeof asked === "string" ? null : asked.cause.unit;
  const dim = inference.values.dimOf(value);
  if (!unit || !dim) return any;
  return inference.values.scale(all(dim, rankOf(value) === 0 ? 0 : 2), ground(unit.dimension), -1);
}

function row(value: DimensionValue): DimensionValue {
  return value.kind === "all" ? all(value.dim, 1) : value.kind === "bare" ? bare(value.number, 1) : value;
}

/** A curve has a parameter with its own dimension. */
function ofCurve(call: CallExpr, frame: DimensionFrame, { inference, table }: SpecialHost): DimensionValue {
  const [name, argument] = call.args;
  const { scheme } = curveCalls.get(call.name)!;
  const [takes, gives] = scheme.split(" -> ");
  const parameter = table.get(`curve ${name?.kind === "name" ? name.name : ""}`, { kind: "real" });
  const value = argument ? inference.infer(argument, frame) : any;
  if (argument) {
    const wanted = takes === "m" ? all(lengthDimension, rankOf(value)) : parameter;
    inference.agree(
      wanted,
      value,
      [argument],
      argument.span,
      frame,
      (want, is) => `is ${mid(is)} and ${call.name} takes ${want}`,
    );
  }
  const [shape, product] = gives.split(" ");
  if (product === "s") return parameter;
  const dim: Dim = product === "1" ? pure : timesPower(pure, lengthDimension, product === "m" ? 1 : -1);
  return all(dim, shape === "real" ? 0 : shape === "vector" ? 1 : 2);
}

function reduced(call: CallExpr, frame: DimensionFrame, { inference }: SpecialHost): DimensionValue {
  const takes = reductions.get(call.name)!;
  const value =
    takes === "event" || takes === "nothing" || !call.args[0] ? bare(null) : inference.infer(call.args[0], frame);
  if (call.name === "firstTime") return all(timeDimension, 0);
  if (call.name === "relativeDrift") return all(pure, 0);
  if (call.name === "drift" && value.kind !== "any") {
    const dim = inference.values.dimOf(value);
    return dim ? all(dim, 0) : any;
  }
  return value;
}
