// The way of a body through a step as polynomials, so that looking at it costs little and its speed has a bound.
//
// Each coordinate of the position and of the rotation matrix is interpolated at nine Chebyshev points of the step. Laws are
// smooth between events, and a step is short against their scales: nine points then give about all digits. It is checked
// at further instants; where it fails (a law that branches within the step) the law itself is asked, and sampled.
import { reachOf } from "../geometry/bounds.ts";
import { AT_REST, type MotionBound, type Moving } from "../geometry/motion.ts";
import { copyPose, createPose, type Pose, straighten } from "../geometry/pose.ts";
import { isInfinite, type Shape } from "../geometry/shape.ts";
import { cos } from "../math/elementary.ts";
import type { Flow } from "./flow.ts";
import type { Body } from "./model.ts";
import type { Application } from "./state.ts";

const degree = 8;
const pi = 3.141592653589793;
/** cos(π m / 8), so that the nodes are nodes[j] = cosines[j] and the transform needs no more. */
const cosines = Float64Array.from({ length: 2 * degree }, (_, m) => cos((pi * m) / degree));
/** Where the polynomial is checked, in [-1, 1]; none is a node. */
const checks = [-0.97, -0.55, 0.15, 0.8];
const checkTolerance = 1e-10;
const coordinates = 12;
/** Room for the rounding of the coefficients. */
const slack = 1.0001;

const values = new Float64Array(coordinates * (degree + 1));
const guess = createPose();
const truth = createPose();

/** One a body, used again for every step. */
export class Trajectory implements Moving {
  readonly shape: Shape;
  from = 0;
  to = 0;
  /** What the motion does not exceed during the step; null where the polynomial does not hold. */
  bound: MotionBound | null = AT_REST;
  /** The law whose way it is as long as the step lasts, if that depends on time alone. */
  application: Application | null = null;
  private readonly body: Body;
  private flow: Flow | null = null;
  private readonly turns: boolean;
  private readonly still = createPose();
  private readonly coefficients: Float64Array;
  private readonly bounds = { speed: 0, angularSpeed: 0, acceleration: 0, angularAcceleration: 0 };

  constructor(body: Body) {
    this.body = body;
    this.shape = body.geometry;
    this.turns = body.geometry.kind !== "sphere";
    this.coefficients = new Float64Array((this.turns ? coordinates : 3) * (degree + 1));
  }

  /** The way of the body from an instant, at or before that at which the flow begins, to the end of the flow. */
  follow(flow: Flow, from: number): void {
    this.flow = flow;
    this.from = from;
    this.to = flow.to;
    this.bound = AT_REST;
    if (!flow.stages.sources.moves(this.body) || this.to <= from) {
      flow.pose(this.body, from, this.still);
      return;
    }
    this.interpolate(flow);
    this.boundMotion();
    this.bound = this.bounds;
    const { geometry } = this.body;
    if (!this.holds(flow, isInfinite(geometry) ? 1 : Math.max(1e-300, reachOf(geometry)))) this.bound = null;
  }

  /** Whether it is the way under the law at work in a flow, from an instant on, which then may go on being asked. */
  isFor(flow: Flow, application: Application, from: number): boolean {
    if (this.application !== application || this.to !== flow.to || this.from !== from) return false;
    this.flow = flow;
    return true;
  }

  private interpolate(flow: Flow): void {
    for (let j = 0; j <= degree; j++) {
      flow.pose(this.body, this.timeAt(cosines[j]), guess);
      for (let k = 0; k < 3; k++) values[k * (degree + 1) + j] = guess.position[k];
      if (this.turns) for (let k = 0; k < 9; k++) values[(3 + k) * (degree + 1) + j] = guess.rotation[k];
    }
    const count = this.turns ? coordinates : 3;
    for (let k = 0; k < count; k++) {
      for (let i = 0; i <= degree; i++) {
        let sum = 0;
        for (let j = 0; j <= degree; j++) {
          const term = values[k * (degree + 1) + j] * cosines[(i * j) % (2 * degree)];
          sum += j === 0 || j === degree ? term / 2 : term;
        }
        this.coefficients[k * (degree + 1) + i] = (sum * (i === 0 || i === degree ? 1 : 2)) / degree;
      }
    }
  }

  private timeAt(s: number): number {
    if (s === 1) return this.to;
    if (s === -1) return this.from;
    return this.from + ((s + 1) / 2) * (this.to - this.from);
  }

  /**
   * On [-1, 1] |T_k'| ≤ k² and |T_k''| ≤ k² (k² - 1) / 3, and so |p'| and |p''| are at most the sums of these times |c_k|.
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
      for (let k = 0; k < 3; k++) position += coefficients[k * (degree + 1) + i] * coefficients[k * (degree + 1) + i];
      for (let k = 3; this.turns && k < coordinates; k++)
        rotation += coefficients[k * (degree + 1) + i] * coefficients[k * (degree + 1) + i];
      const first = i * i;
      const second = (first * (first - 1)) / 3;
      speed += first * Math.sqrt(position);
      acceleration += second * Math.sqrt(position);
      // The rate of a rotation matrix has √2 times the angular speed as its Frobenius norm.
      turning += first * Math.sqrt(rotation / 2);
      turningRate += second * Math.sqrt(rotation / 2);
    }
    const rate = (2 / (this.to - this.from)) * slack;
    // What rounding makes of a body that does not turn.
    const turns = turning > 1e-13;
    bounds.speed = speed * rate;
    bounds.angularSpeed = turns ? turning * rate : 0;
    bounds.acceleration = acceleration * rate * rate;
    // R'' = (α× + ω×ω×) R: the rate of the angular velocity is at most |R''| + ω².
    bounds.angularAcceleration = turns ? (turningRate + turning * turning) * rate * rate : 0;
  }

  private holds(flow: Flow, scale: number): boolean {
    for (const s of checks) {
      const t = this.timeAt(s);
      this.motion(t, guess);
      flow.pose(this.body, t, truth);
      for (let k = 0; k < 3; k++) {
        const size = Math.max(scale, Math.abs(truth.position[k]));
        if (!(Math.abs(guess.position[k] - truth.position[k]) <= checkTolerance * size)) return false;
      }
      for (let k = 0; k < 9; k++)
        if (this.turns && !(Math.abs(guess.rotation[k] - truth.rotation[k]) <= checkTolerance)) return false;
    }
    return true;
  }

  readonly motion = (t: number, out: Pose): void => {
    const c = this.coefficients;
    if (this.bound === AT_REST) copyPose(out, this.still);
    else if (this.bound === null) this.flow!.pose(this.body, t, out);
    else {
      const s = (2 * (t - this.from)) / (this.to - this.from) - 1;
      for (let k = 0; k < 3; k++) out.position[k] = clenshaw(c, k * (degree + 1), s);
      if (!this.turns) straighten(out);
      else for (let k = 0; k < 9; k++) out.rotation[k] = clenshaw(c, (3 + k) * (degree + 1), s);
    }
  };
}

function clenshaw(c: Float64Array, at: number, s: number): number {
  let b1 = 0;
  let b2 = 0;
  for (let i = degree; i >= 1; i--) {
    const b = c[at + i] + 2 * s * b1 - b2;
    b2 = b1;
    b1 = b;
  }
  return c[at] + s * b1 - b2;
}
