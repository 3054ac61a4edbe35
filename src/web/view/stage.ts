// The view at work: the scene, its layers and the hand, kept in step with what the page shows.
import { effect, untracked } from "@preact/signals";
import { Vector3 } from "three";
import type { BenchOutline } from "../protocol/text.ts";
import { bench, showTrails } from "../state/bench.ts";
import { isPlaying, time } from "../state/clock.ts";
import { opened } from "../state/experiment.ts";
import { otherArrived, otherFrames } from "../state/other-run.ts";
import { arrived, type Frames, frames, phase } from "../state/run.ts";
import { eventVectors, selectedBody } from "../state/selection.ts";
import { showAxes, showContacts, showMirror, showVectors, showWireframe, theme } from "../state/settings.ts";
import { cameraPlace } from "./camera-place.tsx";
import { type Stage, stage } from "./commands.ts";
import { ContactLayer } from "./contacts/contact-layer.ts";
import type { DrawnContact } from "./contacts/forces.ts";
import type { MirrorImage } from "./draw/mirror-image.ts";
import { watchEvent } from "./event-watch.ts";
import { Hand } from "./hand/hand.ts";
import { Pull } from "./hand/pull.ts";
import { AxesLayer } from "./layers/axes-layer.ts";
import { ContactShade } from "./layers/contact-shade.ts";
import { GhostLayer } from "./layers/ghost-layer.ts";
import { GravityLayer } from "./layers/gravity-layer.ts";
import { NumberLayer } from "./layers/number-layer.ts";
import { SlopeLayer } from "./layers/slope-layer.ts";
import { SpeckLayer } from "./layers/speck-layer.ts";
import { TrailLayer } from "./layers/trail-layer.ts";
import { CurveLayer } from "./links/curve-layer.ts";
import { LinkLayer } from "./links/link-layer.ts";
import { pictureOf } from "./picture.ts";
import { isInSight } from "./scene/camera.ts";
import { BodyScene } from "./scene/scene.ts";
import { followedBody, handTool, trailsOfSelected } from "./scene/view-settings.ts";
import { ArrowQuestions } from "./vectors/arrow-questions.ts";
import { TipTrails } from "./vectors/tip-trails.ts";
import { type DrawnVector, VectorLayer } from "./vectors/vector-layer.ts";
import { chosenScales, setDrawnScales, VectorScales } from "./vectors/vector-scales.ts";
import { answered } from "./vectors/vector-values.ts";
import { vectorSpecs } from "./vectors/vectors.ts";

export interface StageParts {
  readonly host: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  readonly labels: HTMLElement;
  /** Called with what is drawn, when it stands still. */
  onVectors(drawn: readonly DrawnVector[]): void;
  onContacts(drawn: readonly DrawnContact[]): void;
  onScale(length: number, pixels: number): void;
}

/** Begins to draw; returns a function that ends it. */
export function startStage({ host, canvas, labels, onVectors, onContacts, onScale }: StageParts): () => void {
  const view = new BodyScene(canvas, labels);
  // The first listener gets pointer events first.
  const pull = new Pull(view, host);
  const hand = new Hand(view, host);
  const layers = layersOf(view);
  const { scales, contacts, vectors, links, curves, ghosts } = layers;
  const questions = new ArrowQuestions(view, vectors, host);
  view.layers.push(hand, ...Object.values(layers));

  const isDark = matchMedia("(prefers-color-scheme: dark)");
  const setTheme = () => view.setTheme(theme.value === "dark" || (theme.value === "system" && isDark.matches));
  isDark.addEventListener("change", setTheme);
  const framing = new Framing(view, [links.image, curves.image]);
  const observer = new ResizeObserver(([{ contentRect }]) => {
    const tools = host.querySelector<HTMLElement>(".view-tools");
    view.covered = tools ? tools.offsetTop + tools.offsetHeight : 0;
    view.resize(contentRect.width, contentRect.height);
    framing.resized();
  });
  observer.observe(host);

  view.onDrawn = () => {
    const bar = view.scaleBar(120);
    onScale(bar.length, bar.pixels);
    setDrawnScales(bar.pixels / bar.length, scales.list);
    view.labels.corner = 42 + 26 * Math.min(4, scales.list.length);
    if (scales.isStale) view.invalidate();
    tellPlace(view);
    if (isPlaying.peek()) return;
    onVectors(vectors.drawn);
    onContacts(contacts.shown);
    // For observers from outside: tests, and pages that hold the lab in a frame.
    Object.assign(canvas.dataset, countsIn(layers), { links: countsOf(links) }, describeScene(view));
  };

  const lost = () => view.invalidate();
  canvas.addEventListener("webglcontextrestored", lost);
  const stops = [
    effect(setTheme),
    ...watchPage(view, framing),
    watchEvent(view),
    () => isDark.removeEventListener("change", setTheme),
    () => observer.disconnect(),
    () => canvas.removeEventListener("webglcontextrestored", lost),
  ];
  stage.value = offeredBy(view, host, framing);
  return () => {
    stage.value = null;
    for (const stop of stops) stop();
    pull.dispose();
    hand.dispose();
    questions.dispose();
    ghosts.dispose();
    view.dispose();
  };
}

/** What the rest of the page may ask of the view. */
function offeredBy(view: BodyScene, host: HTMLElement, framing: Framing): Stage {
  return {
    look: (side) => {
      framing.isTouched = side !== "default";
      view.frameAll(side);
    },
    camera: () => cameraOf(view),
    picture: () => pictureOf(view),
    view,
    host,
  };
}

/** The layers besides the bodies, in the order of their updates. */
function layersOf(view: BodyScene) {
  const scales = new VectorScales();
  return {
    shade: new ContactShade(view),
    ghosts: new GhostLayer(view),
    curves: new CurveLayer(view),
    links: new LinkLayer(view),
    slopes: new SlopeLayer(view),
    numbers: new NumberLayer(),
    gravity: new GravityLayer(),
    specks: new SpeckLayer(),
    axes: new AxesLayer(),
    trails: new TrailLayer(view),
    scales,
    contacts: new ContactLayer(scales),
    vectors: new VectorLayer(scales),
    tips: new TipTrails(view, scales),
  };
}

/** Draws again whenever what the page shows changes; returns functions that end that. */
function watchPage(view: BodyScene, framing: Framing): (() => void)[] {
  return [
    effect(() => {
      arrived.value;
      phase.value;
      const all = frames.value;
      const wanted = bench.value;
      if (!all) untracked(() => framing.end());
      if (!all || all.count === 0) return;
      untracked(() => {
        framing.news(all);
        framing.place(wanted, all);
      });
    }),
    effect(() => view.update(time.value)),
    effect(() => {
      void [showAxes.value, showContacts.value, showTrails.value, showVectors.value, trailsOfSelected.value];
      void [answered.value, vectorSpecs(), eventVectors.value, chosenScales.value, isPlaying.value];
      view.invalidate();
    }),
    effect(() => {
      void [showWireframe.value, showMirror.value];
      untracked(() => framing.dress());
      view.invalidate();
    }),
    effect(() => {
      view.bodies.select(numberOf(frames.value, selectedBody.value));
      view.invalidate();
    }),
    effect(() => {
      void [otherFrames.value, otherArrived.value];
      view.invalidate();
    }),
    effect(() => view.follow(numberOf(frames.value, followedBody.value))),
  ];
}

/** Tells the page where the camera stands, if that has changed. */
function tellPlace({ camera, controls }: BodyScene): void {
  const next = { at: camera.position.toArray(), towards: controls.target.toArray() };
  if (JSON.stringify(next) !== JSON.stringify(cameraPlace.peek())) cameraPlace.value = next;
}

/** Bodies and camera as text: `ball 120 80; …`, and points of six digits. */
function describeScene(view: BodyScene) {
  const written = (point: Vector3) =>
    point
      .toArray()
      .map((one) => one.toPrecision(6))
      .join(" ");
  return {
    bodies: view.bodies.drawn,
    asleep: view.bodies.asleep,
    places: placesOf(view),
    camera: written(view.camera.position),
    target: written(view.controls.target),
  };
}

/** How many things each layer draws, of those that count. */
function countsIn({ contacts, axes, trails, tips, ghosts, curves, slopes, gravity, shade }: StageLayers) {
  const counting = { axes, trails, tips, ghosts, curves, slopes, gravity, shade };
  const counts = Object.entries(counting).map(([name, { count }]) => [name, count]);
  return { ...Object.fromEntries(counts), contacts: contacts.shown.length };
}

type StageLayers = ReturnType<typeof layersOf>;

/** How many links are drawn as what: `rod 2; spring 1`. */
function countsOf({ drawn }: LinkLayer): string {
  const counts = [...drawn].map(([drawing, count]) => `${drawing} ${count}`);
  return counts.sort().join("; ");
}

function numberOf(all: Frames | null, body: string | null): number {
  return all && body !== null ? all.layout.bodies.findIndex((one) => one.name === body) : -1;
}

/** Where bodies are on the page, in pixels of the canvas: `ball 120 80; …`; of many only the first. */
function placesOf({ renderer, frames: all, bodies, camera }: BodyScene): string {
  const { clientWidth, clientHeight } = renderer.domElement;
  const at = new Vector3();
  const said = (all?.layout.bodies.slice(0, 30) ?? []).map((body, i) => {
    at.copy(bodies.positions[i]).project(camera);
    return `${body.name} ${Math.round(((at.x + 1) / 2) * clientWidth)} ${Math.round(((1 - at.y) / 2) * clientHeight)}`;
  });
  return said.join("; ");
}

/** Width over height of the narrowest window for which a camera of a text need not stand back. */
const leastAspect = 1.25;

/** How much farther the camera of a text is in a narrow window, so that as much is seen from left to right. */
function standingBack({ camera }: BodyScene): number {
  return Math.max(1, leastAspect / camera.aspect);
}

/** The camera as a text would have it. */
function cameraOf(view: BodyScene): { at: [number, number, number]; towards: [number, number, number] } {
  const { target } = view.controls;
  const at = view.camera.position.clone().sub(target).divideScalar(standingBack(view)).add(target);
  return { at: at.toArray(), towards: target.toArray() };
}

/** Places the camera as long as nobody has moved it: it fits what happens, and moves as little as possible. */
class Framing {
  isTouched = false;
  private readonly view: BodyScene;
  private readonly images: readonly MirrorImage[];
  private shown: Frames | null = null;
  private experiment = -1;
  private framedSize = 0;
  /** The bench that last placed the camera. */
  private placed: BenchOutline | null = null;
  /** Whether this experiment has been seen to its end once. */
  private isSettled = false;

  constructor(view: BodyScene, images: readonly MirrorImage[]) {
    this.view = view;
    this.images = images;
    view.onTouched = () => {
      this.isTouched = true;
    };
  }

  news(all: Frames): void {
    const { view } = this;
    const isNewRun = all !== this.shown;
    if (isNewRun) view.show(all);
    const isOther = isNewRun && opened.value !== this.experiment;
    const isFirst = this.experiment < 0;
    this.shown = all;
    if (isOther) {
      this.experiment = opened.value;
      this.isTouched = this.isSettled = false;
      this.placed = this.view.usual = null;
      followedBody.value = handTool.value = null;
      if (numberOf(all, selectedBody.value) < 0 || !isFirst) selectedBody.value = null;
    }
    const hasGrown = isNewRun || view.measure(phase.value === "running" ? 0.05 : 0);
    if (hasGrown) this.dress();
    if (this.isTouched || followedBody.value !== null) return;
    if (!this.isSettled) {
      if (hasGrown) this.fit();
      this.isSettled = phase.value !== "running";
      return;
    }
    // The same experiment with other numbers is seen from the same place, unless it no longer fits, or has become
    // small.
    const isSmall = view.size < 0.5 * this.framedSize;
    if (phase.value !== "running" && (isSmall || !isInSight(view.camera, view.extent!))) this.fit();
  }

  /** The run has ended, and no other has come yet. */
  end(): void {
    if (!this.shown) return;
    this.shown = null;
    this.view.clear();
  }

  private fit(): void {
    this.view.worthTurning = phase.value === "running" ? 1.3 : 1.05;
    this.view.frameAll();
    this.framedSize = this.view.size;
  }

  /** Places the camera where the text wants it: once, and again when the text changes that. */
  place(wanted: BenchOutline, all: Frames): void {
    if (wanted === this.placed) return;
    this.placed = wanted;
    const { camera, follow } = wanted;
    if (camera) {
      const { view } = this;
      this.isTouched = true;
      const towards = view.controls.target.set(...camera.towards);
      // In a narrow window the camera stands back, so that as much is seen from left to right.
      const back = Math.max(1, leastAspect / view.camera.aspect);
      view.camera.position
        .set(...camera.at)
        .sub(towards)
        .multiplyScalar(back)
        .add(towards);
      view.controls.update();
      view.invalidate();
    }
    if (numberOf(all, follow) >= 0) followedBody.value = follow;
  }

  resized(): void {
    if (!this.isTouched && followedBody.value === null) this.view.frameAll();
  }

  /** Applies wireframe, mirror and selection to new bodies and a new ground. */
  dress(): void {
    const { bodies, ground } = this.view;
    bodies.setWire(showWireframe.value);
    for (const image of [bodies, ...this.images]) image.setMirror(showMirror.value ? ground.reflection : null);
    ground.setMirror(showMirror.value);
    bodies.select(numberOf(this.shown, selectedBody.value));
  }
}
