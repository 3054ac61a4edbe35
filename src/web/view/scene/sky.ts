// The sky: it shows where up is, and meets the ground at the horizon.
import { BackSide, Color, Mesh, ShaderMaterial, SphereGeometry, Vector3 } from "three";
import type { Palette } from "../draw/palette.ts";

export class Sky {
  readonly mesh: Mesh<SphereGeometry, ShaderMaterial>;

  constructor() {
    const material = new ShaderMaterial({
      side: BackSide,
      depthWrite: false,
      depthTest: false,
      uniforms: {
        sky: { value: new Color() },
        horizon: { value: new Color() },
        ground: { value: new Color() },
        up: { value: new Vector3(0, 0, 1) },
      },
      vertexShader: `varying vec3 direction;
        void main() {
          direction = position;
          gl_Position = projectionMatrix * vec4(mat3(viewMatrix) * position, 1.0);
        }`,
      fragmentShader: `uniform vec3 sky;
        uniform vec3 horizon;
        uniform vec3 ground;
        uniform vec3 up;
        varying vec3 direction;
        void main() {
          float height = dot(normalize(direction), up);
          vec3 above = mix(horizon, sky, smoothstep(0.0, 0.55, height));
          gl_FragColor = vec4(mix(ground, above, smoothstep(-0.012, 0.006, height)), 1.0);
          #include <colorspace_fragment>
        }`,
    });
    this.mesh = new Mesh(new SphereGeometry(1, 24, 16), material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = -10;
  }

  /** Without a ground there is no horizon. */
  setLook({ sky, background, far }: Palette, up: Vector3, size: number, hasGround: boolean): void {
    const { uniforms } = this.mesh.material;
    uniforms["sky"].value.set(sky);
    uniforms["horizon"].value.set(background);
    uniforms["ground"].value.set(hasGround ? far : background);
    uniforms["up"].value.copy(up);
    // Between the near and the far plane of the camera.
    this.mesh.geometry.dispose();
    this.mesh.geometry = new SphereGeometry(size, 24, 16);
  }
}
