// The bodies of the run that is compared with, pale, where they are elsewhere.
import { type BufferGeometry, Group, Mesh, MeshBasicMaterial } from "three";
import { otherFrames } from "../../state/other-run.ts";
import type { Frames } from "../../state/run.ts";
import { geometryOf, halfOf, reshape } from "../bodies/body-geometry.ts";
import { Poses } from "../bodies/pose.ts";
import { Sizes, sizedHalf } from "../bodies/sizes.ts";
import { dark } from "../draw/palette.ts";
import type { BodyScene, Layer } from "../scene/scene.ts";

/** The most bodies that are drawn. */
const mostGhosts = 200;
/** The colours of B, as in the plots. */
const colours = { light: "#c24e00", dark: "#ff9c5b" };

interface Ghost {
  readonly mesh: Mesh<BufferGeometry, MeshBasicMaterial>;
  /** Its number in B, and in A; -1 where A has no such body. */
  readonly body: number;
  readonly twin: number;
  /** Holds its size, where laws change it. */
  readonly size: Float64Array | null;
}

export class GhostLayer implements Layer {
  /** Number of ghosts in sight. */
  count = 0;
  private readonly group = new Group();
  private readonly material = new MeshBasicMaterial({
    transparent: true,
    opacity: 0.38,
    depthWrite: false,
  });
  private shown: Frames | null = null;
  private poses: Poses | null = null;
  private sizes: Sizes | null = null;
  private ghosts: Ghost[] = [];

  constructor(view: BodyScene) {
    view.add(this.group);
  }

  reset(): void {
    this.shown = null;
  }

  update(view: BodyScene): void {
    const all = otherFrames.value;
    if (all !== this.shown) this.build(view, all);
    this.count = 0;
    const colour = view.palette === dark ? colours.dark : colours.light;
    this.material.color.set(colour);
    if (!all || !this.poses || all.count === 0) return;
    const time = Math.min(view.time, all.times[all.count - 1]);
    const frame = all.at(time);
    for (const { mesh, body, twin, size } of this.ghosts) {
      this.poses.between(all, frame, time, body, mesh.position, mesh.quaternion);
      if (size) this.resize(all, frame, time, body, mesh, size);
      mesh.visible = twin < 0 || isElsewhere(view, twin, mesh);
      if (!mesh.visible) continue;
      this.count++;
      if (this.ghosts.length <= 8) view.labels.add("B", mesh.position, colour, view.camera);
    }
  }

  private resize(
    all: Frames,
    frame: number,
    time: number,
    body: number,
    mesh: Ghost["mesh"],
    size: Float64Array,
  ): void {
    const info = all.layout.bodies[body];
    this.sizes!.between(all, frame, time, body, size);
    sizedHalf(mesh.scale, info, size);
    if (info.shape.kind === "capsule") reshape(mesh.geometry, { kind: "capsule", radius: size[0], half: size[1] / 2 });
  }

  private build(view: BodyScene, all: Frames | null): void {
    for (const { mesh } of this.ghosts) mesh.geometry.dispose();
    this.group.clear();
    this.ghosts = [];
    this.shown = all;
    this.poses = all && new Poses(all.layout);
    this.sizes = all && new Sizes(all.layout);
    const moving =
      all?.layout.bodies.flatMap((body, number) => (body.physicalType === "static" ? [] : [{ body, number }])) ?? [];
    for (const { body, number } of moving.slice(0, mostGhosts)) {
      const half = halfOf(body.shape);
      if (!half) continue;
      const mesh = new Mesh(geometryOf(body.shape, moving.length), this.material);
      mesh.scale.copy(half);
      mesh.renderOrder = 10;
      this.group.add(mesh);
      const twin = view.frames?.layout.bodies.findIndex(({ name }) => name === body.name) ?? -1;
      const size = body.sizing && new Float64Array(body.sizing.first.length);
      this.ghosts.push({ mesh, body: number, twin, size });
    }
  }

  dispose(): void {
    for (const { mesh } of this.ghosts) mesh.geometry.dispose();
    this.material.dispose();
  }
}

/** Whether a pose or a size is another than that of a body of A, as far as one could see. */
function isElsewhere(view: BodyScene, body: number, { position, quaternion, scale }: Ghost["mesh"]): boolean {
  const { positions, turns, halves } = view.bodies;
  const far = 1e-4 * view.size;
  if (positions[body].distanceTo(position) > far || turns[body].angleTo(quaternion) > 0.01) return true;
  return (halves[body]?.distanceTo(scale) ?? 0) > far;
}
