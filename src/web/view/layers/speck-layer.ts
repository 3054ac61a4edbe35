// Bodies too small to be seen from here are marked by a point of their colour.
import type { BodyScene, Layer } from "../scene/scene.ts";

/** The radius in pixels below which a body is too small. */
const smallest = 1;

export class SpeckLayer implements Layer {
  reset(): void {}

  update(view: BodyScene): void {
    const { positions, halves } = view.bodies;
    for (let i = 0; i < positions.length; i++) {
      const half = halves[i];
      if (!half) continue;
      const pixel = view.pixelAt(positions[i]);
      if (Math.max(half.x, half.y, half.z) < smallest * pixel)
        view.dots.add(positions[i], view.bodies.colour(i), 7, pixel);
    }
  }
}
