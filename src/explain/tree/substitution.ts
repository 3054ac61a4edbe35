// A formula taken apart: its names become terms, each with its value and where that comes from. The interpreter finds
// all values; this only follows the branches it takes.
import type { Frame, Interpreter } from "../../compiler/interpret/interpreter.ts";
import type { Value } from "../../compiler/values/value.ts";
import type { Attribute } from "../../language/names/scope.ts";
import { curveCalls } from "../../language/shapes/natives.ts";
import { type CallExpr, type Definition, type Expr, mapParts, type Parameter } from "../../language/syntax/ast.ts";
import { spanLine } from "../../language/syntax/span.ts";
import type { Dimension } from "../../language/syntax/unit.ts";
import { nowhere } from "./literal.ts";
import { type Decision, type Node, type Said, type Term, termName } from "./node.ts";

/** Where formulas are evaluated: one instant of a law, of the measures, or the beginning of a run. */
export interface Site extends Said {
  /** A new one each time, so that looking costs none of the budget of what is looked at. */
  interpreter(): Interpreter;
  /** Where the value of an attribute comes from. */
  openAttribute(attribute: Attribute, isRegistered: boolean, name: string, value: Value): Node;
  /** Where that of a call, or of a rate that no law states, comes from that only a running experiment can answer. */
  openSpecial(asked: CallExpr | RateExpr, place: Place, value: Value): Node;
  dimensionOf(attribute: Attribute): Dimension | null;
  dimensionOfFunction(definition: Definition): Dimension | null;
  /** Distinguishes this evaluation from all others. */
  readonly key: string;
  /** Whether the words begin with a law, and whom it is applied to; of measures and first values they say only when. */
  readonly isLaw: boolean;
}

export type RateExpr = Expr & { kind: "derivative" };

/** A frame of the interpreter, and where its arguments come from. */
export interface Place extends Frame {
  readonly given: readonly (() => Node)[];
}

interface Substituted {
  readonly expr: Expr;
  readonly terms: readonly Term[];
  readonly decisions: readonly Decision[];
}

/** The node of a function of a law, evaluated at a site. */
export function explainDefinition(site: Site, definition: Definition, place: Place, name: string): Node {
  const interpreter = site.interpreter();
  const value = interpreter.evaluate(definition.body, place);
  const key =
    `${site.key} ${definition.span.source.name}:${definition.span.from} ${place.registered} ` + `${argumentKey(place)}`;
  const dimension = site.dimensionOfFunction(definition);
  return explainExpression(site, definition.body, place, { name, definition, value, key, dimension });
}

/** The node of any expression; `about` is what the expression itself does not tell. */
export function explainExpression(
  site: Site,
  body: Expr,
  place: Place,
  about: Pick<Node, "name" | "definition" | "value" | "key" | "dimension">,
): Node {
  const { expr, terms, decisions } = new Substitution(site, place).of(body);
  const formula = spanLine(body.span);
  return {
    ...about,
    words: site.words,
    time: site.time,
    isByLaw: site.isLaw,
    origin: about.definition ? "formula" : "reckoning",
    formula,
    source: body,
    expr,
    decisions,
    terms,
    earlier: null,
  };
}

/** What a call that only a running experiment can answer was asked with; names of curves are none. */
export function argumentTerms(site: Site, call: CallExpr, place: Place): Term[] {
  return call.args.flatMap((arg): Term[] => {
    if (
      arg.kind === "number" ||
      (arg.kind === "name" && !place.scope.lookup(arg.name) && !isParameter(arg.name, place))
    )
      return [];
    const name = spanLine(arg.span);
    const value = site.interpreter().evaluate(arg, place);
    const key = `${site.key} argument ${arg.span.source.name}:${arg.span.from} ${argumentKey(place)}`;
    const about = { name, definition: null, value, key, dimension: null };
    return [{ name, value, dimension: null, open: () => explainExpression(site, arg, place, about) }];
  });
}

function isParameter(name: string, { definition }: Place): boolean {
  return definition?.params.some((param) => param.name === name) ?? false;
}

function argumentKey({ args }: Place): string {
  return args.map((arg) => JSON.stringify(typeof arg === "object" && "data" in arg ? [...arg.data] : arg)).join();
}

class Substitution {
  private readonly site: Site;
  private readonly place: Place;
  private readonly interpreter: Interpreter;
  private readonly terms: Term[] = [];
  private readonly byName = new Map<string, number>();
  private readonly decisions: Decision[] = [];

  constructor(site: Site, place: Place) {
    this.site = site;
    this.place = place;
    this.interpreter = site.interpreter();
  }

  of(body: Expr): Substituted {
    const expr = this.go(body);
    return { expr, terms: this.terms, decisions: this.decisions };
  }

  private go(expr: Expr): Expr {
    switch (expr.kind) {
      case "name":
        return this.name(expr);
      case "derivative":
        return this.rate(expr);
      case "call":
        return this.call(expr);
      case "if": {
        const condition = this.go(expr.condition);
        const value = this.interpreter.condition(expr.condition, this.place);
        const text = spanLine(expr.condition.span);
        this.decisions.push({ text, expr: condition, value });
        return this.go(value ? expr.yes : expr.no);
      }
      case "binary": {
        const left = this.go(expr.left);
        // What is not looked at has no value: the left side alone decides then.
        const decides = expr.op === "&" ? false : expr.op === "|" ? true : null;
        if (decides !== null && this.interpreter.condition(expr.left, this.place) === decides) return left;
        return { ...expr, left, right: this.go(expr.right) };
      }
      default:
        return mapParts(expr, (part) => this.go(part));
    }
  }

  private term(name: string, make: () => Omit<Term, "name">, shared = true): Expr {
    let index = shared ? this.byName.get(name) : undefined;
    if (index === undefined) {
      index = this.terms.length;
      this.terms.push({ name, ...make() });
      if (shared) this.byName.set(name, index);
    }
    return { kind: "name", name: termName(index), span: nowhere };
  }

  private valueOf(expr: Expr): Value {
    return this.interpreter.evaluate(expr, this.place);
  }

  private name(expr: Expr & { kind: "name" }): Expr {
    const { name } = expr;
    const { site, place } = this;
    const position = place.definition ? place.definition.params.findIndex((param) => param.name === name) : -1;
    if (position >= 0)
      return this.term(name, () => {
        const dimension = place.definition!.params[position].unit?.dimension ?? null;
        return { value: place.args[position], dimension, open: place.given[position] };
      });
    const registered = place.registered ? place.scope.attribute(name) : null;
    const binding = registered ? { kind: "attribute" as const, attribute: registered } : place.scope.lookup(name);
    if (binding?.kind === "attribute") return this.attribute(expr, name, binding.attribute, place.registered);
    if (binding?.kind !== "function") return expr;
    const { definition, scope } = binding;
    return this.term(name, () => ({
      value: this.valueOf(expr),
      dimension: site.dimensionOfFunction(definition),
      open: () => explainDefinition(site, definition, { ...place, scope, definition, args: [], given: [] }, name),
    }));
  }

  private attribute(expr: Expr, name: string, attribute: Attribute, isRegistered: boolean): Expr {
    const { site } = this;
    return this.term(name, () => {
      const value = this.valueOf(expr);
      const dimension = site.dimensionOf(attribute);
      return { value, dimension, open: () => site.openAttribute(attribute, isRegistered, name, value) };
    });
  }

  /** `v'`: the rate that the context states. */
  private rate(expr: RateExpr): Expr {
    const { site, place } = this;
    const name = expr.name + "'".repeat(expr.order);
    const binding = place.scope.lookup(name);
    if (binding?.kind !== "function")
      return this.term(name, () => {
        const value = this.valueOf(expr);
        return { value, dimension: null, open: () => site.openSpecial(expr, place, value) };
      });
    const { definition, scope } = binding;
    return this.term(name, () => ({
      value: this.valueOf(expr),
      dimension: null,
      open: () => explainDefinition(site, definition, { ...place, scope, definition, args: [], given: [] }, name),
    }));
  }

  private call(call: CallExpr): Expr {
    const { site, place } = this;
    const binding = place.scope.lookup(call.name);
    const text = spanLine(call.span);
    if (binding?.kind === "function") {
      const { definition, scope } = binding;
      return this.term(text, () => ({
        value: this.valueOf(call),
        dimension: site.dimensionOfFunction(definition),
        open: () => {
          const interpreter = site.interpreter();
          const args = call.args.map((arg) => interpreter.evaluate(arg, place));
          const given = call.args.map((arg, i) => () => this.argument(arg, definition.params[i], args[i]));
          return explainDefinition(site, definition, { ...place, scope, definition, args, given }, text);
        },
      }));
    }
    const isNative = binding?.kind === "native" && binding.native.ownShape !== call.args.length;
    if (isNative && !curveCalls.has(call.name)) return mapParts(call, (arg) => this.go(arg));
    const [first] = call.args;
    const attribute =
      call.name === "previous" && !binding && first?.kind === "name" ? place.scope.attribute(first.name) : null;
    if (attribute) return this.attribute(call, text, attribute, true);
    return this.term(
      text,
      () => {
        const value = this.valueOf(call);
        return { value, dimension: null, open: () => site.openSpecial(call, place, value) };
      },
      false,
    );
  }

  private argument(arg: Expr, { name, unit }: Parameter, value: Value): Node {
    const key = `${this.site.key} argument ${arg.span.source.name}:${arg.span.from} ${argumentKey(this.place)}`;
    return explainExpression(this.site, arg, this.place, {
      name,
      definition: null,
      value,
      key,
      dimension: unit?.dimension ?? null,
    });
  }
}
