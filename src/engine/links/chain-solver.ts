// Solves chains of constraints in their workspaces, by passes over the links: a body is shared by two links at most,
// and no chain is closed.
import type { ProgramStep } from "../../compiler/kernel/program-step.ts";
import { findNorm } from "../../math/block/block-matrix.ts";
import type { BlockPlan } from "../../math/block/plan.ts";
import type { RunMemory } from "../state/run-memory.ts";
import { type ChainSources, type ChainStep, writeChainStep } from "./chain-step.ts";
import type { LinkInstance } from "./instance.ts";
import { LinkPass, type PassEntry, type PassSource } from "./pass.ts";
import { workspacePlace } from "./workspace.ts";

/** Compiles a pass under a name, once. */
export type MakePass = (name: string, write: () => PassSource["source"]) => PassSource | null;

export class ChainSolver {
  private readonly memory: RunMemory;
  /** The passes in the order of elimination, and in that of substitution. */
  private readonly forwards: readonly LinkPass[];
  private readonly backwards: readonly LinkPass[];
  private readonly checks: readonly LinkPass[];
  /** Per row: the residual, the inverse of the pivot, and the original entry in its place. */
  private readonly rest: Int32Array;
  private readonly inverse: Int32Array;
  private readonly before: Int32Array;
  private readonly left: Float64Array;

  private constructor(
    instances: readonly LinkInstance[],
    memory: RunMemory,
    forwards: LinkPass[],
    backwards: LinkPass[],
    checks: LinkPass[],
  ) {
    this.memory = memory;
    this.forwards = forwards;
    this.backwards = backwards;
    this.checks = checks;
    const perRow = (place: (instance: LinkInstance, i: number) => number) =>
      Int32Array.from(
        instances.flatMap((instance) =>
          Array.from({ length: instance.form.rows }, (_, i) => instance.at + place(instance, i)),
        ),
      );
    this.rest = perRow(({ form }, i) => workspacePlace(form, "rest", i));
    this.inverse = perRow(({ form }, i) => workspacePlace(form, "U", i * form.rows + i));
    this.before = perRow(({ form }, i) => workspacePlace(form, "own", i * form.rows + i));
    this.left = new Float64Array(this.rest.length);
  }

  /** Null if these links form no chains. */
  static create(
    instances: readonly LinkInstance[],
    plan: BlockPlan,
    memory: RunMemory,
    make: MakePass,
    length: number,
  ): ChainSolver | null {
    const { node, start, later } = plan;
    const isChain = instances.every(({ link: { bodies }, form }) => bodies[0] !== bodies[1] && form.own >= 0);
    if (!isChain || node.some((_, k) => start[k + 1] - start[k] > 1)) return null;
    const touched = new Set<number>();
    const isHeldTwice = findHeldTwice(instances, plan);
    const links: { instance: LinkInstance; parent: LinkInstance | null; sources: PassSources }[] = [];
    for (let k = 0; k < node.length; k++) {
      const instance = instances[node[k]];
      const after = start[k + 1] > start[k] ? later[start[k]] : null;
      const parent = after === null ? null : instances[node[after]];
      const isFirst = after === null || !touched.has(after);
      const step: ChainStep = {
        form: instance.form,
        parent: parent && { form: parent.form, shared: sharedEnds(instance, parent) },
        hasChildren: touched.has(k),
        isFirst,
        length: isHeldTwice[k] ? length : null,
      };
      if (after !== null) touched.add(after);
      const sources = sourcesOf(step, instance, parent, make);
      if (!sources) return null;
      links.push({ instance, parent, sources });
    }
    const passes = (part: keyof PassSources, order: typeof links) => {
      const found: { source: PassSource; entries: PassEntry[] }[] = [];
      for (const { instance, parent, sources } of order) {
        const entry = { partner: 8 * (parent?.at ?? 0), workspace: 8 * instance.at, own: 0, other: 0 };
        const last = found.at(-1);
        if (last && last.source === sources[part]) last.entries.push(entry);
        else found.push({ source: sources[part], entries: [entry] });
      }
      return found.map(({ source, entries }) => new LinkPass(source, memory, entries));
    };
    return new ChainSolver(
      instances,
      memory,
      passes("eliminate", links),
      passes("substitute", links.toReversed()),
      passes("check", links),
    );
  }

  get passes(): readonly LinkPass[] {
    return [...this.forwards, ...this.backwards, ...this.checks];
  }

  /** Computes the unknowns from the right-hand sides; false if the general solver is needed. */
  solve(): boolean {
    const { forwards, backwards } = this;
    for (let i = 0; i < forwards.length; i++) if (!forwards[i].run(0)) return false;
    for (let i = 0; i < backwards.length; i++) if (!backwards[i].run(0)) return false;
    return true;
  }

  /** The steps of a program that does the same as `solve`. */
  steps(): (ProgramStep | null)[] {
    return [...this.forwards, ...this.backwards].map((pass) => pass.step(0));
  }

  /** Writes the size of the residual. */
  findResidual(out: Float64Array, at: number): void {
    const { checks, rest, left } = this;
    const { numbers } = this.memory;
    for (let i = 0; i < checks.length; i++) checks[i].run(0);
    for (let row = 0; row < rest.length; row++) left[row] = numbers[rest[row]];
    findNorm(out, at, left);
  }

  /** Writes the reciprocal of the remaining part of the worst pivot. */
  findCondition(out: Float64Array, at: number): void {
    const { inverse, before } = this;
    const { numbers } = this.memory;
    let worst = 1;
    for (let row = 0; row < inverse.length; row++) {
      const lost = Math.abs(numbers[inverse[row]] * numbers[before[row]]);
      if (lost > worst) worst = lost;
    }
    out[at] = worst;
  }
}

type PassSources = Record<keyof ChainSources, PassSource>;

function sourcesOf(
  step: ChainStep,
  instance: LinkInstance,
  parent: LinkInstance | null,
  make: MakePass,
): PassSources | null {
  const { hasChildren, isFirst } = step;
  const shared = step.parent?.shared.join(" ");
  const name = `chain ${step.length} ${instance.formNumber} ${parent?.formNumber} ${shared} ${hasChildren} ${isFirst}`;
  let written: ChainSources | undefined;
  const of = (part: keyof ChainSources) =>
    make(`${name} ${part}`, () => {
      written ??= writeChainStep(step);
      return written[part];
    });
  const [eliminate, substitute, check] = [of("eliminate"), of("substitute"), of("check")];
  return eliminate && substitute && check ? { eliminate, substitute, check } : null;
}

/**
 * Per position of a plan of chains: whether more than one link connects its chain to bodies that constraints do not
 * move.
 */
function findHeldTwice(instances: readonly LinkInstance[], { node, start, later }: BlockPlan): boolean[] {
  const last = Int32Array.from(node.keys());
  for (let k = node.length - 1; k >= 0; k--) if (start[k + 1] > start[k]) last[k] = last[later[start[k]]];
  const holds = new Int32Array(node.length);
  for (const [k, number] of node.entries())
    holds[last[k]] += instances[number].link.bodies.filter((body) => body?.physicalType !== "dynamic").length;
  return Array.from(last, (k) => holds[k] > 1);
}

/** The ends by which two links are on the same body, if contributions move it. */
function sharedEnds(a: LinkInstance, b: LinkInstance): [number, number][] {
  return a.link.bodies.flatMap((body, i) =>
    b.link.bodies.flatMap((other, j): [number, number][] =>
      body && body === other && body.physicalType === "dynamic" ? [[i, j]] : [],
    ),
  );
}
