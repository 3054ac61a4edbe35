// Laws of a text that have no effect in any of its simulations: reported at the law, or at the simulation if that is
// the cause.

import type { Environment, ObjectShapes } from "../declare/environment.ts";
import type { ContextDeclaration, SimulationDeclaration } from "../declare/experiment.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import { visitNames } from "../syntax/names-in.ts";
import { type Span, spanText } from "../syntax/span.ts";
import { isRate } from "../syntax/statement.ts";

const code = "no-effect";

/** Why a law has no effect in a simulation: in words, or by what the simulation says. */
export type Idleness =
  | { readonly kind: "nobody"; readonly why: string }
  | { readonly kind: "of pairs" | "of groups" }
  | { readonly kind: "not involved"; readonly objects: readonly string[] };

interface Idle {
  readonly simulation: SimulationDeclaration;
  readonly idleness: Idleness;
}

export class IdleLaws {
  private readonly asked = new Map<ContextDeclaration, Idle | null>();
  private readonly environment: Environment;

  constructor(environment: Environment) {
    this.environment = environment;
  }

  /** `idleness`: why it has no effect in this simulation; null if it has one. */
  note(context: ContextDeclaration, simulation: SimulationDeclaration, idleness: Idleness | null): void {
    const isNamed = simulation.contexts?.some((word) => word.name === context.name.name) === true;
    if (!this.isOwn(context) && !isNamed) return;
    if (this.asked.get(context) === null) return;
    this.asked.set(context, idleness && { simulation, idleness });
  }

  private isOwn({ block }: ContextDeclaration): boolean {
    return block.span.source === this.environment.main;
  }

  /**
   * Whether another law of the same imported file acts. The laws of a file share the work: one may be for pairs that
   * the text does not have yet, or for when another is switched off.
   */
  private hasActingKin(context: ContextDeclaration): boolean {
    const { source } = context.block.span;
    if (this.isOwn(context)) return false;
    return [...this.asked].some(([other, idle]) => idle === null && other.block.span.source === source);
  }

  report(diagnostics: Diagnostics): void {
    const groups = new Map<string, Idle & { readonly contexts: ContextDeclaration[] }>();
    for (const [context, idle] of this.asked) {
      if (!idle) continue;
      const { simulation, idleness } = idle;
      if (idleness.kind === "nobody") {
        if (this.hasActingKin(context)) continue;
        const message = `'${context.name.name}' does nothing: ${idleness.why}`;
        diagnostics.warning(code, context.name.span, message, ...this.whom(context));
        continue;
      }
      const objects = idleness.kind === "not involved" ? idleness.objects.join(" ") : "";
      const key = `${simulation.name.name} ${idleness.kind} ${objects}`;
      const group = groups.get(key);
      if (group) group.contexts.push(context);
      else groups.set(key, { ...idle, contexts: [context] });
    }
    for (const { simulation, idleness, contexts } of groups.values()) {
      if (idleness.kind === "of pairs") reportPairs(simulation, contexts, diagnostics);
      if (idleness.kind === "of groups") this.reportGroups(simulation, contexts, diagnostics);
      if (idleness.kind === "not involved") reportAbsent(simulation, idleness.objects, contexts, diagnostics);
    }
  }

  private reportGroups(
    simulation: SimulationDeclaration,
    contexts: readonly ContextDeclaration[],
    diagnostics: Diagnostics,
  ): void {
    const isOne = contexts.length === 1;
    const canBePair = isOne && this.isOwn(contexts[0]) && isOfPoint(contexts[0]);
    const others = [...this.asked].filter(([context, idle]) => idle === null && context.appliedToPairs);
    const advice = canBePair
      ? "write applied to = pair in the law, or leave out scheme = time stepping"
      : "leave out scheme = time stepping, or take a law of pairs, such as those of laws/contact-impulses.vfl";
    diagnostics.warning(
      code,
      schemeSpan(simulation),
      `${namesOf(contexts)} ${isOne ? "does" : "do"} nothing: time stepping takes contact laws of pairs, and ` +
        `${isOne ? "this is one of a group" : "these are of groups"}`,
      others.length === 0 ? advice : `leave ${isOne ? "it" : "them"} out: ${namesOf(others.map(([one]) => one))} acts`,
    );
  }

  /** The objects that a law asks for, and the objects that exist. */
  private whom({ requirements, type }: ContextDeclaration): string[] {
    if (requirements.length === 0 || type === "link" || type === "constraint") return [];
    const objects: readonly ObjectShapes[] = [...this.environment.objects.values()];
    const asked = requirements.map(({ span }) => spanText(span)).join(" and ");
    const there = objects
      .slice(0, 4)
      .map(
        ({ declaration: { name, physicalType, geometricalType } }) =>
          `'${name.name}', a ${physicalType} ${geometricalType}`,
      );
    return [
      `it asks for ${asked.replace(/\s+/g, " ")}; there is ${there.join("; ")}${objects.length > 4 ? "; …" : ""}`,
    ];
  }
}

function namesOf(contexts: readonly ContextDeclaration[]): string {
  return listed(contexts.map(({ name }) => name.name));
}

function listed(names: readonly string[]): string {
  const quoted = names.map((name) => `'${name}'`);
  return quoted.length > 1 ? `${quoted.slice(0, -1).join(", ")} and ${quoted.at(-1)}` : quoted[0];
}

function schemeSpan({ settings, name }: SimulationDeclaration): Span {
  return settings.get("scheme")?.valueSpan ?? name.span;
}

/** Whether a contact law reads nothing of a group, and states no rates: a law of pairs would suffice. */
function isOfPoint({ functions }: ContextDeclaration): boolean {
  let isGroup = functions.some(isRate);
  for (const { body } of functions) visitNames(body, (name) => (isGroup ||= /DirVec\d+$/.test(name)) || true);
  return !isGroup;
}

function reportPairs(
  simulation: SimulationDeclaration,
  contexts: readonly ContextDeclaration[],
  diagnostics: Diagnostics,
): void {
  const isOne = contexts.length === 1;
  const setting = simulation.settings.get("scheme");
  diagnostics.warning(
    code,
    schemeSpan(simulation),
    `${namesOf(contexts)} ${isOne ? "does" : "do"} nothing: ${isOne ? "a contact law" : "contact laws"} of pairs ` +
      `${isOne ? "needs" : "need"} scheme = time stepping`,
    setting ? "write scheme = time stepping" : "add scheme = time stepping to the simulation",
  );
}

function reportAbsent(
  { settings, name }: SimulationDeclaration,
  objects: readonly string[],
  contexts: readonly ContextDeclaration[],
  diagnostics: Diagnostics,
): void {
  const isOne = objects.length === 1;
  diagnostics.warning(
    code,
    settings.get("objects_involved")?.keySpan ?? name.span,
    `${listed(objects)} ${isOne ? "is" : "are"} not involved, and without ${isOne ? "it" : "them"} ` +
      `${namesOf(contexts)} ${contexts.length > 1 ? "do" : "does"} nothing`,
    `add ${objects.join(" and ")} to objects_involved`,
  );
}
