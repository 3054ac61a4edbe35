// How a scene is written down: as drawn, or turned, moved, mirrored, in other units or at another time. The generator
// passes every quantity through its frame, so the same random choices give the same scene seen otherwise.
//
// A world vector x becomes A x with A = R M, where R turns and M mirrors y if the frame is mirrored. A body's own frame
// is mirrored with it: its rotation B becomes A B M. Lengths and masses are multiplied by powers of two, which changes
// no bit of a product.

export type Vector = readonly [number, number, number];
export type Quaternion = readonly [number, number, number, number];

export interface FrameChange {
  readonly turn: Quaternion;
  readonly shift: Vector;
  readonly isMirrored: boolean;
  /** Number of new units in one old unit. */
  readonly length: number;
  readonly mass: number;
  /** The time of the new clock when the old one shows 0. */
  readonly since: number;
  /**
   * How far first places and velocities are from what is drawn, in the old units: to see how a scene takes small
   * changes.
   */
  readonly jitter: number;
  /** Where the middle of these distances is, from -1 to 1: so that others go the other way. */
  readonly bias: number;
}

export const unchanged: FrameChange = {
  turn: [1, 0, 0, 0],
  shift: [0, 0, 0],
  isMirrored: false,
  length: 1,
  mass: 1,
  since: 0,
  jitter: 0,
  bias: 0,
};

/** `as given`: orientations in any form; `quaternions`: in the one form whose rates turn with the frame. */
export type OrientationForms = "as given" | "quaternions";

export class Frame {
  readonly change: FrameChange;
  readonly forms: OrientationForms;
  private readonly isTurned: boolean;

  constructor(change: Partial<FrameChange> = {}, forms: OrientationForms = "as given") {
    this.change = { ...unchanged, ...change };
    this.forms = forms;
    this.isTurned = this.change.isMirrored || this.change.turn[0] !== 1;
  }

  /** The functions that the other texts call. */
  get texts(): string[] {
    if (!this.isTurned) return [];
    const matrix = matrixText(this.matrix);
    return [
      `frameTurn(x) = ${matrix} * x`,
      `frameBack(x) = matrixTranspose(${matrix}) * x`,
      `frameOrientation(q) = multiplyQuaternions([${this.change.turn}], ` +
        `${this.change.isMirrored ? "[q # 1, -(q # 2), q # 3, -(q # 4)]" : "q"})`,
    ];
  }

  /** A, by rows. */
  get matrix(): number[][] {
    const [w, x, y, z] = this.change.turn;
    const sign = this.change.isMirrored ? -1 : 1;
    return [
      [1 - 2 * (y * y + z * z), sign * 2 * (x * y - w * z), 2 * (x * z + w * y)],
      [2 * (x * y + w * z), sign * (1 - 2 * (x * x + z * z)), 2 * (y * z - w * x)],
      [2 * (x * z - w * y), sign * 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ];
  }

  /** The time since the old clock showed 0, for laws and conditions. */
  get t(): string {
    return this.change.since === 0 ? "t" : `(t - ${this.change.since})`;
  }

  /** A number with the dimension length^l mass^m time^any. */
  number(value: number, l = 0, m = 0): string {
    return `${value * this.factor(l, m)}`;
  }

  scaled(expression: string, l = 0, m = 0): string {
    const factor = this.factor(l, m);
    return factor === 1 ? expression : `${factor} * (${expression})`;
  }

  /** A point of the world. */
  place(expression: string): string {
    const there = this.polar(expression, 1);
    return this.change.shift.every((x) => x === 0) ? there : `[${this.change.shift}] + ${there}`;
  }

  /** A first place or velocity of a body, as drawn, with some jitter. */
  jittered(expression: string): string {
    return this.change.jitter === 0 ? expression : `${expression} + ${this.jitterText(3)}`;
  }

  private jitterText(size: number): string {
    const { jitter, bias } = this.change;
    return `${jitter} * [${Array.from({ length: size }, () => `random(${bias - 1}, ${bias + 1})`).join(", ")}]`;
  }

  /** A vector of the world: a velocity, a force. */
  polar(expression: string, l = 0, m = 0): string {
    return this.scaled(this.isTurned ? `frameTurn(${expression})` : expression, l, m);
  }

  /** An axial vector of the world: an angular velocity, an axis of rotation. */
  axial(expression: string, l = 0, m = 0): string {
    const turned = this.isTurned ? `frameTurn(${expression})` : expression;
    return this.scaled(this.change.isMirrored ? `-(${turned})` : turned, l, m);
  }

  orientation(expression: string): string {
    if (this.forms === "as given") return expression;
    const drawn = `rotationMatrixToQuaternion(rotation(${expression}))`;
    const quaternion = this.change.jitter === 0 ? drawn : `normalize(${drawn} + ${this.jitterText(4)})`;
    return this.isTurned ? `frameOrientation(${quaternion})` : quaternion;
  }

  /** Of what is not moved by rates: a static shape, a link. */
  stillOrientation(expression: string): string {
    const quaternion = `rotationMatrixToQuaternion(rotation(${expression}))`;
    return this.isTurned ? `frameOrientation(${quaternion})` : expression;
  }

  /** A point in the frame of a body. */
  local(point: Vector): string {
    return `[${this.change.isMirrored ? [point[0], -point[1], point[2]] : point}]`.replace(/-?[\d.e-]+/g, (x) =>
      this.number(Number(x), 1),
    );
  }

  /** A unit axial vector in the frame of a body. */
  localAxis([x, y, z]: Vector): string {
    return `[${this.change.isMirrored ? [-x, y, -z] : [x, y, z]}]`;
  }

  /** A coordinate of a point, as it was drawn. */
  coordinate(place: string, which: number): string {
    const { shift, length } = this.change;
    const centred = shift.every((x) => x === 0) ? place : `(${place} - [${shift}])`;
    const back = this.isTurned ? `frameBack(${centred})` : centred;
    return length === 1 ? `${back} # ${which}` : `(${back} # ${which}) / ${length}`;
  }

  private factor(l: number, m: number): number {
    return this.change.length ** l * this.change.mass ** m;
  }
}

function matrixText(rows: readonly (readonly number[])[]): string {
  return `[${rows.map((row) => `[${row}]`).join(", ")}]`;
}
