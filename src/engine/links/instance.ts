// One active link, and rows of them: what its law gives at a stage, by a kernel or node by node.

import { GivenUp, GraphValues } from "../../compiler/graph/graph-values.ts";
import type { MemoryPlace } from "../../compiler/graph/node.ts";
import { Kernel } from "../../compiler/kernel/kernel.ts";
import type { ProgramStep } from "../../compiler/kernel/program-step.ts";
import type { BodyCache } from "../laws/body-cache.ts";
import { linkRegions } from "../laws/regions.ts";
import type { Link } from "../model/link.ts";
import { wordsOfEnds } from "../model/link-words.ts";
import { RunError } from "../model/run-error.ts";
import { type RunMemory, roomOf } from "../state/run-memory.ts";
import type { LinkForm } from "./form.ts";
import type { PassEntry } from "./pass.ts";

/** Where the results of a link lie. */
export interface Room {
  readonly at: number;
  readonly size: number;
}

/** The first kernel computes what is constant between events, the second the rest, for all links of a row. */
export interface RunKernels {
  readonly prepare: Kernel;
  readonly run: Kernel;
  /** For both ends: the cache of what depends on the body there alone; null if there is none. */
  readonly shared: readonly (BodyCache | null)[];
}

/** Links of one form whose bodies, attributes and workspaces are adjacent: one kernel computes all of them. */
export interface LinkRow {
  readonly instances: LinkInstance[];
}

/** What makes an instance of a link. */
export interface InstanceParts {
  readonly link: Link;
  readonly form: LinkForm;
  readonly formNumber: number;
  readonly kernels: RunKernels | null;
  readonly room: Room;
  /** The places of the end bodies within their groups. */
  readonly own: number;
  readonly other: number;
}

/** One active link. */
export class LinkInstance {
  readonly link: Link;
  readonly form: LinkForm;
  readonly formNumber: number;
  /** Where its last results lie in the run's memory. */
  readonly at: number;
  private readonly numbers: Float64Array;
  private readonly kernels: RunKernels | null;
  private readonly size: number;
  /** Null if its constant values could not be computed, or nothing is compiled. */
  kernel: Kernel | null = null;
  private readonly own: number;
  private readonly other: number;
  private readonly place: number;

  constructor(memory: RunMemory, { link, form, formNumber, kernels, room, own, other }: InstanceParts) {
    this.link = link;
    this.form = form;
    this.formNumber = formNumber;
    this.at = room.at;
    this.numbers = memory.numbers;
    this.size = room.size;
    this.kernels = kernels;
    this.own = own;
    this.other = other;
    this.place = link.index - link.group.first;
  }

  /** Clears the results and computes the constant values. */
  prepare(stage: Float64Array): void {
    this.numbers.fill(0, this.at, this.at + this.size);
    const { own, kernels } = this;
    const at = stage.byteOffset;
    const place = at + 8 * this.place;
    const isDone = kernels?.prepare.over(0, at, place, 8 * this.at, own, own + 1, this.other) === Kernel.done;
    this.kernel = isDone ? kernels!.run : null;
  }

  /** Computes the constant values again, in the same way; false if that is impossible. */
  prepareAgain(stage: Float64Array): boolean {
    const { kernel } = this;
    this.prepare(stage);
    return this.kernel === kernel;
  }

  /** The caches of its bodies, and their places. */
  shared(): (readonly [BodyCache, number])[] {
    const { kernels, own, other } = this;
    return (kernels?.shared ?? []).flatMap((numbers, end) =>
      numbers ? [[numbers, end === 0 ? own : other] as const] : [],
    );
  }

  /** Its entry in the table of a pass. */
  entry(): PassEntry {
    return { partner: 0, workspace: 8 * this.at, own: 8 * this.own, other: 8 * this.other };
  }

  /** Whether all its data lie directly behind those of another. */
  isNextTo(before: LinkInstance): boolean {
    if (this.kernel !== before.kernel || !this.kernel || this.place !== before.place + 1) return false;
    return this.own === before.own + 1 && this.other === before.other + 1 && this.at === before.at + roomOf(this.size);
  }

  /** Runs the kernel over a row of `count` links that begins with this one; false if that is impossible. */
  runRow(stage: Float64Array, count: number): boolean {
    const { kernel, own, other } = this;
    const from = stage.byteOffset;
    return kernel?.over(0, from, from + 8 * this.place, 8 * this.at, own, own + count, other) === Kernel.done;
  }

  /** The step of a program that does the same as `runRow`. */
  stepOver(stage: Float64Array, count: number): ProgramStep | null {
    const { kernel, own, other } = this;
    const from = stage.byteOffset;
    return (
      kernel && {
        kind: "run",
        kernel,
        args: [0, from, from + 8 * this.place, 8 * this.at, 8 * own, 8 * other, 8 * (own + count)],
      }
    );
  }

  /** Evaluates node by node. */
  evaluate(stage: Float64Array, t: number): void {
    const { source } = this.form;
    const load = ({ base: from, offset, index }: MemoryPlace) => {
      const first = from === linkRegions.link ? this.place : index === 0 ? this.own : index === 1 ? this.other : 0;
      return stage[offset / 8 + first];
    };
    const values = new GraphValues(source.graph, load);
    try {
      values.do(source.duties);
      for (const { node, place, mustBeFinite } of source.stores) {
        const value = values.of(node);
        if (mustBeFinite && !Number.isFinite(value)) throw new GivenUp(`a number became ${value}`);
        if (place) this.numbers[this.at + place.offset / 8] = value;
      }
    } catch (error) {
      if (!(error instanceof GivenUp)) throw error;
      const { context, name, declaration } = this.link;
      const isOfText = context.name.span.source === declaration.name.span.source;
      throw new RunError(
        "link",
        // An imported law is right for other links.
        isOfText ? context.name.span : declaration.name.span,
        `the law '${context.name.name}' has no value for '${name}' at t = ${t}: ${error.message}`,
        ...wordsOfEnds(this.link, stage),
      );
    }
  }
}
