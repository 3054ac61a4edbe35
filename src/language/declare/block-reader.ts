// The keys that blocks have, and their values as names, words and expressions.
import type { Block, Expr, Setting, Word } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import { settingKeys } from "../syntax/simulation-settings.ts";
import { spanText } from "../syntax/span.ts";
import { didYouMean, shapeMeant, suggestName } from "../syntax/suggest.ts";

/** The keys of each block. */
export const keysOf: ReadonlyMap<string, readonly string[]> = new Map([
  ["object", ["name", "physical type", "geometrical type", "attributes", "copies", "parts", "file"]],
  [
    "context",
    [
      "name",
      "type",
      "functions",
      "attributes",
      "compute_first_time_only_attributes",
      "aliases",
      "applicability",
      "geometric_data_directions",
      "integrator",
      "unknowns",
      "constraints",
      "applied to",
      "iterations",
      "stabilisation",
      "solver",
      "equilibration",
      "drawing",
      "units",
    ],
  ],
  ["simulation", ["name", ...settingKeys, "objects_involved", "contexts_involved"]],
  ["link", ["name", "kind", "between", "attributes", "copies", "collisions", "drawing"]],
  ["curve", ["name", "points", "form", "closed", "from", "to"]],
  ["event", ["name", "when", "functions", "aliases"]],
  // For a study these are examples: varied values and results may have any name.
  [
    "study",
    ["name", "simulation", "vary step", "vary integrator", "keep result", "limit result", "aliases", "plot", "against"],
  ],
  ["lesson", ["lock", "hide"]],
  ["step", ["say", "goal", "aim", "done"]],
]);

/** Keys whose values have a special form, in words. */
const listForms: ReadonlyMap<string, string> = new Map([
  ["functions", "definitions in braces: { name = expression … }"],
  ["attributes", "attributes in braces: { name = value … }"],
  ["units", "names with their units in braces: {mass [kg], v [m/s]}"],
  ["aliases", "aliases in braces: { use NAME as attribute NAME of object with index 0 … }"],
  ["applicability", "requirements in braces: { mandatory 1 dynamic object and … }"],
  ["between", "two ends in braces: {a at [0, 0, 0], b}"],
  ["parts", "objects in braces: {head at [0, 0, 0.2], handle}"],
]);

/** Reports what a block lacks, and what is in it that has no meaning there. */
export class BlockReader {
  protected readonly block: Block;
  protected readonly diagnostics: Diagnostics;
  protected readonly settings = new Map<string, Setting>();
  protected readonly unknownKeys: Setting[] = [];

  constructor(block: Block, diagnostics: Diagnostics) {
    this.block = block;
    this.diagnostics = diagnostics;
  }

  protected readSettings(keys: readonly string[]): void {
    const { kind } = this.block;
    for (const written of this.block.settings) {
      const isOpen = kind === "study";
      const setting = isOpen ? written : this.withoutStrayWords(written, keys);
      if (this.settings.has(setting.key))
        this.diagnostics.error("duplicate", setting.keySpan, `'${setting.key}' is given twice in this ${kind}`);
      else this.settings.set(setting.key, setting);
      if (!isOpen && !keys.includes(setting.key)) this.unknownKeys.push(setting);
      const form = listForms.get(setting.key);
      if (form && setting.value.kind === "expression" && setting.value.value.kind !== "error")
        this.diagnostics.error("setting", setting.valueSpan, `'${setting.key}' takes ${form}`);
    }
    for (const { kind: inner, kindSpan } of this.block.blocks) {
      const notes = keys.includes(inner) ? [`write ${inner} = { … }`] : didYouMean(inner, keys);
      this.diagnostics.error("unknown-key", kindSpan, `${article(kind)} ${kind} has no block '${inner}'`, ...notes);
    }
    if (this.block.kind === "curve") return;
    for (const { nameSpan, name } of this.block.definitions)
      this.diagnostics.error(
        "stray-law",
        nameSpan,
        `the law of '${name}' is outside functions = { }`,
        "move it in there",
      );
  }

  /** `name = my ball physical type = dynamic`: the key is `physical type`, and `ball` is a stray word. */
  private withoutStrayWords(setting: Setting, keys: readonly string[]): Setting {
    const key = keys.find((known) => setting.key.endsWith(` ${known}`));
    if (keys.includes(setting.key) || key === undefined) return setting;
    const stray = setting.key.slice(0, -key.length - 1);
    const { source, from, to } = setting.keySpan;
    if (!this.isBroken())
      this.diagnostics.error(
        "setting",
        { source, from, to: from + stray.length },
        `'${stray}' does not belong here`,
        "a name is one word, such as my_name",
      );
    return { ...setting, key, keySpan: { source, from: to - key.length, to } };
  }

  /** The value of a key that is one name: `name = ball`. */
  protected word(key: string): Word | null {
    const setting = this.settings.get(key);
    if (!setting) return null;
    if (setting.value.kind === "expression") {
      const { value } = setting.value;
      if (value.kind === "name") return { name: value.name, span: value.span };
      if (value.kind === "error") return null;
    }
    this.diagnostics.error(
      "setting",
      setting.valueSpan,
      `'${key}' takes one name`,
      ...this.unquoted(setting),
      "letters, digits and _, not starting with a digit",
    );
    return null;
  }

  /** A name written in quotes, without them. */
  private unquoted({ key, valueSpan }: Setting): string[] {
    const name = /^["'“]\s*([\p{L}_][\p{L}\p{N}_]*)\s*["'”]$/u.exec(spanText(valueSpan).trim())?.[1];
    return name === undefined ? [] : [`write it without quotes: ${key} = ${name}`];
  }

  /** The value of a key that is a list of names: `{a, b}`. */
  protected words(key: string): Word[] | null {
    const setting = this.settings.get(key);
    if (!setting) return null;
    const list = setting.value.kind === "expression" ? setting.value.value : null;
    if (list?.kind === "error") return null;
    if (list?.kind === "sequence" && list.elements.every((element) => element.kind === "name"))
      return list.elements.map((element) => ({ name: (element as { name: string }).name, span: element.span }));
    this.diagnostics.error("setting", setting.valueSpan, `'${key}' takes names in braces: {a, b}`);
    return null;
  }

  protected choice<T extends string>(key: string, choices: readonly T[]): T | null {
    const setting = this.settings.get(key);
    if (!setting) {
      this.missing(key, `${key} = ${choices.join(" | ")}`);
      return null;
    }
    const { value } = setting;
    const said =
      value.kind === "words"
        ? value.words
        : value.kind === "expression" && value.value.kind === "name"
          ? value.value.name
          : null;
    const found = choices.find((choice) => choice === said);
    if (found) return found;
    if (value.kind === "expression" && value.value.kind === "error") return null;
    const message = `'${key}' is one of: ${choices.join(", ")}`;
    const noteOf = (word: string) => (key === "geometrical type" ? shapeMeant : didYouMean)(word, choices);
    this.diagnostics.error("setting", setting.valueSpan, message, ...(said ? noteOf(said) : []));
    return null;
  }

  /** True or false; false if it is absent, null if it is neither. */
  protected truth(key: string): boolean | null {
    const value = this.expression(key);
    if (value === null) return this.settings.has(key) ? null : false;
    if (value.kind === "boolean") return value.value;
    if (value.kind !== "error") this.diagnostics.error("setting", value.span, `'${key}' is true or false`);
    return null;
  }

  protected expression(key: string): Expr | null {
    const setting = this.settings.get(key);
    if (!setting) return null;
    if (setting.value.kind === "expression") return setting.value.value;
    this.diagnostics.error("setting", setting.valueSpan, `'${key}' takes an expression`);
    return null;
  }

  private isBroken(): boolean {
    const { span } = this.block;
    return this.diagnostics.all.some(
      ({ code, span: place }) =>
        (code === "syntax" || code === "character") &&
        place.source === span.source &&
        place.from >= span.from &&
        place.from <= span.to,
    );
  }

  protected missing(key: string, example: string): void {
    // If the block is broken, the key may be in the broken part.
    if (this.isBroken()) return;
    const misspelt = this.unknownKeys.findIndex(
      (setting) => suggestName(setting.key, keysOf.get(this.block.kind)!) === key,
    );
    if (misspelt >= 0) {
      const [setting] = this.unknownKeys.splice(misspelt, 1);
      const message = `${article(this.block.kind)} ${this.block.kind} has no key '${setting.key}'`;
      this.diagnostics.error("unknown-key", setting.keySpan, message, `did you mean '${key}'?`);
      return;
    }
    this.diagnostics.missingKey(this.block.kindSpan, key, `this ${this.block.kind} has no '${key}'`, `add ${example}`);
  }
}

export function article(word: string): string {
  return /^[aeiou]/.test(word) ? "an" : "a";
}
