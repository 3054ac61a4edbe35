// The laws of a text as cards: name, formula, comment, and the units of the names, as the text states them or as they
// follow from the laws.
import type { Checked } from "../check/check.ts";
import { attributeName } from "../declare/environment.ts";
import type { ContextDeclaration, ContextType } from "../declare/experiment.ts";
import { statedUnit } from "../dimension/stated-unit.ts";
import { usualUnit } from "../dimension/usual-unit.ts";
import { FunctionScope, type Scope } from "../names/scope.ts";
import type { Definition, Expr } from "../syntax/ast.ts";
import { partsOf } from "../syntax/ast.ts";
import { commentAbove, commentBeside, headComment } from "../syntax/comment.ts";
import type { Span } from "../syntax/span.ts";
import { isContribution, isRate, primedName, withoutEnd } from "../syntax/statement.ts";
import { arrangeDefinition, arrangeExpression, arrangeName } from "./arrange.ts";
import { type Formula, level, row, sign } from "./formula.ts";
import { findKinds, type Kinds } from "./kinds.ts";

export interface LawCard {
  /** As written: `v'`, `pull(d)`. */
  readonly name: string;
  readonly span: Span;
  readonly formula: Formula;
  /** The text of its comment; "" without one. */
  readonly meaning: string;
  /** The names in it whose units are known, its own first. */
  readonly units: readonly { readonly name: string; readonly symbol: Formula; readonly unit: string }[];
}

/** Cards that belong together: those of a context, or the functions of a file. */
export interface LawSheet {
  readonly kind: "context" | "functions" | "measures" | "event";
  readonly name: string;
  /** `free fall`, `collision`, …; "" if it is not a context. */
  readonly type: ContextType | "";
  readonly span: Span;
  readonly meaning: string;
  readonly cards: readonly LawCard[];
}

/**
 * The laws of a text: its own, those of the library that its simulations use, and the functions that these call. The
 * text itself comes first.
 */
export function sheetsOf(checked: Checked): LawSheet[] {
  const { experiment, source } = checked;
  const makes = new CardMaker(checked);
  const isOwn = (span: Span) => span.source === source;
  const contexts = experiment.contexts.filter(({ block, name }) => isOwn(block.span) || isUsed(name.name, checked));
  const sheets = [
    ...contexts.map((context) => makes.context(context)),
    ...experiment.measures.flatMap(({ definitions }) =>
      definitions.length > 0 ? [makes.sheet("measures", "measures", definitions[0].span, "", definitions)] : [],
    ),
    ...experiment.events.map(({ name, block, functions, when }) => makes.event(name.name, block.span, functions, when)),
  ];
  const functions = makes.functionSheets(checked);
  return [...functions.filter(({ span }) => isOwn(span)), ...sheets, ...functions.filter(({ span }) => !isOwn(span))];
}

function isUsed(context: string, { experiment: { simulations } }: Checked): boolean {
  return simulations.some(({ contexts }) => contexts === null || contexts.some(({ name }) => name === context));
}

class CardMaker {
  private readonly kinds: Kinds;
  private readonly units: ReadonlyMap<string, string>;
  private readonly checked: Checked;
  /** Functions of contexts, measures and events, which are shown with them. */
  private readonly laws: ReadonlySet<Definition>;
  /** Functions of files that the cards so far call. */
  private readonly needed = new Set<Definition>();

  constructor(checked: Checked) {
    this.kinds = findKinds(checked);
    this.units = statedUnits(checked);
    this.checked = checked;
    const { contexts, events, measures } = checked.experiment;
    const lists = [
      ...[...contexts, ...events].map(({ functions }) => functions),
      ...measures.map(({ definitions }) => definitions),
    ];
    this.laws = new Set(lists.flat());
  }

  context(context: ContextDeclaration): LawSheet {
    const { name, type, block, functions, aliases } = context;
    const renamed = new Map(aliases.map((alias) => [alias.name.name, alias.attribute.name]));
    const meaning = commentAbove(block.span) || headComment(block.span.source.text);
    return { ...this.sheet("context", name.name, block.span, meaning, functions, renamed), type };
  }

  event(name: string, span: Span, functions: readonly Definition[], when: Expr | null): LawSheet {
    const sheet = this.sheet("event", name, span, commentAbove(span), functions);
    if (!when) return sheet;
    this.need(when);
    const formula = row(
      level.choice,
      { kind: "words", text: "when" },
      sign("space"),
      arrangeExpression(when, this.kinds),
    );
    const card: LawCard = {
      name: "when",
      span: when.span,
      formula,
      meaning: "",
      units: this.unitsIn(null, when, new Map(), ""),
    };
    return { ...sheet, cards: [card, ...sheet.cards] };
  }

  sheet(
    kind: LawSheet["kind"],
    name: string,
    span: Span,
    meaning: string,
    definitions: readonly Definition[],
    renamed: ReadonlyMap<string, string> = new Map(),
  ): LawSheet {
    return {
      kind,
      name,
      type: "",
      span,
      meaning,
      cards: definitions.map((one) => this.card(one, renamed, kind === "context" ? name : "")),
    };
  }

  /** The functions of the text, and those of other files that earlier cards call, file by file. */
  functionSheets({ scope, source }: Checked): LawSheet[] {
    const own = definitionsOf(scope).filter(({ span }) => span.source === source);
    for (const definition of own) this.need(definition.body);
    const called = [...this.needed].filter(({ span }) => span.source !== source);
    const files = new Map<Span["source"], Definition[]>([[source, own]]);
    for (const definition of called) {
      const file = definition.span.source;
      files.set(file, [...(files.get(file) ?? []), definition]);
    }
    return [...files].flatMap(([file, definitions]) => {
      if (definitions.length === 0) return [];
      const ordered = definitions.toSorted((a, b) => a.span.from - b.span.from);
      const span = { source: file, from: 0, to: file.text.length };
      return [this.sheet("functions", file.name, span, headComment(file.text), ordered)];
    });
  }

  private card(definition: Definition, renamed: ReadonlyMap<string, string>, context: string): LawCard {
    const { params, span, body } = definition;
    this.need(body);
    const list = params.length > 0 ? `(${params.map((param) => param.name).join(", ")})` : "";
    return {
      name: primedName(definition) + list + (isContribution(definition) ? " +=" : ""),
      span,
      formula: arrangeDefinition(definition, this.kinds),
      meaning: commentAbove(span) || commentBeside(span),
      units: params.length > 0 ? [] : this.unitsIn(isRate(definition) ? null : definition, body, renamed, context),
    };
  }

  /** Follows calls, so that everything needed to read a card is shown. */
  private need(expr: Expr): void {
    const stack = [expr];
    for (let next = stack.pop(); next; next = stack.pop()) {
      const definition = this.kinds.meant(next);
      if (definition && !this.laws.has(definition) && !this.needed.has(definition)) {
        this.needed.add(definition);
        stack.push(definition.body);
      }
      stack.push(...partsOf(next));
    }
  }

  private unitsIn(
    own: Definition | null,
    body: Expr,
    renamed: ReadonlyMap<string, string>,
    context: string,
  ): LawCard["units"] {
    const found = new Map<string, LawCard["units"][number]>();
    const add = (name: string, unit: string | null, symbol: () => Formula) => {
      if (unit !== null && !found.has(name)) found.set(name, { name, symbol: symbol(), unit });
    };
    const unitOf = (name: string) => {
      const attribute = attributeName(renamed.get(name) ?? name);
      const plain = withoutEnd(attribute);
      return this.units.get(attribute) ?? this.units.get(plain) ?? this.inferred(attribute, plain, context);
    };
    if (own) add(own.name, statedUnit(body)?.text ?? unitOf(own.name), () => arrangeName(own, this.kinds));
    const stack = [body];
    for (let expr = stack.pop(); expr; expr = stack.pop()) {
      const part = expr;
      if (part.kind === "name") add(part.name, unitOf(part.name), () => arrangeExpression(part, this.kinds));
      stack.push(...partsOf(part).toReversed());
    }
    return [...found.values()];
  }

  /** The inferred unit of a law's own attribute, or one of its link, of the world or a measure, of any body. */
  private inferred(name: string, plain: string, context: string): string | null {
    const { dimensions, environment } = this.checked;
    const [link] = [...environment.links.values()].filter(({ declaration }) => declaration.kind?.name === context);
    const owners = [context, ...(link ? [link.declaration.name.name] : [])].filter((owner) => owner !== "");
    return usualUnit(dimensions, ...owners.map((owner) => `${owner}.${name}`), name, `.${name}`, `.${plain}`);
  }
}

function definitionsOf(scope: Scope): Definition[] {
  const own = scope instanceof FunctionScope ? [...scope.own()] : [];
  return own.flatMap(([, binding]) => (binding.kind === "function" ? binding.definition : []));
}

/** The unit of each attribute, as first stated. */
function statedUnits({ experiment }: Checked): ReadonlyMap<string, string> {
  const { world, inputs, objects, links, contexts } = experiment;
  const items = [
    ...[...world, ...inputs].map(({ name, body }) => ({ name, value: body as Expr | null })),
    ...[...objects, ...links, ...contexts].flatMap(({ attributes }) => attributes),
  ];
  const units = new Map<string, string>();
  for (const { name, value } of items) {
    const unit = value && statedUnit(value);
    if (unit && !units.has(attributeName(name))) units.set(attributeName(name), unit.text);
  }
  return units;
}
