// Names that a `bench { }` shows: of measures, of objects, links and the world, of functions of laws. The lab leaves
// out what it does not find.
import { attributeName, type Environment, linkNamed, objectNamed } from "../declare/environment.ts";
import type { Experiment } from "../declare/experiment.ts";
import type { Scope } from "../names/scope.ts";
import type { Block, Expr } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import type { Span } from "../syntax/span.ts";
import { withoutEnd } from "../syntax/statement.ts";
import { didYouMean } from "../syntax/suggest.ts";

/** What an entry names: a value of the whole, or of an object or a link. */
interface Path {
  readonly owner: { readonly name: string; readonly span: Span } | null;
  readonly name: string;
  readonly span: Span;
}

const ofSolver = ["condition", "iterations", "redundant", "residual"];
const givenToLaws = ["collisionPoint", "collisionNormal", "penetration", "iteration", "anchor1", "anchor2", "attached"];
const ofEveryObject = ["position", "orientation", "size"];

export function checkBench(
  experiment: Experiment,
  environment: Environment,
  scope: Scope,
  diagnostics: Diagnostics,
): void {
  if (experiment.objects.length === 0) return;
  const names = new BenchNames(experiment, environment, scope, diagnostics);
  for (const block of experiment.blocks)
    if (block.kind === "bench" && block.span.source === environment.main) names.checkBlock(block);
}

function pathsAt(settings: Block["settings"], key: string): Path[] {
  const setting = settings.find((one) => one.key === key);
  if (setting?.value.kind !== "expression") return [];
  const { value } = setting.value;
  return (value.kind === "sequence" ? value.elements : [value]).flatMap((expr) => pathOf(expr) ?? []);
}

/** `ball.v`, `ball.v # 3`, `norm(ball.v)`, `energy [kJ]`; null for what is not a name. */
function pathOf(expr: Expr): Path | null {
  switch (expr.kind) {
    case "name":
    case "derivative":
      return { owner: null, name: expr.name, span: expr.span };
    case "unit":
      return pathOf(expr.value);
    case "call":
      return expr.name === "norm" && expr.args.length === 1 ? pathOf(expr.args[0]) : null;
    case "binary": {
      const { op, left, right } = expr;
      if (op === "#") return pathOf(left);
      const isNamed = right.kind === "name" || right.kind === "derivative";
      if (op !== "." || left.kind !== "name" || !isNamed) return null;
      return { owner: { name: left.name, span: left.span }, name: right.name, span: right.span };
    }
    default:
      return null;
  }
}

class BenchNames {
  private readonly environment: Environment;
  private readonly scope: Scope;
  private readonly diagnostics: Diagnostics;
  /** Names of functions, aliases and own attributes of laws. */
  private readonly ofLaws: ReadonlySet<string>;
  /** Names of functions of laws that act at an instant: they have values there without an object. */
  private readonly ofActs: ReadonlySet<string>;
  private readonly ofWhole: ReadonlySet<string>;

  constructor(experiment: Experiment, environment: Environment, scope: Scope, diagnostics: Diagnostics) {
    this.environment = environment;
    this.scope = scope;
    this.diagnostics = diagnostics;
    const { contexts, events, measures } = experiment;
    this.ofLaws = new Set([
      ...contexts.flatMap(({ attributes, unknowns }) => [...attributes, ...unknowns].map(({ name }) => name)),
      ...[...contexts, ...events].flatMap(({ functions, aliases }) => [
        ...functions.map(({ name }) => name),
        ...aliases.map(({ name }) => name.name),
      ]),
      ...givenToLaws,
    ]);
    const acts = [...contexts.filter(({ type }) => type === "collision" || type === "contact"), ...events];
    this.ofActs = new Set(acts.flatMap(({ functions }) => functions.map(({ name }) => name)));
    this.ofWhole = new Set([
      ...measures.flatMap(({ definitions }) => definitions.map(({ name }) => name)),
      ...environment.world.keys(),
      "t",
      "dt",
    ]);
  }

  private check(path: Path, where: "a plot" | "vectors"): void {
    if (path.owner) this.checkOfOwner(path, path.owner);
    else this.checkOfWhole(path, where);
  }

  checkBlock({ settings, blocks }: Block): void {
    for (const path of pathsAt(settings, "vectors")) this.check(path, "vectors");
    for (const inner of blocks) {
      const plotted = inner.kind === "plot" ? ["against", "curves"] : [];
      for (const path of plotted.flatMap((key) => pathsAt(inner.settings, key))) this.check(path, "a plot");
      const moved = inner.kind === "slider" ? pathsAt(inner.settings, "number") : [];
      for (const path of moved) if (!this.isConstant(path)) this.check(path, "a plot");
      if (inner.kind === "camera") for (const path of pathsAt(inner.settings, "follow")) this.checkFollowed(path);
    }
  }

  /** Whether it names a function without parameters outside all blocks. */
  private isConstant({ owner, name }: Path): boolean {
    const binding = owner ? null : this.scope.lookup(name);
    return binding?.kind === "function" && binding.definition.params.length === 0;
  }

  private checkFollowed({ owner, name, span }: Path): void {
    if (owner || objectNamed(this.environment, name)) return;
    this.warn(span, `no object is called '${name}'`, didYouMean(name, this.environment.objects.keys()));
  }

  private checkOfWhole({ name, span }: Path, where: "a plot" | "vectors"): void {
    const ofLaws = where === "vectors" ? this.ofLaws : this.ofActs;
    if (this.ofWhole.has(name) || ofLaws.has(name) || this.environment.inputs.has(name)) return;
    const plain = attributeName(name);
    const has = [...this.environment.objects.values()].filter(({ attributes }) => attributes.has(plain));
    if (where === "vectors" && (has.length > 0 || ofEveryObject.includes(plain))) return;
    const [first] = has;
    const { name: owner, copies } = first?.declaration ?? { name: null, copies: null };
    const all =
      where === "vectors"
        ? [
            ...this.ofWhole,
            ...[...this.environment.objects.values()].flatMap(({ attributes }) => [...attributes.keys()]),
          ]
        : this.ofWhole;
    this.warn(
      span,
      `${where === "vectors" ? "nothing here" : "no measure and no attribute of the world"} is called '${name}'`,
      owner ? [`of an object write ${owner.name}${copies ? 1 : ""}.${name}`] : didYouMean(name, all),
    );
  }

  private checkOfOwner({ name, span }: Path, owner: NonNullable<Path["owner"]>): void {
    const plain = attributeName(name);
    if (owner.name === "solver" && ofSolver.includes(name)) return;
    const object = objectNamed(this.environment, owner.name);
    const link = object ? null : linkNamed(this.environment, owner.name);
    if (!object && !link) {
      const { objects, links } = this.environment;
      const known = [...objects.keys(), ...links.keys()];
      this.warn(owner.span, `no object and no link is called '${owner.name}'`, didYouMean(owner.name, known));
      return;
    }
    const { attributes } = (object ?? link)!;
    const isKnown = attributes.has(plain) || this.ofLaws.has(name) || this.ofLaws.has(withoutEnd(name));
    if (isKnown || (object && ofEveryObject.includes(plain))) return;
    this.warn(
      span,
      `'${owner.name}' has nothing called '${name}'`,
      didYouMean(name, [...attributes.keys(), ...this.ofLaws]),
    );
  }

  private warn(span: Span, message: string, notes: readonly string[]): void {
    this.diagnostics.warning("bench", span, `${message}: the lab leaves this out`, ...notes);
  }
}
