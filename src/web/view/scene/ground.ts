// The ground: planes without end or, if there is none, a grid as a reference; numbers along its edges.
import {
  DoubleSide,
  Group,
  Matrix4,
  Mesh,
  type MeshLambertMaterial,
  PlaneGeometry,
  Quaternion,
  ShadowMaterial,
  Vector3,
  Vector4,
} from "three";
import type { Palette } from "../draw/palette.ts";
import type { EndlessPlane, Extent } from "./extent.ts";
import { type GroundKind, type GroundLook, GroundSurface } from "./ground-material.ts";
import { niceLength } from "./nice-length.ts";
import { Ramp } from "./ramp.ts";
import type { Slope } from "./slope.ts";

const square = new PlaneGeometry(1, 1);

export class Ground {
  readonly group = new Group();
  /** The length of a square of the grid. */
  unit = 1;
  /** The height of the ground. */
  height = 0;
  private up = new Vector3(0, 0, 1);
  private level: MeshLambertMaterial | null = null;
  /** Surfaces that live as long as the view; the first of each kind are in use. */
  private readonly surfaces: Record<GroundKind, GroundSurface[]> = { level: [], plane: [], bare: [] };
  private readonly used: Record<GroundKind, number> = { level: 0, plane: 0, bare: 0 };
  private readonly ramp = new Ramp();
  private readonly shadow = new ShadowMaterial({
    opacity: 0.16,
    depthWrite: false,
    side: DoubleSide,
    forceSinglePass: true,
  });

  lay(extent: Extent, palette: Palette, stillLow: number | null): void {
    this.clear();
    const { directions, planes, radius, centre, slope } = extent;
    this.up = directions.up;
    this.unit = niceLength(radius / 3);
    const level = planes.find((plane) => plane.normal.dot(directions.up) > 0.9999);
    this.height = level ? level.point.dot(directions.up) : (slope?.height ?? this.heightOf(extent, stillLow));
    if (slope) this.layRamp(slope, extent, palette);
    for (const plane of slope ? [] : planes) {
      const isLevel = plane === level;
      const material = this.surface(isLevel ? "level" : "plane", this.lookOf(extent, palette, plane, isLevel));
      const mesh = new Mesh(square, material);
      if (isLevel) this.level = material;
      mesh.scale.setScalar(isLevel ? 80 * radius : 8 * radius);
      mesh.quaternion.copy(plane.turn);
      // The piece that is drawn lies where things happen.
      mesh.position.copy(centre).addScaledVector(plane.normal, plane.point.clone().sub(centre).dot(plane.normal));
      mesh.receiveShadow = true;
      this.group.add(mesh);
    }
    if (!level) this.layReference(extent, palette);
  }

  /** Whether there is a level ground without end. */
  get isLevel(): boolean {
    return this.level !== null;
  }

  /** A material with a look, which nothing else of this ground uses. */
  private surface(kind: GroundKind, look: GroundLook): MeshLambertMaterial {
    const all = this.surfaces[kind];
    const number = this.used[kind]++;
    all[number] ??= new GroundSurface(kind);
    all[number].wear(look);
    return all[number].material;
  }

  /** The height of a ground without planes: 0 if everything is a little above it, else just below everything. */
  private heightOf({ low, high, radius, directions }: Extent, stillLow: number | null): number {
    if (stillLow !== null) return stillLow;
    const bottom = Math.min(low.dot(directions.up), high.dot(directions.up));
    return bottom >= -0.01 * radius && bottom < 2 * radius ? 0 : bottom - 0.02 * radius;
  }

  private lookOf(extent: Extent, palette: Palette, plane: EndlessPlane | null, isLevel: boolean): GroundLook {
    const { directions, radius, centre, planes } = extent;
    const isWorld = isLevel || !plane;
    const solid = planes
      .filter((other) => other !== plane && other.isSolid)
      .map(({ normal, point }) => cutOf(normal, normal.dot(point) - 1e-5 * radius));
    const axis = (x: number, y: number) => new Vector3(x, y, 0).applyQuaternion(plane!.turn);
    return {
      origin: isWorld ? new Vector3() : plane.point,
      across: isWorld ? directions.right : axis(1, 0),
      along: isWorld ? directions.forward : axis(0, 1),
      unit: this.unit,
      centre,
      fadeFrom: isLevel ? 3 * radius : plane ? 2 * radius : 1.4 * radius,
      fadeTo: isLevel ? 16 * radius : plane ? 3.6 * radius : 3.2 * radius,
      isWall: plane !== null && plane.normal.dot(directions.up) < 0.5,
      cuts: [...solid, ...this.wallEnds(extent, plane)],
      colours: {
        ground: palette.ground,
        grid: palette.grid,
        gridStrong: palette.gridStrong,
        horizon: palette.far,
      },
    };
  }

  /**
   * The cuts at the lower and upper end of a wall: it is endless, but drawn only as high as something happens, and not
   * below the ground.
   */
  private wallEnds({ directions, low, high, radius }: Extent, plane: EndlessPlane | null): Vector4[] {
    const { up } = directions;
    if (!plane || Math.abs(plane.normal.dot(up)) > 0.3) return [];
    const top = Math.max(low.dot(up), high.dot(up)) + 0.12 * radius;
    return [cutOf(up, this.height - 1e-5 * radius), cutOf(up.clone().negate(), -top)];
  }

  /** Draws a slope as a ramp; its top has the grid of the plane. */
  private layRamp(slope: Slope, extent: Extent, palette: Palette): void {
    const { low, high, plane, across } = slope;
    const look = this.lookOf(extent, palette, plane, false);
    const uphill = high[0].clone().sub(low[0]).normalize();
    // It ends at its edges, and fades nowhere.
    const far = 100 * extent.radius;
    const lines = { origin: plane.point, across: uphill, along: across, fadeFrom: 3 * extent.radius, fadeTo: far };
    const mesh = new Mesh(square, this.surface("plane", { ...look, ...lines, cuts: [], isWall: false }));
    mesh.scale.set(low[0].distanceTo(high[0]), low[0].distanceTo(low[1]), 1);
    const side = plane.normal.clone().cross(uphill);
    mesh.quaternion.setFromRotationMatrix(new Matrix4().makeBasis(uphill, side, plane.normal));
    mesh.position.copy(low[0]).add(high[1]).multiplyScalar(0.5);
    mesh.receiveShadow = true;
    this.ramp.show(slope, extent.directions.up, palette);
    this.group.add(mesh, this.ramp.group);
  }

  private layReference(extent: Extent, palette: Palette): void {
    const { directions, radius, centre } = extent;
    const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), directions.up);
    const { shadow } = this;
    for (const material of [shadow, this.surface("bare", this.lookOf(extent, palette, null, false))]) {
      const mesh = new Mesh(square, material);
      mesh.scale.setScalar(8 * radius);
      mesh.quaternion.copy(turn);
      mesh.position.copy(centre).addScaledVector(directions.up, this.height - centre.dot(directions.up));
      mesh.receiveShadow = material === shadow;
      // Shadows fall on the lines too.
      mesh.renderOrder = material === shadow ? -1 : -2;
      this.group.add(mesh);
    }
  }

  /** The matrix that turns a point into its mirror image. */
  get reflection(): Matrix4 {
    const { x, y, z } = this.up;
    const d = 2 * this.height;
    return new Matrix4().set(
      1 - 2 * x * x, -2 * x * y, -2 * x * z, d * x,
      -2 * x * y, 1 - 2 * y * y, -2 * y * z, d * y,
      -2 * x * z, -2 * y * z, 1 - 2 * z * z, d * z,
      0, 0, 0, 1,
    ); // biome-ignore format: a matrix
  }

  /** Makes the ground let the mirror images below it through. */
  setMirror(isMirror: boolean): void {
    if (!this.level || this.level.transparent === isMirror) return;
    this.level.transparent = isMirror;
    this.level.opacity = isMirror ? 0.7 : 1;
    this.level.depthWrite = !isMirror;
    this.level.needsUpdate = true;
  }

  private clear(): void {
    this.group.clear();
    this.level = null;
    this.used.level = this.used.plane = this.used.bare = 0;
  }

  dispose(): void {
    this.clear();
    this.shadow.dispose();
    this.ramp.dispose();
    square.dispose();
    for (const { material } of Object.values(this.surfaces).flat()) material.dispose();
  }
}

function cutOf({ x, y, z }: Vector3, distance: number): Vector4 {
  return new Vector4(x, y, z, distance);
}
