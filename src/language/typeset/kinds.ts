// Which names and parts of a text are numbers, vectors or matrices, for print. A law file has no objects whose values
// would show it: kinds follow from how names are used, and from calls of functions; then from the same name elsewhere
// in the text; the remaining ones count as numbers.
import type { Checked } from "../check/check.ts";
import { heldByLinks } from "../names/held-by-links.ts";
import { FunctionScope, type Scope } from "../names/scope.ts";
import { atStepStart } from "../names/step-start.ts";
import { curveCalls, natives, ownShapeCall } from "../shapes/natives.ts";
import type { CallExpr, Definition, Expr } from "../syntax/ast.ts";
import { isValue } from "../syntax/statement.ts";
import {
  anything,
  boolean,
  KindNetwork,
  matrix,
  numeric,
  real,
  rules,
  sequence,
  type ValueKind,
  type Variable,
  vector,
} from "./kind-network.ts";
import { FilePlace, type LawBlock, LawPlace, type Meaning, type NamePlace, predefined } from "./name-place.ts";
import { maskOf, paramMask, resultMask } from "./native-kinds.ts";

export interface Kinds {
  kindOf(expr: Expr): ValueKind | null;
  kindOfValue(definition: Definition): ValueKind | null;
  kindOfParam(definition: Definition, index: number): ValueKind | null;
  /** The function of a text that a name or a call means; null for natives and attributes. */
  meant(expr: Expr): Definition | null;
}

export function findKinds(checked: Checked): Kinds {
  const finder = new KindFinder(checked);
  return {
    kindOf: (expr) => finder.kindOf(finder.parts.get(expr)),
    kindOfValue: (definition) => finder.kindOf(finder.values.get(definition)),
    kindOfParam: (definition, index) => finder.kindOf(finder.params.get(definition)?.[index]),
    meant: (expr) => finder.meant.get(expr) ?? null,
  };
}

class KindFinder {
  readonly parts = new Map<Expr, Variable>();
  readonly values = new Map<Definition, Variable>();
  readonly params = new Map<Definition, readonly Variable[]>();
  readonly meant = new Map<Expr, Definition>();
  private readonly network = new KindNetwork();
  private readonly attributes = new Map<object | null, Map<string, Variable>>();
  /** Variables by the name that stands for them. */
  private readonly named = new Map<string, Variable[]>();
  private readonly sites = new Map<Variable, Variable[]>();
  private readonly products: { left: Variable; right: Variable; result: Variable }[] = [];
  private readonly pending: { definition: Definition; place: NamePlace }[] = [];

  constructor(checked: Checked) {
    this.seed(checked);
    const { experiment, environment, scope } = checked;
    const laws = new Map<string, Meaning>();
    const open = (block: LawBlock) => {
      const place = new LawPlace(block, environment, laws);
      for (const definition of block.functions) this.law(definition, place);
      for (const definition of block.context ? block.functions : [])
        if (!laws.has(definition.name) && isValue(definition))
          laws.set(definition.name, { kind: "function", definition, place });
      const { constraints = [], unknowns = [] } = block.context ?? {};
      constraints.forEach(({ name }, i) => {
        if (i < unknowns.length)
          this.network.rule(
            rules.same,
            this.variableOf(place.meaning(name)),
            this.variableOf(place.meaning(unknowns[i].name)),
          );
      });
      return place;
    };
    for (const context of experiment.contexts) {
      open({ functions: context.functions, aliases: context.aliases, scope: context.scope, context });
      this.openScope(context.scope);
    }
    for (const { definitions, aliases, scope: below } of experiment.measures)
      open({ functions: definitions, aliases, scope: below, context: null });
    for (const event of experiment.events) {
      const place = open({ functions: event.functions, aliases: event.aliases, scope: event.scope, context: null });
      if (event.when) this.network.narrow(this.visit(event.when, place, null), boolean);
    }
    this.openScope(scope);
    this.solve();
  }

  kindOf(variable: Variable | undefined): ValueKind | null {
    return variable === undefined ? null : this.network.kind(variable);
  }

  /** Adds the kinds of attributes of objects, links and the world. */
  private seed({ environment: { world, objects, links } }: Checked): void {
    const masks = new Map<string, number>();
    const owners = [world, ...[...objects.values(), ...links.values()].map(({ attributes }) => attributes)];
    for (const attributes of owners)
      for (const [name, shape] of attributes) masks.set(name, (masks.get(name) ?? 0) | maskOf(shape));
    for (const [name, mask] of predefined) if (!masks.has(name)) masks.set(name, mask);
    for (const [name, mask] of masks) this.network.narrow(this.attribute(name, null), mask);
  }

  private openScope(scope: Scope): void {
    for (const [, binding] of scope instanceof FunctionScope ? scope.own() : [])
      if (binding.kind === "function") this.value(binding.definition, new FilePlace(binding.scope));
    this.follow();
  }

  private law(definition: Definition, place: LawPlace): void {
    const value = this.value(definition, place);
    const { name, params } = definition;
    if (!isValue(definition)) this.network.rule(rules.same, value, this.variableOf(place.meaning(name)));
    else if (params.length === 0 && place.value(name).kind === "value") {
      // A function with the name of an attribute updates it.
      const attribute = place.value(name) as Meaning & { kind: "value" };
      if (attribute.context !== null || place.isKnown(attribute.name) || attribute.name !== name)
        this.network.rule(rules.same, value, this.variableOf(attribute));
    }
    this.follow();
  }

  private value(definition: Definition, place: NamePlace): Variable {
    const known = this.values.get(definition);
    if (known !== undefined) return known;
    const variable = this.variable(definition.name);
    this.values.set(definition, variable);
    this.params.set(
      definition,
      definition.params.map(({ name }) => this.variable(name)),
    );
    this.pending.push({ definition, place });
    return variable;
  }

  private follow(): void {
    for (let next = this.pending.pop(); next; next = this.pending.pop())
      this.network.rule(
        rules.same,
        this.values.get(next.definition)!,
        this.visit(next.definition.body, next.place, next.definition),
      );
  }

  private variable(name: string, mask = anything): Variable {
    const made = this.network.variable(mask);
    const same = this.named.get(name);
    if (same) same.push(made);
    else this.named.set(name, [made]);
    return made;
  }

  private attribute(name: string, context: object | null): Variable {
    let of = this.attributes.get(context);
    if (!of) this.attributes.set(context, (of = new Map()));
    let variable = of.get(name);
    if (variable === undefined) of.set(name, (variable = this.variable(name)));
    return variable;
  }

  private variableOf(meaning: Meaning): Variable {
    switch (meaning.kind) {
      case "function":
        return this.value(meaning.definition, meaning.place);
      case "value":
        return this.attribute(meaning.name, meaning.context);
      case "given":
        return this.network.variable(meaning.mask);
      case "native":
        return this.network.variable();
    }
  }

  private visit(expr: Expr, place: NamePlace, within: Definition | null): Variable {
    const variable = this.variableFor(expr, place, within);
    this.parts.set(expr, variable);
    return variable;
  }

  private variableFor(expr: Expr, place: NamePlace, within: Definition | null): Variable {
    const { network } = this;
    const visit = (part: Expr) => this.visit(part, place, within);
    const made = (mask = anything) => network.variable(mask);
    switch (expr.kind) {
      case "number":
        return made(real);
      case "boolean":
        return made(boolean);
      case "error":
        return made();
      case "name":
      case "derivative": {
        const param = within ? within.params.findIndex(({ name }) => name === expr.name) : -1;
        if (param >= 0) return this.params.get(within!)![param];
        const meaning = place.meaning(expr.name);
        if (meaning.kind === "function") this.meant.set(expr, meaning.definition);
        return this.variableOf(meaning);
      }
      case "unit":
      case "unary": {
        const operand = visit(expr.kind === "unit" ? expr.value : expr.operand);
        network.narrow(operand, expr.kind === "unary" && expr.op === "!" ? boolean : numeric);
        return operand;
      }
      case "if": {
        network.narrow(visit(expr.condition), boolean);
        const result = made();
        for (const branch of [expr.yes, expr.no]) network.rule(rules.same, visit(branch), result);
        return result;
      }
      case "vector": {
        const result = made(vector | matrix);
        for (const element of expr.elements) network.rule(rules.literal, visit(element), result);
        return result;
      }
      case "sequence":
        expr.elements.forEach(visit);
        return made(sequence);
      case "binary":
        return this.operation(expr.op, visit(expr.left), visit(expr.right));
      case "call":
        return this.call(expr, place, within);
    }
  }

  private operation(op: string, left: Variable, right: Variable): Variable {
    const { network } = this;
    const rule = operations.get(op);
    if (rule) {
      const result = network.variable();
      network.rule(rule, left, right, result);
      if (op === "*") this.products.push({ left, right, result });
      return result;
    }
    if (op === "." || op === "++") {
      for (const side of [left, right]) network.narrow(side, op === "." ? vector : sequence);
      return network.variable(op === "." ? real : sequence);
    }
    return this.comparison(op, left, right);
  }

  /**
   * An operator with a boolean result: `==` and `!=` compare anything, `&` and `|` join booleans, the others compare
   * reals.
   */
  private comparison(op: string, left: Variable, right: Variable): Variable {
    const { network } = this;
    if (op === "==" || op === "!=") network.rule(rules.same, left, right);
    else for (const side of [left, right]) network.narrow(side, op === "&" || op === "|" ? boolean : real);
    return network.variable(boolean);
  }

  private call(call: CallExpr, place: NamePlace, within: Definition | null): Variable {
    const { network } = this;
    const meaning = place.meaning(call.name);
    const isCurve = meaning.kind !== "function" && curveCalls.has(call.name);
    const args = call.args.map((arg, i) => (isCurve && i === 0 ? network.variable() : this.visit(arg, place, within)));
    if (meaning.kind === "function") {
      this.meant.set(call, meaning.definition);
      const result = network.variable();
      network.within(result, this.value(meaning.definition, meaning.place));
      const params = this.params.get(meaning.definition)!;
      for (const [i, arg] of args.entries()) {
        if (i >= params.length) break;
        network.within(arg, params[i]);
        if (meaning.definition !== within) this.sites.set(params[i], [...(this.sites.get(params[i]) ?? []), arg]);
      }
      return result;
    }
    return this.nativeCall(call, args);
  }

  private nativeCall({ name, args: { length } }: CallExpr, args: readonly Variable[]): Variable {
    const { network } = this;
    const curve = curveCalls.get(name);
    if (curve) {
      if (curve.param && length > 1) network.narrow(args[1], paramMask(curve.param.kind));
      return network.variable(maskOf(curve.shape));
    }
    if (["previous", atStepStart, "sumOthers", "total", "totalLinks"].includes(name) && length === 1) return args[0];
    if (name === "derivative") return network.variable(matrix);
    if (name === heldByLinks) return network.variable(real | matrix);
    if (name === "random") return network.variable(real);
    const own = ownShapeCall(name, length);
    const native = natives.get(name);
    if (own || !native) return network.variable(own ? maskOf(own) : anything);
    for (const [i, { kind }] of native.params.entries()) if (i < length) network.narrow(args[i], paramMask(kind));
    return name === "orientationRate" && length > 0 ? args[0] : network.variable(resultMask(native));
  }

  private solve(): void {
    const { network, named } = this;
    network.settle();
    for (const [param, sites] of this.sites) network.among(param, sites);
    network.settle();
    const isOpen = (variable: Variable) => network.kind(variable) === null;
    const all = [...named.values()].flat();
    for (
      let open = all.filter(isOpen).length, before = Infinity;
      open < before;
      before = open, open = all.filter(isOpen).length
    ) {
      for (const same of named.values()) {
        const told = new Set(same.map((variable) => network.kind(variable)).filter((kind) => kind !== null));
        if (told.size !== 1) continue;
        const known = same.find((variable) => !isOpen(variable))!;
        for (const variable of same.filter(isOpen)) network.narrow(variable, network.mask(known));
      }
      network.settle();
    }
    // A number is rarely written to the right of a matrix.
    for (const { left, right, result } of this.products)
      if (network.kind(left) === "matrix" && isOpen(right) && network.mask(result) & matrix) {
        network.narrow(right, network.kind(result) === "matrix" ? matrix : network.mask(right) & (vector | matrix));
        network.settle();
      }
    for (const choice of [real, vector])
      for (const variable of all.filter(isOpen)) {
        network.narrow(variable, choice);
        network.settle();
      }
  }
}

const operations = new Map([
  ["+", rules.sum],
  ["-", rules.sum],
  ["*", rules.product],
  ["/", rules.quotient],
  ["^", rules.power],
  ["#", rules.element],
]);
