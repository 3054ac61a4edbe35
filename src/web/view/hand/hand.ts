// Bodies moved by hand: a drag on the ground, or a gizmo that moves, turns and resizes. Each act is one edit of the
// text.
import { effect } from "@preact/signals";
import { Matrix4, Object3D, Plane, Quaternion, Vector3 } from "three";
import { TransformControls } from "three/addons/controls/TransformControls.js";
import { keepTime } from "../../session/kept-time.ts";
import { start } from "../../session/session.ts";
import { edit, text } from "../../state/experiment.ts";
import { frames, refusal } from "../../state/run.ts";
import { selectedBody } from "../../state/selection.ts";
import { runsWhileTyping } from "../../state/settings.ts";
import { say } from "../../ui/announcer.ts";
import { slotOf } from "../bodies/slots.ts";
import { niceLength } from "../scene/nice-length.ts";
import type { BodyScene, Layer } from "../scene/scene.ts";
import { followedBody, handTool, isAtStart, pointerNumbers } from "../scene/view-settings.ts";
import { editByHand, snap, tidyNumber } from "./hand-edit.ts";

const modes = { move: "translate", turn: "rotate", size: "scale" } as const;
/** Number of pixels that make a drag of a click. */
const slack = 4;

interface Grip {
  /** The body under the pointer; -1 for none. */
  readonly number: number;
  readonly x: number;
  readonly y: number;
  readonly point: Vector3;
  readonly from: Vector3;
  readonly canDrag: boolean;
  hasMoved: boolean;
}

export class Hand implements Layer {
  private readonly view: BodyScene;
  private readonly gizmo: TransformControls;
  private readonly proxy = new Object3D();
  private readonly stops: (() => void)[] = [];
  private grip: Grip | null = null;
  private from = { position: new Vector3(), turn: new Quaternion(), half: new Vector3() };

  constructor(view: BodyScene, host: HTMLElement) {
    this.view = view;
    const canvas = view.renderer.domElement;
    this.gizmo = new TransformControls(view.camera, canvas);
    this.gizmo.setRotationSnap(Math.PI / 36);
    this.gizmo.addEventListener("change", () => view.invalidate());
    this.gizmo.addEventListener("dragging-changed", ({ value }) => {
      view.controls.enabled = !value;
    });
    this.gizmo.addEventListener("mouseDown", () => this.hold());
    this.gizmo.addEventListener("objectChange", () => this.tryPose());
    this.gizmo.addEventListener("mouseUp", () => this.finish());
    view.add(this.proxy, this.gizmo.getHelper());
    const on = <K extends keyof HTMLElementEventMap>(type: K, then: (event: HTMLElementEventMap[K]) => void) => {
      // Before the controls of the camera hear of it.
      const listen = (event: HTMLElementEventMap[K]) => event.target === canvas && then(event);
      host.addEventListener(type, listen, { capture: true });
      this.stops.push(() => host.removeEventListener(type, listen, { capture: true }));
    };
    on("pointerdown", (event) => this.press(event));
    on("pointermove", (event) => this.drag(event));
    on("pointerup", (event) => this.release(event));
    on("pointercancel", () => this.letGo());
    on("dblclick", () => {
      if (selectedBody.value !== null) followedBody.value = selectedBody.value;
    });
    this.stops.push(
      effect(() => this.showGizmo()),
      effect(() => {
        // A text that does not run leaves the body where it was.
        if (refusal.value.length > 0) this.letGo();
      }),
    );
  }

  /** The number of the selected body. */
  private get selected(): number {
    return frames.value?.layout.bodies.findIndex(({ name }) => name === selectedBody.value) ?? -1;
  }

  private showGizmo(): void {
    const tool = handTool.value;
    const number = this.selected;
    const half = number >= 0 ? this.view.bodies.halves[number] : null;
    const kind = number >= 0 ? frames.value!.layout.bodies[number].shape.kind : null;
    const canResize = kind === "sphere" || kind === "cuboid" || kind === "cylinder" || kind === "cone";
    if (tool === null || !isAtStart.value || !half || (tool === "size" && !canResize)) {
      this.gizmo.detach();
      this.view.invalidate();
      return;
    }
    this.gizmo.setMode(modes[tool]);
    this.gizmo.setSpace(tool === "move" ? "world" : "local");
    this.gizmo.attach(this.proxy);
    this.setProxy(number);
    this.view.invalidate();
  }

  reset(): void {
    this.showGizmo();
  }

  /** Puts the gizmo where the body is. */
  update(): void {
    if (this.gizmo.object && !this.gizmo.dragging && this.selected >= 0) this.setProxy(this.selected);
  }

  private setProxy(number: number): void {
    this.proxy.position.copy(this.view.bodies.positions[number]);
    this.proxy.quaternion.copy(this.view.bodies.turns[number]);
    this.proxy.scale.set(1, 1, 1);
    this.proxy.updateMatrixWorld();
  }

  private place(event: PointerEvent): [number, number] {
    const box = this.view.renderer.domElement.getBoundingClientRect();
    return [((event.clientX - box.left) / box.width) * 2 - 1, 1 - ((event.clientY - box.top) / box.height) * 2];
  }

  private press(event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary || this.isOnGizmo(event)) return;
    const hit = this.view.pick(...this.place(event));
    const isFree = hit !== null && (hit.body.physicalType !== "static" || hit.body.name === selectedBody.value);
    const canDrag = isFree && isAtStart.value;
    if (canDrag) this.view.controls.enabled = false;
    this.grip = {
      number: hit?.number ?? -1,
      x: event.clientX,
      y: event.clientY,
      point: hit?.point.clone() ?? new Vector3(),
      from: hit ? this.view.bodies.positions[hit.number].clone() : new Vector3(),
      canDrag,
      hasMoved: false,
    };
  }

  /**
   * Whether a handle is pressed. A finger has not hovered over it before, so the gizmo gets its position here. Its
   * handles get their places when they are drawn; a press may come sooner, so they get them here, and the pressed one
   * is marked.
   */
  private isOnGizmo(event: PointerEvent): boolean {
    if (!this.gizmo.object) return false;
    const [x, y] = this.place(event);
    this.gizmo.getHelper().updateMatrixWorld(true);
    this.gizmo.pointerHover({ x, y, button: event.button } as PointerEvent);
    this.gizmo.getHelper().updateMatrixWorld(true);
    return this.gizmo.axis !== null;
  }

  private drag(event: PointerEvent): void {
    const { grip, view } = this;
    if (!grip || event.buttons !== 1) return;
    if (!grip.hasMoved && Math.hypot(event.clientX - grip.x, event.clientY - grip.y) < slack) return;
    if (!grip.hasMoved && grip.canDrag) {
      selectedBody.value = view.frames!.layout.bodies[grip.number].name;
      this.holdBody(grip.number);
    }
    grip.hasMoved = true;
    if (!grip.canDrag || !view.extent) return;
    const { up } = view.extent.directions;
    const normal = up.clone();
    if (event.shiftKey) {
      // A wall that faces the camera.
      view.camera.getWorldDirection(normal);
      normal.addScaledVector(up, -normal.dot(up)).normalize();
    }
    const at = new Vector3();
    const plane = new Plane().setFromNormalAndCoplanarPoint(normal, grip.point);
    if (!view.ray(...this.place(event)).ray.intersectPlane(plane, at)) return;
    const offset = at.sub(grip.point);
    if (event.shiftKey) offset.projectOnVector(up);
    const place = view.bodies.positions[grip.number].copy(this.snapped(grip.from, offset));
    pointerNumbers.value = {
      x: event.offsetX,
      y: event.offsetY,
      says: `[${place.toArray().map(tidyNumber).join(", ")}] m`,
    };
    view.invalidate();
  }

  /** Moves a point by an offset; coordinates that change snap to the fine lines of the grid. */
  private snapped(from: Vector3, offset: Vector3): Vector3 {
    const step = niceLength(this.view.gridUnit / 25);
    const at = from.clone();
    for (let k = 0; k < 3; k++)
      if (Math.abs(offset.getComponent(k)) > step / 2)
        at.setComponent(k, snap(from.getComponent(k) + offset.getComponent(k), step));
    return at;
  }

  private release(event: PointerEvent): void {
    const { grip } = this;
    this.grip = null;
    pointerNumbers.value = null;
    if (!grip || event.button !== 0) return;
    this.view.controls.enabled = true;
    if (!grip.hasMoved) selectedBody.value = grip.number < 0 ? null : this.view.frames!.layout.bodies[grip.number].name;
    else if (grip.canDrag) this.finish();
  }

  /** Shows the pose of the run again. */
  private letGo(): void {
    this.grip = pointerNumbers.value = null;
    this.view.controls.enabled = true;
    if (this.view.held < 0) return;
    this.view.bodies.halves[this.view.held]?.copy(this.from.half);
    this.view.held = -1;
    this.view.invalidate();
  }

  private hold(): void {
    if (this.selected >= 0) this.holdBody(this.selected);
  }

  private holdBody(number: number): void {
    const { positions, turns, halves } = this.view.bodies;
    this.view.held = number;
    this.from = { position: positions[number].clone(), turn: turns[number].clone(), half: halves[number]!.clone() };
  }

  /** Draws the body with the pose and size of the gizmo. */
  private tryPose(): void {
    const { bodies, held } = this.view;
    if (held < 0) return;
    const { position, half } = this.from;
    bodies.positions[held].copy(this.snapped(position, this.proxy.position.clone().sub(position)));
    bodies.turns[held].copy(this.proxy.quaternion);
    const { scale } = this.proxy;
    const isBall = this.view.frames!.layout.bodies[held].shape.kind === "sphere";
    // A sphere has one size: the handle that was pulled farthest counts.
    const most = [scale.x, scale.y, scale.z].reduce((a, b) => (Math.abs(b - 1) > Math.abs(a - 1) ? b : a));
    const isRound = !isBall && this.view.frames!.layout.bodies[held].shape.kind !== "cuboid";
    // A cylinder and a cone have one radius.
    const across = Math.abs(scale.x - 1) > Math.abs(scale.y - 1) ? scale.x : scale.y;
    for (let k = 0; k < 3; k++) {
      const factor = Math.abs(isBall ? most : isRound && k < 2 ? across : scale.getComponent(k));
      if (factor !== 1)
        bodies.halves[held]!.setComponent(k, Number((half.getComponent(k) * Math.max(0.01, factor)).toPrecision(3)));
    }
    this.view.invalidate();
  }

  /** Writes the change into the text; the run that follows shows it. */
  private finish(): void {
    const { view } = this;
    const body = view.frames?.layout.bodies[view.held];
    const wish = body && this.wish(view.held);
    if (!body || !wish) {
      this.letGo();
      return;
    }
    const result = editByHand(text.value, { object: body.object, ...wish });
    if ("why" in result || result.edits.length === 0) {
      if ("why" in result) say(result.why);
      this.letGo();
      return;
    }
    const verb = { position: "move", orientation: "turn", size: "resize" }[wish.attribute];
    edit(result.edits, `${verb} ${body.name}`);
    if (!runsWhileTyping.value) keepTime(start);
  }

  private wish(number: number) {
    const { positions, turns, halves } = this.view.bodies;
    const { position, turn, half } = this.from;
    if (!positions[number].equals(position))
      return { attribute: "position" as const, before: position.toArray(), after: positions[number].toArray() };
    if (!halves[number]!.equals(half)) {
      const edges = (of: Vector3) => of.toArray().map((one) => Number((2 * one).toPrecision(12)));
      const { kind } = this.view.frames!.layout.bodies[number].shape;
      const lengths = (of: Vector3) => [of.x, Number((2 * of.z).toPrecision(12))];
      if (kind === "cylinder" || kind === "cone")
        return { attribute: "size" as const, before: lengths(half), after: lengths(halves[number]!) };
      if (kind === "sphere") return { attribute: "size" as const, before: [half.x], after: [halves[number]!.x] };
      return { attribute: "size" as const, before: edges(half), after: edges(halves[number]!) };
    }
    if (turns[number].angleTo(turn) < 1e-6) return null;
    const size = slotOf(this.view.frames!.layout.bodies[number], "orientation")!.size;
    return {
      attribute: "orientation" as const,
      before: orientationOf(turn, size),
      after: orientationOf(turns[number], size),
    };
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    this.gizmo.dispose();
  }
}

/** An orientation in the form that the text has: three angles, a quaternion or a matrix. */
function orientationOf(turn: Quaternion, size: number): number[] {
  const round = (value: number) => Number(value.toFixed(4)) || 0;
  if (size === 4) return [turn.w, turn.x, turn.y, turn.z].map(round);
  const e = new Matrix4().makeRotationFromQuaternion(turn).elements;
  if (size === 9) return [e[0], e[4], e[8], e[1], e[5], e[9], e[2], e[6], e[10]].map(round);
  const y = Math.asin(Math.min(1, Math.max(-1, e[8])));
  const isLocked = Math.abs(e[8]) > 0.9999999;
  const x = isLocked ? Math.atan2(e[6], e[5]) : Math.atan2(-e[9], e[10]);
  const z = isLocked ? 0 : Math.atan2(-e[4], e[0]);
  return [x, y, z].map(round);
}
