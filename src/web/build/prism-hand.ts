// The corners of a prism, clicked one after the other on the ground; the first one again, or Enter, closes it.
import { BufferGeometry, Line, LineBasicMaterial, Plane, Vector3 } from "three";
import type { BodyScene } from "../view/scene/scene.ts";
import type { BodyDraft } from "./drafts.ts";
import { gridStep, onPlane, pointerAt, type Spot, snapped, spotAt } from "./pointing.ts";
import { type Corner, prismOver } from "./prism.ts";

/** Pixels within which the first corner is meant. */
const near = 12;

export class PrismHand {
  private readonly view: BodyScene;
  private readonly line = new Line(new BufferGeometry(), new LineBasicMaterial({ color: "#e0691c", depthTest: false }));
  private first: Spot | null = null;
  private points: Vector3[] = [];

  constructor(view: BodyScene) {
    this.view = view;
    this.line.frustumCulled = this.line.visible = false;
    view.add(this.line);
  }

  /** Where the pointer is on the plane of the first corner. */
  private at(event: PointerEvent): Vector3 | null {
    const at = pointerAt(this.view, event);
    if (!this.first) {
      const spot = spotAt(this.view, at, false);
      return spot && snapped(spot.point, gridStep(this.view) / 2);
    }
    const plane = new Plane().setFromNormalAndCoplanarPoint(this.first.normal, this.first.point);
    const point = onPlane(this.view, at, plane);
    return point && plane.projectPoint(snapped(point, gridStep(this.view) / 2), new Vector3());
  }

  /** Adds a corner; true if the first one was clicked again. */
  click(event: PointerEvent): boolean {
    const point = this.at(event);
    if (!point) return false;
    if (this.points.length > 2 && this.isFirst(event)) return true;
    this.first ??= { point, normal: spotAt(this.view, pointerAt(this.view, event), false)!.normal };
    this.points.push(point);
    return false;
  }

  private isFirst(event: PointerEvent): boolean {
    const canvas = this.view.renderer.domElement;
    const seen = this.points[0].clone().project(this.view.camera);
    const at = pointerAt(this.view, event);
    const [across, along] = [(seen.x - at[0]) * canvas.clientWidth, (seen.y - at[1]) * canvas.clientHeight];
    return Math.hypot(across, along) / 2 < near;
  }

  /** Shows the corners, and a line to the pointer; returns its numbers. */
  show(event: PointerEvent): string {
    const point = this.at(event);
    if (!point || this.points.length === 0) return "";
    this.line.geometry.setFromPoints([...this.points, point, this.points[0]]);
    this.line.visible = true;
    const length = point.distanceTo(this.points.at(-1)!);
    return `corner ${this.points.length + 1}, ${Number(length.toPrecision(3))} m`;
  }

  /** The prism over the corners; null if they have no area. */
  finish(height: number): { spot: Spot; draft: BodyDraft } | null {
    const { first, points } = this;
    if (!first) return null;
    const corners = points.map(({ x, y }): Corner => [x - first.point.x, y - first.point.y]);
    const draft = prismOver(corners, height);
    return draft && { spot: first, draft };
  }

  clear(): void {
    this.first = null;
    this.points = [];
    this.line.visible = false;
  }

  dispose(): void {
    this.line.removeFromParent();
    this.line.geometry.dispose();
    this.line.material.dispose();
  }
}
