// The shapes that links are drawn with, each a mesh of many instances: rods, balls, coils that stretch, rings, spirals.
import {
  BufferGeometry,
  CatmullRomCurve3,
  type Color,
  ConeGeometry,
  CylinderGeometry,
  DynamicDrawUsage,
  Float32BufferAttribute,
  InstancedMesh,
  type Material,
  Matrix4,
  MeshDepthMaterial,
  MeshLambertMaterial,
  Quaternion,
  RGBADepthPacking,
  SphereGeometry,
  TorusGeometry,
  TubeGeometry,
  Vector3,
} from "three";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";

export const shapeKinds = ["rod", "ball", "coil", "ring", "spiral"] as const;
export type LinkShapeKind = (typeof shapeKinds)[number];

const z = new Vector3(0, 0, 1);
const direction = new Vector3();
const turn = new Quaternion();
const scale = new Vector3();
const matrix = new Matrix4();

/** Instances of one shape: between `begin` and `end` any number is added. */
export class Instances {
  mesh: InstancedMesh<BufferGeometry, MeshLambertMaterial>;
  /** The mirror image in the ground. */
  image: InstancedMesh<BufferGeometry, MeshLambertMaterial>;
  private readonly kind: LinkShapeKind;
  private count = 0;
  private capacity = 16;

  constructor(kind: LinkShapeKind) {
    this.kind = kind;
    this.mesh = createMesh(kind, this.capacity);
    this.image = imageOf(this.mesh, this.capacity);
  }

  begin(): void {
    this.count = 0;
  }

  /** Adds an instance from one point to another, of a radius. */
  between(from: Vector3, to: Vector3, radius: number, colour: Color): void {
    const length = direction.subVectors(to, from).length();
    if (!(length > 0) || !Number.isFinite(length)) return;
    turn.setFromUnitVectors(z, direction.divideScalar(length));
    this.add(matrix.compose(from, turn, scale.set(radius, radius, length)), colour);
  }

  /** Adds an instance at a point, about an axis. */
  around(at: Vector3, axis: Vector3, radius: number, colour: Color): void {
    turn.setFromUnitVectors(z, direction.copy(axis).normalize());
    this.add(matrix.compose(at, turn, scale.set(radius, radius, radius)), colour);
  }

  private add(of: Matrix4, colour: Color): void {
    if (this.count === this.capacity) this.grow();
    this.mesh.setMatrixAt(this.count, of);
    this.mesh.setColorAt(this.count++, colour);
  }

  end(): void {
    const { mesh, image } = this;
    mesh.count = image.count = this.count;
    mesh.visible = image.visible = this.count > 0;
    image.instanceColor = mesh.instanceColor;
    mesh.instanceMatrix.needsUpdate = true;
    if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
  }

  private grow(): void {
    const { mesh: old } = this;
    this.capacity *= 4;
    const mesh = createMesh(this.kind, this.capacity);
    mesh.instanceMatrix.array.set(old.instanceMatrix.array);
    if (old.instanceColor) {
      mesh.setColorAt(0, white);
      mesh.instanceColor!.array.set(old.instanceColor.array);
    }
    const image = imageOf(mesh, this.capacity);
    old.parent?.add(mesh);
    this.image.parent?.add(image);
    this.image.removeFromParent();
    this.mesh = mesh;
    this.image = image;
    dispose(old);
  }

  dispose(): void {
    this.image.removeFromParent();
    dispose(this.mesh);
  }
}

function dispose(mesh: InstancedMesh<BufferGeometry, MeshLambertMaterial>): void {
  mesh.removeFromParent();
  mesh.geometry.dispose();
  mesh.material.dispose();
  mesh.customDepthMaterial?.dispose();
  mesh.dispose();
}

/** A mesh that shares matrices, colours and geometry with another. */
function imageOf(mesh: InstancedMesh<BufferGeometry, MeshLambertMaterial>, capacity: number): typeof mesh {
  const image = new InstancedMesh(mesh.geometry, mesh.material, capacity);
  image.instanceMatrix = mesh.instanceMatrix;
  image.frustumCulled = false;
  return image;
}

const white = new MeshLambertMaterial().color;

function createMesh(kind: LinkShapeKind, capacity: number): InstancedMesh<BufferGeometry, MeshLambertMaterial> {
  const mesh = new InstancedMesh(geometryOf(kind, capacity), new MeshLambertMaterial(), capacity);
  mesh.instanceMatrix.setUsage(DynamicDrawUsage);
  mesh.frustumCulled = false;
  mesh.castShadow = true;
  if (kind === "coil") {
    thicken(mesh.material);
    mesh.customDepthMaterial = new MeshDepthMaterial({ depthPacking: RGBADepthPacking });
    thicken(mesh.customDepthMaterial);
  }
  return mesh;
}

/** The geometry of a shape: along z from 0 to 1, or about the origin, of radius 1; coarser where there are many. */
function geometryOf(kind: LinkShapeKind, capacity: number): BufferGeometry {
  const isMany = capacity > 256;
  switch (kind) {
    case "rod":
      return new CylinderGeometry(1, 1, 1, isMany ? 8 : 16).rotateX(Math.PI / 2).translate(0, 0, 0.5);
    case "ball":
      return isMany ? new SphereGeometry(1, 10, 7) : new SphereGeometry(1, 24, 16);
    case "coil":
      return coil();
    case "ring":
      return ring();
    case "spiral":
      return spiral();
  }
}

/** A ring of most of a turn, with the head of an arrow. */
function ring(): BufferGeometry {
  const arc = 1.6 * Math.PI;
  const head = new ConeGeometry(0.26, 0.5, 16).translate(0, 0.12, 0);
  head.rotateZ(arc).translate(Math.cos(arc), Math.sin(arc), 0);
  return mergeGeometries([new TorusGeometry(1, 0.1, 10, 48, arc), head]);
}

function spiral(): BufferGeometry {
  const points = Array.from({ length: 121 }, (_, i) => {
    const share = i / 120;
    const angle = 3.5 * 2 * Math.PI * share;
    return new Vector3(Math.cos(angle), Math.sin(angle), 0).multiplyScalar(0.12 + 0.88 * share);
  });
  return new TubeGeometry(new CatmullRomCurve3(points), 240, 0.055, 8);
}

const turns = 9;
/** The shares of the length of a coil that each straight end takes, and each piece from the axis out to the coil. */
const straight = 0.07;
const outward = 0.03;
const perTurn = 24;
const around = 8;
/** The length of the coil for which the frames of the wire are computed, so that the wire has about the right slant. */
const slant = 6;

/** The wire of a coil. `position` is its middle line and `normal` leads out of it; the shader makes it thick. */
function coil(): BufferGeometry {
  const steps = turns * perTurn;
  const inner = Array.from({ length: steps + 1 }, (_, i): Vector3 => {
    const share = i / steps;
    const height = straight + outward + (1 - 2 * (straight + outward)) * share;
    const angle = 2 * Math.PI * turns * share;
    return new Vector3(Math.cos(angle), Math.sin(angle), height);
  });
  const line = [
    new Vector3(0, 0, 0),
    new Vector3(0, 0, straight / 2),
    new Vector3(0, 0, straight),
    new Vector3(0.5, 0, straight + outward / 2),
    ...inner,
    new Vector3(0.5, 0, 1 - straight - outward / 2),
    new Vector3(0, 0, 1 - straight),
    new Vector3(0, 0, 1 - straight / 2),
    new Vector3(0, 0, 1),
  ];
  const curve = new CatmullRomCurve3(line.map(({ x, y, z: height }) => new Vector3(x, y, slant * height)));
  const tube = new TubeGeometry(curve, 3 * line.length, 1, around);
  const [points, normals] = [tube.getAttribute("position"), tube.getAttribute("normal")];
  const middle = Array.from({ length: points.count }, (_, i) => [
    points.getX(i) - normals.getX(i),
    points.getY(i) - normals.getY(i),
    (points.getZ(i) - normals.getZ(i)) / slant,
  ]);
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(middle.flat(), 3));
  geometry.setAttribute("normal", normals.clone());
  geometry.setIndex(tube.index);
  return geometry;
}

/** Makes the thickness of the wire depend on the radius of the coil, not on its length. */
function thicken(material: Material): void {
  material.onBeforeCompile = (shader) => {
    const lengths = [0, 1, 2].map((column) => `length(instanceMatrix[${column}].xyz)`);
    const stretch = `vec3(${lengths.join(", ")})`;
    const position = "vec3 transformed = position + normal * (0.15 * stretch.x) / stretch;";
    shader.vertexShader = shader.vertexShader
      .replace("#include <beginnormal_vertex>", `vec3 objectNormal = normal * ${stretch};`)
      .replace("#include <begin_vertex>", `vec3 stretch = ${stretch};\n${position}`);
  };
  material.customProgramCacheKey = () => "coil";
}
