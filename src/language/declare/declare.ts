// From blocks to declarations. Keys and values are checked here; names and shapes of laws are checked later.

import type { Scope } from "../names/scope.ts";
import type { Alias, AttributeItem, Block, Definition, Expr, File, Requirement } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import { habitSetting } from "../syntax/habit-names.ts";
import { appliedTo } from "../syntax/setting-names.ts";
import { type Span, spanText } from "../syntax/span.ts";
import { isValue } from "../syntax/statement.ts";
import { didYouMean } from "../syntax/suggest.ts";
import { unitAtToken } from "../syntax/syntax-hint.ts";
import { topBlocks } from "../syntax/tokens.ts";
import { findUnit } from "../syntax/unit.ts";
import { article, BlockReader, keysOf } from "./block-reader.ts";
import { nameClosedForm } from "./closed-form.ts";
import {
  type ContextDeclaration,
  type CurveDeclaration,
  contextTypes,
  curveForms,
  type EventDeclaration,
  type Experiment,
  type FileReference,
  geometricalTypes,
  type LinkDeclaration,
  type Named,
  type ObjectDeclaration,
  physicalTypes,
  type SimulationDeclaration,
} from "./experiment.ts";
import { readLesson } from "./lesson.ts";
import { attributeName } from "./object-attributes.ts";
import { readStudy } from "./study.ts";

/** `{ball}` and `{rod[2] at [0, 0, 1]}`, read to their end. */
const oneEnd = /^\{\s*[\p{L}_][\p{L}\p{N}_]*\s*(\[[^\]]*\])?\s*(at\s*(\[[^[\]]*\]|[\p{L}\p{N}_]+)\s*)?\}$/u;

/** Adds what the blocks of a file declare to an experiment. */
export function declareFile(file: File, scope: Scope, experiment: Experiment, diagnostics: Diagnostics): void {
  const taken = new Map<readonly Named[], Set<string>>();
  const world = new Set(
    file.blocks
      .filter(({ kind }) => kind === "world attributes" || kind === "input")
      .flatMap(({ definitions }) => definitions.map(({ name }) => name)),
  );
  for (const block of file.blocks) new Declarer(block, { scope, world }, taken, diagnostics).declare(experiment);
}

class Declarer extends BlockReader {
  private readonly scope: Scope;
  /** The attributes of the world in the file. */
  private readonly world: ReadonlySet<string>;
  /** The names taken by declarations of each kind. */
  private readonly taken: Map<readonly Named[], Set<string>>;

  constructor(
    block: Block,
    { scope, world }: { readonly scope: Scope; readonly world: ReadonlySet<string> },
    taken: Map<readonly Named[], Set<string>>,
    diagnostics: Diagnostics,
  ) {
    super(block, diagnostics);
    this.world = world;
    this.taken = taken;
    this.scope = scope;
  }

  declare(experiment: Experiment): void {
    const { block, scope } = this;
    experiment.blocks.push(block);
    const keys = keysOf.get(block.kind);
    if (keys && block.kind !== "lesson") this.readSettings(keys);
    switch (block.kind) {
      case "world attributes":
        experiment.world.push(...this.plain(block.definitions));
        return;
      case "input":
        experiment.inputs.push(...this.plain(block.definitions));
        return;
      case "measures":
        experiment.measures.push({
          definitions: nameClosedForm(this.plain(block.definitions), this.diagnostics),
          aliases: block.aliases,
          scope,
        });
        return;
      case "bench":
        return;
      case "lesson":
        experiment.lessons.push(readLesson(block, scope, keysOf, this.diagnostics));
        return;
      case "object":
      case "context":
      case "simulation":
      case "link":
      case "curve":
      case "event":
      case "study": {
        const name = this.word("name");
        if (name) this.declareNamed({ name, block, settings: this.settings }, experiment);
        else if (!this.settings.has("name")) this.missing("name", "name = my_name");
        this.warnOfUnknownKeys(keys!);
        return;
      }
      default: {
        // A block with a broken name has been reported already.
        if (block.kind === "") return;
        const longer = [...topBlocks].find((kind) => kind.startsWith(`${block.kind} `));
        const [first, ...name] = block.kind.split(" ");
        const notes = longer
          ? [`did you mean '${longer}'?`]
          : name.length > 0 && topBlocks.has(first)
            ? [`the name stands inside: ${first} { name = ${name.join("_")} … }`]
            : didYouMean(block.kind, topBlocks);
        this.diagnostics.warning(
          "unknown-block",
          block.kindSpan,
          `no block is called '${block.kind}': it is kept and does nothing`,
          ...notes,
        );
      }
    }
  }

  private declareNamed(named: Named, experiment: Experiment): void {
    switch (this.block.kind) {
      case "object":
        this.add(experiment.objects, this.object(named));
        return;
      case "context":
        this.add(experiment.contexts, this.context(named));
        return;
      case "simulation":
        this.add(experiment.simulations, this.simulation(named));
        return;
      case "link":
        this.add(experiment.links, this.link(named));
        return;
      case "curve":
        this.add(experiment.curves, this.curve(named));
        return;
      case "event":
        this.add(experiment.events, this.event(named));
        return;
      case "study":
        this.add(experiment.studies, readStudy(named, this.block, this.scope, this.diagnostics));
        return;
    }
  }

  private add<T extends Named>(list: T[], declaration: T | null): void {
    if (!declaration) return;
    const { name, block } = declaration;
    let names = this.taken.get(list);
    if (!names) this.taken.set(list, (names = new Set(list.map((other) => other.name.name))));
    if (names.has(name.name))
      this.diagnostics.error(
        "duplicate",
        name.span,
        `there is already ${article(block.kind)} ${block.kind} called '${name.name}'`,
      );
    else {
      names.add(name.name);
      list.push(declaration);
    }
  }

  /** Warns of keys without meaning, if no other mistake was reported for them. */
  private warnOfUnknownKeys(keys: readonly string[]): void {
    const { kind } = this.block;
    for (const { key, keySpan, value, valueSpan } of this.unknownKeys) {
      const meant = kind === "simulation" ? (this.worldKey(key, valueSpan) ?? habitSetting(key)) : null;
      const notes = meant !== null ? [meant] : didYouMean(key, keys);
      if (notes.length === 0 && keys.includes("attributes") && value.kind === "expression")
        notes.push("an attribute belongs in attributes = { }");
      this.diagnostics.warning(
        "unknown-key",
        keySpan,
        `${article(kind)} ${kind} has no key '${key}': it is kept and does nothing`,
        ...notes,
      );
    }
  }

  /** What to write for an attribute of the world in a simulation. */
  private worldKey(key: string, valueSpan: Span): string | null {
    if (!this.world.has(key)) return null;
    const value = spanText(valueSpan).replace(/\s+/g, "");
    return (
      `${key} is an attribute of the world, one for all simulations; to vary it run with --set ${key}=${value}, ` +
      `or write a study with vary ${key}`
    );
  }

  /** Reports an attribute without a value; often it is the unit of the value before it, without brackets. */
  private tellNoValue({ name, nameSpan: { source, from, to } }: AttributeItem): void {
    // The parser has reported this place, or it is the rest of a reported unit.
    const line = source.text.slice(source.text.lastIndexOf("\n", from - 1) + 1, from);
    if (name === "" || (/[\d\])]\s+\p{L}+(\^-?\d+)?[/*]$/u.test(line) && findUnit(name) !== null)) return;
    const number = /(\d[\d.eE]*|\]|\))\s+$/.exec(line)?.[1];
    const unit = number === undefined ? null : unitAtToken(source.text, { text: name, from });
    if (unit !== null) {
      const said = number === "]" || number === ")" ? "…" : number;
      const span = { source, from, to: from + unit.length };
      this.diagnostics.error("unit", span, "a unit needs brackets", `write ${said} [${unit}]`);
      return;
    }
    this.diagnostics.error("no-value", { source, from, to }, `'${name}' needs a value: ${name} = …`);
  }

  private object(named: Named): ObjectDeclaration | null {
    const physicalType = this.choice("physical type", physicalTypes);
    const geometricalType = this.choice("geometrical type", geometricalTypes);
    if (!physicalType || !geometricalType) return null;
    const attributes = this.attributes("attributes");
    for (const item of attributes) if (!item.value) this.tellNoValue(item);
    const parts = this.settings.get("parts")?.value;
    return {
      ...named,
      physicalType,
      geometricalType,
      attributes,
      copies: this.expression("copies"),
      parts: parts?.kind === "attachments" ? parts.attachments : [],
      file: this.file(),
    };
  }

  private file(): FileReference | null {
    const setting = this.settings.get("file");
    if (!setting) return null;
    if (setting.value.kind === "string") return { path: setting.value.text, span: setting.valueSpan };
    if (setting.value.kind !== "expression" || setting.value.value.kind !== "error")
      this.diagnostics.error("setting", setting.valueSpan, `'file' takes the name of a file in quotes: "body.stl"`);
    return null;
  }

  private context(named: Named): ContextDeclaration | null {
    const type = this.choice("type", contextTypes);
    if (!type) return null;
    const directions = this.expression("geometric_data_directions");
    if (directions && directions.kind !== "sequence")
      this.diagnostics.error(
        "setting",
        directions.span,
        "the directions are vectors in braces: {[0, 0, 1], [0, 0, -1]}",
      );
    return {
      ...named,
      type,
      functions: this.functions(),
      attributes: this.attributes("attributes"),
      units: this.attributes("units"),
      firstTimeOnly: this.words("compute_first_time_only_attributes") ?? [],
      aliases: this.aliases(),
      requirements: this.requirements(),
      directions: directions?.kind === "sequence" ? directions.elements : [],
      unknowns: this.words("unknowns") ?? [],
      constraints: this.words("constraints") ?? [],
      appliedToPairs: this.settings.has("applied to") && this.choice("applied to", appliedTo) === "pair",
      scope: this.scope,
    };
  }

  private simulation(named: Named): SimulationDeclaration {
    for (const key of ["initial time", "duration"])
      if (!this.settings.has(key)) this.missing(key, key === "duration" ? "duration = 10" : "initial time = 0");
    return { ...named, objects: this.words("objects_involved"), contexts: this.words("contexts_involved") };
  }

  private link(named: Named): LinkDeclaration {
    const kind = this.word("kind");
    const between = this.settings.get("between")?.value;
    if (!kind) this.missing("kind", "kind = spring");
    const count = between?.kind === "attachments" ? between.attachments.length : 0;
    const isWhole = count !== 1 || oneEnd.test(spanText(this.settings.get("between")!.valueSpan));
    if (count > 0 && count !== 2 && isWhole)
      this.diagnostics.error(
        "setting",
        this.settings.get("between")!.valueSpan,
        `a link has two ends, and this one has ${count}`,
        ...(count === 1
          ? ["the other may be the world: between = {a, world at [0, 0, 2]}"]
          : ["write a link for each pair"]),
      );
    else if (count === 0) this.missing("between", "between = {a at [0, 0, 0], b at [0, 0, 0]}, with two ends");
    return {
      ...named,
      kind,
      between: between?.kind === "attachments" ? between.attachments : [],
      attributes: this.attributes("attributes"),
      copies: this.expression("copies"),
      collides: this.settings.has("collisions") && this.choice("collisions", ["on", "off"] as const) === "on",
    };
  }

  /** A curve by points, which have a form, or by a function, which has a range. */
  private curve(named: Named): CurveDeclaration | null {
    const { point, isPlain } = this.curvePoint();
    const points = this.expression("points");
    this.checkCurveSource(point, points);
    const form = this.settings.has("form") ? this.choice("form", curveForms) : "spline";
    const isClosed = this.truth("closed");
    if (!form || isClosed === null || (point ? !isPlain : !points)) return null;
    return {
      ...named,
      points,
      form,
      point: point ?? null,
      from: this.expression("from"),
      to: this.expression("to"),
      isClosed,
      scope: this.scope,
    };
  }

  /** The function point(s) of a curve, if there is one, and whether it is a function of one parameter. */
  private curvePoint(): { point: Definition | undefined; isPlain: boolean } {
    const [point, ...more] = this.block.definitions.filter(({ name }) => name === "point");
    for (const other of this.block.definitions.filter((definition) => definition !== point))
      this.diagnostics.error(
        "stray-law",
        other.nameSpan,
        more.includes(other) ? "a curve has one point(s)" : `a curve has no function '${other.name}'`,
        "write point(s) = [x, y, z]",
      );
    const isPlain = point?.params.length === 1 && isValue(point);
    if (point && !isPlain)
      this.diagnostics.error(
        "stray-law",
        point.nameSpan,
        "the point of a curve is a function of one parameter",
        "write point(s) = [x, y, z]",
      );
    return { point, isPlain };
  }

  /** Checks that a curve is given by its points or by point(s), with only the settings of that one. */
  private checkCurveSource(point: Definition | undefined, points: Expr | null): void {
    if (!point && !this.settings.has("points"))
      this.missing("points", "points = {[0, 0, 0], [1, 0, 0]}, or point(s) = [s, 0, 0]");
    if (point && points)
      this.diagnostics.error(
        "setting",
        points.span,
        "a curve goes through points, or is given by point(s)",
        "leave one of them out",
      );
    for (const key of point ? ["form"] : ["from", "to"]) {
      const setting = this.settings.get(key);
      if (setting)
        this.diagnostics.error(
          "setting",
          setting.keySpan,
          `'${key}' is for a curve ${point ? "through points" : "given by point(s)"}`,
          point ? "leave it out" : "the parameter of a curve through points runs along its chords, from 0",
        );
    }
  }

  private event(named: Named): EventDeclaration {
    if (!this.settings.has("when")) this.missing("when", "when = condition");
    return {
      ...named,
      when: this.expression("when"),
      functions: this.functions(),
      aliases: this.aliases(),
      scope: this.scope,
    };
  }

  private functions(): readonly Definition[] {
    const value = this.settings.get("functions")?.value;
    return value?.kind === "functions" ? value.functions : [];
  }

  private attributes(key: "attributes" | "units"): readonly AttributeItem[] {
    const value = this.settings.get(key)?.value;
    const items = value?.kind === "attributes" ? value.attributes : [];
    const seen = new Map<string, string>();
    return items.filter((item) => {
      const name = attributeName(item.name);
      const other = seen.get(name);
      if (other === undefined) return seen.set(name, item.name);
      const also = other === item.name ? "" : `: '${other}' is the same attribute`;
      this.diagnostics.error("duplicate", item.nameSpan, `the attribute '${item.name}' is given twice${also}`);
      return false;
    });
  }

  private aliases(): readonly Alias[] {
    const value = this.settings.get("aliases")?.value;
    return value?.kind === "aliases" ? value.aliases : [];
  }

  private requirements(): readonly Requirement[] {
    const value = this.settings.get("applicability")?.value;
    return value?.kind === "applicability" ? value.requirements : [];
  }

  private plain(definitions: readonly Definition[]): Definition[] {
    return definitions.filter((definition) => {
      const fits = isValue(definition);
      if (!fits)
        this.diagnostics.error(
          "stray-law",
          definition.nameSpan,
          `in ${this.block.kind} { }, write ${definition.name} = value`,
        );
      return fits;
    });
  }
}
