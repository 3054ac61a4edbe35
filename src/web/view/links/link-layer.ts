// Links between bodies, drawn as what they are: rods, joints, springs that stretch, ropes that hang, motors. A link
// that is detached is gone.
import { Color, Group, Vector3 } from "three";
import type { Drawing } from "../../protocol/links.ts";
import type { BodyInfo, SlotInfo } from "../../protocol/messages.ts";
import { events } from "../../state/run.ts";
import { anchorOf, type PlacedLink, placeLinks } from "../bodies/link-anchors.ts";
import { readVector } from "../bodies/pose.ts";
import { MirrorImage } from "../draw/mirror-image.ts";
import type { BodyScene, Layer } from "../scene/scene.ts";
import { hang, pieces } from "./hanging.ts";
import { Instances, type LinkShapeKind, shapeKinds } from "./link-shapes.ts";
import { roundOf, thinnest, thinOf } from "./link-size.ts";
import { type Support, supportOf } from "./supports.ts";

const first = new Vector3();
const second = new Vector3();
const other = new Vector3();
const point = new Vector3();
const axis = new Vector3();
const line = Array.from({ length: pieces + 1 }, () => new Vector3());

export class LinkLayer implements Layer {
  /** Number of visible links of each drawing. */
  readonly drawn = new Map<Drawing, number>();
  private readonly group = new Group();
  readonly image = new MirrorImage();
  private readonly shapes: Record<LinkShapeKind, Instances>;
  private readonly colours = {
    rod: new Color(),
    joint: new Color(),
    spring: new Color(),
    rope: new Color(),
    slack: new Color(),
    motor: new Color(),
    support: new Color(),
  };
  private links: readonly PlacedLink[] = [];
  /** Distances between the anchors at the start. */
  private readonly spans: number[] = [];
  private supports: readonly (Support | null)[] = [];
  /** Points of the world that bodies say they hang from, by an attribute `pivot`. */
  private pivots: readonly { readonly body: number; readonly slot: SlotInfo }[] = [];
  private memory: Float64Array = new Float64Array();

  constructor(view: BodyScene) {
    this.shapes = Object.fromEntries(shapeKinds.map((kind) => [kind, new Instances(kind)])) as Record<
      LinkShapeKind,
      Instances
    >;
    for (const { mesh, image } of Object.values(this.shapes)) {
      this.group.add(mesh);
      this.image.add(image);
    }
    view.add(this.group, this.image);
  }

  reset(view: BodyScene): void {
    const { frames, palette } = view;
    this.links = frames && frames.count > 0 ? placeLinks(frames.layout, frames.memory(0)) : [];
    this.spans.length = 0;
    this.supports = this.links.map((link) => supportOf(link, view));
    this.pivots = pivotsOf(frames?.layout.bodies ?? []);
    for (const [name, colour] of Object.entries(this.colours))
      colour.set(palette.links[name as keyof typeof this.colours]);
  }

  update(view: BodyScene, frame: number): void {
    this.drawn.clear();
    for (const shape of Object.values(this.shapes)) shape.begin();
    const frames = view.frames!;
    this.memory = view.instant ?? frames.memory(frame);
    const next = view.instant ?? frames.memory(Math.min(frame + 1, frames.count - 1));
    const isLater = this.memory !== next && hasEvent(frames.times[frame], view.time);
    for (const [i, link] of this.links.entries()) {
      const { drawing, attached } = link.info;
      const isAttached = (isLater ? next : this.memory)[attached.offset] !== 0;
      if (drawing === "nothing" || !isAttached) continue;
      anchorOf(link, 0, view.bodies, first);
      anchorOf(link, 1, view.bodies, second);
      if (!Number.isFinite(first.lengthSq() + second.lengthSq())) continue;
      this.spans[i] ??= first.distanceTo(second);
      this.drawn.set(drawing, (this.drawn.get(drawing) ?? 0) + 1);
      this.draw(view, link, this.spans[i]);
      const support = this.supports[i];
      if (support) this.drawSupport(view, link, support);
    }
    this.drawStrings(view);
    for (const shape of Object.values(this.shapes)) shape.end();
  }

  private draw(view: BodyScene, link: PlacedLink, span: number): void {
    const { drawing } = link.info;
    if (drawing === "rope") this.drawRope(view, link);
    else if (drawing === "spring") this.drawSpring(view, link, span);
    else if (drawing === "motor") this.drawMotor(view, link);
    else if (drawing === "joint") this.drawJoint(view, link);
    else this.drawRod(view, link, first, second);
    if (drawing !== "motor") this.drawArms(view, link);
  }

  private drawRod(view: BodyScene, link: PlacedLink, from: Vector3, to: Vector3): void {
    const radius = Math.max(1.3 * view.pixelAt(from), Math.min(0.007 * view.size, 0.5 * thinOf(link, view)));
    this.shapes.rod.between(from, to, radius, this.colours.rod);
    for (const end of [from, to]) this.shapes.ball.around(end, axis.set(0, 0, 1), 1.7 * radius, this.colours.joint);
  }

  private drawSupport(view: BodyScene, link: PlacedLink, { at, behind }: Support): void {
    const thin = thinOf(link, view);
    const radius = Math.max(7 * view.pixelAt(at), Math.min(0.03 * view.size, 2 * thin));
    // Behind the pin of a hinge, which reaches out of the body; close behind other anchors.
    const gap = link.info.drawing === "joint" && link.axis ? 1.3 * Math.max(thin, roundOf(link, view)) : 0.35 * radius;
    first.copy(at).addScaledVector(behind, gap);
    second.copy(first).addScaledVector(behind, 0.35 * radius);
    this.shapes.rod.between(first, second, radius, this.colours.support);
    if (gap > radius) this.shapes.rod.between(at, first, 0.3 * radius, this.colours.joint);
  }

  /** Draws the strings of bodies that hang from a point of the world. */
  private drawStrings(view: BodyScene): void {
    const radius = Math.min(0.0035 * view.size, 0.12 * thinnest(view));
    for (const { body, slot } of this.pivots) {
      readVector(this.memory, slot, first);
      second.copy(view.bodies.positions[body]);
      this.shapes.rod.between(first, second, Math.max(0.8 * view.pixelAt(second), radius), this.colours.rope);
      this.shapes.ball.around(
        first,
        axis.set(0, 0, 1),
        Math.max(2 * view.pixelAt(first), 2 * radius),
        this.colours.joint,
      );
    }
  }

  /** Draws a pin along the axis, or a ball; also a rod if the anchors are apart. */
  private drawJoint(view: BodyScene, link: PlacedLink): void {
    const thin = thinOf(link, view);
    // Never so small that it cannot be seen, nor so large that it hides what it joins.
    const least = Math.min(3 * view.pixelAt(first), 2.2 * thin);
    const radius = Math.max(least, Math.min(1.3 * thin, 0.03 * view.size));
    if (first.distanceTo(second) > 0.5 * radius) this.drawRod(view, link, first, second);
    else if (link.axis && this.directionOf(view, link, link.axis, 0)) {
      const round = roundOf(link, view);
      const reach = Math.max(round > 0 ? 1.15 * round : 1.35 * thin, least);
      first.addScaledVector(axis, -reach);
      second.copy(first).addScaledVector(axis, 2 * reach);
      this.shapes.rod.between(
        first,
        second,
        Math.max(round > 0 ? 0.1 * round : 0.6 * thin, Math.min(least, 0.8 * reach)),
        this.colours.joint,
      );
    } else this.shapes.ball.around(first, axis.set(0, 0, 1), radius, this.colours.joint);
  }

  private drawSpring(view: BodyScene, link: PlacedLink, span: number): void {
    const pixel = view.pixelAt(first);
    const rest = (link.length && this.memory[link.length.offset]) || span;
    if (first.distanceTo(second) > 2 * pixel) {
      const radius = Math.max(5 * pixel, Math.min(0.09 * Math.abs(rest), 0.05 * view.size));
      this.shapes.coil.between(first, second, radius, this.colours.spring);
    } else if (link.axis && this.directionOf(view, link, link.axis, 1))
      this.shapes.spiral.around(first, axis, Math.max(12 * pixel, 2.4 * thinOf(link, view)), this.colours.spring);
  }

  private drawMotor(view: BodyScene, link: PlacedLink): void {
    if (!link.axis || !this.directionOf(view, link, link.axis, 1)) axis.set(0, 0, 1);
    const radius = Math.max(13 * view.pixelAt(first), 1.3 * roundOf(link, view), 2.2 * thinOf(link, view));
    this.shapes.ring.around(first, axis, radius, this.colours.motor);
  }

  /**
   * Draws a rope over its wheels, or along its direction if it has one; it hangs if it is longer than its path.
   */
  private drawRope(view: BodyScene, link: PlacedLink): void {
    const { rope, slack } = this.colours;
    const radius = Math.max(view.pixelAt(first), Math.min(0.0045 * view.size, 0.25 * thinOf(link, view)));
    const put = (from: Vector3, to: Vector3, colour: Color) => this.shapes.rod.between(from, to, radius, colour);
    const far = link.info.ends[1].body;
    if (link.direction && far >= 0 && this.directionOf(view, link, link.direction, null)) {
      const reach = other.subVectors(view.bodies.positions[far], first).dot(axis);
      put(first, second.copy(first).addScaledVector(axis, reach), rope);
      this.wrap(view.bodies.positions[far], link, radius);
    } else if (link.wheels.length > 0) {
      point.copy(first);
      for (const [i, slot] of link.wheels.entries()) {
        put(point, readVector(this.memory, slot, other), rope);
        const next = link.wheels[i + 1];
        this.drawPulley(view, next ? readVector(this.memory, next, axis) : axis.copy(second), radius);
        point.copy(other);
      }
      put(point, second, rope);
    } else {
      const length = link.length ? this.memory[link.length.offset] : 0;
      // Between two frames a swinging body is drawn on a straight line, where the anchors are a little nearer.
      if (length > 1.005 * first.distanceTo(second)) {
        const { up, right } = view.extent!.directions;
        hang(line, first, second, length, up, right);
        for (let i = 0; i < pieces; i++) put(line[i], line[i + 1], slack);
      } else put(first, second, rope);
    }
  }

  /** Draws the pulley at `other`, over which the rope runs from `point` to `to`. */
  private drawPulley({ extent }: BodyScene, to: Vector3, radius: number): void {
    axis.subVectors(to, other).cross(point.sub(other));
    if (!(axis.lengthSq() > 1e-12 * to.distanceToSquared(other))) axis.copy(extent!.directions.forward);
    axis.normalize();
    const half = 1.6 * radius;
    point.copy(other).addScaledVector(axis, -half);
    this.shapes.rod.between(point, axis.multiplyScalar(2 * half).add(point), 5 * radius, this.colours.joint);
  }

  /** Continues a rope from `second` over a quarter of its wheel, along `axis`. */
  private wrap(centre: Vector3, link: PlacedLink, radius: number): void {
    const wheel = link.radius ? this.memory[link.radius.offset] : 0;
    if (!(wheel > 0) || !link.axis) return;
    // The point where the rope leaves the wheel, seen from its middle.
    other.subVectors(second, centre).addScaledVector(axis, -other.dot(axis));
    readVector(this.memory, link.axis, point).normalize();
    other.addScaledVector(point, -other.dot(point));
    if (!(other.lengthSq() > 0)) return;
    other.setLength(wheel + radius);
    point.copy(axis).setLength(wheel + radius);
    for (let i = 0; i <= pieces; i++) {
      const angle = (0.5 * Math.PI * i) / pieces;
      line[i].copy(centre).addScaledVector(other, Math.cos(angle)).addScaledVector(point, Math.sin(angle));
    }
    for (let i = 0; i < pieces; i++) this.shapes.rod.between(line[i], line[i + 1], radius, this.colours.rope);
  }

  /** Draws arms from bodies to anchors that lie outside them. */
  private drawArms(view: BodyScene, link: PlacedLink): void {
    const { bodies, frames } = view;
    for (const [i, { body }] of link.info.ends.entries()) {
      const half = body < 0 ? null : bodies.halves[body];
      if (!half) continue;
      const { x, y, z } = link.at[i];
      const isRound = frames!.layout.bodies[body].shape.kind === "sphere";
      const isInside = isRound
        ? Math.hypot(x, y, z) <= 1.001 * half.x
        : Math.abs(x) <= 1.001 * half.x && Math.abs(y) <= 1.001 * half.y && Math.abs(z) <= 1.001 * half.z;
      if (isInside) continue;
      anchorOf(link, i as 0 | 1, bodies, other);
      const radius = Math.max(1.3 * view.pixelAt(other), Math.min(0.007 * view.size, 0.5 * thinOf(link, view)));
      this.shapes.rod.between(bodies.positions[body], other, radius, this.colours.rod);
    }
  }

  /**
   * Writes a vector of the link, given in the frame of one of its ends or of the world, to `axis`; false if it is none.
   */
  private directionOf({ bodies }: BodyScene, link: PlacedLink, slot: SlotInfo, end: 0 | 1 | null): boolean {
    readVector(this.memory, slot, axis);
    const body = end === null ? -1 : link.info.ends[end].body;
    if (body >= 0) axis.applyQuaternion(bodies.turns[body]);
    if (!(axis.lengthSq() > 0)) return false;
    axis.normalize();
    return true;
  }
}

/** A body with a vector `pivot` hangs from that point of the world, if nothing else says how it is held. */
function pivotsOf(bodies: readonly BodyInfo[]): { readonly body: number; readonly slot: SlotInfo }[] {
  return bodies.flatMap(({ slots, shape }, body) => {
    const slot = slots.find(({ name, kind, size }) => name === "pivot" && kind === "vector" && size === 3);
    return slot && shape.kind !== "half space" && shape.kind !== "plane" ? [{ body, slot }] : [];
  });
}

/** Whether an event lies after one time and up to another: attributes of links change at events only. */
function hasEvent(after: number, upTo: number): boolean {
  const list = events.value;
  for (let i = list.length - 1; i >= 0 && list[i].time > after; i--)
    if (list[i].type === "event" && list[i].time <= upTo + 1e-12) return true;
  return false;
}
