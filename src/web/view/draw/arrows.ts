// Arrows over the bodies, outlined, as thick on the page as one wants. All of them are four draw calls.
import {
  type BufferGeometry,
  Color,
  ConeGeometry,
  CylinderGeometry,
  DynamicDrawUsage,
  Group,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  Quaternion,
  Vector3,
} from "three";

const z = new Vector3(0, 0, 1);
const unit = new Vector3();
const turn = new Quaternion();
const place = new Vector3();
const scale = new Vector3();
const matrix = new Matrix4();
const tint = new Color();

/** How much wider and longer a head is than its shaft is thick. */
const headWidth = 2.6;
const headLength = 6.5;
/** The width of the outline in pixels. */
const rim = 1.4;

export class Arrows {
  readonly group = new Group();
  private count = 0;
  private capacity = 0;
  private shafts!: InstancedMesh<BufferGeometry, MeshBasicMaterial>;
  private heads!: InstancedMesh<BufferGeometry, MeshBasicMaterial>;
  private shaftRims!: InstancedMesh<BufferGeometry, MeshBasicMaterial>;
  private headRims!: InstancedMesh<BufferGeometry, MeshBasicMaterial>;
  private outline = "#ffffff";

  constructor() {
    this.grow(32);
  }

  setOutline(colour: string): void {
    this.outline = colour;
    for (const mesh of [this.shaftRims, this.headRims]) mesh.material.color.set(colour);
  }

  begin(): void {
    this.count = 0;
  }

  /** Adds an arrow from a point along a vector; `pixel` is the size of a pixel there. */
  add(from: Vector3, vector: Vector3, colour: string, pixels: number, pixel: number): void {
    const length = vector.length();
    if (!(length > 3 * pixel) || !Number.isFinite(length)) return;
    if (this.count === this.capacity) this.grow(2 * this.capacity);
    turn.setFromUnitVectors(z, unit.copy(vector).divideScalar(length));
    const radius = (pixels / 2) * pixel;
    const head = Math.min(headLength * radius, 0.6 * length);
    const wide = (headWidth * radius * head) / (headLength * radius);
    const edge = rim * pixel;
    const i = this.count++;
    tint.set(colour);
    set(this.shafts, i, from, 0, length - head, Math.min(radius, wide));
    set(this.shaftRims, i, from, -edge, length - head + edge, Math.min(radius, wide) + edge);
    set(this.heads, i, from, length - head, head, wide);
    // The rim of a cone: the slope needs more at the tip than at the base.
    const tip = edge * Math.hypot(1, head / Math.max(1e-12, wide));
    set(this.headRims, i, from, length - head - edge, head + edge + tip, wide + edge * 1.9);
    this.shafts.setColorAt(i, tint);
    this.heads.setColorAt(i, tint);
  }

  end(): void {
    for (const mesh of [this.shafts, this.heads, this.shaftRims, this.headRims]) {
      mesh.count = this.count;
      mesh.visible = this.count > 0;
      mesh.instanceMatrix.needsUpdate = true;
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    }
  }

  private grow(capacity: number): void {
    const old = this.capacity > 0 ? [this.shafts, this.heads, this.shaftRims, this.headRims] : [];
    const shaft = () => new CylinderGeometry(1, 1, 1, 14).rotateX(Math.PI / 2).translate(0, 0, 0.5);
    const head = () => new ConeGeometry(1, 1, 20).rotateX(Math.PI / 2).translate(0, 0, 0.5);
    const make = (geometry: BufferGeometry, colour: string, order: number) => {
      // Over everything: an arrow starts inside its body and must be seen from its foot on.
      const material = new MeshBasicMaterial({ color: colour, depthTest: false, depthWrite: false, transparent: true });
      const mesh = new InstancedMesh(geometry, material, capacity);
      mesh.instanceMatrix.setUsage(DynamicDrawUsage);
      mesh.frustumCulled = false;
      mesh.renderOrder = order;
      return mesh;
    };
    this.shaftRims = make(shaft(), this.outline, 20);
    this.headRims = make(head(), this.outline, 20);
    this.shafts = make(shaft(), "#ffffff", 21);
    this.heads = make(head(), "#ffffff", 22);
    const fresh = [this.shafts, this.heads, this.shaftRims, this.headRims];
    for (const [k, mesh] of old.entries()) {
      fresh[k].instanceMatrix.array.set(mesh.instanceMatrix.array);
      if (mesh.instanceColor) {
        fresh[k].setColorAt(0, tint);
        fresh[k].instanceColor!.array.set(mesh.instanceColor.array);
      }
      mesh.geometry.dispose();
      mesh.material.dispose();
      mesh.dispose();
    }
    this.group.clear();
    this.group.add(...fresh);
    this.capacity = capacity;
  }
}

function set(mesh: InstancedMesh, i: number, from: Vector3, start: number, length: number, radius: number): void {
  place.copy(from).addScaledVector(unit, start);
  mesh.setMatrixAt(i, matrix.compose(place, turn, scale.set(radius, radius, Math.max(1e-12, length))));
}
