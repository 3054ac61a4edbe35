// Angles that look like degrees: a plain 45 where radians belong.

import type { Environment } from "../declare/environment.ts";
import type { Experiment } from "../declare/experiment.ts";
import { type AttributeItem, type Definition, type Expr, partsOf } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import { type Source, spanText } from "../syntax/span.ts";
import { isRate, withoutEnd } from "../syntax/statement.ts";
import { checkComparedAngles } from "./compared-angles.ts";

/** Natives that take an angle, or a vector of three, each by the index of the argument. */
const ofAngles: ReadonlyMap<string, number> = new Map([
  ...["sine", "cosine", "tangent", "cotangent", "secant", "cosecant"].map((name) => [name, 0] as const),
  ["quaternionFromAxisAndAngle", 1],
  ["rotateVector", 2],
  ["eulerXYZToQuaternion", 0],
  ["eulerXYZToRotationMatrix", 0],
]);
/** Usual names of angles. */
const angleNames = /(angle|theta|phi|tilt|inclination)\d*$/i;

export function checkAngles(
  functions: readonly Definition[],
  experiment: Experiment,
  { main }: Environment,
  diagnostics: Diagnostics,
): void {
  const { world, objects, links, contexts } = experiment;
  const definitions = definitionsOf(functions, experiment);
  const owned = [...objects, ...links].flatMap(({ attributes }) => attributes);
  const items = [...owned, ...contexts.flatMap(({ attributes }) => attributes)];
  const search = new AngleSearch(main, valuesByName(definitions, items), diagnostics);
  for (const { body, name, unit, params } of definitions) {
    search.visit(body, new Set(params.map((param) => param.name)));
    if (world.some((one) => one.body === body) && angleNames.test(name) && !unit) search.doubt(body, `'${name}'`);
  }
  for (const { point, to } of experiment.curves)
    if (point && to && point.params.length === 1) search.doubtRange(to, point);
  for (const { name, value, unit } of owned) {
    if (!value) continue;
    search.visit(value, new Set());
    if (name === "orientation" && value.kind === "vector" && value.elements.length === 3)
      for (const angle of value.elements) search.doubt(angle, "an Euler angle");
    else if (angleNames.test(name) && !unit) search.doubt(value, `'${name}'`);
  }
  const doubt = (value: Expr, what: string) => search.doubt(value, what);
  checkComparedAngles(functions, experiment, search.natives, doubt);
}

/** All definitions of a text: functions first, then those of its blocks. */
function definitionsOf(functions: readonly Definition[], { world, contexts, events, measures }: Experiment) {
  return [
    ...functions,
    ...world,
    ...[...contexts, ...events].flatMap((block) => block.functions),
    ...measures.flatMap((block) => block.definitions),
  ];
}

/** The expressions that give a name its value without a unit. */
function valuesByName(definitions: readonly Definition[], items: readonly AttributeItem[]): Map<string, Expr[]> {
  const values = new Map<string, Expr[]>();
  const add = (name: string, value: Expr) => values.set(name, [...(values.get(name) ?? []), value]);
  for (const one of definitions) if (one.params.length === 0 && !isRate(one) && !one.unit) add(one.name, one.body);
  for (const { name, value, unit } of items) if (value && !unit) add(name, value);
  return values;
}

/** Finds angles in expressions, and warns once of each that looks like degrees. */
class AngleSearch {
  private readonly main: Source;
  private readonly values: ReadonlyMap<string, readonly Expr[]>;
  private readonly diagnostics: Diagnostics;
  private readonly told = new Set<Expr>();
  /** The native that takes an attribute or a function as it is, by its name without the number of an end. */
  readonly natives = new Map<string, string>();

  constructor(main: Source, values: ReadonlyMap<string, readonly Expr[]>, diagnostics: Diagnostics) {
    this.main = main;
    this.values = values;
    this.diagnostics = diagnostics;
  }

  /** Warns if an angle, described by `what`, looks like degrees. */
  doubt(angle: Expr, what: string): void {
    if (angle.span.source !== this.main || this.told.has(angle) || !looksLikeDegrees(angle)) return;
    this.told.add(angle);
    const said = spanText(angle.span);
    this.diagnostics.warning(
      "degrees",
      angle.span,
      `${what} is taken in radians, and ${said} looks like degrees`,
      `write ${said} [°], or the angle in radians`,
    );
  }

  /** Warns of the end of the range of a curve, `to = 360`, whose formula takes the sine of its parameter itself. */
  doubtRange(to: Expr, { body, params: [param] }: Definition): void {
    const takesIt = (expr: Expr): string | null => {
      const angle = expr.kind === "call" ? expr.args[ofAngles.get(expr.name) ?? -1] : undefined;
      if (expr.kind === "call" && angle?.kind === "name" && angle.name === param.name) return expr.name;
      return (
        partsOf(expr)
          .map(takesIt)
          .find((one) => one !== null) ?? null
      );
    };
    const native = takesIt(body);
    if (native !== null) this.doubt(to, `'${param.name}', which ${native} takes,`);
  }

  /** Examines the angles that natives take in an expression with these parameters. */
  visit(expr: Expr, parameters: ReadonlySet<string>): void {
    const angle = expr.kind === "call" ? expr.args[ofAngles.get(expr.name) ?? -1] : undefined;
    if (expr.kind === "call" && angle) this.take(angle, expr.name, parameters);
    for (const part of partsOf(expr)) this.visit(part, parameters);
  }

  private take(arg: Expr, native: string, parameters: ReadonlySet<string>): void {
    if (arg.kind === "vector") for (const angle of arg.elements) this.take(angle, native, parameters);
    else if (arg.kind !== "name") this.doubt(arg, `what ${native} takes`);
    else if (!parameters.has(arg.name)) {
      for (const name of new Set([arg.name, withoutEnd(arg.name)]))
        if (!this.natives.has(name) && name !== "t") this.natives.set(name, native);
      for (const value of this.values.get(arg.name) ?? []) this.doubt(value, `'${arg.name}', which ${native} takes,`);
    }
  }
}

/** A multiple of 5 from 10 on, without a unit: more than one and a half turns in radians. */
function looksLikeDegrees(expr: Expr): boolean {
  const literal = expr.kind === "unary" && expr.op === "-" ? expr.operand : expr;
  return literal.kind === "number" && literal.value >= 10 && literal.value <= 360 && literal.value % 5 === 0;
}
