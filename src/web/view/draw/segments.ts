// Thick lines in one draw call, in a buffer that grows.
import { Color, DynamicDrawUsage, InstancedInterleavedBuffer, InterleavedBufferAttribute, type Vector3 } from "three";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";

/** The first part of what is drawn is the palest; the last third has its full colour. */
const paling = "diffuseColor.rgb = mix(diffuseColor.rgb, pale, 0.68 * smoothstep(0.3, 1.0, vAge));";

export class Segments {
  readonly lines: LineSegments2;
  private places = new Float32Array(0);
  private tints = new Float32Array(0);
  private buffers: InstancedInterleavedBuffer[] = [];
  private geometry = new LineSegmentsGeometry();
  private readonly age = { drawn: { value: 0 }, pale: { value: new Color() } };

  constructor() {
    this.lines = new LineSegments2(this.geometry, new LineMaterial({ linewidth: 2, vertexColors: true }));
    this.lines.frustumCulled = false;
    this.reserve(64);
  }

  reserve(count: number): void {
    if (6 * count <= this.places.length) return;
    const grown = (old: Float32Array) => {
      const next = new Float32Array(12 * count);
      next.set(old);
      return next;
    };
    this.places = grown(this.places);
    this.tints = grown(this.tints);
    this.buffers = [this.places, this.tints].map((array) =>
      new InstancedInterleavedBuffer(array, 6, 1).setUsage(DynamicDrawUsage),
    );
    // How many instances there may be is fixed in a geometry by its first buffer.
    this.geometry.dispose();
    this.geometry = new LineSegmentsGeometry();
    this.lines.geometry = this.geometry;
    const names = [
      ["instanceStart", "instanceEnd"],
      ["instanceColorStart", "instanceColorEnd"],
    ];
    for (const [k, pair] of names.entries())
      for (const [i, name] of pair.entries())
        this.geometry.setAttribute(name, new InterleavedBufferAttribute(this.buffers[k], 3, 3 * i));
  }

  set(i: number, a: Vector3, b: Vector3, { r, g, b: blue }: Color): void {
    if (6 * i >= this.places.length) this.reserve(2 * i + 2);
    this.places.set([a.x, a.y, a.z, b.x, b.y, b.z], 6 * i);
    this.tints.set([r, g, blue, r, g, blue], 6 * i);
  }

  changed(first: number, count: number): void {
    for (const buffer of this.buffers) {
      buffer.addUpdateRange(6 * first, 6 * count);
      buffer.needsUpdate = true;
    }
  }

  draw(count: number): void {
    this.geometry.instanceCount = count;
    this.age.drawn.value = count;
  }

  /** From now on lines that were set first are paler than those that were set last. */
  fade(): void {
    const { material } = this.lines;
    Object.assign(material.uniforms, this.age);
    material.vertexShader = material.vertexShader.replace(
      "void main() {",
      `uniform float drawn;
      varying float vAge;
      void main() {
        vAge = 1.0 - float(gl_InstanceID) / max(drawn, 1.0);`,
    );
    material.fragmentShader = material.fragmentShader
      .replace("void main() {", "uniform vec3 pale;\nvarying float vAge;\nvoid main() {")
      .replace("gl_FragColor = vec4( diffuseColor.rgb,", `${paling}\ngl_FragColor = vec4(diffuseColor.rgb,`);
  }

  /** Sets what the lines fade to. */
  setPale(colour: string): void {
    this.age.pale.value.set(colour);
  }
}
