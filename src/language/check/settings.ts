// The values of settings: numbers where numbers belong, and names that mean something.

import { type Environment, InitialScope } from "../declare/environment.ts";
import type {
  ContextDeclaration,
  ContextType,
  Experiment,
  LinkDeclaration,
  Named,
  SimulationDeclaration,
} from "../declare/experiment.ts";
import { Inference } from "../infer/infer.ts";
import type { Attribute, Scope } from "../names/scope.ts";
import { describeShape, joinShapes, real, type Shape, vector } from "../shapes/shape.ts";
import type { Expr, Setting } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import { drawingNames, solverMethods, stabilisationNames } from "../syntax/setting-names.ts";
import { numberSettings, wordSettings } from "../syntax/simulation-settings.ts";
import { isContribution } from "../syntax/statement.ts";
import { didYouMean, integratorMeant } from "../syntax/suggest.ts";

const numbers = [...numberSettings.map(({ key }) => key), "copies"];

/** Settings whose values are one of a few words. */
const wordsOfKeys: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...wordSettings.map(({ key, words }) => [key, words] as const),
  ["solver", solverMethods],
  ["drawing", drawingNames],
  ["equilibration", ["on", "off"]],
]);

export function checkSettings(
  experiment: Experiment,
  environment: Environment,
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
      const words = wordsOfKeys.get(setting.key);
      if (words) checkWord(setting, words, diagnostics);
      else if (numbers.includes(setting.key)) checkNumber(setting, environment, scope, diagnostics);
      else if (setting.key === "stabilisation") checkStabilisation(setting, scope, diagnostics);
    }
  }
  for (const context of experiment.contexts) checkKeysOfType(context, diagnostics);
  for (const link of experiment.links) checkEnds(link, environment, scope, diagnostics);
  for (const simulation of experiment.simulations) checkUrgency(simulation, experiment, diagnostics);
}

/** Keys of contexts that are valid for some types only. */
const typesOfKeys: ReadonlyMap<string, readonly ContextType[]> = new Map([
  ["applicability", ["free fall", "collision", "contact"]],
  ["geometric_data_directions", ["contact"]],
  ["applied to", ["contact"]],
  ["iterations", ["contact", "link", "constraint"]],
  ["integrator", ["free fall", "contact"]],
  ["unknowns", ["link", "constraint"]],
  ["constraints", ["link", "constraint"]],
  ["stabilisation", ["link", "constraint"]],
  ["solver", ["link", "constraint"]],
  ["equilibration", ["link", "constraint"]],
  ["drawing", ["link", "constraint"]],
]);

function checkKeysOfType({ type, settings }: ContextDeclaration, diagnostics: Diagnostics): void {
  for (const { key, keySpan } of settings.values()) {
    const types = typesOfKeys.get(key);
    if (types && !types.includes(type))
      diagnostics.error(
        "setting",
        keySpan,
        `'${key}' is for contexts with type = ${types.join(" or ")}, and this is one of type '${type}'`,
        type === "link" || type === "constraint" ? "a link names its law by its kind" : "leave it out",
      );
  }
}

/** If a contact law says which point comes next, each must say it. */
function checkUrgency(simulation: SimulationDeclaration, { contexts }: Experiment, diagnostics: Diagnostics): void {
  const setting = simulation.settings.get("sweep order");
  if (!setting || wordsOf(setting) !== "greatest first") return;
  const names = simulation.contexts?.map(({ name }) => name);
  for (const { name, type, appliedToPairs, functions } of contexts) {
    if (type !== "contact" || !appliedToPairs || names?.includes(name.name) === false) continue;
    if (functions.some(isContribution) || functions.some((law) => law.name === "urgency" && law.params.length === 0))
      continue;
    diagnostics.error(
      "urgency",
      setting.valueSpan,
      `'sweep order = greatest first' needs a function 'urgency' in the contact law '${name.name}'`,
      "write one into its functions, such as urgency = penetration: points are taken while it is above 0",
    );
  }
}

/** Checks where a link is attached: a point; a copy has a number. */
function checkEnds(link: LinkDeclaration, environment: Environment, scope: Scope, diagnostics: Diagnostics): void {
  const host = {
    attributeShape: ({ owner, name }: Attribute) =>
      (owner.kind === "world" ? environment.world : environment.links.get(link.name.name)?.attributes)?.get(name) ??
      real,
    specialShape: () => null,
  };
  const around = new InitialScope(link.attributes, environment.world, scope);
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
    const isCopied = environment.objects.get(object.name)?.declaration.copies;
    if (copy && environment.objects.has(object.name) && !isCopied)
      diagnostics.error(
        "copies",
        copy.span,
        `'${object.name}' has no copies to choose from`,
        "leave out the number in brackets",
      );
    if (!copy && isCopied)
      diagnostics.error(
        "copies",
        object.span,
        `'${object.name}' has copies: say which one`,
        `write ${object.name}[1], or ${object.name}[index] where the link has copies too`,
      );
  }
}

/** Checks a rate at which gaps decay, or another way to close them. */
function checkStabilisation(setting: Setting, scope: Scope, diagnostics: Diagnostics): void {
  const said = wordsOf(setting);
  if (said !== null && (stabilisationNames as readonly string[]).includes(said)) return;
  if (setting.value.kind === "expression") {
    const { shape } = new Inference({ attributeShape: () => real, specialShape: () => null }, diagnostics).run(
      setting.value.value,
      scope,
    );
    if (joinShapes(shape, real)) return;
  }
  diagnostics.error(
    "setting",
    setting.valueSpan,
    `'stabilisation' is a rate such as 10, or one of: ${stabilisationNames.join(", ")}`,
  );
}

function checkNumber(setting: Setting, environment: Environment, scope: Scope, diagnostics: Diagnostics): void {
  if (setting.value.kind !== "expression") {
    diagnostics.error("setting", setting.valueSpan, `'${setting.key}' takes a number`);
    return;
  }
  const host = {
    attributeShape: ({ name }: { name: string }) => environment.world.get(name) ?? real,
    specialShape: () => null,
  };
  const inference = new Inference(host, diagnostics);
  // The number of copies may depend on the world; a simulation's settings are checked before there is one.
  const around = setting.key === "copies" ? new InitialScope([], environment.world, scope) : scope;
  const { shape, constant } = inference.run(setting.value.value, around);
  inference.reportUnknownNames();
  if (setting.key === "copies" && constant === 0)
    diagnostics.warning(
      "no-effect",
      setting.valueSpan,
      "'copies = 0' makes none: nothing of this takes part",
      "write copies = 1 or more, or leave the block out",
    );
  if (!joinShapes(shape, real))
    diagnostics.error(
      "setting",
      setting.valueSpan,
      `'${setting.key}' takes a number, and this is ${describeShape(shape)}`,
    );
}

/** The words or the single name of a setting; null if it is something else. */
export function wordsOf(setting: Setting): string | null {
  const { value } = setting;
  if (value.kind === "words") return value.words;
  return value.kind === "expression" && value.value.kind === "name" ? value.value.name : null;
}

function checkWord(setting: Setting, choices: readonly string[], diagnostics: Diagnostics): void {
  const said = wordsOf(setting);
  if (said !== null && choices.includes(said)) return;
  if (setting.value.kind === "expression" && setting.value.value.kind === "error") return;
  const noteOf = setting.key === "integrator" ? integratorMeant : didYouMean;
  const notes = said === null ? [] : noteOf(said, choices);
  diagnostics.error("setting", setting.valueSpan, `'${setting.key}' is one of: ${choices.join(", ")}`, ...notes);
}
