// The bodies of the run that is compared with, pale, where they are elsewhere.
import { type BufferGeometry, Group, Mesh, MeshBasicMaterial, type Quaternion, type Vector3 } from "three";
import { otherFrames } from "../state/comparison.ts";
import type { Frames } from "../state/run.ts";
import { geometryOf, halfOf } from "./body-geometry.ts";
import { dark } from "./palette.ts";
import { Poses } from "./pose.ts";
import type { BodyScene, Layer } from "./scene.ts";

/** Of more bodies only the first are drawn. */
const mostGhosts = 200;
/** As the curve of B in the plots. */
const colours = { light: "#c24e00", dark: "#ff9c5b" };

interface Ghost {
  readonly mesh: Mesh<BufferGeometry, MeshBasicMaterial>;
  /** Its number in B, and in A; -1 where A has no such body. */
  readonly body: number;
  readonly twin: number;
}

export class GhostLayer implements Layer {
  /** How many are in sight. */
  count = 0;
  private readonly group = new Group();
  private readonly material = new MeshBasicMaterial({
    transparent: true,
    opacity: 0.38,
    depthWrite: false,
  });
  private shown: Frames | null = null;
  private poses: Poses | null = null;
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
    for (const { mesh, body, twin } of this.ghosts) {
      this.poses.between(all, frame, time, body, mesh.position, mesh.quaternion);
      mesh.visible = twin < 0 || isElsewhere(view, twin, mesh.position, mesh.quaternion);
      if (!mesh.visible) continue;
      this.count++;
      if (this.ghosts.length <= 8) view.labels.add("B", mesh.position, colour, view.camera);
    }
  }

  private build(view: BodyScene, all: Frames | null): void {
    for (const { mesh } of this.ghosts) mesh.geometry.dispose();
    this.group.clear();
    this.ghosts = [];
    this.shown = all;
    this.poses = all && new Poses(all.layout);
    const moving = all?.layout.bodies.flatMap((body, number) => (body.physicalType === "static" ? [] : [{ body, number }])) ?? [];
    for (const { body, number } of moving.slice(0, mostGhosts)) {
      const half = halfOf(body.shape);
      if (!half) continue;
      const mesh = new Mesh(geometryOf(body.shape, moving.length), this.material);
      mesh.scale.copy(half);
      mesh.renderOrder = 10;
      this.group.add(mesh);
      const twin = view.frames?.layout.bodies.findIndex(({ name }) => name === body.name) ?? -1;
      this.ghosts.push({ mesh, body: number, twin });
    }
  } // biome-ignore format: one list

  dispose(): void {
    for (const { mesh } of this.ghosts) mesh.geometry.dispose();
    this.material.dispose();
  }
}

/** Whether a pose is another than that of a body of A, as far as one could see. */
function isElsewhere(view: BodyScene, body: number, position: Vector3, turn: Quaternion): boolean {
  const { positions, turns } = view.bodies;
  return positions[body].distanceTo(position) > 1e-4 * view.size || turns[body].angleTo(turn) > 0.01;
}
