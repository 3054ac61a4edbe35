// Soft light: the sky from all sides, and a high sun from the left front, whose shadow says where over the ground a
// body is. There is one map of shadows: what two would add is less than they take.
import { DirectionalLight, Group, HemisphereLight } from "three";
import type { Palette } from "../draw/palette.ts";
import type { Extent } from "./extent.ts";

export class Lights {
  readonly group = new Group();
  readonly sun = new DirectionalLight("#ffffff", 1);
  private readonly sky = new HemisphereLight("#ffffff", "#ffffff", 1);

  constructor() {
    this.group.add(this.sky, this.sun, this.sun.target);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(2048, 2048);
  }

  setTheme({ light }: Palette): void {
    this.sky.intensity = light.sky;
    this.sky.groundColor.set(light.below);
    this.sun.intensity = light.sun;
  }

  /** Aims the lights at what happens, and not at much more: the smaller the region, the sharper the shadows. */
  aim({ radius, centre, directions }: Extent): void {
    const { right, forward, up } = directions;
    const { sky, sun } = this;
    const reach = 1.5 * radius;
    sky.position.copy(up);
    sun.target.position.copy(centre);
    sun.position.copy(centre).addScaledVector(up, 2 * reach);
    sun.position.addScaledVector(right, -0.9 * reach).addScaledVector(forward, -0.6 * reach);
    const { shadow } = sun;
    const { camera } = shadow;
    camera.up.copy(forward);
    camera.left = camera.bottom = -reach;
    camera.right = camera.top = reach;
    camera.near = 0.02 * reach;
    camera.far = 5 * reach;
    camera.updateProjectionMatrix();
    shadow.bias = -0.0004;
    shadow.normalBias = 0.003 * radius;
    shadow.radius = 4;
  }
}
