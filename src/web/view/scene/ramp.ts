// A slope as a solid ramp: its sides and its edges. Its top is drawn by the ground, with the grid.
import {
  BufferGeometry,
  Color,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshLambertMaterial,
  type Vector3,
} from "three";
import type { Palette } from "../draw/palette.ts";
import { feetOf, type Slope } from "./slope.ts";

export class Ramp {
  readonly group = new Group();
  private readonly sides = new Mesh(new BufferGeometry(), new MeshLambertMaterial({ side: DoubleSide }));
  private readonly edges = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ color: new Color() }));

  constructor() {
    this.sides.receiveShadow = this.sides.castShadow = true;
    this.group.add(this.sides, this.edges);
  }

  show(slope: Slope, up: Vector3, palette: Palette): void {
    const [low, high, feet] = [slope.low, slope.high, feetOf(slope, up)];
    const faces = [
      [low[0], feet[0], high[0]],
      [low[1], high[1], feet[1]],
      [feet[0], feet[1], high[1]],
      [feet[0], high[1], high[0]],
    ];
    const lines = [
      low,
      high,
      feet,
      ...[0, 1].flatMap((k) => [
        [low[k], high[k]],
        [high[k], feet[k]],
        [feet[k], low[k]],
      ]),
    ];
    const numbers = (of: readonly (readonly Vector3[])[]) =>
      new Float32BufferAttribute(
        of.flat().flatMap((point) => point.toArray()),
        3,
      );
    this.sides.geometry.dispose();
    this.edges.geometry.dispose();
    this.sides.geometry = new BufferGeometry().setAttribute("position", numbers(faces));
    this.sides.geometry.computeVertexNormals();
    this.edges.geometry = new BufferGeometry().setAttribute("position", numbers(lines));
    this.sides.material.color.set(palette.still);
    this.edges.material.color.set(palette.edge);
  }

  dispose(): void {
    for (const part of [this.sides, this.edges]) {
      part.geometry.dispose();
      part.material.dispose();
    }
  }
}
