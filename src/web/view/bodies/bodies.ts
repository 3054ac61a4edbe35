// All bounded bodies: one mesh of many instances for each kind of shape, an outline for the selected one, a mirror
// image.
import {
  BackSide,
  BufferGeometry,
  Color,
  DoubleSide,
  DynamicDrawUsage,
  FrontSide,
  Group,
  InstancedBufferAttribute,
  InstancedMesh,
  Matrix4,
  Mesh,
  type MeshLambertMaterial,
  Quaternion,
  type Raycaster,
  ShaderMaterial,
  SRGBColorSpace,
  Vector2,
  Vector3,
} from "three";
import type { BodyInfo, ShapeInfo, SlotInfo } from "../../protocol/messages.ts";
import type { Palette } from "../draw/palette.ts";
import { drawingKey, geometryOf, halfOf, reshape } from "./body-geometry.ts";
import { type BodyUniforms, createBodyMaterial, createBodyUniforms, marks } from "./body-material.ts";
import { sizedHalf } from "./sizes.ts";
import { slotOf } from "./slots.ts";

interface Batch {
  readonly mesh: InstancedMesh<BufferGeometry, MeshLambertMaterial>;
  /** The mirror image of the instances in the ground; it shares all but its matrix. */
  readonly image: InstancedMesh<BufferGeometry, MeshLambertMaterial>;
  readonly style: InstancedBufferAttribute;
  /** Numbers of its bodies in the layout. */
  readonly members: readonly number[];
}

/** How a batch is drawn; a "surface" has no inside and is seen from behind too. */
type Look = "sphere" | "cuboid" | "round" | "drawn" | "surface";

function lookOf({ kind }: ShapeInfo): Look {
  if (kind === "sphere" || kind === "cuboid") return kind;
  if (kind === "cylinder" || kind === "capsule" || kind === "cone") return "round";
  return kind === "triangle mesh" ? "surface" : "drawn";
}

const matrix = new Matrix4();
const origin = new Vector3();

export class Bodies {
  readonly group = new Group();
  /** Where each body is drawn, by its number. */
  readonly positions: Vector3[] = [];
  readonly turns: Quaternion[] = [];
  readonly halves: (Vector3 | null)[] = [];
  /** The sizes of those whose shape laws change, as they are drawn; null for the others. */
  readonly sizes: (Float64Array | null)[] = [];
  private readonly colours: Color[] = [];
  /** Where the colours lie that the text states. */
  private stated: readonly (SlotInfo | null)[] = [];
  private batches: Batch[] = [];
  private readonly uniforms: BodyUniforms = createBodyUniforms();
  private readonly outline: Mesh<BufferGeometry, ShaderMaterial>;
  /** They last as long as the view: the browser compiles a shader again after its last material is gone. */
  private readonly materials: Record<Look, MeshLambertMaterial>;
  private bodies: readonly BodyInfo[] = [];
  private wheels: ReadonlySet<number> = new Set();
  private selected = -1;
  private hasWired = false;
  /** Number of bodies that sleep. */
  asleep = 0;

  constructor() {
    this.materials = {
      sphere: createBodyMaterial("sphere", this.uniforms),
      cuboid: createBodyMaterial("cuboid", this.uniforms),
      round: createBodyMaterial("round", this.uniforms),
      drawn: createBodyMaterial("drawn", this.uniforms),
      surface: createBodyMaterial("drawn", this.uniforms),
    };
    this.materials.surface.side = DoubleSide;
    this.outline = new Mesh<BufferGeometry, ShaderMaterial>(new BufferGeometry(), outlineMaterial());
    this.outline.matrixAutoUpdate = false;
    this.outline.frustumCulled = false;
    this.outline.visible = false;
    this.outline.renderOrder = 1;
  }

  /** `wheels` has the numbers of those that are drawn with spokes. */
  show(bodies: readonly BodyInfo[], wheels: ReadonlySet<number>, palette: Palette): void {
    this.clear();
    this.bodies = bodies;
    this.wheels = wheels;
    for (const body of bodies) {
      this.positions.push(new Vector3());
      this.turns.push(new Quaternion());
      this.halves.push(halfOf(body.shape));
      this.sizes.push(body.sizing && Float64Array.from(body.sizing.first));
    }
    this.chooseColours(palette);
    this.stated = bodies.map((body) => {
      const slot = slotOf(body, "color") ?? slotOf(body, "colour");
      return slot?.kind === "vector" && slot.size === 3 ? slot : null;
    });
    this.uniforms.edge.value.set(palette.edge);
    this.uniforms.aside.value.set(palette.aside);
    this.uniforms.asleep.value.set(palette.asleep);
    this.outline.material.uniforms["colour"].value.set(palette.selected);
    const alike = new Map<unknown, number[]>();
    for (const [number, body] of bodies.entries()) {
      if (!this.halves[number]) continue;
      const key = drawingKey(body);
      const members = alike.get(key);
      if (members) members.push(number);
      else alike.set(key, [number]);
    }
    for (const members of alike.values()) this.batch(members);
    this.group.add(this.outline);
  }

  private batch(members: readonly number[]): void {
    const { shape } = this.bodies[members[0]];
    const geometry = geometryOf(shape, members.length);
    const style = new InstancedBufferAttribute(new Float32Array(4 * members.length), 4);
    geometry.setAttribute("style", style);
    const material = this.materials[lookOf(shape)];
    const mesh = new InstancedMesh(geometry, material, members.length);
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.frustumCulled = false;
    mesh.castShadow = mesh.receiveShadow = true;
    for (const [i, number] of members.entries()) {
      const { physicalType } = this.bodies[number];
      const half = this.halves[number]!;
      const mark = physicalType === "static" ? marks.still : physicalType === "driven" ? marks.driven : 0;
      style.setXYZW(i, half.x, half.y, half.z, this.wheels.has(number) ? mark | marks.wheel : mark);
      mesh.setColorAt(i, this.colours[number]);
    }
    const image = new InstancedMesh(geometry, material, members.length);
    image.instanceMatrix = mesh.instanceMatrix;
    image.instanceColor = mesh.instanceColor;
    image.frustumCulled = false;
    image.matrixAutoUpdate = false;
    image.visible = false;
    this.group.add(mesh, image);
    this.batches.push({ mesh, image, style, members });
  }

  /** How many bodies with an end are drawn. */
  get drawn(): number {
    return this.batches.reduce((sum, { mesh }) => sum + mesh.count, 0);
  }

  colour(number: number): Color {
    return this.colours[number];
  }

  /**
   * Bodies that move have colours one after the other; copies of one object share theirs, unless they are few and
   * alone.
   */
  private chooseColours(palette: Palette): void {
    const movers = this.bodies.filter(({ physicalType }) => physicalType !== "static");
    const objects = new Set(movers.map(({ object }) => object));
    const isEach = objects.size === 1 && movers.length <= palette.bodies.length;
    const keys = [...(isEach ? movers.map(({ name }) => name) : objects)];
    const rank = new Map(keys.map((key, i) => [key, i]));
    for (const { name, object, physicalType } of this.bodies) {
      const i = rank.get(isEach ? name : object) ?? 0;
      this.colours.push(
        new Color(physicalType === "static" ? palette.still : palette.bodies[i % palette.bodies.length]),
      );
    }
  }

  /**
   * Gives bodies the colours that their attribute `color` states in a memory: red, green and blue from 0 to 1. Others
   * keep the colour that was chosen for them.
   */
  paint(memory: Float64Array): void {
    for (const { mesh, members } of this.batches)
      for (const [i, number] of members.entries()) {
        const slot = this.stated[number];
        if (!slot) continue;
        const [red, green, blue] = [0, 1, 2].map((k) => memory[slot.offset + k * slot.stride]);
        mesh.setColorAt(i, this.colours[number].setRGB(red, green, blue, SRGBColorSpace));
        mesh.instanceColor!.needsUpdate = true;
      }
  }

  /** Draws a body with the size in `sizes` from now on. */
  resize(number: number): void {
    sizedHalf(this.halves[number]!, this.bodies[number], this.sizes[number]!);
  }

  /** Draws the bodies at `positions` and `turns`; sleeping ones are tinted: 1 for each, by number; null for none. */
  place(inactive: Uint8Array | null): void {
    this.setAsleep(inactive);
    for (const batch of this.batches) {
      const { mesh, members } = batch;
      for (let i = 0; i < members.length; i++) {
        const number = members[i];
        mesh.setMatrixAt(i, matrix.compose(this.originOf(number), this.turns[number], this.halves[number]!));
      }
      if (members.some((number) => this.sizes[number])) this.fit(batch);
      mesh.instanceMatrix.needsUpdate = true;
      mesh.boundingSphere = null;
    }
    if (this.selected >= 0)
      this.outline.matrix.compose(this.originOf(this.selected), this.turns[this.selected], this.halves[this.selected]!);
  }

  /**
   * Where the middle of the coordinates of a body is drawn: another place than its position, if it grows from another
   * point.
   */
  private originOf(number: number): Vector3 {
    const { sizing } = this.bodies[number];
    const size = this.sizes[number];
    if (!size || !sizing?.origin.some((x) => x !== 0)) return this.positions[number];
    const growth = size[0] / sizing.first[0] - 1;
    return origin
      .fromArray([...sizing.origin])
      .multiplyScalar(growth)
      .applyQuaternion(this.turns[number])
      .add(this.positions[number]);
  }

  /** Adapts the look of edges and caps to the sizes of the bodies. */
  private fit({ mesh, style, members }: Batch): void {
    for (const [i, number] of members.entries()) {
      const half = this.halves[number]!;
      style.setXYZ(i, half.x, half.y, half.z);
      const size = this.sizes[number];
      if (size && this.bodies[number].shape.kind === "capsule")
        reshape(mesh.geometry, { kind: "capsule", radius: size[0], half: size[1] / 2 });
    }
    style.needsUpdate = true;
  }

  select(number: number): void {
    this.selected = number >= 0 && this.halves[number] ? number : -1;
    this.outline.visible = this.selected >= 0;
    const batch = this.batches.find(({ members }) => members.includes(this.selected));
    if (batch) this.outline.geometry = batch.mesh.geometry;
  }

  /** Greys all bodies but these; null greys none. */
  setAside(kept: ReadonlySet<string> | null): void {
    for (const { style, members } of this.batches) {
      for (const [i, number] of members.entries()) {
        const isAside = kept !== null && !kept.has(this.bodies[number].name);
        setMark(style, i, marks.aside, isAside);
      }
      style.needsUpdate = true;
    }
  }

  private setAsleep(inactive: Uint8Array | null): void {
    this.asleep = 0;
    for (const { style, members } of this.batches) {
      let hasChanged = false;
      for (let i = 0; i < members.length; i++) {
        const isAsleep = inactive !== null && inactive[members[i]] === 1;
        if (isAsleep) this.asleep++;
        if (isAsleep === ((style.getW(i) & marks.asleep) !== 0)) continue;
        setMark(style, i, marks.asleep, isAsleep);
        hasChanged = true;
      }
      if (hasChanged) style.needsUpdate = true;
    }
  }

  /** Sets the distance between the lines on static bodies. */
  setHatch(length: number): void {
    this.uniforms.hatch.value = length;
  }

  setWire(isWire: boolean): void {
    this.uniforms.wire.value = Number(isWire);
    for (const { mesh } of this.batches) mesh.castShadow = !isWire;
    this.dressMaterials();
  }

  /** Draws these bodies by their edges alone; null for none. */
  setWired(names: ReadonlySet<string> | null): void {
    if (!this.hasWired && names === null) return;
    this.hasWired = names !== null;
    for (const { style, members } of this.batches) {
      for (const [i, number] of members.entries())
        setMark(style, i, marks.wire, names?.has(this.bodies[number].name) ?? false);
      style.needsUpdate = true;
    }
    this.dressMaterials();
  }

  /** Edges alone are seen from behind too, and smooth. */
  private dressMaterials(): void {
    const isWire = this.hasWired || this.uniforms.wire.value === 1;
    for (const material of Object.values(this.materials)) {
      if (material.alphaToCoverage === isWire) continue;
      material.side = isWire || material === this.materials.surface ? DoubleSide : FrontSide;
      material.alphaToCoverage = isWire;
      material.needsUpdate = true;
    }
  }

  /** Shows the mirror image in a plane; null for none. */
  setMirror(reflection: Matrix4 | null): void {
    for (const { image } of this.batches) {
      image.visible = reflection !== null;
      if (reflection) image.matrix.copy(reflection);
    }
  }

  setOutlineSize(width: number, height: number): void {
    this.outline.material.uniforms["pixel"].value.set(2 / width, 2 / height);
  }

  /** The first body on a ray, by its number. */
  pick(ray: Raycaster): { number: number; point: Vector3 } | null {
    const hits = this.batches.flatMap(({ mesh, members }) =>
      ray
        .intersectObject(mesh, false)
        .map(({ distance, instanceId, point }) => ({ distance, point, number: members[instanceId!] })),
    );
    return hits.sort((a, b) => a.distance - b.distance)[0] ?? null;
  }

  clear(): void {
    for (const { mesh, image } of this.batches) {
      mesh.geometry.dispose();
      mesh.dispose();
      this.group.remove(mesh, image);
    }
    this.batches = [];
    this.positions.length = this.turns.length = this.halves.length = this.sizes.length = 0;
    this.colours.length = 0;
    this.select(-1);
  }

  dispose(): void {
    this.clear();
    for (const material of Object.values(this.materials)) material.dispose();
  }
}

function setMark(style: InstancedBufferAttribute, i: number, mark: number, isMarked: boolean): void {
  const all = style.getW(i);
  style.setW(i, isMarked ? all | mark : all & ~mark);
}

/** The material of the outline: the body from behind, a few pixels larger. */
function outlineMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    side: BackSide,
    uniforms: { colour: { value: new Color() }, pixel: { value: new Vector2(0.002, 0.002) } },
    vertexShader: `uniform vec2 pixel;
      void main() {
        vec4 at = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
        vec4 middle = projectionMatrix * modelViewMatrix * vec4(0.0, 0.0, 0.0, 1.0);
        vec2 away = (at.xy / at.w - middle.xy / middle.w) / pixel;
        at.xy += normalize(away + 1e-9) * pixel * 3.5 * at.w;
        gl_Position = at;
      }`,
    fragmentShader: `uniform vec3 colour;
      void main() {
        gl_FragColor = vec4(colour, 1.0);
        #include <colorspace_fragment>
      }`,
  });
}
