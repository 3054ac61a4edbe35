// Text to tree to AST. The AST has what could be understood; what could not is a diagnostic and an `error` expression.

import type { SyntaxNode, Tree } from "@lezer/common";
import type {
  Alias,
  AliasTarget,
  Attachment,
  AttributeItem,
  Block,
  Definition,
  Expr,
  File,
  Import,
  Parameter,
  Query,
  Requirement,
  Setting,
  SettingValue,
  Word,
} from "./ast.ts";
import type { Diagnostics } from "./diagnostic.ts";
import { ExpressionBuilder, words } from "./expression-builder.ts";
import { type Foreign, readForeignNotation } from "./foreign-notation.ts";
import { children, hasError, isDefinition, isExpression } from "./node.ts";
import type { Source } from "./span.ts";
import { isPlainValue } from "./statement.ts";
import { reportSyntaxErrors, reportUnexpected } from "./syntax-error.ts";
import {
  type Cut,
  deepestNesting,
  deepOperator,
  hasMistake,
  hopelessBracket,
  longestMended,
  parseMended,
  TreeMemory,
} from "./tree.ts";

const deepestBlocks = 50;

/** Longer than any experiment; a text beyond it is refused before any work is done. */
export const longestText = 4_000_000;

export { deepestNesting, parseTree } from "./tree.ts";

/** `memory` has the former parse, if the text is being typed. */
export function parseFile(source: Source, diagnostics: Diagnostics, memory = new TreeMemory()): File {
  if (source.text.length > longestText) {
    const span = { source, from: 0, to: 0 };
    diagnostics.error("too-long", span, `the text is longer than ${longestText} characters`, "split it into files");
    return { blocks: [], definitions: [], imports: [], exports: [], queries: [], hasUnits: false, span };
  }
  const from = hopelessBracket(source.text);
  const parsed = from < 0 ? parseAsMeant(source.text, memory) : hopeless;
  const { tree, mended, foreign } = parsed;
  if (tree === null) {
    const place = from < 0 ? deepOperator(source.text) : from;
    const what = from < 0 ? "this expression nests" : "brackets nest";
    const span = { source, from: place, to: Math.min(place + 1, source.text.length) };
    diagnostics.error("too-deep", span, `${what} more than ${deepestNesting} deep here`);
    return {
      blocks: [],
      definitions: [],
      imports: [],
      exports: [],
      queries: [],
      hasUnits: false,
      span: { source, from: 0, to: 0 },
    };
  }
  for (const { note, ...place } of foreign?.told ?? []) reportUnexpected({ source, ...place }, [note], diagnostics);
  for (const { tree: broken, from, to } of mended) reportSyntaxErrors(broken, source, [], diagnostics, { from, to });
  const isRight = !hasMistake(tree);
  const builder = new Builder(source, parsed, isRight, diagnostics);
  const file = builder.file(tree.topNode);
  if (!isRight) reportSyntaxErrors(tree, source, builder.tooDeep, diagnostics);
  return file;
}

/** A text as far as it could be parsed: its tree, the broken values, and what was written in another notation. */
interface Parsed {
  readonly tree: Tree | null;
  readonly mended: readonly Cut[];
  readonly foreign: Foreign | null;
}

const hopeless: Parsed = { tree: null, mended: [], foreign: null };

function parseAsMeant(text: string, memory: TreeMemory): Parsed {
  const mended: Cut[] = [];
  const tree = parseMended(text, mended, memory);
  const isRight = tree === null || (mended.length === 0 && !hasMistake(tree));
  const foreign = isRight || text.length > longestMended ? null : readForeignNotation(text);
  if (!foreign) return { tree, mended, foreign };
  const again: Cut[] = [];
  return { tree: parseMended(foreign.text, again, new TreeMemory()), mended: again, foreign };
}

class Builder extends ExpressionBuilder {
  private readonly mended: readonly Omit<Cut, "tree">[];
  private readonly isRight: boolean;

  constructor(source: Source, { mended, foreign }: Parsed, isRight: boolean, diagnostics: Diagnostics) {
    super(source, foreign?.text ?? source.text, diagnostics);
    this.mended = [...mended, ...(foreign?.cuts ?? [])];
    this.isRight = isRight;
  }

  file(top: SyntaxNode): File {
    const blocks: Block[] = [];
    const definitions: Definition[] = [];
    const imports: Import[] = [];
    const exports: Import[] = [];
    const queries: Query[] = [];
    this.checkComments(top);
    for (const node of children(top)) {
      if (node.name === "Block" || node.name === "DefinitionBlock") blocks.push(this.block(node, 1));
      else if (isDefinition(node)) definitions.push(this.definition(node));
      else if (node.name === "Import") this.path(node, imports);
      else if (node.name === "Export") this.path(node, exports);
      else if (node.name === "Query" && node.firstChild?.name === "$") this.query(node, definitions, queries);
    }
    return { blocks, definitions, imports, exports, queries, hasUnits: this.hasUnits, span: this.span(top) };
  }

  private hasError(node: SyntaxNode): boolean {
    return !this.isRight && hasError(node);
  }

  private path(node: SyntaxNode, out: Import[]): void {
    const before = this.diagnostics.all.length;
    const path = this.string(node);
    if (this.diagnostics.all.length === before && !this.hasError(node)) out.push({ path, span: this.span(node) });
  }

  private query(node: SyntaxNode, definitions: Definition[], queries: Query[]): void {
    const definition = node.getChild("Definition");
    if (definition && isDefinition(definition)) definitions.push(this.definition(definition));
    else queries.push({ value: this.onlyExpression(node), span: this.span(node) });
  }

  private block(node: SyntaxNode, depth: number): Block {
    const kind = node.firstChild!;
    const settings: Setting[] = [];
    const definitions: Definition[] = [];
    const aliases: Alias[] = [];
    const blocks: Block[] = [];
    for (const child of children(node)) {
      if (child.name === "Setting") settings.push(this.setting(child));
      else if (isDefinition(child)) definitions.push(this.definition(child));
      else if (child.name === "Alias") this.alias(child, aliases);
      else if (child.name === "AliasesSetting")
        for (const alias of child.getChild("AliasList")?.getChildren("Alias") ?? []) this.alias(alias, aliases);
      else if (child.name === "InnerBlock") {
        if (depth < deepestBlocks) blocks.push(this.block(child, depth + 1));
        else {
          this.tooDeep.push({ from: child.from, to: child.to });
          const span = this.span(child.firstChild!);
          this.diagnostics.error("too-deep", span, `blocks nest more than ${deepestBlocks} deep`);
        }
      }
    }
    return {
      kind: words(this.text(kind)),
      kindSpan: this.span(kind),
      settings,
      definitions,
      aliases,
      blocks,
      span: this.span(node),
    };
  }

  private setting(node: SyntaxNode): Setting {
    const key = node.firstChild!;
    const valueNode = node.lastChild!;
    const value = this.settingValue(node, valueNode);
    return {
      key: words(this.text(key)),
      keySpan: this.span(key),
      value,
      valueSpan: this.span(valueNode),
      span: this.span(node),
    };
  }

  private settingValue(setting: SyntaxNode, node: SyntaxNode): SettingValue {
    switch (node.name) {
      case "Words":
        return { kind: "words", words: words(this.text(node)) };
      case "String":
        return { kind: "string", text: this.string(setting) };
      case "DefinitionList":
        return {
          kind: "functions",
          functions: [...children(node)].filter(isDefinition).map((child) => this.definition(child)),
        };
      case "AttributeList":
        return { kind: "attributes", attributes: this.attributes(node) };
      case "AliasList": {
        const aliases: Alias[] = [];
        for (const child of node.getChildren("Alias")) this.alias(child, aliases);
        return { kind: "aliases", aliases };
      }
      case "ApplicabilityList":
        return {
          kind: "applicability",
          requirements: node.getChildren("Requirement").map((child) => this.requirement(child)),
        };
      case "AttachmentList":
        return {
          kind: "attachments",
          attachments: node.getChildren("Attachment").flatMap((child) => this.attachment(child) ?? []),
        };
      default: {
        if (this.hasError(setting) || this.isMended(setting))
          return { kind: "expression", value: { kind: "error", span: this.span(setting) } };
        const choices = this.choices(node);
        return choices ? { kind: "choices", choices } : { kind: "expression", value: this.onlyExpression(setting) };
      }
    }
  }

  /** The words of `{explicit euler, rk4}`; null for every other list. */
  private choices(node: SyntaxNode): Word[] | null {
    const items = [...children(node)].filter((child) => child.name === "Words" || isExpression(child));
    const isChoice = items.every(({ name }) => name === "Words" || name === "Name");
    if (node.name !== "Sequence" || !isChoice || !items.some(({ name }) => name === "Words")) return null;
    return items.map((item) => ({ name: words(this.text(item)), span: this.span(item) }));
  }

  private attributes(node: SyntaxNode): AttributeItem[] {
    const items: AttributeItem[] = [];
    for (const child of children(node)) {
      if (child.name === "AttributeName") {
        const nameSpan = this.span(child.firstChild!);
        items.push({
          name: this.text(child.firstChild!),
          nameSpan,
          value: null,
          unit: this.statedUnit(child),
          span: this.span(child),
        });
      } else if (isDefinition(child)) {
        const definition = this.definition(child);
        if (!isPlainValue(definition))
          this.diagnostics.error(
            "attribute-form",
            definition.nameSpan,
            `'${definition.name}' is an attribute: write ${definition.name} = value`,
            "write laws in functions = { }",
          );
        items.push({
          name: definition.name,
          nameSpan: definition.nameSpan,
          value: definition.body,
          unit: definition.unit,
          span: definition.span,
        });
      }
    }
    return items;
  }

  private alias(node: SyntaxNode, out: Alias[]): void {
    const name = this.word(node.getChild("AliasName"));
    const attribute = this.word(node.getChild("AttributeName"));
    const target = node.getChild("AliasTarget");
    if (!name || !attribute || !target) return;
    const resolved = this.aliasTarget(target);
    if (resolved) out.push({ name, attribute, target: resolved, span: this.span(node) });
  }

  private aliasTarget(node: SyntaxNode): AliasTarget | null {
    const span = this.span(node);
    const text = words(this.text(node));
    const index = node.getChild("Number");
    const object = this.word(node.getChild("ObjectName"));
    const link = this.word(node.getChild("LinkName"));
    if (/^object with index/.test(text)) {
      if (index) {
        const value = Number(this.text(index));
        if (value === 0 || value === 1) return { kind: "index", index: value, span };
        this.diagnostics.error(
          "alias-index",
          this.span(index),
          `the index of an object is 0 or 1, not ${this.text(index)}`,
        );
        return null;
      }
      if (object) {
        const letter = /^[oO]$/.test(object.name) ? [`'${object.name}' is a letter: write the digit 0`] : [];
        this.diagnostics.error(
          "alias-index",
          object.span,
          `the index of an object is 0 or 1, not '${object.name}'`,
          ...letter,
        );
        return letter.length > 0 ? { kind: "index", index: 0, span } : null;
      }
      return null;
    }
    if (object) return { kind: "object", name: object, span };
    if (link) return { kind: "link", name: link, span };
    if (/^each/.test(text)) return { kind: "others", span };
    return /^world/.test(text) ? { kind: "world", span } : null;
  }

  private requirement(node: SyntaxNode): Requirement {
    const count = node.getChild("Number");
    return {
      count: count ? Number(this.text(count)) : 1,
      words: node.getChildren("RequirementWord").flatMap((child) => this.word(child) ?? []),
      object: this.word(node.getChild("ObjectName")),
      span: this.span(node),
    };
  }

  private attachment(node: SyntaxNode): Attachment | null {
    const object = this.word(node.getChild("ObjectName"));
    if (!object) return null;
    const index = node.getChild("CopyIndex")?.firstChild?.nextSibling;
    const last = node.lastChild!;
    const isBare = last.name === "ObjectName" || last.name === "CopyIndex";
    return {
      object,
      copy: index ? this.expression(index, 0) : null,
      at: isBare ? null : this.expression(last, 0),
      span: this.span(node),
    };
  }

  definition(node: SyntaxNode): Definition {
    const name = node.firstChild!;
    const params =
      node
        .getChild("Parameters")
        ?.getChildren("Parameter")
        .flatMap((child): Parameter[] =>
          child.firstChild
            ? [{ name: this.text(child.firstChild), span: this.span(child.firstChild), unit: this.statedUnit(child) }]
            : [],
        ) ?? [];
    const seen = new Set<string>();
    for (const param of params) {
      if (seen.has(param.name))
        this.diagnostics.error("duplicate", param.span, `the parameter '${param.name}' is named twice`);
      seen.add(param.name);
    }
    const quotient = params.length === 0 ? rateBefore(this.meant, name.from, name.to) : null;
    return {
      name: quotient?.name ?? this.text(name),
      nameSpan: quotient ? { source: this.source, from: quotient.from, to: quotient.to } : this.span(name),
      params,
      order: quotient ? 1 : node.getChildren("Prime").length,
      op: node.getChild("PlusEquals") ? "+=" : "=",
      unit: this.statedUnit(node),
      body: this.body(node),
      span: this.span(node),
    };
  }

  /** A body with an error in it or directly after it is uncertain, and its one mistake has been reported. */
  private body(node: SyntaxNode): Expr {
    const broken: Expr = { kind: "error", span: this.span(node) };
    if (this.hasError(node) || this.isMended(node)) return broken;
    const body = this.onlyExpression(node);
    return this.breaksOff(node) && !this.depthTold ? broken : body;
  }

  /** Whether its value was broken and cut out. */
  private isMended(node: SyntaxNode): boolean {
    return this.mended.some(({ from }) => from > node.from && from < node.to);
  }

  /** Whether the rest of the line is broken: `y = a b`. */
  private breaksOff(node: SyntaxNode): boolean {
    const next = node.nextSibling;
    if (!next || !(next.type.isError || next.firstChild?.type.isError)) return false;
    return next.to > next.from && !this.source.text.slice(node.to, next.from).includes("\n");
  }

  private checkComments(top: SyntaxNode): void {
    const { text } = this.source;
    const last = top.resolveInner(text.length, -1);
    if (last.name !== "BlockComment" || (last.to - last.from >= 4 && text.endsWith("*/"))) return;
    const span = { source: this.source, from: last.from, to: last.from + 2 };
    this.diagnostics.error("comment", span, "this comment is not closed", "close it with */");
  }

  private string(node: SyntaxNode): string {
    const string = node.getChild("String");
    if (!string) return "";
    const text = this.text(string);
    if (text.length < 2 || !text.endsWith('"')) {
      this.diagnostics.error(
        "string",
        this.span(string),
        "this text in quotes is not closed",
        'close it with " on the same line',
      );
      return text.slice(1);
    }
    return text.slice(1, -1);
  }

  private word(node: SyntaxNode | null): Word | null {
    const identifier = node?.getChild("Identifier");
    return identifier ? { name: this.text(identifier), span: this.span(identifier) } : null;
  }
}

/**
 * In `dv/dt`, whose `dt` is read as the defined name: the name whose rate it is. This is reported where the text is
 * read.
 */
function rateBefore(text: string, from: number, to: number): { name: string; from: number; to: number } | null {
  if (text.slice(from, to) !== "dt") return null;
  const before = /(?<![\p{L}\p{N}_])d([\p{L}_][\p{L}\p{N}_]*)\s*\/\s*$/u.exec(
    text.slice(Math.max(0, from - 100), from),
  );
  if (!before) return null;
  const start = from - before[0].length + 1;
  return { name: before[1], from: start, to: start + before[1].length };
}
