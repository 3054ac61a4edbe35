// The trajectories of all bodies through a step. Many are evaluated together: at each instant one run of the laws
// serves all of them.
import { EvaluationError } from "../../compiler/values/evaluation-error.ts";
import { createPose } from "../../geometry/shapes/pose.ts";
import type { Laws } from "../laws/laws.ts";
import type { PoseSource } from "../laws/pose-sources.ts";
import type { Body } from "../model/model.ts";
import { RunError } from "../model/run-error.ts";
import type { Flow } from "../motion/flow.ts";
import type { Application } from "../state/application.ts";
import { findSampleTime, sampleCount, Trajectory } from "./trajectory.ts";

/**
 * Fewer bodies than this are evaluated one by one, and so are fewer than this share of the bodies that one run of the
 * laws computes.
 */
const fewest = 4;
const leastShare = 1 / 4;

const pose = createPose();
const instant = new Float64Array(1);

export class Trajectories {
  /** Per body; null for bodies that can meet no other: their trajectory is not needed. */
  readonly all: readonly (Trajectory | null)[];
  private readonly laws: Laws;
  /** Numbers of the bodies whose trajectories begin with the flow and must be computed. */
  private readonly pending: Int32Array;
  private count = 0;
  /** Whether some of the pending bodies are moved by rates, and by closed forms. */
  private isRated = false;
  private isClosed = false;
  /** The bodies that kernels have left to the interpreter. */
  private readonly missed: Uint8Array;

  constructor(laws: Laws, canMeet: (body: Body) => boolean) {
    this.laws = laws;
    const { bodies } = laws.model;
    this.all = bodies.map((body) => (canMeet(body) ? new Trajectory(body) : null));
    this.pending = new Int32Array(bodies.length);
    this.missed = new Uint8Array(bodies.length);
  }

  /** Computes the trajectory of every body through the flow, after `steps` steps of the run. */
  follow(flow: Flow, steps: number): void {
    this.count = 0;
    this.isRated = this.isClosed = false;
    const { bodies } = this.laws.model;
    for (let i = 0; i < bodies.length; i++) {
      const way = this.all[i];
      if (way) this.followOne(way, flow, bodies[i], steps);
    }
    if (!this.areMany(flow)) this.followEach(flow);
    else if (this.sampleAll(flow)) this.conclude(flow);
    else this.followEach(flow);
  }

  private followOne(way: Trajectory, flow: Flow, body: Body, steps: number): void {
    const { sources } = flow.stages;
    const application = sources.applicationOf(body);
    const timeOnly = application !== null && sources.isTimeOnly(body);
    if (timeOnly) {
      // Trajectories begin with the step or the law, so that a run resumed within a step gets the same polynomials.
      const { initialTime, step } = this.laws.model.settings;
      const from = Math.min(Math.max(initialTime + steps * step, application.since), flow.from);
      if (way.from === from && way.isFor(flow, application)) return;
      way.application = application;
      way.from = from;
      if (from !== flow.from) {
        way.follow(flow);
        return;
      }
    } else way.application = null;
    way.from = flow.from;
    const position = sources.position(body);
    const orientation = sources.orientation(body);
    const size = sources.size(body);
    const isMixed = hasRates(position) || hasRates(orientation) || hasRates(size);
    if (isMixed || !sources.moves(body)) {
      way.follow(flow);
      return;
    }
    this.isRated ||= position.kind === "rate" || orientation.kind === "rate" || size.kind === "rate";
    this.isClosed ||= position.kind === "law" || orientation.kind === "law" || size.kind === "law";
    this.pending[this.count++] = body.index;
  }

  private areMany(flow: Flow): boolean {
    if (!this.laws.kernels || this.count < fewest) return false;
    return !this.isClosed || this.count >= leastShare * flow.stages.active.length;
  }

  private followEach(flow: Flow): void {
    for (let i = 0; i < this.count; i++) this.all[this.pending[i]]!.follow(flow);
  }

  private readonly miss = ({ body }: Application): void => {
    this.missed[body.index] = 1;
  };

  /**
   * Samples all bodies; false if a law fails: then all are evaluated one by one, and the first failure is reported.
   */
  private sampleAll(flow: Flow): boolean {
    const { bodies } = this.laws.model;
    this.missed.fill(0);
    try {
      for (let j = 0; j < sampleCount; j++) {
        findSampleTime(instant, flow, j);
        if (this.isRated) flow.lookAtPath(instant[0]);
        if (this.isClosed) flow.lookAtLaws(instant[0], this.miss);
        for (let i = 0; i < this.count; i++) {
          const body = bodies[this.pending[i]];
          flow.seen(body, pose);
          this.all[body.index]!.put(j, pose);
          if (!body.sizing) continue;
          flow.seenSize(body, body.sizing.numbers);
          this.all[body.index]!.putSize(j, body.sizing.numbers);
        }
      }
    } catch (error) {
      if (!(error instanceof RunError || error instanceof EvaluationError)) throw error;
      return false;
    }
    return true;
  }

  private conclude(flow: Flow): void {
    for (let i = 0; i < this.count; i++) {
      const way = this.all[this.pending[i]]!;
      if (this.missed[this.pending[i]]) way.follow(flow);
      else way.conclude(flow);
    }
  }
}

/** Whether a source is a closed form of a law that also states rates. */
function hasRates(source: PoseSource): boolean {
  return source.kind === "law" && source.hasRates;
}
