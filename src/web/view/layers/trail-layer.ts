// The trajectories of bodies since the start. One buffer holds all of them, frame after frame, so that scrubbing
// only says how much of it is drawn.
import { Vector3 } from "three";
import { showTrails } from "../../state/bench.ts";
import { selectedBody } from "../../state/selection.ts";
import { cornersOf } from "../bodies/pose.ts";
import { Segments } from "../draw/segments.ts";
import type { BodyScene, Layer } from "../scene/scene.ts";
import { trailsOfSelected } from "../scene/view-settings.ts";

/** The most pieces; longer runs are drawn with longer pieces. */
const most = 400_000;
const from = new Vector3();
const to = new Vector3();
const come = new Vector3();
const left = new Vector3();

export class TrailLayer implements Layer {
  /** How many pieces are drawn. */
  count = 0;
  private readonly trajectories = new Segments();
  private readonly tips = new Segments();
  private members: number[] = [];
  private every = 1;
  /** The number of pieces up to the end of each stretch of frames that is built. */
  private ends: number[] = [];
  private key = "";

  constructor(view: BodyScene) {
    this.trajectories.fade();
    view.add(this.trajectories.lines, this.tips.lines);
  }

  reset({ palette }: BodyScene): void {
    this.key = "";
    this.trajectories.setPale(palette.ground);
  }

  update(view: BodyScene, frame: number): void {
    const isOn = showTrails.value;
    this.trajectories.lines.visible = this.tips.lines.visible = isOn;
    this.count = 0;
    if (!isOn) return;
    this.build(view);
    const whole = Math.min(Math.floor(frame / this.every), this.ends.length);
    this.count = whole > 0 ? this.ends[whole - 1] : 0;
    this.trajectories.draw(this.count);
    let tips = 0;
    for (const number of this.members) {
      to.copy(view.bodies.positions[number]);
      tips = this.addTrajectory(this.tips, tips, view, number, whole * this.every, view.time);
    }
    this.tips.draw(tips);
    this.tips.changed(0, tips);
  }

  /**
   * The trajectory of a body from a frame up to a time, where it has come to `to`, through the corners between; returns
   * the number of pieces then.
   */
  private addTrajectory(
    out: Segments,
    count: number,
    { frames, poses, bodies }: BodyScene,
    body: number,
    frame: number,
    time: number,
  ): number {
    let pieces = count;
    poses!.position(frames!.memory(frame), body, from);
    for (const _ of cornersOf(frames!, body, frames!.times[frame], time, come, left)) {
      out.set(pieces++, from, come, bodies.colour(body));
      from.copy(left);
    }
    out.set(pieces++, from, to, bodies.colour(body));
    return pieces;
  }

  /** Appends the frames that have come in since the last time. */
  private build(view: BodyScene): void {
    const frames = view.frames!;
    const { bodies, start, end } = frames.layout;
    const only = trailsOfSelected.value ? selectedBody.value : null;
    const key = only ?? "*";
    if (key !== this.key) {
      this.key = key;
      this.ends = [];
      this.members = bodies.flatMap(({ name, physicalType }, i) =>
        physicalType !== "static" && (only === null || name === only) ? [i] : [],
      );
      const step = frames.count > 1 ? (frames.times[frames.count - 1] - start) / (frames.count - 1) : 1;
      this.every = Math.max(1, Math.ceil((((end - start) / step) * this.members.length) / most));
    }
    const last = Math.floor((frames.count - 1) / this.every);
    if (last <= this.ends.length) return;
    const first = this.ends.at(-1) ?? 0;
    this.trajectories.reserve(first + (last - this.ends.length) * this.members.length);
    let count = first;
    for (let k = this.ends.length; k < last; k++) {
      const end = (k + 1) * this.every;
      for (const number of this.members) {
        view.poses!.position(frames.memory(end), number, to);
        count = this.addTrajectory(this.trajectories, count, view, number, k * this.every, frames.times[end]);
      }
      this.ends.push(count);
    }
    this.trajectories.changed(first, count - first);
  }
}
