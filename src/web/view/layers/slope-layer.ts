// How steep a slope is: a horizontal line at its foot, an arc up to the slope, and the angle in degrees.
import { Color, Vector3 } from "three";
import { Segments } from "../draw/segments.ts";
import type { BodyScene, Layer } from "../scene/scene.ts";
import type { Slope } from "../scene/slope.ts";

const pieces = 24;
const from = new Vector3();
const to = new Vector3();

export class SlopeLayer implements Layer {
  /** How many angles are drawn. */
  count = 0;
  private readonly lines = new Segments();
  private readonly colour = new Color();
  private slope: Slope | null = null;
  private readonly middle = new Vector3();

  constructor(view: BodyScene) {
    view.add(this.lines.lines);
  }

  reset({ extent, palette }: BodyScene): void {
    this.slope = extent?.slope ?? null;
    this.lines.lines.visible = this.slope !== null;
    this.count = this.slope ? 1 : 0;
    if (!this.slope || !extent) return;
    const { low, high, out, across, angle } = this.slope;
    const { up } = extent.directions;
    this.colour.set(palette.number);
    // A little before the side of the ramp.
    const foot = low[0].clone().addScaledVector(across, -2e-3 * extent.radius);
    const length = low[0].distanceTo(high[0]) * Math.cos(angle);
    const reach = 0.3 * length;
    const at = (turn: number, share: number, point: Vector3) =>
      point
        .copy(foot)
        .addScaledVector(out, -share * Math.cos(turn))
        .addScaledVector(up, share * Math.sin(turn));
    for (let i = 0; i < pieces; i++)
      this.lines.set(i, at((angle * i) / pieces, reach, from), at((angle * (i + 1)) / pieces, reach, to), this.colour);
    // The horizontal goes on before the foot.
    this.lines.set(pieces, at(0, -0.12 * length, from), at(0, length, to), this.colour);
    this.lines.changed(0, pieces + 1);
    this.lines.draw(pieces + 1);
    at(0.55 * angle, 1.6 * reach, this.middle);
  }

  update(view: BodyScene): void {
    if (!this.slope) return;
    const degrees = Number(((180 / Math.PI) * this.slope.angle).toPrecision(3));
    view.labels.add(`${degrees}°`, this.middle, view.palette.number, view.camera);
  }
}
