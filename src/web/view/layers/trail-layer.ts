// The trajectories of bodies since the start. One buffer holds all of them, frame after frame, so that scrubbing
// only says how much of it is drawn.
import { type Color, DynamicDrawUsage, InstancedInterleavedBuffer, InterleavedBufferAttribute, Vector3 } from "three";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";
import { selectedBody } from "../../state/selection.ts";
import { showTrails } from "../../state/settings.ts";
import { cornersOf } from "../bodies/pose.ts";
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
    view.add(this.trajectories.lines, this.tips.lines);
  }

  reset(): void {
    this.key = "";
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

/** Thick lines in one draw call, in a buffer that grows. */
class Segments {
  readonly lines: LineSegments2;
  private places = new Float32Array(0);
  private tints = new Float32Array(0);
  private buffers: InstancedInterleavedBuffer[] = [];
  private geometry = new LineSegmentsGeometry();

  constructor() {
    this.lines = new LineSegments2(this.geometry, new LineMaterial({ linewidth: 2, vertexColors: true }));
    this.lines.frustumCulled = false;
    this.reserve(64);
  }

  reserve(count: number): void {
    if (6 * count <= this.places.length) return;
    const grown = (old: Float32Array) => {
      const next = new Float32Array(12 * count);
      next.set(old);
      return next;
    };
    this.places = grown(this.places);
    this.tints = grown(this.tints);
    this.buffers = [this.places, this.tints].map((array) =>
      new InstancedInterleavedBuffer(array, 6, 1).setUsage(DynamicDrawUsage),
    );
    // How many instances there may be is fixed in a geometry by its first buffer.
    this.geometry.dispose();
    this.geometry = new LineSegmentsGeometry();
    this.lines.geometry = this.geometry;
    const names = [
      ["instanceStart", "instanceEnd"],
      ["instanceColorStart", "instanceColorEnd"],
    ];
    for (const [k, pair] of names.entries())
      for (const [i, name] of pair.entries())
        this.geometry.setAttribute(name, new InterleavedBufferAttribute(this.buffers[k], 3, 3 * i));
  }

  set(i: number, a: Vector3, b: Vector3, { r, g, b: blue }: Color): void {
    if (6 * i >= this.places.length) this.reserve(2 * i + 2);
    this.places.set([a.x, a.y, a.z, b.x, b.y, b.z], 6 * i);
    this.tints.set([r, g, blue, r, g, blue], 6 * i);
  }

  changed(first: number, count: number): void {
    for (const buffer of this.buffers) {
      buffer.addUpdateRange(6 * first, 6 * count);
      buffer.needsUpdate = true;
    }
  }

  draw(count: number): void {
    this.geometry.instanceCount = count;
  }
}
