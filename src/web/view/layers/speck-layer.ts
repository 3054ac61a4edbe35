// Bodies too small to be seen from here are marked by a point of their colour.
import type { BodyScene, Layer } from "../scene/scene.ts";

/** The radius in pixels below which a body is too small: one of many may be smaller than one of a few. */
const smallest = { few: 4, many: 1 } as const;
const few = 12;

export class SpeckLayer implements Layer {
  reset(): void {}

  update(view: BodyScene): void {
    const { positions, halves } = view.bodies;
    const least = positions.length <= few ? smallest.few : smallest.many;
    for (let i = 0; i < positions.length; i++) {
      const half = halves[i];
      if (!half) continue;
      const pixel = view.pixelAt(positions[i]);
      if (Math.max(half.x, half.y, half.z) < least * pixel)
        view.dots.add(positions[i], view.bodies.colour(i), 8, pixel);
    }
  }
}
