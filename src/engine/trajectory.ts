// The way of a body through a step as polynomials, so that looking at it costs little and its speed has a bound.
//
// Each coordinate of the position and of the rotation matrix is interpolated at nine Chebyshev points of the step. Laws are
// smooth between events, and a step is short against their scales: nine points then give about all digits. It is checked
// at further instants; where it fails (a law that branches within the step) the law itself is asked, and sampled.
import { reachOf } from "../geometry/bounds.ts";
import { AT_REST, type MotionBound, type Moving } from "../geometry/motion.ts";
import { copyPose, createPose, type Pose, straighten } from "../geometry/pose.ts";
import { isInfinite } from "../geometry/shape.ts";
import { cos } from "../math/elementary.ts";
import type { Body } from "./model.ts";

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

export class Trajectory {
  readonly from: number;
  readonly to: number;
  /** What the motion does not exceed during the step; null where the polynomial does not hold. */
  readonly bound: MotionBound | null;
  private readonly ask: (t: number, out: Pose) => void;
  private readonly coefficients: Float64Array | null;
  private readonly still: Pose | null;
  private readonly turns: boolean;
  private readonly body: Body;

  constructor(body: Body, from: number, to: number, moves: boolean, ask: (t: number, out: Pose) => void) {
    this.from = from;
    this.to = to;
    this.ask = ask;
    this.body = body;
    this.turns = body.geometry.kind !== "sphere";
    this.still = null;
    this.coefficients = null;
    this.bound = AT_REST;
    if (!moves || to <= from) {
      this.still = createPose();
      ask(from, this.still);
      return;
    }
    const coefficients = this.interpolate();
    const reach = isInfinite(body.geometry) ? Number.POSITIVE_INFINITY : reachOf(body.geometry);
    this.coefficients = coefficients;
    this.bound = this.boundMotion(coefficients);
    const scale = Math.max(1e-300, Number.isFinite(reach) ? reach : 1);
    if (!this.holds(scale)) {
      this.coefficients = null;
      this.bound = null;
    }
  }

  private interpolate(): Float64Array {
    for (let j = 0; j <= degree; j++) {
      this.ask(this.timeAt(cosines[j]), guess);
      for (let k = 0; k < 3; k++) values[k * (degree + 1) + j] = guess.position[k];
      if (this.turns) for (let k = 0; k < 9; k++) values[(3 + k) * (degree + 1) + j] = guess.rotation[k];
    }
    const count = this.turns ? coordinates : 3;
    const out = new Float64Array(count * (degree + 1));
    for (let k = 0; k < count; k++) {
      for (let i = 0; i <= degree; i++) {
        let sum = 0;
        for (let j = 0; j <= degree; j++) {
          const term = values[k * (degree + 1) + j] * cosines[(i * j) % (2 * degree)];
          sum += j === 0 || j === degree ? term / 2 : term;
        }
        out[k * (degree + 1) + i] = (sum * (i === 0 || i === degree ? 1 : 2)) / degree;
      }
    }
    return out;
  }

  private timeAt(s: number): number {
    if (s === 1) return this.to;
    if (s === -1) return this.from;
    return this.from + ((s + 1) / 2) * (this.to - this.from);
  }

  /**
   * On [-1, 1] |T_k'| ≤ k² and |T_k''| ≤ k² (k² - 1) / 3, and so |p'| and |p''| are at most the sums of these times |c_k|.
   */
  private boundMotion(coefficients: Float64Array): MotionBound {
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
    return {
      speed: speed * rate,
      angularSpeed: turns ? turning * rate : 0,
      acceleration: acceleration * rate * rate,
      // R'' = (α× + ω×ω×) R: the rate of the angular velocity is at most |R''| + ω².
      angularAcceleration: turns ? (turningRate + turning * turning) * rate * rate : 0,
    };
  }

  private holds(scale: number): boolean {
    for (const s of checks) {
      const t = this.timeAt(s);
      this.pose(t, guess);
      this.ask(t, truth);
      for (let k = 0; k < 3; k++) {
        const size = Math.max(scale, Math.abs(truth.position[k]));
        if (!(Math.abs(guess.position[k] - truth.position[k]) <= checkTolerance * size)) return false;
      }
      for (let k = 0; k < 9; k++)
        if (this.turns && !(Math.abs(guess.rotation[k] - truth.rotation[k]) <= checkTolerance)) return false;
    }
    return true;
  }

  /** As the search for impacts wants it. */
  get moving(): Moving {
    return { shape: this.body.geometry, motion: this.pose, bound: this.bound };
  }

  readonly pose = (t: number, out: Pose): void => {
    const c = this.coefficients;
    if (this.still) copyPose(out, this.still);
    else if (!c) this.ask(t, out);
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
