// The paths of the tips of vectors, as of the angular velocity of a spinning body. They are drawn up to the moment that
// is shown; one buffer holds all of them, frame after frame.
import { Color, Vector3 } from "three";
import { type Frames, phase } from "../../state/run.ts";
import { showVectors } from "../../state/settings.ts";
import { readVector } from "../bodies/pose.ts";
import { Segments } from "../draw/segments.ts";
import type { BodyScene, Layer } from "../scene/scene.ts";
import { scaleKey, type VectorScales } from "./vector-scales.ts";
import { Answers } from "./vector-values.ts";
import { targetsOf, type VectorSpec, type VectorTarget, vectorSpecs } from "./vectors.ts";

/** The most pieces, and the most moments at which functions of laws are asked for. */
const most = 100_000;
const mostAsked = 400;
/** With more bodies than these, their tips would only hide each other. */
const mostTips = 20;

interface Tip {
  readonly spec: VectorSpec;
  readonly target: VectorTarget;
  /** The length in space of a vector of length 1. */
  readonly scale: number;
  readonly colour: Color;
}

const foot = new Vector3();
const value = new Vector3();

export class TipTrails implements Layer {
  /** How many pieces are drawn. */
  count = 0;
  private readonly scales: VectorScales;
  private readonly segments = new Segments();
  private readonly answers = new Answers();
  private key = "";
  private every = 1;
  /** Stretches of frames that are built, and where the tips were at the end of the last. */
  private built = 0;
  private last: (Vector3 | null)[] = [];

  constructor(view: BodyScene, scales: VectorScales) {
    this.scales = scales;
    view.add(this.segments.lines);
  }

  reset(): void {
    this.key = "";
  }

  update(view: BodyScene, frame: number): void {
    const tips = showVectors.value ? this.tipsOf(view) : [];
    this.segments.lines.visible = tips.length > 0;
    this.count = 0;
    if (tips.length === 0) return;
    this.build(view, tips);
    this.count = Math.min(Math.floor(frame / this.every), this.built) * tips.length;
    this.segments.draw(this.count);
  }

  private tipsOf({ frames, size }: BodyScene): Tip[] {
    const specs = vectorSpecs().filter(({ isShown, hasTrail }) => isShown && hasTrail);
    const tips = specs.flatMap((spec) =>
      targetsOf(spec.name, frames!.layout)
        // Laws of links are asked for at too many places; what laws compute is known when the run has ended.
        .filter(({ slot, link }) => !link && (slot || phase.value !== "running"))
        .map((target) => ({
          spec,
          target,
          scale: this.scales.lengthOf(scaleKey(target.path), size),
          colour: new Color(spec.colour),
        })),
    );
    return tips.slice(0, mostTips);
  }

  /** Appends the frames that have come in; begins again where another vector or another scale is wanted. */
  private build(view: BodyScene, tips: readonly Tip[]): void {
    const frames = view.frames!;
    const asked = tips.flatMap(({ target: { slot, path } }) => (slot ? [] : [path]));
    const pieces = frames.count * tips.length;
    const every = Math.ceil(Math.max(1, pieces / most, asked.length > 0 ? frames.count / mostAsked : 0));
    const moments = Array.from({ length: Math.floor((frames.count - 1) / every) + 1 }, (_, k) => ({
      frame: k * every,
    }));
    const lookUp = this.answers.at(asked, moments);
    const isKnown = asked.length === 0 || this.answers.isFresh(asked, moments);
    const looks = tips.map(({ spec, target, scale }) => [target.path, spec.at, spec.point, spec.colour, scale]);
    const key = JSON.stringify([looks, every, isKnown]);
    if (key !== this.key) {
      this.key = key;
      this.every = every;
      this.built = 0;
      this.last = tips.map((tip) => tipAt(view, tip, 0, known(lookUp, tip, 0)));
    }
    const end = moments.length - 1;
    if (end <= this.built) return;
    const first = this.built * tips.length;
    this.segments.reserve(end * tips.length);
    for (let k = this.built; k < end; k++)
      for (const [i, tip] of tips.entries()) {
        const next = tipAt(view, tip, (k + 1) * every, known(lookUp, tip, k + 1));
        const from = this.last[i] ?? next ?? foot;
        this.segments.set(k * tips.length + i, from, next ?? from, tip.colour);
        this.last[i] = next;
      }
    this.built = end;
    this.segments.changed(first, end * tips.length - first);
  }
}

type LookUp = ReturnType<Answers["at"]>;

function known(lookUp: LookUp, { target }: Tip, moment: number): readonly number[] | null {
  return target.slot ? null : (lookUp(target.path, moment) ?? null);
}

/** Where the tip of a vector is at a frame; null if it has no value. */
function tipAt(view: BodyScene, tip: Tip, frame: number, asked: readonly number[] | null): Vector3 | null {
  const { spec, target, scale } = tip;
  const memory = (view.frames as Frames).memory(frame);
  if (target.slot) readVector(memory, target.slot, value);
  else if (asked) value.fromArray([...asked]);
  else return null;
  if (spec.at === "point") foot.fromArray([...spec.point]);
  else if (target.body >= 0) view.poses!.position(memory, target.body, foot);
  else foot.set(0, 0, 0);
  const at = new Vector3().copy(foot).addScaledVector(value, scale);
  return Number.isFinite(at.lengthSq()) ? at : null;
}
