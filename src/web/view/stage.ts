// The view at work: the scene, its layers and the hand, kept in step with what the page shows.
import { effect, untracked } from "@preact/signals";
import { Vector3 } from "three";
import { otherArrived, otherFrames } from "../compare/comparison.ts";
import type { BenchOutline } from "../protocol/text.ts";
import { bench } from "../state/bench.ts";
import { isPlaying, time } from "../state/clock.ts";
import { name } from "../state/experiment.ts";
import { arrived, type Frames, frames, phase } from "../state/run.ts";
import { selectedBody } from "../state/selection.ts";
import {
  showAxes,
  showContacts,
  showMirror,
  showTrails,
  showVectors,
  showWireframe,
  theme,
} from "../state/settings.ts";
import { stage } from "./commands.ts";
import { ContactLayer } from "./contacts/contact-layer.ts";
import type { DrawnContact } from "./contacts/forces.ts";
import type { MirrorImage } from "./draw/mirror-image.ts";
import { watchEvent } from "./event-watch.ts";
import { Hand } from "./hand/hand.ts";
import { Pull } from "./hand/pull.ts";
import { AxesLayer } from "./layers/axes-layer.ts";
import { GhostLayer } from "./layers/ghost-layer.ts";
import { NumberLayer } from "./layers/number-layer.ts";
import { SpeckLayer } from "./layers/speck-layer.ts";
import { TrailLayer } from "./layers/trail-layer.ts";
import { CurveLayer } from "./links/curve-layer.ts";
import { LinkLayer } from "./links/link-layer.ts";
import { pictureOf } from "./picture.ts";
import { isInSight } from "./scene/camera.ts";
import { BodyScene } from "./scene/scene.ts";
import { followedBody, handTool, trailsOfSelected } from "./scene/view-settings.ts";
import { ArrowQuestions } from "./vectors/arrow-questions.ts";
import { type DrawnVector, VectorLayer } from "./vectors/vector-layer.ts";
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
  // The one that listens first has the pointer first.
  const pull = new Pull(view, host);
  const hand = new Hand(view, host);
  const axes = new AxesLayer();
  const contacts = new ContactLayer();
  const trails = new TrailLayer(view);
  const vectors = new VectorLayer();
  const questions = new ArrowQuestions(view, vectors, host);
  const links = new LinkLayer(view);
  const curves = new CurveLayer(view);
  const ghosts = new GhostLayer(view);
  view.layers.push(hand, ghosts, curves, links, new NumberLayer(), new SpeckLayer(), axes, contacts, trails, vectors);

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
    if (isPlaying.peek()) return;
    onVectors(vectors.drawn);
    onContacts(contacts.shown);
    // For those who look from outside: tests, and pages that hold the lab in a frame.
    Object.assign(canvas.dataset, {
      axes: axes.count,
      contacts: contacts.shown.length,
      trails: trails.count,
      links: countsOf(links),
      curves: curves.count,
      ghosts: ghosts.count,
      ...describeScene(view),
    });
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
  stage.value = {
    look: (side) => {
      framing.isTouched = side !== "default";
      view.frameAll(side);
    },
    camera: () => ({ at: view.camera.position.toArray(), towards: view.controls.target.toArray() }),
    picture: () => pictureOf(view),
  };
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

/** Draws again whenever what the page shows changes; returns functions that end that. */
function watchPage(view: BodyScene, framing: Framing): (() => void)[] {
  return [
    effect(() => {
      arrived.value;
      phase.value;
      const all = frames.value;
      const wanted = bench.value;
      if (!all || all.count === 0) return;
      untracked(() => {
        framing.news(all);
        framing.place(wanted, all);
      });
    }),
    effect(() => view.update(time.value)),
    effect(() => {
      void [showAxes.value, showContacts.value, showTrails.value, showVectors.value, trailsOfSelected.value];
      void [answered.value, vectorSpecs(), isPlaying.value];
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

/** Places the camera as long as nobody has moved it: it fits what happens, and moves as little as possible. */
class Framing {
  isTouched = false;
  private readonly view: BodyScene;
  private readonly images: readonly MirrorImage[];
  private shown: Frames | null = null;
  private experiment = "";
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
    const isOther = isNewRun && name.value !== this.experiment;
    const isFirst = this.experiment === "";
    this.shown = all;
    if (isOther) {
      this.experiment = name.value;
      this.isTouched = this.isSettled = false;
      this.placed = null;
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

  private fit(): void {
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
      view.camera.position.set(...camera.at);
      view.controls.target.set(...camera.towards);
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
