// `study { }`: runs that differ in some values, the results of each, and the plot.

import type { Binding, Scope } from "../names/scope.ts";
import type { Alias, Block, CallExpr, Expr, Setting, Word } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import { type AskedNumber, askedNumbers } from "../syntax/simulation-settings.ts";
import type { Span } from "../syntax/span.ts";
import { ContextScope } from "./context-scope.ts";
import { attributeName, type Environment, linkNamed, objectNamed } from "./environment.ts";
import type { Named } from "./experiment.ts";

export interface StudyDeclaration extends Named {
  /** Null for the first simulation. */
  readonly simulation: Word | null;
  readonly variations: readonly Variation[];
  readonly kept: readonly StudyValue[];
  /** The limits wanted for results. */
  readonly limits: readonly StudyValue[];
  readonly aliases: readonly Alias[];
  readonly plot: readonly Word[];
  readonly against: Word | null;
  readonly scope: Scope;
}

/** `vary step = {0.1, 0.05}`, `vary mass of bone = range(1, 2, 5)`. */
export interface Variation {
  /** The name in messages and tables: `step`, `mass of bone`. */
  readonly label: string;
  readonly name: Word;
  readonly owner: Word | null;
  readonly values: VariedValues;
  readonly valuesSpan: Span;
}

export type VariedValues =
  | { readonly kind: "words"; readonly words: readonly Word[] }
  | { readonly kind: "list"; readonly elements: readonly Expr[] }
  | { readonly kind: "range"; readonly call: CallExpr }
  /** Its mistake has been reported. */
  | { readonly kind: "broken" };

export interface StudyValue {
  readonly name: Word;
  readonly value: Expr;
}

/** What a variation changes. */
export type Target =
  | { readonly kind: "integrator" }
  | { readonly kind: "setting"; readonly key: AskedNumber }
  | { readonly kind: "world"; readonly attribute: string }
  | { readonly kind: "object" | "link"; readonly owner: string; readonly attribute: string };

/** The most runs of a study. */
export const mostRuns = 10_000;

export const rangeNames: ReadonlySet<string> = new Set(["range", "logRange"]);

/** What a reduction takes: a value, a real or a condition at each frame, the name of an event, or nothing. */
export type ReductionTakes = "value" | "real" | "length" | "condition" | "event" | "nothing";

export const reductions: ReadonlyMap<string, ReductionTakes> = new Map([
  ["initial", "value"],
  ["final", "value"],
  ["minimum", "real"],
  ["maximum", "real"],
  ["mean", "real"],
  ["drift", "length"],
  ["relativeDrift", "length"],
  ["firstTime", "condition"],
  ["countEvents", "event"],
  ["countSteps", "nothing"],
]);

/** Whether a call is a reduction, not a function of that name. */
export function isReduction(expr: Expr, scope: Scope): boolean {
  return expr.kind === "call" && reductions.has(expr.name) && scope.lookup(expr.name)?.kind !== "function";
}

/** The names that a result may use: the aliases of its study, and all that measures may use. */
export class StudyScope implements Scope {
  private readonly aliases: ContextScope;
  private readonly own: ReadonlySet<string>;
  readonly measures: Scope;

  constructor(study: Pick<StudyDeclaration, "aliases">, measures: Scope, environment: Environment) {
    const { aliases } = study;
    const laws = { functions: [], aliases, attributes: new Set<string>(), context: null, below: measures };
    this.aliases = new ContextScope(laws, { objects: [], link: null }, environment);
    this.own = new Set(aliases.map(({ name }) => name.name));
    this.measures = measures;
  }

  lookup(name: string): Binding | null {
    return (this.own.has(name) ? this.aliases : this.measures).lookup(name);
  }

  attribute(name: string) {
    return (this.own.has(name) ? this.aliases : this.measures).attribute(name);
  }

  names(): Iterable<string> {
    return [...this.own, ...this.measures.names()];
  }
}

/** What a variation changes; null if there is no such thing. */
export function targetOf({ name, owner }: Variation, environment: Environment): Target | null {
  const attribute = attributeName(name.name);
  if (owner) {
    const object = objectNamed(environment, owner.name);
    const found = object ?? linkNamed(environment, owner.name);
    // Built-in attributes may be varied even if the text does not state them.
    const isStated = found?.declaration.attributes.some((item) => attributeName(item.name) === attribute);
    const isPose = object !== null && (attribute === "position" || attribute === "orientation");
    return isStated || isPose ? { kind: object ? "object" : "link", owner: owner.name, attribute } : null;
  }
  if (name.name === "integrator") return { kind: "integrator" };
  const key = askedNumbers.find((setting) => setting === name.name);
  if (key) return { kind: "setting", key };
  const isWorld = environment.world.has(name.name) && name.name !== "t" && name.name !== "dt";
  return isWorld ? { kind: "world", attribute: name.name } : null;
}

/** The words of a key at their place; comments between them are skipped. */
export function wordsOfKey({ keySpan }: Pick<Setting, "keySpan">): Word[] {
  const { source, from, to } = keySpan;
  const text = source.text
    .slice(from, to)
    .replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (comment) => " ".repeat(comment.length));
  return [...text.matchAll(/[\p{L}_][\p{L}\d_]*/gu)].map((match) => ({
    name: match[0],
    span: { source, from: from + match.index, to: from + match.index + match[0].length },
  }));
}

/** Reads the settings of a study; `named` has its name. */
export function readStudy(named: Named, block: Block, scope: Scope, diagnostics: Diagnostics): StudyDeclaration {
  const parts: StudyParts = { variations: [], kept: [], limits: [] };
  let aliases: readonly Alias[] = [];
  let plot: Word[] = [];
  let [simulation, against]: (Word | null)[] = [null, null];
  for (const setting of block.settings) {
    const { key, value } = setting;
    if (key === "aliases" && value.kind === "aliases") aliases = value.aliases;
    else if (key === "simulation") simulation = oneName(setting, diagnostics);
    else if (key === "against") against = oneName(setting, diagnostics);
    else if (key === "plot") plot = namesOf(setting, diagnostics);
    else if (!readPart(setting, parts, diagnostics) && key !== "name") tellUnknown(setting, diagnostics);
  }
  return { ...named, simulation, ...parts, aliases, plot, against, scope };
}

/** Parts of which a study may have many. */
interface StudyParts {
  readonly variations: Variation[];
  readonly kept: StudyValue[];
  readonly limits: StudyValue[];
}

/** `vary X = …`, `vary X of OBJECT = …`, `keep X = …`, `limit X = …`; false if the key has none of these forms. */
function readPart(setting: Setting, { variations, kept, limits }: StudyParts, diagnostics: Diagnostics): boolean {
  const [verb, name, of, owner] = wordsOfKey(setting);
  if (!name) return false;
  if (verb.name === "vary" && (!of || (of.name === "of" && owner)))
    variations.push(readVariation(setting, name, owner ?? null, diagnostics));
  else if (verb.name === "keep" && !of) kept.push(...readKept(setting, name, diagnostics));
  else if (verb.name === "limit" && !of) limits.push(...readKept(setting, name, diagnostics));
  else return false;
  return true;
}

function readVariation(setting: Setting, name: Word, owner: Word | null, diagnostics: Diagnostics): Variation {
  const label = owner ? `${name.name} of ${owner.name}` : name.name;
  return { label, name, owner, values: readValues(setting, diagnostics), valuesSpan: setting.valueSpan };
}

/** Reads a result or its limit; nothing if its expression is broken or missing. */
function readKept({ key, value, valueSpan }: Setting, name: Word, diagnostics: Diagnostics): StudyValue[] {
  const expr = value.kind === "expression" ? value.value : null;
  if (!expr) diagnostics.error("setting", valueSpan, `'${key}' takes an expression`);
  return expr && expr.kind !== "error" ? [{ name, value: expr }] : [];
}

function tellUnknown({ key, keySpan }: Setting, diagnostics: Diagnostics): void {
  const forms =
    "a study has: name, simulation, vary X = …, vary X of OBJECT = …, keep X = …, limit X = …, aliases, plot, against";
  diagnostics.error("unknown-key", keySpan, `a study has no key '${key}'`, forms);
}

function readValues({ key, value, valueSpan }: Setting, diagnostics: Diagnostics): VariedValues {
  if (value.kind === "choices") return { kind: "words", words: value.choices };
  if (value.kind === "words") return { kind: "words", words: [{ name: value.words, span: valueSpan }] };
  const expr = value.kind === "expression" ? value.value : null;
  if (expr?.kind === "error") return { kind: "broken" };
  if (key === "vary integrator" && expr?.kind === "name") return { kind: "words", words: [expr] };
  if (key === "vary integrator" && expr?.kind === "sequence" && expr.elements.every(({ kind }) => kind === "name"))
    return { kind: "words", words: namesIn(expr) };
  if (expr?.kind === "sequence" && expr.elements.length > 0) return { kind: "list", elements: expr.elements };
  if (expr?.kind === "call" && rangeNames.has(expr.name)) return { kind: "range", call: expr };
  const what = expr?.kind === "sequence" ? "this list is empty" : `'${key}' takes a list of values`;
  diagnostics.error(
    "setting",
    valueSpan,
    what,
    "write {0.1, 0.05, 0.02}, range(from, to, how many) or logRange(from, to, how many)",
  );
  return { kind: "broken" };
}

function namesIn(expr: Expr & { kind: "sequence" }): Word[] {
  return expr.elements.flatMap((element) => (element.kind === "name" ? [element] : []));
}

function oneName(setting: Setting, diagnostics: Diagnostics): Word | null {
  const { value, valueSpan, key } = setting;
  if (value.kind === "expression" && value.value.kind === "name") return value.value;
  if (value.kind !== "expression" || value.value.kind !== "error")
    diagnostics.error("setting", valueSpan, `'${key}' takes one name`);
  return null;
}

function namesOf(setting: Setting, diagnostics: Diagnostics): Word[] {
  const expr = setting.value.kind === "expression" ? setting.value.value : null;
  if (expr?.kind === "sequence" && expr.elements.length > 0 && namesIn(expr).length === expr.elements.length)
    return namesIn(expr);
  const name = oneName(setting, diagnostics);
  return name ? [name] : [];
}
