// Pulling a body while it runs: a spring from the point that is held to the pointer. The law of the spring is the
// text's own: it says what its inputs `pointer`, `grip` and `pull` do to a body with a `handle`
// (laws/pointer-spring.vfl). The lab only says where the hand is.
import {
  BufferAttribute,
  BufferGeometry,
  Line,
  LineBasicMaterial,
  Plane,
  Quaternion,
  Raycaster,
  Vector2,
  Vector3,
} from "three";
import type { BodyInfo } from "../../protocol/messages.ts";
import { isPlaying, time } from "../../state/clock.ts";
import { pull, release } from "../../state/run.ts";
import { say } from "../../ui/announcer.ts";
import { readTurn, readVector } from "../bodies/pose.ts";
import { slotOf } from "../bodies/slots.ts";
import type { BodyScene } from "../scene/scene.ts";

const wanted = ["pointer", "grip", "pull"];

interface Held {
  readonly body: BodyInfo;
  /** The point that is held, in the body's own frame. */
  readonly grip: Vector3;
  /** The plane through that point that faces the camera: the hand moves in it. */
  readonly plane: Plane;
  readonly at: Vector3;
}

export class Pull {
  private readonly view: BodyScene;
  private readonly canvas: HTMLCanvasElement;
  private readonly stops: (() => void)[] = [];
  private readonly thread: Line<BufferGeometry, LineBasicMaterial>;
  private held: Held | null = null;
  private isAnnounced = false;

  constructor(view: BodyScene, host: HTMLElement) {
    this.view = view;
    this.canvas = view.renderer.domElement;
    const ends = new BufferGeometry().setAttribute("position", new BufferAttribute(new Float32Array(6), 3));
    this.thread = new Line(ends, new LineBasicMaterial({ color: "#e0691c" }));
    this.thread.frustumCulled = false;
    this.thread.visible = false;
    view.add(this.thread);
    view.layers.push({ reset: () => {}, update: () => this.draw() });
    const on = <K extends "pointerdown" | "pointermove" | "pointerup" | "pointercancel">(
      type: K,
      then: (event: PointerEvent) => void,
    ) => {
      // Before the controls of the camera hear of it.
      const listen = (event: PointerEvent) => event.target === this.canvas && then(event);
      host.addEventListener(type, listen, { capture: true });
      this.stops.push(() => host.removeEventListener(type, listen, { capture: true }));
    };
    on("pointerdown", (event) => this.take(event));
    on("pointermove", (event) => this.move(event));
    on("pointerup", () => this.drop());
    on("pointercancel", () => this.drop());
  }

  /** Where the pointer is on the canvas, from -1 to 1 in both directions. */
  private place(event: PointerEvent): Vector2 {
    const box = this.canvas.getBoundingClientRect();
    const x = (2 * (event.clientX - box.left)) / box.width - 1;
    return new Vector2(x, 1 - (2 * (event.clientY - box.top)) / box.height);
  }

  private take(event: PointerEvent): void {
    const { frames } = this.view;
    if (!isPlaying.value || !frames || event.button !== 0) return;
    const { x, y } = this.place(event);
    const hit = this.view.pick(x, y);
    if (hit?.body.physicalType !== "dynamic") return;
    const handle = slotOf(hit.body, "handle");
    if (!handle || !wanted.every((name) => frames.layout.inputs.includes(name))) {
      this.explain();
      return;
    }
    event.stopImmediatePropagation();
    event.preventDefault();
    this.canvas.setPointerCapture(event.pointerId);
    this.view.controls.enabled = false;
    const memory = frames.memory(frames.at(time.value));
    const [position, turn] = [new Vector3(), new Quaternion()];
    poseOf(memory, hit.body, position, turn);
    const grip = hit.point.clone().sub(position).applyQuaternion(turn.clone().invert());
    const facing = this.view.camera.getWorldDirection(new Vector3()).negate();
    const plane = new Plane().setFromNormalAndCoplanarPoint(facing, hit.point);
    this.held = { body: hit.body, grip, plane, at: hit.point.clone() };
    pull(time.value, [
      { name: "grip", value: grip.toArray() },
      { name: "pointer", value: hit.point.toArray() },
      { name: "pull", value: memory[handle.offset] },
    ]);
  }

  private move(event: PointerEvent): void {
    if (!this.held) return;
    event.stopImmediatePropagation();
    const caster = new Raycaster();
    caster.setFromCamera(this.place(event), this.view.camera);
    const at = caster.ray.intersectPlane(this.held.plane, new Vector3());
    if (!at) return;
    this.held.at.copy(at);
    pull(time.value, [{ name: "pointer", value: at.toArray() }]);
    this.view.invalidate();
  }

  private drop(): void {
    if (!this.held) return;
    this.held = null;
    this.view.controls.enabled = true;
    this.thread.visible = false;
    release([{ name: "pull", value: 0 }]);
    this.view.invalidate();
  }

  /** Draws the thread of the spring, from the point that is held to the hand. */
  private draw(): void {
    const { held, thread } = this;
    const { frames } = this.view;
    thread.visible = held !== null && frames !== null;
    if (!held || !frames || frames.count === 0) return;
    const [position, turn] = [new Vector3(), new Quaternion()];
    poseOf(frames.memory(frames.at(time.value)), held.body, position, turn);
    const from = held.grip.clone().applyQuaternion(turn).add(position);
    const ends = thread.geometry.getAttribute("position");
    ends.setXYZ(0, from.x, from.y, from.z);
    ends.setXYZ(1, held.at.x, held.at.y, held.at.z);
    ends.needsUpdate = true;
  }

  /** Announces once what a text needs so that its bodies can be pulled. */
  private explain(): void {
    if (this.isAnnounced) return;
    this.isAnnounced = true;
    say("To pull bodies while it runs, a law must say what the pull does: see the experiment “Pull the box”.");
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    this.thread.geometry.dispose();
    this.thread.material.dispose();
  }
}

function poseOf(memory: Float64Array, body: BodyInfo, position: Vector3, turn: Quaternion): void {
  readVector(memory, slotOf(body, "position")!, position);
  readTurn(memory, slotOf(body, "orientation")!, turn);
}
