// The trajectory of a body through a step as polynomials, which are cheap to evaluate and have bounded speed.
//
// Each coordinate of the position and of the rotation matrix, and each number of a size that laws change, is
// interpolated at nine Chebyshev points of the step. Laws are smooth between events, and a step is short compared to
// their time scales: nine points then give nearly all digits. The polynomial is checked at further instants; where it
// fails (a law that branches within the step), the law itself is evaluated and sampled.

import type { Resizable } from "../../geometry/composite/resize.ts";
import { AT_REST, type MotionBound, type Moving } from "../../geometry/motion/motion.ts";
import type { TimeStretch } from "../../geometry/motion/time-of-impact.ts";
import { reachOf } from "../../geometry/shapes/bounds.ts";
import { copyPose, createPose, type Pose, straighten } from "../../geometry/shapes/pose.ts";
import { type BodyShape, isInfinite } from "../../geometry/shapes/shape.ts";
import { cos } from "../../math/elementary/elementary.ts";
import type { Body } from "../model/model.ts";
import type { Flow } from "../motion/flow.ts";
import type { Application } from "../state/application.ts";

const degree = 8;
const pi = 3.141592653589793;
/** cos(π m / 8): the nodes are nodes[j] = cosines[j], and the transform needs no other values. */
const cosines = Float64Array.from({ length: 2 * degree }, (_, m) => cos((pi * m) / degree));
const nodes = degree + 1;
/** Where the polynomial is checked, in [-1, 1]; none is a node. */
const checks = [-0.97, -0.55, 0.15, 0.8];
/** Where a body is sampled: at the nodes, then where the polynomial is checked. */
const samplePlaces = Float64Array.from([...cosines.subarray(0, nodes), ...checks]);
export const sampleCount = samplePlaces.length;
const checkTolerance = 1e-10;
const coordinates = 12;
/** A margin for the rounding of the coefficients. */
const slack = 1.0001;

const guess = createPose();
/**
 * The instant at which a trajectory is evaluated, and its place in [-1, 1]: numbers passed as arguments would be
 * allocated on the heap.
 */
const look = new Float64Array(2);

/** Writes the instant of sample j of an interval. */
export function findSampleTime(out: Float64Array, { from, to }: TimeStretch, number: number): void {
  const s = samplePlaces[number];
  out[0] = s === 1 ? to : s === -1 ? from : from + ((s + 1) / 2) * (to - from);
}

/** One for each body, reused for every step. */
export class Trajectory implements Moving {
  /** The shape at the last evaluated instant. */
  shape: BodyShape;
  from = 0;
  to = 0;
  /** Upper bounds of the motion during the step; null if the polynomial does not hold. */
  bound: MotionBound | null = AT_REST;
  /** The law whose trajectory this is for the whole step, if that depends on time alone. */
  application: Application | null = null;
  private readonly body: Body;
  private flow: Flow | null = null;
  private readonly turns: boolean;
  private readonly count: number;
  /** A lower bound of the size to which errors of the position are compared. */
  private readonly scale: number;
  private readonly still = createPose();
  /**
   * For a body whose size laws change: the shape, the numbers at the last evaluated instant, and their place among the
   * coordinates.
   */
  private readonly resizable: Resizable | null;
  private readonly size: Float64Array;
  private readonly sizeAt: number;
  /** Per coordinate: the samples, and the coefficients of the polynomial. */
  private readonly samples: Float64Array;
  private readonly coefficients: Float64Array;
  private readonly bounds = { speed: 0, angularSpeed: 0, acceleration: 0, angularAcceleration: 0 };

  constructor(body: Body) {
    this.body = body;
    this.shape = body.geometry;
    this.turns = body.geometry.kind !== "sphere";
    this.resizable = body.sizing?.create() ?? null;
    this.size = new Float64Array(body.sizing?.slot.size ?? 0);
    this.sizeAt = this.turns ? coordinates : 3;
    this.count = this.sizeAt + this.size.length;
    this.scale = isInfinite(body.geometry) ? 1 : Math.max(1e-300, reachOf(body.geometry));
    this.samples = new Float64Array(this.count * sampleCount);
    this.coefficients = new Float64Array(this.count * nodes);
  }

  /** Computes the trajectory from `from`, at or before the start of the flow, to the end of the flow. */
  follow(flow: Flow): void {
    this.begin(flow);
    if (!flow.stages.sources.moves(this.body) || this.to <= this.from) {
      flow.time = this.from;
      flow.pose(this.body, this.still);
      if (this.resizable) this.resize(flow.size(this.body));
    } else {
      for (let j = 0; j < nodes; j++) this.sample(flow, j);
      this.interpolate();
      for (let j = nodes; j < sampleCount && this.bound; j++) {
        this.sample(flow, j);
        this.check(j);
      }
    }
  }

  /** Computes the trajectory like `follow`, but from samples that have already been `put`, for a moving body. */
  conclude(flow: Flow): void {
    this.begin(flow);
    this.interpolate();
    for (let j = nodes; j < sampleCount && this.bound; j++) this.check(j);
  }

  private begin(flow: Flow): void {
    this.flow = flow;
    this.to = flow.to;
    this.bound = AT_REST;
  }

  private sample(flow: Flow, j: number): void {
    findSampleTime(look, this, j);
    flow.time = look[0];
    flow.pose(this.body, guess);
    this.put(j, guess);
    if (this.resizable) this.putSize(j, flow.size(this.body));
  }

  /** Notes sample number j of the body's pose. */
  put(j: number, { position, rotation }: Pose): void {
    const { samples } = this;
    for (let k = 0; k < 3; k++) samples[k * sampleCount + j] = position[k];
    if (this.turns) for (let k = 0; k < 9; k++) samples[(3 + k) * sampleCount + j] = rotation[k];
  }

  /** Notes sample number j of the size, if laws change it. */
  putSize(j: number, size: Float64Array): void {
    for (let k = 0; k < this.size.length; k++) this.samples[(this.sizeAt + k) * sampleCount + j] = size[k];
  }

  private resize(size: Float64Array): void {
    const resizable = this.resizable!;
    resizable.resize(size);
    this.shape = resizable.shape;
  }

  /** Whether this is the trajectory under the law active in a flow, which may then be reused. */
  isFor(flow: Flow, application: Application): boolean {
    if (this.application !== application || this.to !== flow.to) return false;
    this.flow = flow;
    return true;
  }

  private interpolate(): void {
    const { samples, coefficients } = this;
    for (let k = 0; k < this.count; k++) {
      for (let i = 0; i <= degree; i++) {
        let sum = 0;
        for (let j = 0; j <= degree; j++) {
          const term = samples[k * sampleCount + j] * cosines[(i * j) % (2 * degree)];
          sum += j === 0 || j === degree ? term / 2 : term;
        }
        coefficients[k * nodes + i] = (sum * (i === 0 || i === degree ? 1 : 2)) / degree;
      }
    }
    this.boundMotion();
    this.bound = this.bounds;
  }

  /**
   * On [-1, 1] |T_k'| ≤ k² and |T_k''| ≤ k² (k² - 1) / 3, and so |p'| and |p''| are at most the sums of these times
   * |c_k|.
   */
  private boundMotion(): void {
    const { coefficients, bounds } = this;
    let speed = 0;
    let acceleration = 0;
    let turning = 0;
    let turningRate = 0;
    for (let i = 1; i <= degree; i++) {
      let position = 0;
      let rotation = 0;
      for (let k = 0; k < 3; k++) position += coefficients[k * nodes + i] * coefficients[k * nodes + i];
      for (let k = 3; this.turns && k < coordinates; k++)
        rotation += coefficients[k * nodes + i] * coefficients[k * nodes + i];
      const first = i * i;
      const second = (first * (first - 1)) / 3;
      speed += first * Math.sqrt(position);
      acceleration += second * Math.sqrt(position);
      // The rate of a rotation matrix has √2 times the angular speed as its Frobenius norm.
      turning += first * Math.sqrt(rotation / 2);
      turningRate += second * Math.sqrt(rotation / 2);
    }
    const rate = (2 / (this.to - this.from)) * slack;
    // The contribution of rounding, for a body that does not turn.
    const turns = turning > 1e-13;
    bounds.speed = speed * rate;
    bounds.angularSpeed = turns ? turning * rate : 0;
    bounds.acceleration = acceleration * rate * rate;
    // R'' = (α× + ω×ω×) R: the rate of the angular velocity is at most |R''| + ω².
    bounds.angularAcceleration = turns ? (turningRate + turning * turning) * rate * rate : 0;
    if (this.resizable) this.boundGrowth(this.resizable, rate);
  }

  /**
   * A point at r from the centre, in the frame of the body, moves additionally with r', and accelerates with r'' + 2 ω
   * × r'; r is bounded by its largest value at a sample plus its growth during the step.
   */
  private boundGrowth({ reaches }: Resizable, rate: number): void {
    const { coefficients, bounds } = this;
    let growth = 0;
    let growthRate = 0;
    for (let i = 1; i <= degree; i++) {
      let far = 0;
      for (let k = 0; k < reaches.length; k++)
        far += reaches[k] * Math.abs(coefficients[(this.sizeAt + k) * nodes + i]);
      growth += i * i * far * rate;
      growthRate += ((i * i * (i * i - 1)) / 3) * far * rate * rate;
    }
    const more = growth * (this.to - this.from);
    const { angularSpeed, angularAcceleration } = bounds;
    bounds.speed += growth + angularSpeed * more;
    bounds.acceleration += growthRate + 2 * angularSpeed * growth;
    bounds.acceleration += (angularAcceleration + angularSpeed * angularSpeed) * more;
  }

  /** The polynomial does not hold if it misses a sample. */
  private check(j: number): void {
    const { samples } = this;
    findSampleTime(look, this, j);
    look[1] = (2 * (look[0] - this.from)) / (this.to - this.from) - 1;
    this.evaluate(guess);
    for (let k = 0; k < this.count; k++) {
      const truth = samples[k * sampleCount + j];
      const isTurn = k >= 3 && k < this.sizeAt;
      const size = isTurn ? 1 : Math.max(this.scale, Math.abs(truth));
      const found = isTurn ? guess.rotation[k - 3] : k < 3 ? guess.position[k] : this.size[k - this.sizeAt];
      if (!(Math.abs(found - truth) <= checkTolerance * size)) this.bound = null;
    }
  }

  /** Extends a box by all sampled positions of the body. */
  addSamples(box: Float64Array): void {
    for (let k = 0; k < 3; k++)
      for (let j = 0; j < nodes; j++) {
        box[k] = Math.min(box[k], this.samples[k * sampleCount + j]);
        box[3 + k] = Math.max(box[3 + k], this.samples[k * sampleCount + j]);
      }
  }

  /** The longest move along an axis from one node to the next. */
  get longestMove(): number {
    let longest = 0;
    for (let k = 0; k < 3; k++)
      for (let j = 1; j < nodes; j++) {
        const at = k * sampleCount + j;
        longest = Math.max(longest, Math.abs(this.samples[at] - this.samples[at - 1]));
      }
    return longest;
  }

  /** The pose at the start of the flow. */
  poseAtStart(out: Pose): void {
    look[0] = this.flow!.from;
    this.pose(out);
  }

  /** The pose at the end of the flow. */
  poseAtEnd(out: Pose): void {
    look[0] = this.flow!.to;
    this.pose(out);
  }

  readonly motion = (at: Float64Array, out: Pose): void => {
    look[0] = at[0];
    this.pose(out);
  };

  /** The pose at the instant in `look`. */
  private pose(out: Pose): void {
    if (this.bound === AT_REST) copyPose(out, this.still);
    else if (this.bound === null) {
      this.flow!.time = look[0];
      this.flow!.pose(this.body, out);
      if (this.resizable) this.resize(this.flow!.size(this.body));
    } else {
      look[1] = (2 * (look[0] - this.from)) / (this.to - this.from) - 1;
      this.evaluate(out);
    }
  }

  /** Evaluates the polynomials at the instant in `look`. */
  private evaluate(out: Pose): void {
    clenshaw(this.coefficients, 0, out.position);
    if (this.turns) clenshaw(this.coefficients, 3, out.rotation);
    else straighten(out);
    if (!this.resizable) return;
    clenshaw(this.coefficients, this.sizeAt, this.size);
    this.resize(this.size);
  }
}

/** Evaluates the polynomials from number `first` on that `out` has room for. */
function clenshaw(coefficients: Float64Array, first: number, out: Float64Array): void {
  const s = look[1];
  for (let k = 0; k < out.length; k++) {
    const at = (first + k) * nodes;
    let b1 = 0;
    let b2 = 0;
    for (let i = degree; i >= 1; i--) {
      const b = coefficients[at + i] + 2 * s * b1 - b2;
      b2 = b1;
      b1 = b;
    }
    out[k] = coefficients[at] + s * b1 - b2;
  }
}
