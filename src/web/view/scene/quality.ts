// How finely the view is drawn. A machine that cannot keep up draws coarser pictures while something moves, and a fine
// one when everything stands still.
import type { WebGLRenderer } from "three";
import type { Lights } from "./lights.ts";

/** Share of the page's pixels, and whether the sun throws shadows. */
const levels = [
  { pixels: 1, hasShadows: true },
  { pixels: 0.7, hasShadows: true },
  { pixels: 0.5, hasShadows: false },
] as const;

/** Milliseconds between two pictures above which the next is drawn coarser, and below which finer. */
const slow = [40, 110, Number.POSITIVE_INFINITY];
const fast = 14;
/** Milliseconds without motion before a fine picture is drawn; more where pictures come seldom. */
const rest = 350;

export class Quality {
  private readonly renderer: WebGLRenderer;
  private readonly lights: Lights;
  private readonly redraw: () => void;
  private level = 0;
  private isFine = true;
  private mean = 16;
  private samples = 0;
  /** When the last picture was begun. */
  drawnAt = 0;
  private endedAt = 0;
  private isGoingOn = false;
  private timer = 0;
  private width = 1;
  private height = 1;

  constructor(renderer: WebGLRenderer, lights: Lights, redraw: () => void, isSlow: boolean) {
    this.renderer = renderer;
    this.lights = lights;
    this.redraw = redraw;
    if (!isSlow) return;
    this.level = levels.length - 1;
    this.isFine = false;
  }

  resize(width: number, height: number): void {
    this.width = width;
    this.height = height;
    this.apply();
  }

  /** Called when a picture is wanted. */
  wanted(): void {
    this.isGoingOn = performance.now() - this.endedAt < 60;
  }

  /** Called when the picture waits for something else: its time says nothing about drawing. */
  wait(): void {
    this.isGoingOn = false;
  }

  /** Called before a picture is drawn. */
  begin(now: number): void {
    if (this.isGoingOn && now - this.drawnAt < 4000) this.measure(now - this.drawnAt);
    this.drawnAt = now;
    if (this.level > 0 && this.isFine && this.isGoingOn) {
      this.isFine = false;
      this.apply();
    }
  }

  end(): void {
    this.endedAt = performance.now();
    if (!this.isFine && this.timer === 0) this.awaitRest(0);
  }

  /** One timer for any number of pictures: setting one for each would take as long as some drawing. */
  private awaitRest(passed: number): void {
    const wait = Math.max(rest, 3 * this.mean);
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      const still = performance.now() - this.endedAt;
      if (still >= wait) this.refine();
      else if (!this.isFine) this.awaitRest(still);
    }, wait - passed);
  }

  private measure(milliseconds: number): void {
    this.mean += (milliseconds - this.mean) * 0.3;
    if (++this.samples < 4) return;
    const next =
      this.mean > slow[this.level]
        ? this.level + 1
        : this.samples > 60 && this.mean < fast
          ? this.level - 1
          : this.level;
    if (next === this.level || !levels[next]) return;
    this.level = next;
    this.samples = 0;
    this.isFine = next === 0;
    this.apply();
  }

  refine(): void {
    if (this.isFine) return;
    this.isFine = true;
    this.apply();
    this.redraw();
  }

  private apply(): void {
    const { pixels, hasShadows } = levels[this.isFine ? 0 : this.level];
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio) * pixels);
    this.renderer.setSize(this.width, this.height, false);
    this.lights.sun.castShadow = hasShadows;
  }

  dispose(): void {
    clearTimeout(this.timer);
  }
}

/**
 * Whether the processor draws, which is slow from the first picture on: several samples per pixel would take seconds.
 */
export function isDrawnBySoftware(): boolean {
  const gl = document.createElement("canvas").getContext("webgl2");
  if (!gl) return false;
  const names = gl.getExtension("WEBGL_debug_renderer_info");
  const said = String(gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(said);
}
