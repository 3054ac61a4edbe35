// The bodies of a run in space: soft light from above, the ground with its grid, and layers of what is drawn besides.
import {
  type Object3D,
  PCFShadowMap,
  PerspectiveCamera,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import type { BodyInfo } from "../../protocol/messages.ts";
import type { Frames } from "../../state/run.ts";
import { Bodies } from "../bodies/bodies.ts";
import { Poses } from "../bodies/pose.ts";
import { Sizes } from "../bodies/sizes.ts";
import { wheelsOf } from "../bodies/wheels.ts";
import { Arrows } from "../draw/arrows.ts";
import { Dots } from "../draw/dots.ts";
import { Labels } from "../draw/labels.ts";
import { dark, light, type Palette } from "../draw/palette.ts";
import { aimCamera, directionOf, fieldOfView, fitCamera, isOrigin, type ViewSide } from "./camera.ts";
import { type Extent, extentOf, holds } from "./extent.ts";
import { Ground } from "./ground.ts";
import { Lights } from "./lights.ts";
import { NextPicture } from "./next-picture.ts";
import { niceLength } from "./nice-length.ts";
import { isDrawnBySoftware, Quality } from "./quality.ts";
import { Sky } from "./sky.ts";

/** Something that is drawn besides the bodies: trails, vectors, contacts. */
export interface Layer {
  /** Called when another run is shown, or other colours. */
  reset(view: BodyScene): void;
  /** Draws the moment that is shown; the time may lie between `frame` and the next. */
  update(view: BodyScene, frame: number): void;
}

export class BodyScene {
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(fieldOfView, 1, 0.01, 1000);
  readonly renderer: WebGLRenderer;
  readonly layers: Layer[] = [];
  readonly bodies = new Bodies();
  readonly ground = new Ground();
  readonly arrows = new Arrows();
  readonly dots = new Dots();
  readonly labels: Labels;
  controls: OrbitControls;
  frames: Frames | null = null;
  extent: Extent | null = null;
  poses: Poses | null = null;
  private sizes: Sizes | null = null;
  palette: Palette = light;
  time = 0;
  /** The body that the camera goes with. */
  followed = -1;
  /** Called when a picture has been drawn. */
  onDrawn: (() => void) | null = null;
  /** Called when a person begins to move the camera. */
  onTouched: (() => void) | null = null;
  /** Number of pixels at the top of the picture that lie under the tools. */
  covered = 0;
  /** The default direction of the experiment, once it is chosen: a run that continues turns it only for good reason. */
  usual: Vector3 | null = null;
  worthTurning = 1;
  /** The body whose pose is being tried by hand. */
  held = -1;
  /** All attributes at the very instant that is shown, where they are known more exactly than from frames. */
  instant: Float64Array | null = null;
  private readonly quality: Quality;
  private readonly sky = new Sky();
  private readonly lights = new Lights();
  private readonly followedAt = new Vector3();
  private hasFollowed = false;
  private readonly next: NextPicture;
  /** The size of the picture in pixels of the page. */
  width = 1;
  height = 1;
  /** Number of frames that have been measured. */
  private measured = 0;

  constructor(canvas: HTMLCanvasElement, labelHost: HTMLElement) {
    const isSlow = isDrawnBySoftware();
    this.renderer = new WebGLRenderer({ canvas, antialias: !isSlow, preserveDrawingBuffer: true });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.labels = new Labels(labelHost);
    this.camera.up.set(0, 0, 1);
    this.camera.position.set(6, -8, 5);
    this.controls = this.createControls();
    this.scene.add(this.sky.mesh, this.lights.group);
    this.scene.add(this.ground.group, this.bodies.group, this.arrows.group, this.dots.group);
    this.quality = new Quality(this.renderer, this.lights, () => this.invalidate(), isSlow);
    this.next = new NextPicture(this.quality, () => this.draw());
    this.setTheme(false);
  }

  private createControls(): OrbitControls {
    const controls = new OrbitControls(this.camera, this.renderer.domElement);
    controls.enableDamping = false;
    controls.addEventListener("change", () => this.invalidate());
    controls.addEventListener("start", () => this.onTouched?.());
    return controls;
  }

  setTheme(isDark: boolean): void {
    this.palette = isDark ? dark : light;
    this.lights.setTheme(this.palette);
    this.arrows.setOutline(this.palette.outline);
    this.dots.setOutline(this.palette.outline);
    if (this.frames) this.show(this.frames);
    this.invalidate();
  }

  resize(width: number, height: number): void {
    this.quality.resize(width, height);
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    this.camera.aspect = width / this.height;
    this.camera.updateProjectionMatrix();
    this.bodies.setOutlineSize(width, this.height);
    this.labels.resize(width, this.height);
    this.invalidate();
  }

  /** How large a pixel of the page is at a point. */
  pixelAt(point: Vector3): number {
    const atOne = (2 * Math.tan((this.camera.fov * Math.PI) / 360)) / this.height;
    return atOne * Math.max(1e-9, this.camera.position.distanceTo(point));
  }

  /** The approximate size of what happens. */
  get size(): number {
    return this.extent?.radius ?? 1;
  }

  /** Shows a run; the camera stays where it is. */
  show(frames: Frames): void {
    this.frames = frames;
    this.poses = new Poses(frames.layout);
    this.sizes = new Sizes(frames.layout);
    this.held = -1;
    this.instant = null;
    this.extent = extentOf(frames);
    this.measured = frames.count;
    const { palette } = this;
    const wheels = frames.count > 0 ? wheelsOf(frames.layout, frames.memory(0)) : new Set<number>();
    this.bodies.show(frames.layout.bodies, wheels, palette);
    this.setEnvironment();
    for (const layer of this.layers) layer.reset(this);
    this.invalidate();
  }

  /** Shows nothing: there is no run. */
  clear(): void {
    this.frames = this.poses = this.sizes = this.instant = null;
    this.held = -1;
    this.bodies.show([], new Set(), this.palette);
    this.labels.begin();
    this.labels.end();
    this.invalidate();
  }

  /** The sky alone. */
  private drawSky(): void {
    const hidden = this.scene.children.filter((one) => one.visible && one !== this.sky.mesh);
    for (const one of hidden) one.visible = false;
    this.renderer.render(this.scene, this.camera);
    for (const one of hidden) one.visible = true;
  }

  /**
   * Measures the frames that have come in: the ground, the light and the grid may have to reach farther. True if the
   * extent has grown.
   */
  measure(tolerance: number): boolean {
    if (!this.frames) return false;
    const first = this.measured;
    this.measured = this.frames.count;
    const before = this.size;
    if (tolerance > 0 && holds(this.extent!, (tolerance * before) / 2, this.frames, this.poses!, first)) return false;
    const extent = extentOf(this.frames);
    const isOther =
      Math.abs(extent.radius - before) + this.extent!.centre.distanceTo(extent.centre) > tolerance * before;
    if (!isOther) return false;
    this.extent = extent;
    this.setEnvironment();
    for (const layer of this.layers) layer.reset(this);
    return true;
  }

  private setEnvironment(): void {
    const { extent, palette } = this;
    if (!extent) return;
    const { radius, directions } = extent;
    this.ground.lay(extent, palette, this.lowestStill());
    this.bodies.setHatch(radius / 14);
    this.sky.setLook(palette, directions.up, radius, this.ground.isLevel);
    this.camera.near = radius / 200;
    this.camera.far = radius * 300;
    this.camera.updateProjectionMatrix();
    this.lights.aim(extent);
  }

  /** The bottom of the bodies that stand still, if there are any with an end. */
  private lowestStill(): number | null {
    const { frames, poses, extent } = this;
    const at = new Vector3();
    const bottoms = frames!.layout.bodies.flatMap(({ physicalType }, i) => {
      const half = this.bodies.halves[i];
      if (physicalType !== "static" || !half || half.length() < 0.3 * extent!.radius) return [];
      const thin = Math.min(half.x, half.y, half.z);
      return [poses!.position(frames!.memory(0), i, at).dot(extent!.directions.up) - thin];
    });
    return bottoms.length > 0 ? Math.min(...bottoms) : null;
  }

  /** The length of a square of the grid. */
  get gridUnit(): number {
    return this.ground.unit;
  }

  /** Looks at everything from a side, at a fitting distance. */
  frameAll(side: ViewSide = "default"): void {
    if (!this.extent) return;
    this.follow(-1);
    const hasTurned = !this.camera.up.equals(this.extent.directions.up);
    const shape = { aspect: this.camera.aspect, covered: this.covered / this.height };
    const { usual, worthTurning } = this;
    const direction = directionOf(side, this.extent, shape, usual && { direction: usual, worthTurning });
    if (side === "default") this.usual = direction;
    const target = isOrigin(side) ? new Vector3() : fitCamera(this.camera, this.extent, direction, shape.covered);
    if (isOrigin(side)) aimCamera(this.camera, this.extent, direction, target);
    if (hasTurned) {
      // The controls keep the direction that was up when they were made.
      this.controls.dispose();
      this.controls = this.createControls();
    }
    this.controls.target.copy(target);
    this.controls.update();
    this.invalidate();
  }

  /** The camera goes with a body from now on; -1 for none. */
  follow(number: number): void {
    this.followed = number;
    this.hasFollowed = false;
    this.invalidate();
  }

  /** Draws the moment `time` when the page is next drawn. */
  update(time: number): void {
    this.time = time;
    this.invalidate();
  }

  invalidate(): void {
    this.next.want();
  }

  draw(): void {
    if (!this.frames && this.extent) this.drawSky();
    if (!this.frames || this.frames.count === 0) return;
    this.quality.begin(performance.now());
    this.prepare();
    this.renderer.render(this.scene, this.camera);
    this.quality.end();
    this.onDrawn?.();
  }

  /** Puts everything where it is at the time that is shown. */
  private prepare(): void {
    const { frames, poses, bodies } = this;
    if (!frames || !poses || frames.count === 0) return;
    const frame = frames.at(this.time);
    for (let i = 0; i < bodies.positions.length; i++) {
      const [position, turn] = [bodies.positions[i], bodies.turns[i]];
      if (this.instant) poses.read(this.instant, i, position, turn);
      else if (i !== this.held) poses.between(frames, frame, this.time, i, position, turn);
    }
    this.resizeBodies(frames, frame);
    bodies.paint(this.instant ?? frames.memory(frame));
    bodies.place(frames.inactive(frame));
    this.goAlong();
    this.camera.updateMatrixWorld();
    this.arrows.begin();
    this.dots.begin();
    this.labels.begin();
    for (const layer of this.layers) layer.update(this, frame);
    this.arrows.end();
    this.dots.end();
    this.labels.end();
  }

  /** Gives bodies whose shape laws change the size of the moment that is shown. */
  private resizeBodies(frames: Frames, frame: number): void {
    const { bodies, sizes } = this;
    for (const i of sizes!.changing) {
      const size = bodies.sizes[i]!;
      if (this.instant) sizes!.read(this.instant, i, size);
      else if (i !== this.held) sizes!.between(frames, frame, this.time, i, size);
      if (this.instant || i !== this.held) bodies.resize(i);
    }
  }

  private goAlong(): void {
    const at = this.bodies.positions[this.followed];
    if (!at) return;
    const step = at.clone().sub(this.hasFollowed ? this.followedAt : this.controls.target);
    this.hasFollowed = true;
    this.followedAt.copy(at);
    this.camera.position.add(step);
    this.controls.target.add(step);
  }

  /** The length that a bar of about `pixels` pixels stands for at the target of the camera, and its exact pixels. */
  scaleBar(pixels: number): { length: number; pixels: number } {
    const pixel = this.pixelAt(this.controls.target);
    const length = niceLength(pixels * pixel * 0.8);
    return { length, pixels: length / pixel };
  }

  /** Draws as finely as possible, for an exported picture. */
  refine(): void {
    this.quality.refine();
  }

  /** A ray through a point of the canvas, from -1 to 1 in both directions. */
  ray(x: number, y: number): Raycaster {
    const ray = new Raycaster();
    ray.setFromCamera(new Vector2(x, y), this.camera);
    return ray;
  }

  pick(x: number, y: number): { body: BodyInfo; number: number; point: Vector3 } | null {
    const hit = this.bodies.pick(this.ray(x, y));
    return hit && this.frames && { ...hit, body: this.frames.layout.bodies[hit.number] };
  }

  add(...objects: Object3D[]): void {
    this.scene.add(...objects);
  }

  dispose(): void {
    this.next.cancel();
    this.quality.dispose();
    this.controls.dispose();
    this.bodies.dispose();
    this.ground.dispose();
    this.renderer.dispose();
  }
}
