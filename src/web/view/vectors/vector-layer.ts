// Vectors as arrows: at the centre, the contact point or a point of one's own; before an event lighter, after it full.
import { Vector3 } from "three";
import type { ExplainedMoment } from "../../protocol/explanation.ts";
import type { EventInfo, MomentRef } from "../../protocol/messages.ts";
import { selectedEvent } from "../../state/clock.ts";
import { events, type Frames } from "../../state/run.ts";
import { eventVectors } from "../../state/selection.ts";
import { showVectors } from "../../state/settings.ts";
import { printedUnit } from "../../state/units.ts";
import { anchorOf, type PlacedLink, placeLinks } from "../bodies/link-anchors.ts";
import { readVector, shareOf } from "../bodies/pose.ts";
import { lighter, vectorColour } from "../draw/palette.ts";
import { niceLength } from "../scene/extent.ts";
import type { BodyScene, Layer } from "../scene/scene.ts";
import { Answers } from "./vector-values.ts";
import { newVector, type Target, targetsAt, targetsOf, type VectorSpec, vectorSpecs } from "./vectors.ts";

/** An arrow that is drawn, as data: for tables, and for those who cannot see the view. */
export interface DrawnVector {
  readonly path: string;
  readonly side: "now" | "before" | "after";
  readonly value: readonly number[];
  readonly from: readonly number[];
  readonly tip: readonly number[];
  readonly colour: string;
  /** The number of its body; -1 for none. */
  readonly body: number;
  /** The moment of its numbers. */
  readonly at: ExplainedMoment;
}

const from = new Vector3();
const value = new Vector3();
const later = new Vector3();
const tip = new Vector3();

/** A vector to be drawn: of whom, on which side of which event, and the moment to ask about. */
interface Asked {
  readonly spec: VectorSpec;
  readonly target: Target;
  readonly side: DrawnVector["side"];
  readonly event: EventInfo | null;
  readonly at: ExplainedMoment;
}

export class VectorLayer implements Layer {
  drawn: DrawnVector[] = [];
  private readonly answers = new Answers();
  private readonly scales = new Map<string, number>();

  reset(): void {
    this.scales.clear();
  }

  update(view: BodyScene, frame: number): void {
    this.drawn = [];
    if (!showVectors.value) return;
    const specs = vectorSpecs().filter(({ isShown }) => isShown);
    const event = selectedEvent.value === null ? undefined : events.value[selectedEvent.value];
    // The trace of the event may ask for more vectors than those chosen.
    const more = eventVectors.value.filter((name) => !specs.some((spec) => spec.name === name)).map(newVector);
    if (event) this.drawEvent(view, [...specs, ...more], event);
    else this.drawNow(view, specs, frame);
  }

  private drawNow(view: BodyScene, specs: readonly VectorSpec[], frame: number): void {
    const frames = view.frames!;
    const { layout } = frames;
    const all = specs.map((spec) => ({ spec, targets: targetsOf(spec.name, layout) }));
    const asked = all.flatMap(({ targets }) => targets.filter(({ slot }) => !slot).map(({ path }) => path));
    const lookUp = this.answers.at(asked, [{ frame }]);
    const [now, next] = [frames.memory(frame), frames.memory(Math.min(frame + 1, frames.count - 1))];
    for (const { spec, targets } of all)
      for (const target of targets) {
        if (target.slot) {
          const share = shareOf(frames, frame, view.time, target.body);
          readVector(now, target.slot, value).lerp(readVector(next, target.slot, later), share);
        } else {
          const known = lookUp(target.path, 0);
          if (!known) continue;
          value.fromArray([...known]);
        }
        const at = target.slot ? { time: view.time } : { frame };
        this.draw(view, value, { spec, target, side: "now", event: null, at });
      }
  }

  private drawEvent(view: BodyScene, specs: readonly VectorSpec[], event: EventInfo): void {
    const { layout } = view.frames!;
    const all = specs.map((spec) => ({ spec, targets: targetsAt(event, spec.name, layout) }));
    const paths = all.flatMap(({ targets }) => targets.map(({ path }) => path));
    const sides: MomentRef[] = [
      { event: event.number, side: "before" },
      { event: event.number, side: "after" },
    ];
    const lookUp = this.answers.at(paths, sides);
    if (!this.answers.isFresh(paths, sides)) return;
    for (const { spec, targets } of all)
      for (const target of targets) {
        const [before, after] = [lookUp(target.path, 0), lookUp(target.path, 1)];
        // What holds at both sides alike, such as an impulse, is one vector.
        const isOne = before && after && before.every((x, i) => x === after[i]);
        const asked = { spec, target, event };
        if (before && !isOne) this.draw(view, value.fromArray([...before]), { ...asked, side: "before", at: sides[0] });
        if (after) this.draw(view, value.fromArray([...after]), { ...asked, side: "after", at: sides[1] });
        // A function of the law itself was meant; its bodies need not be asked.
        if (!target.slot && !target.path.includes(".") && (before || after)) break;
      }
  }

  private draw(view: BodyScene, vector: Vector3, { spec, target, side, event, at }: Asked): void {
    if (vector.lengthSq() === 0 || !Number.isFinite(vector.lengthSq())) return;
    if (target.link && !startOf(target.link, view, view.frames!.at(view.time), from)) return;
    if (spec.at === "point") from.fromArray([...spec.point]);
    else if (spec.at === "contact" && event?.point) from.fromArray([...event.point]);
    else if (target.body >= 0) from.copy(view.bodies.positions[target.body]);
    else if (!target.link) from.set(0, 0, 0);
    const colour = side === "before" ? (spec.before ?? lighter(spec.colour)) : spec.colour;
    const length = vector.length();
    const { x, y, z } = vector;
    tip.copy(vector).multiplyScalar(spec.scale * this.scaleOf(view, spec.name, target, length));
    const end = [from.x + tip.x, from.y + tip.y, from.z + tip.z];
    this.drawn.push({
      path: target.path,
      side,
      value: [x, y, z],
      from: from.toArray(),
      tip: end,
      colour,
      body: target.body,
      at,
    });
    view.arrows.add(from, tip, colour, spec.width, view.pixelAt(from));
    if (!spec.hasNumber) return;
    const name = spec.name.replace(/^.*\./, "") + (side === "now" ? "" : ` ${side}`);
    const said = `${name} ${length.toPrecision(4)} ${printedUnit(target.path)}`;
    view.labels.add(said.trimEnd(), tip.add(from), colour, view.camera);
  }

  /** The length in space of a vector of length 1: the largest of the run is about a third of what happens. */
  scaleOf(view: BodyScene, name: string, target: Target, length: number): number {
    // Forces of links are compared with each other.
    const key = target.link ? `link ${vectorColour(name)}` : name;
    const known = this.scales.get(key);
    if (known !== undefined) return known;
    let largest = length;
    const { frames } = view;
    if (target.slot && frames)
      for (let i = 0; i < frames.count; i += Math.max(1, Math.floor(frames.count / 100)))
        largest = Math.max(largest, readVector(frames.memory(i), target.slot, tip).length() || 0);
    const scale = niceLength((0.35 * view.size) / largest);
    this.scales.set(key, scale);
    return scale;
  }
}

const placed = new WeakMap<Frames, readonly PlacedLink[]>();

/** Writes where a vector of a link begins; false where the link is detached. */
function startOf({ number, end }: NonNullable<Target["link"]>, view: BodyScene, frame: number, out: Vector3): boolean {
  const frames = view.frames!;
  const all = placed.get(frames) ?? placeLinks(frames.layout, frames.memory(0));
  placed.set(frames, all);
  anchorOf(all[number], end, view.bodies, out);
  return (view.instant ?? frames.memory(frame))[all[number].info.attached.offset] !== 0;
}
