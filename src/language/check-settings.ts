// The values of settings: numbers where numbers belong, and names that mean something.
import type { Expr, Setting } from "./ast.ts";
import type { Diagnostics } from "./diagnostic.ts";
import type { Experiment, LinkDeclaration, Named, SimulationDeclaration } from "./experiment.ts";
import { Inference } from "./infer.ts";
import type { Attribute, Scope } from "./scope.ts";
import { describeShape, joinShapes, real, type Shape, vector } from "./shape.ts";
import { didYouMean } from "./suggest.ts";
import { InitialScope, type Surroundings } from "./surroundings.ts";

export const integratorNames = [
  "explicit euler",
  "semi-implicit euler",
  "implicit midpoint",
  "rk4",
  "dormand-prince",
] as const;
export const schemeNames = ["event driven", "time stepping"] as const;
/** In which order contact points are gone through: by their bodies, from what stands still outwards, there and back, or by what the law says. */
export const sweepOrderNames = ["fixed", "bottom up", "alternating", "greatest first"] as const;
/** Where contact laws of pairs are applied: at all points that stand for where two bodies touch, or at one in the middle. */
export const contactPointsNames = ["all", "middle"] as const;
/** How the fixed point of the sweeps is sought besides sweeping. */
export const accelerationNames = ["none", "newton"] as const;
/** How bodies under constraints that their first values violate begin. */
export const startNames = ["as given", "projected"] as const;
export const solverNames = ["direct", "bicgstab", "gauss-seidel"] as const;
export const stabilisationNames = ["projection", "none"] as const;
/** How links are drawn. */
export const drawingNames = ["rod", "joint", "spring", "rope", "motor", "nothing"] as const;

const numbers = [
  "initial time",
  "duration",
  "step",
  "frames",
  "tolerance",
  "separation",
  "iterations",
  "margin",
  "sleep speed",
  "sleep time",
  "seed",
  "copies",
];

export function checkSettings(
  experiment: Experiment,
  surroundings: Surroundings,
  scope: Scope,
  diagnostics: Diagnostics,
): void {
  const blocks: Named[] = [
    ...experiment.simulations,
    ...experiment.contexts,
    ...experiment.objects,
    ...experiment.links,
  ];
  for (const { settings } of blocks) {
    for (const setting of settings.values()) {
      if (numbers.includes(setting.key)) checkNumber(setting, surroundings, scope, diagnostics);
      else if (setting.key === "integrator") checkWord(setting, integratorNames, diagnostics);
      else if (setting.key === "scheme") checkWord(setting, schemeNames, diagnostics);
      else if (setting.key === "sweep order") checkWord(setting, sweepOrderNames, diagnostics);
      else if (setting.key === "contact points") checkWord(setting, contactPointsNames, diagnostics);
      else if (setting.key === "acceleration") checkWord(setting, accelerationNames, diagnostics);
      else if (setting.key === "start") checkWord(setting, startNames, diagnostics);
      else if (setting.key === "solver") checkWord(setting, solverNames, diagnostics);
      else if (setting.key === "drawing") checkWord(setting, drawingNames, diagnostics);
      else if (setting.key === "equilibration") checkWord(setting, ["on", "off"], diagnostics);
      else if (setting.key === "stabilisation") checkStabilisation(setting, scope, diagnostics);
    }
  }
  for (const link of experiment.links) checkEnds(link, surroundings, scope, diagnostics);
  for (const simulation of experiment.simulations) checkUrgency(simulation, experiment, diagnostics);
}

/** Where the contact laws say which point comes next, each must say it. */
function checkUrgency(simulation: SimulationDeclaration, { contexts }: Experiment, diagnostics: Diagnostics): void {
  const setting = simulation.settings.get("sweep order");
  if (!setting || wordsOf(setting) !== "greatest first") return;
  const names = simulation.contexts?.map(({ name }) => name);
  for (const { name, type, appliedToPairs, functions } of contexts) {
    if (type !== "contact" || !appliedToPairs || names?.includes(name.name) === false) continue;
    if (functions.some((law) => law.op === "+=") || functions.some((law) => law.name === "urgency" && law.params.length === 0)) continue;
    diagnostics.error("urgency", setting.valueSpan, `by 'greatest first' the point with the greatest 'urgency' comes next, and the contact law '${name.name}' has no function of that name`, "write one into its functions, such as urgency = penetration: points are taken while it is above 0");
  }
} // biome-ignore format: one sentence a line

/** Where a link is attached: a point, of a copy with a number. */
function checkEnds(link: LinkDeclaration, surroundings: Surroundings, scope: Scope, diagnostics: Diagnostics): void {
  const host = {
    attributeShape: ({ owner, name }: Attribute) =>
      (owner.kind === "world" ? surroundings.world : surroundings.links.get(link.name.name)?.attributes)?.get(name) ?? real,
    specialShape: () => null,
  };
  const around = new InitialScope(link.attributes, surroundings.world, scope);
  const expect = (expr: Expr | null, shape: Shape, what: string) => {
    if (!expr) return;
    const inference = new Inference(host, diagnostics);
    const found = inference.run(expr, around).shape;
    inference.reportUnknownNames();
    if (!joinShapes(found, shape))
      diagnostics.error("shape", expr.span, `${what}, and this is ${describeShape(found)}`);
  };
  for (const { object, copy, at } of link.between) {
    expect(at, vector(3), "a link is attached at a vector of 3, in the frame of the object");
    expect(copy, real, "the number of a copy is a real");
    const isCopied = surroundings.objects.get(object.name)?.declaration.copies;
    if (copy && surroundings.objects.has(object.name) && !isCopied)
      diagnostics.error("copies", copy.span, `'${object.name}' has no copies to choose from`, "leave out the number in brackets");
    if (!copy && isCopied)
      diagnostics.error("copies", object.span, `'${object.name}' has copies: say which one`, `write ${object.name}[1], or ${object.name}[index] where the link has copies too`);
  }
} // biome-ignore format: one sentence a line

/** A rate at which gaps die away, or how they are closed otherwise. */
function checkStabilisation(setting: Setting, scope: Scope, diagnostics: Diagnostics): void {
  const said = wordsOf(setting);
  if (said !== null && (stabilisationNames as readonly string[]).includes(said)) return;
  if (setting.value.kind === "expression") {
    const { shape } = new Inference({ attributeShape: () => real, specialShape: () => null }, diagnostics).run(setting.value.value, scope);
    if (joinShapes(shape, real)) return;
  }
  diagnostics.error("setting", setting.valueSpan, `'stabilisation' is a rate such as 10, or one of: ${stabilisationNames.join(", ")}`);
} // biome-ignore format: one sentence a line

function checkNumber(setting: Setting, surroundings: Surroundings, scope: Scope, diagnostics: Diagnostics): void {
  if (setting.value.kind !== "expression") {
    diagnostics.error("setting", setting.valueSpan, `'${setting.key}' takes a number`);
    return;
  }
  const host = {
    attributeShape: ({ name }: { name: string }) => surroundings.world.get(name) ?? real,
    specialShape: () => null,
  };
  const inference = new Inference(host, diagnostics);
  // How many copies there are may depend on the world; a simulation's settings come before there is one.
  const around = setting.key === "copies" ? new InitialScope([], surroundings.world, scope) : scope;
  const { shape } = inference.run(setting.value.value, around);
  inference.reportUnknownNames();
  if (!joinShapes(shape, real))
    diagnostics.error(
      "setting",
      setting.valueSpan,
      `'${setting.key}' takes a number, and this is ${describeShape(shape)}`,
    );
}

/** The words or the one name that a setting says; null if it is something else. */
export function wordsOf(setting: Setting): string | null {
  const { value } = setting;
  if (value.kind === "words") return value.words;
  return value.kind === "expression" && value.value.kind === "name" ? value.value.name : null;
}

function checkWord(setting: Setting, choices: readonly string[], diagnostics: Diagnostics): void {
  const said = wordsOf(setting);
  if (said !== null && choices.includes(said)) return;
  if (setting.value.kind === "expression" && setting.value.value.kind === "error") return;
  const notes = said === null ? [] : didYouMean(said, choices);
  diagnostics.error("setting", setting.valueSpan, `'${setting.key}' is one of: ${choices.join(", ")}`, ...notes);
}
