// Building by hand: draws bodies, links and velocities in the view. When the pointer is released, the result is an edit
// of the text.
import { effect } from "@preact/signals";
import {
  BufferAttribute,
  BufferGeometry,
  Line,
  LineBasicMaterial,
  Mesh,
  MeshLambertMaterial,
  Plane,
  Quaternion,
  Vector3,
} from "three";
import { isPlaying } from "../state/clock.ts";
import { selectedBody } from "../state/selection.ts";
import { say } from "../ui/announcer.ts";
import { geometryOf, halfOf } from "../view/bodies/body-geometry.ts";
import { tidyNumber } from "../view/hand/hand-edit.ts";
import type { BodyScene, Layer } from "../view/scene/scene.ts";
import { pointerNumbers } from "../view/scene/view-settings.ts";
import { addDrawnBody, addDrawnLink, setVelocity, velocityOf } from "./acts.ts";
import { taken } from "./building.ts";
import type { BodyDraft, BodyPattern, Stroke } from "./drafts.ts";
import type { LinkPattern } from "./first-values.ts";
import type { DrawnAnchors } from "./link-text.ts";
import {
  type Anchor,
  anchorAt,
  gridStep,
  meeting,
  onPlane,
  pointerAt,
  type Spot,
  seenFrom,
  snapped,
  spotAt,
  towardsPerson,
  turnBetween,
  up,
  wallThrough,
  worldAnchor,
} from "./pointing.ts";
import { PrismHand } from "./prism-hand.ts";
import { type Tool, toolOf } from "./tools.ts";

/** Number of pixels that turn a click into a drag. */
const slack = 4;
const colour = "#e0691c";

interface Press {
  readonly tool: Tool;
  readonly x: number;
  readonly y: number;
  readonly spot: Spot | null;
  readonly anchor: Anchor | null;
  hasMoved: boolean;
}

export class BuildHand implements Layer {
  private readonly view: BodyScene;
  private readonly canvas: HTMLCanvasElement;
  private readonly stops: (() => void)[] = [];
  private readonly ghost = new Mesh<BufferGeometry, MeshLambertMaterial>(
    new BufferGeometry(),
    new MeshLambertMaterial({ color: "#0b62d6", transparent: true, opacity: 0.45 }),
  );
  private readonly line: Line<BufferGeometry, LineBasicMaterial>;
  private press: Press | null = null;
  private target: Anchor | null = null;
  private readonly prism: PrismHand;
  private arrow: { from: Vector3; along: Vector3 } | null = null;

  constructor(view: BodyScene, host: HTMLElement) {
    this.view = view;
    this.canvas = view.renderer.domElement;
    const ends = new BufferGeometry().setAttribute("position", new BufferAttribute(new Float32Array(6), 3));
    this.line = new Line(ends, new LineBasicMaterial({ color: colour, depthTest: false }));
    this.line.frustumCulled = this.line.visible = this.ghost.visible = false;
    view.add(this.ghost, this.line);
    view.layers.push(this);
    this.prism = new PrismHand(view);
    // Listens before all others on the canvas: an active tool has the pointer for itself.
    const above = host.parentElement!;
    const on = <K extends keyof HTMLElementEventMap>(type: K, then: (event: HTMLElementEventMap[K]) => void) => {
      const listen = (event: HTMLElementEventMap[K]) => {
        if (event.target !== this.canvas || taken.peek() === null) return;
        event.stopPropagation();
        then(event);
      };
      above.addEventListener(type, listen, { capture: true });
      this.stops.push(() => above.removeEventListener(type, listen, { capture: true }));
    };
    on("pointerdown", (event) => this.begin(event));
    on("pointermove", (event) => this.move(event));
    on("pointerup", (event) => this.end(event));
    on("pointercancel", () => this.letGo());
    this.stops.push(this.putAwayWhilePlaying(), this.listenForEnter());
    this.stops.push(
      taken.subscribe((id) => {
        this.canvas.style.cursor = id === null ? "" : "crosshair";
        if (id !== null) return;
        this.prism.clear();
        this.letGo();
      }),
    );
  }

  /** Drawing happens at the start of the run. */
  private putAwayWhilePlaying(): () => void {
    return effect(() => {
      if (isPlaying.value) taken.value = null;
    });
  }

  /** Enter closes a prism; it means nothing else meanwhile. */
  private listenForEnter(): () => void {
    const close = (event: KeyboardEvent) => {
      const isText = event.target instanceof HTMLInputElement || event.target instanceof HTMLButtonElement;
      if (event.key !== "Enter" || taken.peek() !== "prism" || isText) return;
      event.preventDefault();
      this.closePrism();
    };
    addEventListener("keydown", close, { capture: true });
    return () => removeEventListener("keydown", close, { capture: true });
  }

  private closePrism(): void {
    const found = this.prism.finish(2 * usualSize(this.view));
    if (!found) {
      say("A prism has three corners or more that do not lie on one line.");
      return;
    }
    const { position, turn } = poseOf(found.spot, found.draft);
    const { w, x, y, z } = turn;
    selectedBody.value = addDrawnBody("prism", found.draft, { position: position.toArray(), turn: [w, x, y, z] });
    taken.value = null;
  }

  /** A drawing continues while frames arrive. */
  reset(): void {}

  /** Draws the preview. */
  update(view: BodyScene): void {
    const { press, arrow, target } = this;
    if (press?.anchor && press.tool.kind === "link") {
      view.dots.add(press.anchor.world, colour, 9, view.pixelAt(press.anchor.world));
      if (target) view.dots.add(target.world, colour, 9, view.pixelAt(target.world));
    }
    if (arrow) view.arrows.add(arrow.from, arrow.along, "#1b7a3a", 5, view.pixelAt(arrow.from));
  }

  private begin(event: PointerEvent): void {
    const tool = toolOf(taken.peek());
    if (!tool || event.button !== 0 || !event.isPrimary) return;
    if (tool.kind === "prism") {
      if (this.prism.click(event)) this.closePrism();
      else this.move(event);
      return;
    }
    this.canvas.setPointerCapture(event.pointerId);
    const at = pointerAt(this.view, event);
    const spot = tool.kind === "body" ? spotAt(this.view, at, event.shiftKey) : null;
    if (spot) this.toGrid(spot);
    const anchor = tool.kind === "body" ? null : this.firstAnchor(tool, at, event);
    this.press = { tool, x: event.clientX, y: event.clientY, spot, anchor, hasMoved: false };
    this.move(event);
  }

  /** A link may begin in the air or on the ground, too; a velocity begins at the centre of a body. */
  private firstAnchor(tool: Tool, at: [number, number], event: PointerEvent): Anchor | null {
    const found = anchorAt(this.view, at, event.altKey);
    if (tool.kind !== "velocity") return found ?? worldAnchor(this.view, at, this.view.controls.target);
    if (!found?.body || found.number < 0) return null;
    const centre = this.view.bodies.positions[found.number].clone();
    return { ...found, local: new Vector3(), world: centre };
  }

  /** Moves a spot to the grid at its height. */
  private toGrid({ point }: Spot): void {
    const step = gridStep(this.view);
    const height = point.dot(up(this.view));
    snapped(point, step);
    point.addScaledVector(up(this.view), height - point.dot(up(this.view)));
  }

  private move(event: PointerEvent): void {
    const { press } = this;
    if (taken.peek() === "prism") this.tell(this.prism.show(event), event);
    if (!press) return;
    if (Math.hypot(event.clientX - press.x, event.clientY - press.y) >= slack) press.hasMoved = true;
    const at = pointerAt(this.view, event);
    const says =
      press.tool.kind === "body"
        ? this.drawBody(press, press.tool.pattern, at)
        : press.tool.kind === "link"
          ? this.drawLink(press, at, event)
          : this.drawVelocity(press, at, event);
    this.tell(says, event);
  }

  private tell(says: string, event: PointerEvent): void {
    pointerNumbers.value = says === "" ? null : { x: event.offsetX, y: event.offsetY, says };
    this.view.invalidate();
  }

  private strokeOf(press: Press, at: [number, number]): Stroke {
    const { view } = this;
    const usual = usualSize(view);
    if (!press.spot || !press.hasMoved) return { across: 0, along: 0, length: 0, usual };
    const { point, normal } = press.spot;
    const ground = new Plane().setFromNormalAndCoplanarPoint(normal, point);
    const to = onPlane(view, at, ground) ?? onPlane(view, at, wallThrough(view, point));
    if (!to) return { across: 0, along: 0, length: 0, usual };
    const way = to.sub(point);
    const base = baseOf(normal);
    const [across, along] = [way.dot(base.x), way.dot(base.y)];
    const step = gridStep(view) / 2;
    const length = Math.max(step, Math.round(way.length() / step) * step);
    return { across, along, length, usual };
  }

  private drawBody(press: Press, pattern: BodyPattern, at: [number, number]): string {
    if (!press.spot) return "";
    const draft = pattern.draw(this.strokeOf(press, at));
    const { position, turn } = poseOf(press.spot, draft);
    const half = halfOf(draft.shape)!;
    this.ghost.geometry.dispose();
    this.ghost.geometry = geometryOf(draft.shape, 1);
    this.ghost.position.copy(position);
    this.ghost.quaternion.copy(turn);
    this.ghost.scale.copy(half);
    this.ghost.visible = true;
    return draft.says;
  }

  private drawLink(press: Press, at: [number, number], event: PointerEvent): string {
    const { anchor } = press;
    if (!anchor) return "";
    const found = anchorAt(this.view, at, event.altKey);
    const isSame = found !== null && found.body !== null && found.number === anchor.number;
    const other = isSame ? null : (found ?? worldAnchor(this.view, at, anchor.world));
    this.target = press.hasMoved ? other : null;
    const to = this.target?.world ?? anchor.world;
    this.showLine(anchor.world, to);
    if (!this.target) return `from ${nameOf(anchor)}`;
    const distance = tidyNumber(Number(to.distanceTo(anchor.world).toPrecision(3)));
    return `${nameOf(anchor)} – ${nameOf(this.target)}, ${distance} m`;
  }

  private showLine(from: Vector3, to: Vector3): void {
    const ends = this.line.geometry.getAttribute("position") as BufferAttribute;
    ends.setXYZ(0, ...from.toArray());
    ends.setXYZ(1, ...to.toArray());
    ends.needsUpdate = true;
    this.line.visible = true;
  }

  private drawVelocity(press: Press, at: [number, number], event: PointerEvent): string {
    const { anchor } = press;
    if (!anchor) return "";
    const { view } = this;
    const level = new Plane().setFromNormalAndCoplanarPoint(up(view), anchor.world);
    const isLevel = event.shiftKey;
    const to = onPlane(view, at, isLevel ? level : wallThrough(view, anchor.world));
    if (!to) return "";
    const along = to.sub(anchor.world);
    const v = this.velocity(along);
    this.arrow = { from: anchor.world, along: v.clone().divideScalar(speedScale(view)) };
    const name = velocityOf();
    return `${name} = [${v.toArray().map(tidyNumber).join(", ")}], ${Number(v.length().toPrecision(3))} m/s`;
  }

  private velocity(along: Vector3): Vector3 {
    const step = (gridStep(this.view) * speedScale(this.view)) / 2;
    const v = along.clone().multiplyScalar(speedScale(this.view));
    // An upright drawing has no extent across the plane.
    return v.fromArray(v.toArray().map((one) => Number((Math.round(one / step) * step).toPrecision(6)) || 0));
  }

  private end(event: PointerEvent): void {
    const { press, target } = this;
    if (!press) return;
    const at = pointerAt(this.view, event);
    if (press.tool.kind === "body" && press.spot) {
      const draft = press.tool.pattern.draw(this.strokeOf(press, at));
      const { position, turn } = poseOf(press.spot, draft);
      const { w, x, y, z } = turn;
      selectedBody.value = addDrawnBody(press.tool.pattern.name, draft, {
        position: position.toArray(),
        turn: [w, x, y, z],
      });
      taken.value = null;
    } else if (press.tool.kind === "link" && press.anchor) this.join(press.tool.patterns, press.anchor, target);
    else if (press.tool.kind === "velocity" && press.anchor?.body && this.arrow && press.hasMoved) {
      setVelocity(press.anchor.body, this.velocity(this.arrow.along).toArray());
      taken.value = null;
    }
    this.letGo();
  }

  private join(patterns: readonly LinkPattern[], from: Anchor, to: Anchor | null): void {
    const [{ meets }] = patterns;
    // A click pins a body to the world, where it is.
    const pin: Anchor = { body: null, number: -1, local: from.world, world: from.world };
    const other = to ?? (meets ? pin : null);
    if (!other) return;
    // Bodies take precedence.
    const ends = from.body ? ([from, other] as const) : ([other, from] as const);
    if (!ends[0].body) {
      say("A link needs a body at one end.");
      return;
    }
    const placed = meets ? meeting(this.view, ends) : ends;
    void addDrawnLink(patterns, placed, placementOf(this.view, placed));
    taken.value = null;
  }

  /** Ends the drawing. */
  letGo(): void {
    this.press = this.target = this.arrow = null;
    this.ghost.visible = this.line.visible = false;
    pointerNumbers.value = null;
    this.view.invalidate();
  }

  dispose(): void {
    this.letGo();
    this.prism.dispose();
    for (const stop of this.stops) stop();
    this.view.layers.splice(this.view.layers.indexOf(this), 1);
    this.canvas.style.cursor = "";
    this.ghost.removeFromParent();
    this.line.removeFromParent();
    this.ghost.geometry.dispose();
    this.ghost.material.dispose();
    this.line.geometry.dispose();
    this.line.material.dispose();
  }
}

function nameOf({ body }: Anchor): string {
  return body?.name ?? "the world";
}

/** A length that fits the scene. */
export function usualSize(view: BodyScene): number {
  return view.gridUnit / 2;
}

/** The speed that an arrow of 1 m stands for. */
function speedScale(view: BodyScene): number {
  return Number((2 / view.gridUnit).toPrecision(1));
}

/** Two axes of a plane: for the ground those of the world. */
function baseOf(normal: Vector3): { x: Vector3; y: Vector3; turn: Quaternion } {
  const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), normal);
  return { x: new Vector3(1, 0, 0).applyQuaternion(turn), y: new Vector3(0, 1, 0).applyQuaternion(turn), turn };
}

/** The origin and rotation of a drawn body. */
export function poseOf({ point, normal }: Spot, draft: BodyDraft): { position: Vector3; turn: Quaternion } {
  const { x, y, turn } = baseOf(normal);
  const position = point
    .clone()
    .addScaledVector(normal, draft.height)
    .addScaledVector(x, draft.offset[0])
    .addScaledVector(y, draft.offset[1]);
  const about = new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), draft.yaw);
  return { position, turn: turn.multiply(about) };
}

/** Two anchors in the form that a law of links may use. */
export function placementOf(view: BodyScene, ends: readonly [Anchor, Anchor]): DrawnAnchors {
  const towards = towardsPerson(view);
  const [a, b] = ends;
  return {
    anchors: [a.world.toArray(), b.world.toArray()],
    facing: [seenFrom(view, a, towards), seenFrom(view, b, towards)],
    turnBetween: turnBetween(view, ends),
  };
}
