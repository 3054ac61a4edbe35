// Curves as tubes. They do not change during a run.
import { BufferAttribute, BufferGeometry, Group, Mesh, MeshLambertMaterial, Quaternion, Vector3 } from "three";
import type { CurveInfo } from "../../protocol/links.ts";
import { MirrorImage } from "../draw/mirror-image.ts";
import type { BodyScene, Layer } from "../scene/scene.ts";
import { thinnest } from "./link-size.ts";

const around = 10;

export class CurveLayer implements Layer {
  /** How many curves are drawn. */
  count = 0;
  private readonly group = new Group();
  readonly image = new MirrorImage();
  private readonly material = new MeshLambertMaterial();

  constructor(view: BodyScene) {
    view.add(this.group, this.image);
  }

  reset(view: BodyScene): void {
    this.clear();
    const curves = view.frames?.layout.curves ?? [];
    this.count = curves.length;
    this.material.color.set(view.palette.links.curve);
    const radius = Math.max(0.0035 * view.size, Math.min(0.006 * view.size, 0.4 * thinnest(view)));
    for (const curve of curves) {
      const mesh = new Mesh(tubeAlong(curve, radius), this.material);
      mesh.castShadow = mesh.receiveShadow = true;
      this.group.add(mesh);
      this.image.add(new Mesh(mesh.geometry, this.material));
    }
  }

  update(): void {}

  private clear(): void {
    for (const mesh of this.group.children) (mesh as Mesh).geometry.dispose();
    this.group.clear();
    this.image.clear();
  }
}

/**
 * A tube around a line. Each circle is the one before it turned as the line turns, so that none is twisted against the
 * next.
 */
export function tubeAlong({ points, isClosed }: CurveInfo, radius: number): BufferGeometry {
  const line = distinctPoints(points);
  const count = line.length;
  const circles = new Float32Array(3 * count * around);
  const normals = new Float32Array(circles.length);
  const tangents = line.map((_, i) => tangentAt(line, i, isClosed));
  const [side, other, out, turn] = [new Vector3(), new Vector3(), new Vector3(), new Quaternion()];
  const first = tangents[0];
  side.set(Math.abs(first.x) < 0.8 ? 1 : 0, Math.abs(first.x) < 0.8 ? 0 : 1, 0);
  side.addScaledVector(first, -side.dot(first)).normalize();
  for (const [i, tangent] of tangents.entries()) {
    if (i > 0) side.applyQuaternion(turn.setFromUnitVectors(tangents[i - 1], tangent));
    other.crossVectors(tangent, side);
    for (let k = 0; k < around; k++) {
      const angle = (2 * Math.PI * k) / around;
      out.copy(side).multiplyScalar(Math.cos(angle)).addScaledVector(other, Math.sin(angle));
      out.toArray(normals, 3 * (i * around + k));
      out
        .multiplyScalar(radius)
        .add(line[i])
        .toArray(circles, 3 * (i * around + k));
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(circles, 3));
  geometry.setAttribute("normal", new BufferAttribute(normals, 3));
  geometry.setIndex(facesOf(count));
  return geometry;
}

function facesOf(count: number): number[] {
  const faces: number[] = [];
  for (let i = 0; i + 1 < count; i++)
    for (let k = 0; k < around; k++) {
      const [a, b] = [i * around + k, i * around + ((k + 1) % around)];
      faces.push(a, b, a + around, b, b + around, a + around);
    }
  return faces;
}

function distinctPoints(points: Float64Array): Vector3[] {
  const line: Vector3[] = [];
  for (let i = 0; i < points.length; i += 3) {
    const point = new Vector3().fromArray(points, i);
    const last = line.at(-1);
    if (!last || last.distanceToSquared(point) > 0) line.push(point);
  }
  return line;
}

/** The tangent at a point: halfway between the directions before and after it. */
function tangentAt(line: readonly Vector3[], i: number, isClosed: boolean): Vector3 {
  const last = line.length - 1;
  const before = line[i > 0 ? i - 1 : isClosed ? last - 1 : 0];
  const after = line[i < last ? i + 1 : isClosed ? 1 : last];
  const come = new Vector3().subVectors(line[i], before).normalize();
  const go = new Vector3().subVectors(after, line[i]).normalize();
  const tangent = come.add(go);
  return tangent.lengthSq() > 1e-12 ? tangent.normalize() : go;
}
