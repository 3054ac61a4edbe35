// A small arrow in a corner that shows where down is: along the vector of the world that the text calls `g` or
// `gravity`, if it has one and it is not zero. It shows only a direction, so it has one length.
import { Quaternion, Vector3 } from "three";
import type { SlotInfo } from "../../protocol/messages.ts";
import { readVector } from "../bodies/pose.ts";
import { vectorColour } from "../draw/palette.ts";
import { gravitySlot } from "../scene/gravity.ts";
import type { BodyScene, Layer } from "../scene/scene.ts";

/** Its length and the place of its middle from the right edge and from the tools above, in pixels. */
const long = 34;
const fromEdge = 30;
/** In narrower pictures, as on cards of the gallery, there is no room for it, in pixels. */
const narrowest = 340;
const down = new Vector3();
const foot = new Vector3();
const ray = new Vector3();
const middle = new Vector3();
const turn = new Quaternion();

export class GravityLayer implements Layer {
  /** How many arrows are drawn. */
  count = 0;
  private slot: SlotInfo | null = null;

  reset({ frames }: BodyScene): void {
    this.slot = frames && gravitySlot(frames.layout);
  }

  update(view: BodyScene, frame: number): void {
    this.count = 0;
    if (!this.slot || view.width < narrowest) return;
    readVector(view.instant ?? view.frames!.memory(frame), this.slot, down);
    if (!(down.lengthSq() > 0)) return;
    const { width, height } = view;
    const [x, y] = [width - fromEdge, view.covered + fromEdge];
    // At the distance of what the camera looks at, where a pixel has a known size.
    foot.set((2 * x) / width - 1, 1 - (2 * y) / height, 0.5).unproject(view.camera);
    ray.copy(foot.sub(view.camera.position).normalize());
    foot.multiplyScalar(view.camera.position.distanceTo(view.controls.target)).add(view.camera.position);
    const pixel = view.pixelAt(foot);
    // Turned as the middle of the picture is to the ray to the corner, so that it is as upright as things there are.
    turn.setFromUnitVectors(view.camera.getWorldDirection(middle), ray);
    down
      .normalize()
      .applyQuaternion(turn)
      .multiplyScalar(long * pixel);
    foot.addScaledVector(down, -0.5);
    view.arrows.add(foot, down, vectorColour("a"), 3, pixel);
    view.labels.add("g", foot.addScaledVector(down, 0.5), vectorColour("a"), view.camera);
    this.count++;
  }
}
