// The bodies of a run in space: z is up, light from above, a ground grid with a scale.
import {
  AmbientLight, Color, DirectionalLight, Fog, GridHelper, HemisphereLight, PCFShadowMap, PerspectiveCamera, Quaternion, Raycaster, Scene, Vector2,
  Vector3, WebGLRenderer,
} from "three"; // biome-ignore format: a list
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import type { Frames } from "../state/run.ts";
import type { BodyInfo } from "../worker/protocol.ts";
import { type BodyMesh, createBodyMesh, disposeBodyMesh } from "./body-mesh.ts";
import { dark, light, type Palette } from "./palette.ts";
import { placeBetween, poseOf } from "./pose.ts";

/** Something that is drawn besides the bodies: trails, vectors, contacts. */
export interface Layer {
  /** A new run is shown; null for none. */
  reset(view: BodyScene): void;
  /** The frame that is shown, and how far to the next. */
  update(view: BodyScene, frame: number, share: number): void;
}

export class BodyScene {
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(45, 1, 0.01, 1000);
  readonly controls: OrbitControls;
  readonly renderer: WebGLRenderer;
  readonly layers: Layer[] = [];
  frames: Frames | null = null;
  meshes = new Map<string, BodyMesh>();
  /** About how large what happens is. */
  size = 1;
  palette: Palette = light;
  private readonly sun = new DirectionalLight("#ffffff", 1.6);
  private grid: GridHelper | null = null;
  private wanted = 0;
  private lastTime = 0;

  constructor(canvas: HTMLCanvasElement) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.camera.up.set(0, 0, 1);
    this.camera.position.set(6, -8, 5);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.addEventListener("change", () => this.invalidate());
    this.scene.add(new AmbientLight("#ffffff", 0.7), new HemisphereLight("#ffffff", "#9aa4b2", 0.9), this.sun, this.sun.target);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(2048, 2048);
    this.setTheme(false);
  } // biome-ignore format: one call

  setTheme(isDark: boolean): void {
    this.palette = isDark ? dark : light;
    this.scene.background = new Color(this.palette.background);
    if (this.frames) this.show(this.frames);
    this.invalidate();
  }

  resize(width: number, height: number): void {
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / Math.max(1, height);
    this.camera.updateProjectionMatrix();
    this.invalidate();
  }

  /** Shows another run; the camera stays where it is if it is of the same experiment. */
  show(frames: Frames): void {
    for (const mesh of this.meshes.values()) {
      this.scene.remove(mesh.group);
      disposeBodyMesh(mesh);
    }
    this.meshes = new Map();
    this.frames = frames;
    this.size = sizeOf(frames);
    let colour = 0;
    for (const body of frames.layout.bodies) {
      const mesh = createBodyMesh(body, body.physicalType === "static" ? 0 : colour++, this.size, this.palette);
      this.meshes.set(body.name, mesh);
      this.scene.add(mesh.group);
    }
    this.layGround();
    this.setSun();
    for (const layer of this.layers) layer.reset(this);
    this.invalidate();
  }

  private layGround(): void {
    if (this.grid) {
      this.scene.remove(this.grid);
      this.grid.dispose();
    }
    const unit = niceLength(this.size / 4);
    this.grid = new GridHelper(40 * unit, 40, this.palette.gridStrong, this.palette.grid);
    this.grid.rotation.x = Math.PI / 2;
    this.grid.position.z = 1e-3 * unit;
    this.scene.add(this.grid);
    this.scene.fog = new Fog(this.palette.background, 14 * this.size, 30 * this.size);
    this.camera.near = this.size / 500;
    this.camera.far = this.size * 200;
    this.camera.updateProjectionMatrix();
  }

  /** The length of a square of the grid. */
  get gridUnit(): number {
    return niceLength(this.size / 4);
  }

  private setSun(): void {
    const reach = 4 * this.size;
    this.sun.position.set(reach * 0.6, -reach * 0.4, reach * 1.2);
    const { camera, bias } = { camera: this.sun.shadow.camera, bias: -0.0005 };
    camera.left = camera.bottom = -reach;
    camera.right = camera.top = reach;
    camera.far = 4 * reach;
    this.sun.shadow.bias = bias;
    this.sun.shadow.normalBias = 0.01 * this.size;
    camera.updateProjectionMatrix();
  }

  /** Looks at everything from a fitting distance. */
  frameAll(direction = new Vector3(0.55, -0.75, 0.38)): void {
    const { centre, radius } = this.frames ? extentOf(this.frames) : { centre: new Vector3(), radius: 1 };
    const narrow = Math.min(1, this.camera.aspect);
    const distance = (1.25 * radius) / Math.sin((this.camera.fov * Math.PI) / 360) / narrow;
    this.controls.target.copy(centre);
    this.camera.position.copy(centre).addScaledVector(direction.clone().normalize(), distance);
    this.controls.update();
    this.invalidate();
  }

  /** Draws the moment `time` when the page is next drawn. */
  update(time: number): void {
    this.lastTime = time;
    this.invalidate();
  }

  invalidate(): void {
    if (this.wanted === 0) this.wanted = requestAnimationFrame(() => this.draw());
  }

  draw(): void {
    this.wanted = 0;
    const { frames } = this;
    if (frames && frames.count > 0) {
      const frame = frames.at(this.lastTime);
      const next = Math.min(frame + 1, frames.count - 1);
      const span = frames.times[next] - frames.times[frame];
      const share = span > 0 ? Math.min(1, Math.max(0, (this.lastTime - frames.times[frame]) / span)) : 0;
      for (const body of frames.layout.bodies)
        placeBetween(this.meshes.get(body.name)!.group, body, frames.memory(frame), frames.memory(next), share);
      for (const layer of this.layers) layer.update(this, frame, share);
    }
    this.renderer.render(this.scene, this.camera);
  }

  /** The body under a point of the canvas, from -1 to 1 in both directions. */
  pick(x: number, y: number): { body: BodyInfo; point: Vector3 } | null {
    const ray = new Raycaster();
    ray.setFromCamera(new Vector2(x, y), this.camera);
    const surfaces = [...this.meshes.values()].map((mesh) => mesh.surface);
    for (const hit of ray.intersectObjects(surfaces, false)) {
      const body = this.frames?.layout.bodies.find(({ name }) => name === hit.object.userData["body"]);
      if (body && body.shape.kind !== "half space" && body.shape.kind !== "plane") return { body, point: hit.point };
    }
    return null;
  }

  dispose(): void {
    cancelAnimationFrame(this.wanted);
    this.controls.dispose();
    this.renderer.dispose();
  }
}

/** 1, 2 or 5 times a power of ten. */
export function niceLength(length: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1e-12, length)));
  const rest = length / power;
  return power * (rest < 1.5 ? 1 : rest < 3.5 ? 2 : rest < 7.5 ? 5 : 10);
}

function reachOf({ shape }: BodyInfo): number {
  if (shape.kind === "sphere") return shape.radius;
  return shape.kind === "cuboid" ? Math.hypot(...shape.half) : 0;
}

/** Where things are and how far they reach, in the frames that are there. */
export function extentOf(frames: Frames): { centre: Vector3; radius: number } {
  const low = new Vector3(1, 1, 1).multiplyScalar(Number.POSITIVE_INFINITY);
  const high = low.clone().negate();
  const turn = new Quaternion();
  const at = new Vector3();
  for (const body of frames.layout.bodies) {
    if (body.shape.kind === "half space" || body.shape.kind === "plane") continue;
    const reach = reachOf(body);
    for (let i = 0; i < frames.count; i += Math.max(1, Math.floor(frames.count / 20))) {
      poseOf(frames.memory(i), body, at, turn);
      low.min(at.clone().subScalar(reach));
      high.max(at.clone().addScalar(reach));
    }
  }
  if (!Number.isFinite(low.x)) return { centre: new Vector3(), radius: 1 };
  const centre = low.clone().add(high).multiplyScalar(0.5);
  return { centre, radius: Math.max(1e-6, high.distanceTo(low) / 2) };
}

function sizeOf(frames: Frames): number {
  return frames.count > 0 ? Math.max(1e-6, extentOf(frames).radius) : 1;
}
