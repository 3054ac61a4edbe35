// A formula split into parts: its names become terms, each with its value and origin. The interpreter finds all values;
// this code only follows the branches it takes.
import type { CallFrame, Interpreter } from "../../compiler/interpret/interpreter.ts";
import type { Value } from "../../compiler/values/value.ts";
import type { Attribute } from "../../language/names/scope.ts";
import { curveCalls } from "../../language/shapes/natives.ts";
import { type CallExpr, type Definition, type Expr, mapParts, type Parameter } from "../../language/syntax/ast.ts";
import { spanLine } from "../../language/syntax/span.ts";
import type { Dimension } from "../../language/syntax/unit.ts";
import { literalOf, nowhere } from "./literal.ts";
import { type Decision, type ExplanationNode, type Formed, type Said, type Term, termName } from "./node.ts";

/** Where formulas are evaluated: one instant of a law, of the measures, or the beginning of a run. */
export interface Site extends Said {
  /** A new interpreter for each call, so that explaining does not use the budget of the explained formula. */
  interpreter(): Interpreter;
  /** The origin of the value of an attribute. */
  openAttribute(attribute: Attribute, isRegistered: boolean, name: string, value: Value): ExplanationNode;
  /** The origin of the value of a call that only a running experiment can answer, or of a rate that no law states. */
  openSpecial(asked: CallExpr | RateExpr, place: SubstitutionFrame, value: Value): ExplanationNode;
  dimensionOf(attribute: Attribute): Dimension | null;
  dimensionOfFunction(definition: Definition): Dimension | null;
  /** Identifies this evaluation. */
  readonly key: string;
  /** Whether the words begin with a law and its objects; for measures and first values they only give the time. */
  readonly isLaw: boolean;
}

export type RateExpr = Expr & { kind: "derivative" };

/** A frame of the interpreter, with the origins of its arguments. */
export interface SubstitutionFrame extends CallFrame {
  readonly given: readonly (() => ExplanationNode)[];
  /** The calls that led here, as their places in the text: arguments of other calls come from elsewhere. */
  readonly calls?: string;
}

/** The node of a function of a law, evaluated at a site. */
export function explainDefinition(
  site: Site,
  definition: Definition,
  place: SubstitutionFrame,
  name: string,
): ExplanationNode {
  const interpreter = site.interpreter();
  const value = interpreter.evaluate(definition.body, place);
  const key = keyAt(site, "", definition, place);
  const dimension = site.dimensionOfFunction(definition);
  return explainExpression(site, definition.body, place, { name, definition, value, key, dimension });
}

/** The node of any expression; `about` has what the expression itself does not contain. */
export function explainExpression(
  site: Site,
  body: Expr,
  place: SubstitutionFrame,
  about: Pick<ExplanationNode, "name" | "definition" | "value" | "key" | "dimension">,
): ExplanationNode {
  const formula = spanLine(body.span);
  return {
    ...about,
    ...new Substitution(site, place, []).of(body),
    words: site.words,
    time: site.time,
    isByLaw: site.isLaw,
    origin: about.definition ? "formula" : "reckoning",
    formula,
    source: body,
    earlier: null,
  };
}

/**
 * The arguments of a call that only a running experiment can answer, except names of curves, and its answer to other
 * arguments.
 */
export function askedWith(
  site: Site,
  call: CallExpr,
  place: SubstitutionFrame,
): Required<Pick<ExplanationNode, "terms" | "compute">> {
  const isName = (arg: Expr) => arg.kind === "name" && !place.scope.lookup(arg.name) && !isParameter(arg.name, place);
  const asked = call.args.filter((arg) => arg.kind !== "number" && !isName(arg));
  const terms = asked.map((arg): Term => {
    const name = spanLine(arg.span);
    const value = site.interpreter().evaluate(arg, place);
    const about = { name, definition: null, value, key: keyAt(site, "argument ", arg, place), dimension: null };
    return { name, value, dimension: null, open: () => explainExpression(site, arg, place, about) };
  });
  const compute = (values: readonly Value[]) => {
    const args = call.args.map((arg) => (asked.includes(arg) ? literalOf(values[asked.indexOf(arg)]) : arg));
    return site.interpreter().evaluate({ ...call, args }, place);
  };
  return { terms, compute };
}

/** What a function without parameters is evaluated with. */
const noArguments = { args: [], given: [], calls: "" } as const;

function isParameter(name: string, { definition }: SubstitutionFrame): boolean {
  return definition?.params.some((param) => param.name === name) ?? false;
}

/** Equal for expressions at the same place of the text that are reached by the same calls. */
export function keyAt(
  { key }: Site,
  what: string,
  { span }: Pick<Expr, "span">,
  { registered, calls }: SubstitutionFrame,
): string {
  return `${key} ${what}${span.source.name}:${span.from} ${registered} ${calls ?? ""}`;
}

class Substitution {
  private readonly site: Site;
  private readonly place: SubstitutionFrame;
  private readonly interpreter: Interpreter;
  private readonly terms: Term[] = [];
  private readonly byName = new Map<string, number>();
  private readonly decisions: Decision[] = [];
  private readonly choices: Decision[] = [];
  /** The first choices, where others than those of the run are wanted. */
  private readonly wanted: readonly boolean[];

  constructor(site: Site, place: SubstitutionFrame, wanted: readonly boolean[]) {
    this.site = site;
    this.place = place;
    this.wanted = wanted;
    this.interpreter = site.interpreter();
  }

  of(body: Expr): Formed {
    const expr = this.go(body);
    const { site, place, terms, decisions, choices } = this;
    const take = (wanted: readonly boolean[]) => new Substitution(site, place, wanted).of(body);
    return { expr, terms, decisions, branches: { choices, take } };
  }

  /** Which way the formula goes by a condition, which has been taken apart. */
  private choose(condition: Expr, expr: Expr): Decision {
    const value = this.wanted[this.choices.length] ?? this.interpreter.condition(condition, this.place);
    const choice = { text: spanLine(condition.span), expr, value };
    this.choices.push(choice);
    return choice;
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
        const decision = this.choose(expr.condition, this.go(expr.condition));
        this.decisions.push(decision);
        return this.go(decision.value ? expr.yes : expr.no);
      }
      case "binary": {
        const left = this.go(expr.left);
        // A side that is not evaluated has no value: then the left side alone decides.
        const decides = expr.op === "&" ? false : expr.op === "|" ? true : null;
        if (decides !== null && this.choose(expr.left, left).value === decides) return left;
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
      open: () => explainDefinition(site, definition, { ...place, scope, definition, ...noArguments }, name),
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
      open: () => explainDefinition(site, definition, { ...place, scope, definition, ...noArguments }, name),
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
          const calls = `${place.calls ?? ""} ${call.span.source.name}:${call.span.from}`;
          return explainDefinition(site, definition, { ...place, scope, definition, args, given, calls }, text);
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

  private argument(arg: Expr, { name, unit }: Parameter, value: Value): ExplanationNode {
    return explainExpression(this.site, arg, this.place, {
      name,
      definition: null,
      value,
      key: keyAt(this.site, "argument ", arg, this.place),
      dimension: unit?.dimension ?? null,
    });
  }
}
