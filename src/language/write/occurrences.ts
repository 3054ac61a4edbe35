// Where each name of a text occurs and what it names: for going to a definition, and for renaming. Two places with the
// same key name the same thing. An attribute is one thing for all objects that have it, because laws use it by its name
// alone.

import { attributeName } from "../declare/environment.ts";
import type { LoadedFile } from "../declare/load.ts";
import { wordsOfKey } from "../declare/study.ts";
import { constants, curveCalls, natives } from "../shapes/natives.ts";
import type { Alias, Attachment, AttributeItem, Block, Definition, Expr, Setting, Word } from "../syntax/ast.ts";
import { partsOf } from "../syntax/ast.ts";
import type { Span } from "../syntax/span.ts";
import { splitEnd } from "../syntax/statement.ts";

export interface Occurrence {
  /** `attribute mass`, `object ball`, `function laws/bodies.vfl response`, `local 812 impulse`. */
  readonly key: string;
  /** The part of the text that is the name itself: `mass` in `mass1`. */
  readonly span: Span;
  readonly defines: boolean;
  /** The block that contains it, or null. */
  readonly block: Block | null;
}

const namedBlocks = new Set(["object", "context", "simulation", "link", "curve", "event", "study"]);
const holders: ReadonlyMap<string, string> = new Map([
  ["objects_involved", "object"],
  ["contexts_involved", "context"],
  ["kind", "context"],
  ["simulation", "simulation"],
]);

/** What all files share. */
class Known {
  readonly attributes = new Set(["position", "pos", "orientation", "size", "t", "dt", "attached"]);
  readonly objects = new Set<string>();
  readonly links = new Set<string>();
  readonly curves = new Set<string>();
  /** Kinds of the named blocks: a lesson locks blocks by their names alone. */
  readonly kinds = new Map<string, Set<string>>();
  /** Functions of any law, by name: measures may use them. */
  readonly laws = new Map<string, string>();
  /** Measures, by name: studies may use them. */
  readonly measures = new Map<string, string>();

  constructor(files: readonly LoadedFile[]) {
    for (const block of files.flatMap(({ file }) => file.blocks)) {
      if (block.kind === "world attributes" || block.kind === "input")
        for (const { name } of block.definitions) this.attributes.add(name);
      if (block.kind === "measures")
        for (const { name } of [...block.definitions, ...block.aliases.map((alias) => alias.name)])
          if (!this.measures.has(name)) this.measures.set(name, localKey(block, name));
      for (const setting of block.settings) this.addSetting(setting, block);
    }
  }

  private addSetting({ key, value }: Setting, block: Block): void {
    if (value.kind === "attributes" && block.kind !== "context")
      for (const { name } of value.attributes) this.attributes.add(name);
    if (key === "name" && namedBlocks.has(block.kind)) this.addBlock(block.kind, wordOf(value)?.name ?? "");
    if (value.kind === "functions")
      for (const { name } of value.functions) if (!this.laws.has(name)) this.laws.set(name, localKey(block, name));
  }

  private addBlock(kind: string, name: string): void {
    const named = { object: this.objects, link: this.links, curve: this.curves }[kind];
    named?.add(name);
    this.kinds.set(name, (this.kinds.get(name) ?? new Set()).add(kind));
  }
}

function localKey(block: Block, name: string): string {
  return `local ${block.span.source.name}:${block.span.from} ${name}`;
}

function wordOf(value: Setting["value"]): Word | null {
  return value.kind === "expression" && value.value.kind === "name" ? value.value : null;
}

/** All occurrences in all files, file by file in the order of loading. */
export function occurrencesIn(files: readonly LoadedFile[]): Occurrence[] {
  const known = new Known(files);
  const found: Occurrence[] = [];
  for (const loaded of files) {
    for (const definition of loaded.file.definitions) {
      const reader = new Reader(null, loaded, known, found);
      reader.add(`function ${definition.span.source.name} ${definition.name}`, definition.nameSpan, true);
      reader.body(definition);
    }
    for (const block of loaded.file.blocks) new Reader(block, loaded, known, found).read();
  }
  return found;
}

/** Reads one block, or the functions outside of blocks. */
class Reader {
  private readonly block: Block | null;
  private readonly loaded: LoadedFile;
  private readonly known: Known;
  private readonly found: Occurrence[];
  private readonly aliases = new Set<string>();
  private readonly own = new Set<string>();
  private readonly functions = new Set<string>();
  private params: ReadonlyMap<string, string> = new Map();

  constructor(block: Block | null, loaded: LoadedFile, known: Known, found: Occurrence[]) {
    this.block = block;
    this.loaded = loaded;
    this.known = known;
    this.found = found;
    if (block) this.collectOwn(block);
  }

  /** Collects the names that mean something in this block alone. */
  private collectOwn(block: Block): void {
    const aliases = [
      ...block.aliases,
      ...block.settings.flatMap(({ value }) => (value.kind === "aliases" ? value.aliases : [])),
    ];
    for (const alias of aliases) this.aliases.add(alias.name.name);
    for (const setting of block.settings) this.collectSetting(setting, block.kind);
    if (block.kind === "measures") for (const { name } of block.definitions) this.functions.add(name);
  }

  private collectSetting({ key, value }: Setting, kind: string): void {
    if (kind === "context" && key === "attributes" && value.kind === "attributes")
      for (const { name } of value.attributes) this.own.add(name);
    if (key === "unknowns" && value.kind === "expression")
      for (const part of partsOf(value.value)) if (part.kind === "name") this.own.add(part.name);
    if (value.kind === "functions") for (const { name } of value.functions) this.functions.add(name);
  }

  /** `vary mass of bone = …`, `keep drift = …`, `plot = drift`: what a study names outside expressions. */
  private study(setting: Setting): void {
    const [verb, name, , owner] = wordsOfKey(setting);
    if (verb.name === "keep" && name) this.kept(name, true);
    else if (verb.name === "limit" && name) this.kept(name);
    else if (verb.name === "vary" && name && (owner || this.known.attributes.has(name.name))) {
      this.add(`attribute ${attributeName(name.name)}`, name.span);
      if (owner) this.thing(this.known.links.has(owner.name) ? "link" : "object", owner);
    } else if (["plot", "against"].includes(setting.key) && setting.value.kind === "expression")
      this.plotted(setting.value.value);
  }

  private kept(word: Word, defines = false): void {
    this.add(localKey(this.block!, `keep ${word.name}`), word.span, defines);
  }

  /** `plot = drift`, `against = {step, mass}`: results of the study, and attributes that it varies. */
  private plotted(value: Expr): void {
    const results = new Set(
      this.block!.settings.flatMap((one) => (one.key.startsWith("keep ") ? one.key.slice(5) : [])),
    );
    for (const part of value.kind === "name" ? [value] : partsOf(value))
      if (part.kind === "name" && results.has(part.name)) this.kept(part);
      else if (part.kind === "name" && this.known.attributes.has(part.name))
        this.add(`attribute ${attributeName(part.name)}`, part.span);
  }

  add(key: string, span: Span, defines = false): void {
    this.found.push({ key, span, defines, block: this.block });
  }

  read(): void {
    const block = this.block!;
    for (const alias of block.aliases) this.alias(alias);
    for (const definition of block.definitions) {
      this.head(definition, block.kind === "world attributes" || block.kind === "input");
      this.body(definition);
    }
    for (const setting of block.settings) {
      if (block.kind === "study") this.study(setting);
      if (block.kind === "lesson") this.lesson(setting);
      else if (block.kind !== "study" || !["plot", "against"].includes(setting.key)) this.setting(setting, block.kind);
    }
    if (block.kind === "lesson")
      for (const step of block.blocks) new Reader(step, this.loaded, this.known, this.found).read();
  }

  /** `lock = {ball, fall}`, `hide = {…}`: names of blocks of any kind. */
  private lesson({ value }: Setting): void {
    if (value.kind !== "expression") return;
    for (const part of value.value.kind === "name" ? [value.value] : partsOf(value.value))
      if (part.kind === "name")
        for (const kind of this.known.kinds.get(part.name) ?? []) this.add(`${kind} ${part.name}`, part.span);
  }

  private setting({ key, value }: Setting, kind: string): void {
    const word = wordOf(value);
    const holder = holders.get(key);
    if (key === "name" && word && namedBlocks.has(kind)) this.add(`${kind} ${word.name}`, word.span, true);
    else if (holder && word) this.add(`${holder} ${word.name}`, word.span);
    else if (holder && value.kind === "expression") {
      for (const part of partsOf(value.value)) if (part.kind === "name") this.thing(holder, part);
    } else if (key === "units" && value.kind === "attributes")
      for (const { name, nameSpan } of value.attributes) this.use(name, nameSpan);
    else this.value(value);
  }

  private value(value: Setting["value"]): void {
    if (value.kind === "expression") this.expression(value.value);
    if (value.kind === "functions") for (const definition of value.functions) this.definition(definition);
    if (value.kind === "attributes") for (const item of value.attributes) this.attribute(item);
    if (value.kind === "aliases") for (const alias of value.aliases) this.alias(alias);
    if (value.kind === "attachments") for (const attachment of value.attachments) this.attachment(attachment);
    if (value.kind === "applicability")
      for (const { object } of value.requirements) if (object) this.thing("object", object);
  }

  private definition(definition: Definition): void {
    this.head(definition, false);
    this.body(definition);
  }

  private attribute({ name, nameSpan, value }: AttributeItem): void {
    this.add(this.own.has(name) ? localKey(this.block!, name) : `attribute ${attributeName(name)}`, nameSpan, true);
    if (value) this.expression(value);
  }

  private attachment({ object, copy, at }: Attachment): void {
    const isCurve = this.known.curves.has(object.name) && !this.known.objects.has(object.name);
    if (object.name !== "world") this.thing(isCurve ? "curve" : "object", object);
    if (copy) this.expression(copy);
    if (at) this.expression(at);
  }

  private alias({ name, attribute, target }: Alias): void {
    this.add(localKey(this.block!, name.name), name.span, true);
    const isOwn = this.own.has(attribute.name);
    this.add(
      isOwn ? localKey(this.block!, attribute.name) : `attribute ${attributeName(attribute.name)}`,
      attribute.span,
    );
    if (target.kind === "object" || target.kind === "link") this.thing(target.kind, target.name);
  }

  /** A copy of an object or a link may be named: `ball3`. */
  private thing(kind: string, { name, span }: Word): void {
    const named = kind === "object" ? this.known.objects : kind === "link" ? this.known.links : null;
    const base = named && !named.has(name) ? name.replace(/[1-9]\d*$/, "") : name;
    const isCopy = base !== name && named!.has(base);
    this.add(`${kind} ${isCopy ? base : name}`, isCopy ? { ...span, to: span.from + base.length } : span);
  }

  private head({ name, nameSpan }: Definition, isAttribute: boolean): void {
    const found = isAttribute ? { key: `attribute ${name}`, length: name.length } : this.resolve(name);
    const span = found ? { ...nameSpan, to: nameSpan.from + found.length } : nameSpan;
    this.add(found?.key ?? localKey(this.block!, name), span, true);
  }

  body(definition: Definition): void {
    const { params, span } = definition;
    this.params = new Map(params.map(({ name }) => [name, `parameter ${span.source.name}:${span.from} ${name}`]));
    for (const param of params) this.add(this.params.get(param.name)!, param.span, true);
    this.expression(definition.body);
    this.params = new Map();
  }

  private expression(expr: Expr): void {
    if (expr.kind === "name") this.use(expr.name, expr.span);
    else if (expr.kind === "derivative") this.use(expr.name, { ...expr.span, to: expr.span.from + expr.name.length });
    else if (expr.kind === "call") this.use(expr.name, expr.nameSpan);
    const [curve] = expr.kind === "call" && curveCalls.has(expr.name) && !this.resolve(expr.name) ? expr.args : [];
    if (curve?.kind === "name" && this.known.curves.has(curve.name)) this.add(`curve ${curve.name}`, curve.span);
    const counted = this.isReducing && expr.kind === "call" && expr.name === "countEvents" ? expr.args[0] : undefined;
    if (counted?.kind === "name") this.counted(counted);
    for (const part of partsOf(expr)) if (part !== curve && part !== counted) this.expression(part);
  }

  /** `countEvents(bounce)`: a law or an event block. */
  private counted({ name, span }: Word): void {
    for (const kind of ["context", "event"])
      if (this.known.kinds.get(name)?.has(kind)) this.add(`${kind} ${name}`, span);
  }

  /** Whether the block is about a whole run: a study, or the goal of a step of a lesson. */
  private get isReducing(): boolean {
    return this.block?.kind === "study" || this.block?.kind === "step";
  }

  private use(name: string, span: Span): void {
    const found = this.resolve(name);
    if (found) this.add(found.key, { ...span, to: span.from + found.length });
  }

  /** What a name means here, and which part of it is the name: in the order of context-scope.ts. */
  private resolve(name: string): { key: string; length: number } | null {
    const { block } = this;
    const inside = this.params.get(name) ?? (block && this.keyInBlock(block, name));
    if (inside) return { key: inside, length: name.length };
    const suffixed = block?.kind === "context" || block?.kind === "event" ? this.resolveSuffixed(block, name) : null;
    if (suffixed) return suffixed;
    const outside = this.keyOutside(name);
    return outside ? { key: outside, length: name.length } : null;
  }

  /** The whole name as one of the block: an alias, a function, a measure, an attribute. */
  private keyInBlock(block: Block, name: string): string | null {
    const { known } = this;
    if (this.aliases.has(name) || this.own.has(name)) return localKey(block, name);
    if (block.kind !== "context" && this.functions.has(name)) return localKey(block, name);
    const measure = this.isReducing ? known.measures.get(name) : undefined;
    if (measure) return measure;
    if (known.attributes.has(name)) return `attribute ${attributeName(name)}`;
    return this.functions.has(name) && !this.isSuffixed(name) ? localKey(block, name) : null;
  }

  /** `v1`, `vSumDirVec2` in a law: the attribute, without the ending. */
  private resolveSuffixed(block: Block, name: string): { key: string; length: number } | null {
    const base = /^(.+?)SumDirVec\d+$/.exec(name)?.[1] ?? splitEnd(name)?.base;
    if (base === undefined) return null;
    if (this.own.has(base)) return { key: localKey(block, base), length: base.length };
    if (!this.known.attributes.has(base)) return null;
    return { key: `attribute ${attributeName(base)}`, length: base.length };
  }

  /** A function of a file, a native, or a law named in measures. */
  private keyOutside(name: string): string | null {
    const binding = this.loaded.scope.lookup(name);
    if (binding?.kind === "function") return `function ${binding.definition.span.source.name} ${name}`;
    if (natives.has(name) || constants.has(name)) return `native ${name}`;
    return (this.block?.kind === "measures" ? this.known.laws.get(name) : undefined) ?? null;
  }

  private isSuffixed(name: string): boolean {
    const base = splitEnd(name)?.base;
    return base !== undefined && (this.known.attributes.has(base) || this.own.has(base));
  }
}
