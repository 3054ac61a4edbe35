// Vectors as arrows: at the centre, the contact point or their own point; lighter before an event, full after it.
import { Vector3 } from "three";
import type { ExplainedMoment } from "../../protocol/explanation.ts";
import type { EventInfo, MomentRef } from "../../protocol/messages.ts";
import { selectedEvent } from "../../state/clock.ts";
import { events, type Frames } from "../../state/run.ts";
import { eventVectors } from "../../state/selection.ts";
import { showAxes, showVectors } from "../../state/settings.ts";
import { printedUnit } from "../../state/units.ts";
import { anchorOf, type PlacedLink, placeLinks } from "../bodies/link-anchors.ts";
import { readVector, shareOf } from "../bodies/pose.ts";
import { lighter, variantOf } from "../draw/palette.ts";
import type { BodyScene, Layer } from "../scene/scene.ts";
import { scaleKey, type VectorScales } from "./vector-scales.ts";
import { Answers } from "./vector-values.ts";
import {
  spinSpecs,
  targetsAt,
  targetsOf,
  type VectorSpec,
  type VectorTarget,
  vectorSpecs,
  withNewVectors,
} from "./vectors.ts";

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

/** A vector to be drawn: its owner, the side of which event, and the moment to ask about. */
interface Asked {
  readonly spec: VectorSpec;
  readonly target: VectorTarget;
  readonly side: DrawnVector["side"];
  readonly event: EventInfo | null;
  readonly at: ExplainedMoment;
  readonly value: readonly number[];
  /** The name of the other object of an event, on which the opposite is drawn. */
  readonly opposite?: string;
}

/** The longest vector of a target, found when the run had this many frames. */
interface Longest {
  readonly frames: number;
  readonly length: number;
}

/** Frames in which the longest vector is sought. */
const looks = 100;
/** With more arrows than these, names are left out. */
const fewNames = 16;

export class VectorLayer implements Layer {
  drawn: DrawnVector[] = [];
  private readonly answers = new Answers();
  private readonly scales: VectorScales;
  private readonly longest = new Map<string, Longest>();
  private asked: Asked[] = [];

  constructor(scales: VectorScales) {
    this.scales = scales;
  }

  reset(): void {
    this.longest.clear();
  }

  update(view: BodyScene, frame: number): void {
    this.drawn = [];
    if (!showVectors.value && !showAxes.value) return;
    const chosen = showVectors.value ? vectorSpecs().filter(({ isShown }) => isShown) : [];
    const specs = showAxes.value ? spinSpecs(chosen) : chosen;
    const event = selectedEvent.value === null ? undefined : events.value[selectedEvent.value];
    // The trace of the event may ask for more vectors than those chosen.
    const wanted = showVectors.value ? eventVectors.value : [];
    const more = wanted.filter((name) => !specs.some((spec) => spec.name === name));
    this.asked = [];
    if (event) this.askEvent(view, withNewVectors(specs, more), event);
    else this.askNow(view, specs, frame);
    this.drawAsked(view);
  }

  private askNow(view: BodyScene, specs: readonly VectorSpec[], frame: number): void {
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
        this.ask(view, { spec, target, side: "now", event: null, at, value: value.toArray() });
      }
  }

  private askEvent(view: BodyScene, specs: readonly VectorSpec[], event: EventInfo): void {
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
        if (before && !isOne) this.ask(view, { ...asked, side: "before", at: sides[0], value: before });
        if (after) this.askAfter(view, { ...asked, side: "after", at: sides[1], value: after });
        // A function of the law itself was meant; its bodies need not be asked.
        if (!target.slot && !target.path.includes(".") && (before || after)) break;
      }
  }

  /** The vectors after an event; with the opposite on the other of two objects, if wanted. */
  private askAfter(view: BodyScene, asked: Asked & { readonly event: EventInfo }): void {
    this.ask(view, asked);
    const { bodies } = view.frames!.layout;
    const { spec, target, event } = asked;
    const opposite = event.objects.find((name) => name !== bodies[target.body]?.name);
    if (!spec.hasOpposite || event.objects.length !== 2 || opposite === undefined) return;
    const body = bodies.findIndex(({ name }) => name === opposite);
    const value = asked.value.map((one) => -one);
    this.ask(view, { ...asked, target: { ...target, body }, value, opposite });
  }

  /** Two names may mean one vector, as `v` and `ball.v`: it is drawn once. */
  private ask(view: BodyScene, asked: Asked): void {
    const { target, side, spec } = asked;
    const length = Math.hypot(...asked.value);
    if (length === 0 || !Number.isFinite(length)) return;
    const isSame = (one: Asked) =>
      one.target.path === target.path &&
      one.side === side &&
      one.spec.at === spec.at &&
      one.opposite === asked.opposite;
    if (this.asked.some(isSame)) return;
    this.asked.push(asked);
    const key = scaleKey(target.path);
    this.scales.include(key, length);
    this.scales.include(key, this.longestOf(view, target));
  }

  /** The longest in the run, as far as it has come. */
  private longestOf({ frames }: BodyScene, { slot, path }: VectorTarget): number {
    if (!slot || !frames) return 0;
    const known = this.longest.get(path);
    if (known && frames.count < 2 * known.frames) return known.length;
    let length = known?.length ?? 0;
    for (let i = 0; i < frames.count; i += Math.max(1, Math.floor(frames.count / looks)))
      length = Math.max(length, readVector(frames.memory(i), slot, tip).length() || 0);
    this.longest.set(path, { frames: frames.count, length });
    return length;
  }

  private drawAsked(view: BodyScene): void {
    const names = new Set(this.asked.map(({ spec }) => spec.name));
    // A single vector is known by its colour; several are named, so that they can be told apart without colours.
    const isNamed = names.size > 1 && this.asked.length <= fewNames;
    for (const asked of this.asked) this.draw(view, asked, isNamed);
  }

  private draw(view: BodyScene, asked: Asked, isNamed: boolean): void {
    const { spec, target, side, at } = asked;
    if (!this.placeFoot(view, asked)) return;
    const own = asked.opposite === undefined ? spec.colour : variantOf(spec.colour, 1);
    const colour = side === "before" ? (spec.before ?? lighter(spec.colour)) : own;
    tip.fromArray([...asked.value]).multiplyScalar(this.scales.lengthOf(scaleKey(target.path), view.size));
    const end = [from.x + tip.x, from.y + tip.y, from.z + tip.z];
    const { value } = asked;
    this.drawn.push({ path: target.path, side, value, from: from.toArray(), tip: end, colour, body: target.body, at });
    view.arrows.add(from, tip, colour, spec.width, view.pixelAt(from));
    if (!spec.hasNumber && !isNamed) return;
    const where = asked.opposite === undefined ? ` ${side}` : ` on ${asked.opposite}`;
    const name = spec.name.replace(/^.*\./, "") + (side === "now" ? "" : where);
    const length = Math.hypot(...value);
    const number = spec.hasNumber ? ` ${length.toPrecision(4)} ${printedUnit(target.path)}` : "";
    view.labels.add(`${name}${number}`.trimEnd(), tip.add(from), colour, view.camera, spec.hasNumber ? "mark" : "name");
  }

  /** Writes where the arrow begins; false if it has no place. */
  private placeFoot(view: BodyScene, { spec, target, event }: Asked): boolean {
    if (target.link && !startOf(target.link, view, view.frames!.at(view.time), from)) return false;
    if (spec.at === "point") from.fromArray([...spec.point]);
    else if (spec.at === "contact" && event?.point) from.fromArray([...event.point]);
    else if (target.body >= 0) from.copy(view.bodies.positions[target.body]);
    else if (!target.link) from.set(0, 0, 0);
    return true;
  }
}

const placed = new WeakMap<Frames, readonly PlacedLink[]>();

/** Writes where a vector of a link begins; false if the link is detached. */
function startOf(
  { number, end }: NonNullable<VectorTarget["link"]>,
  view: BodyScene,
  frame: number,
  out: Vector3,
): boolean {
  const frames = view.frames!;
  const all = placed.get(frames) ?? placeLinks(frames.layout, frames.memory(0));
  placed.set(frames, all);
  anchorOf(all[number], end, view.bodies, out);
  return (view.instant ?? frames.memory(frame))[all[number].info.attached.offset] !== 0;
}
