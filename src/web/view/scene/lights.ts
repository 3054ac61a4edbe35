// Soft light: the sky from all sides, a sun from the left front, and one lamp straight above, whose shadow says where
// over the ground a body is.
import { DirectionalLight, Group, HemisphereLight } from "three";
import type { Palette } from "../draw/palette.ts";
import type { Extent } from "./extent.ts";

export class Lights {
  readonly group = new Group();
  readonly sun = new DirectionalLight("#ffffff", 1);
  readonly zenith = new DirectionalLight("#ffffff", 1);
  private readonly sky = new HemisphereLight("#ffffff", "#c3cad4", 1);

  constructor() {
    this.group.add(this.sky, this.sun, this.sun.target, this.zenith, this.zenith.target);
    this.sun.castShadow = this.zenith.castShadow = true;
    this.sun.shadow.mapSize.set(2048, 2048);
    this.zenith.shadow.mapSize.set(1024, 1024);
  }

  setTheme({ light }: Palette): void {
    this.sky.intensity = light.sky;
    this.sun.intensity = light.sun;
    this.zenith.intensity = light.zenith;
  }

  /** Aims the lights at what happens, and not at much more: the smaller the region, the sharper the shadows. */
  aim({ radius, centre, directions }: Extent): void {
    const { right, forward, up } = directions;
    const reach = 1.5 * radius;
    this.sky.position.copy(up);
    for (const lamp of [this.sun, this.zenith]) {
      const [x, y] = lamp === this.sun ? [-0.9, -0.7] : [0, 0];
      lamp.target.position.copy(centre);
      lamp.position.copy(centre).addScaledVector(up, 2 * reach);
      lamp.position.addScaledVector(right, x * reach).addScaledVector(forward, y * reach);
      const { shadow } = lamp;
      const { camera } = shadow;
      camera.up.copy(forward);
      camera.left = camera.bottom = -reach;
      camera.right = camera.top = reach;
      camera.near = 0.02 * reach;
      camera.far = 5 * reach;
      camera.updateProjectionMatrix();
      shadow.bias = -0.0004;
      shadow.normalBias = 0.003 * radius;
      shadow.radius = lamp === this.sun ? 3 : 7;
    }
  }
}
