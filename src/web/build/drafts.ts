// Bodies during drawing: the start and the present place of the pointer determine their size and place.

import type { BodyKind } from "../objects/body-text.ts";
import type { ShapeInfo } from "../protocol/messages.ts";

/** A stroke: lengths are in the plane on which the body stands, measured from the pressed point. */
export interface Stroke {
  /** The extent of the stroke along the plane: to the right and away, along the world's axes in it. */
  readonly across: number;
  readonly along: number;
  /** The length of it; 0 for a click. */
  readonly length: number;
  /** A length that fits the scene. */
  readonly usual: number;
}

export interface BodyDraft {
  /** Its shape in the language, and its size; null if its own attributes define it. */
  readonly kind: BodyKind | "convex polyhedron" | "triangle mesh";
  readonly size: readonly number[] | null;
  readonly isStatic: boolean;
  /** Further lines of attributes. */
  readonly lines: readonly string[];
  /** The height of its origin above the plane, and its rotation about the normal. */
  readonly height: number;
  readonly yaw: number;
  /** The place of its origin, relative to the pressed point. */
  readonly offset: readonly [number, number];
  /** The preview, and its numbers in words. */
  readonly shape: ShapeInfo;
  readonly says: string;
}

export interface BodyPattern {
  readonly id: string;
  readonly title: string;
  /** The instructions. */
  readonly how: string;
  /** The name of its objects. */
  readonly name: string;
  /** The meaning of its number in a form. */
  readonly measure: string;
  draw(stroke: Stroke): BodyDraft;
}

const click = "Click where it stands, or drag to choose its size. With Shift it is in the air.";

function rounded(length: number): number {
  return Number(length.toPrecision(6));
}

function solid(kind: BodyKind, size: readonly number[], height: number, shape: ShapeInfo, says: string): BodyDraft {
  return { kind, size, isStatic: false, lines: [], height, yaw: 0, offset: [0, 0], shape, says };
}

/** The angle of a stroke, in steps of 15 degrees. */
function turnOf({ across, along, length }: Stroke): number {
  return length === 0 ? 0 : (Math.round((Math.atan2(along, across) * 12) / Math.PI) * Math.PI) / 12;
}

function degrees(angle: number): string {
  return `${Math.round((angle * 180) / Math.PI)}°`;
}

/** A wedge on its flat side: it rises against the direction of drawing, so that one draws it downhill. */
function wedge(run: number, rise: number, width: number): ShapeInfo {
  const [x, y] = [run / 2, width / 2];
  const vertices = Float64Array.from([
    ...[-x, -y, 0],
    ...[-x, y, 0],
    ...[x, -y, 0],
    ...[x, y, 0],
    ...[-x, -y, rise],
    ...[-x, y, rise],
  ]);
  const faces = [
    [0, 1, 3, 2],
    [0, 4, 5, 1],
    [4, 2, 3, 5],
    [0, 2, 4],
    [1, 5, 3],
  ];
  return { kind: "convex polyhedron", vertices, faces, sides: 1 };
}

export const bodyPatterns: readonly BodyPattern[] = [
  {
    id: "ball",
    title: "Ball",
    how: click,
    name: "ball",
    measure: "radius",
    draw({ length, usual }) {
      const radius = rounded(length || usual);
      return solid("sphere", [radius], radius, { kind: "sphere", radius }, `radius ${radius} m`);
    },
  },
  {
    id: "box",
    title: "Box",
    how: click,
    name: "box",
    measure: "edge",
    draw({ length, usual }) {
      const half = rounded(length || usual);
      const edge = rounded(2 * half);
      const shape = { kind: "cuboid" as const, half: [half, half, half] };
      return solid("cuboid", [edge, edge, edge], half, shape, `edge ${edge} m`);
    },
  },
  {
    id: "cylinder",
    title: "Cylinder",
    how: click,
    name: "cylinder",
    measure: "radius",
    draw({ length, usual }) {
      const radius = rounded(length || usual);
      const shape = { kind: "cylinder" as const, radius, half: radius };
      return solid("cylinder", [radius, rounded(2 * radius)], radius, shape, `radius ${radius} m`);
    },
  },
  {
    id: "capsule",
    title: "Capsule",
    how: click,
    name: "capsule",
    measure: "radius",
    draw({ length, usual }) {
      const radius = rounded(length || usual / 2);
      const shape = { kind: "capsule" as const, radius, half: 2 * radius };
      return solid("capsule", [radius, rounded(4 * radius)], 3 * radius, shape, `radius ${radius} m`);
    },
  },
  {
    id: "cone",
    title: "Cone",
    how: click,
    name: "cone",
    measure: "radius",
    draw({ length, usual }) {
      const radius = rounded(length || usual);
      const tall = rounded(2 * radius);
      const shape = { kind: "cone" as const, radius, base: -tall / 4, apex: (3 * tall) / 4 };
      return solid("cone", [radius, tall], tall / 4, shape, `radius ${radius} m`);
    },
  },
  {
    id: "ramp",
    title: "Ramp",
    how: "Drag from its top to its foot, or click for one of 30 degrees.",
    name: "ramp",
    measure: "length",
    draw(stroke) {
      const run = rounded(stroke.length || 8 * stroke.usual);
      const [rise, width] = [rounded(run * Math.tan(Math.PI / 6)), rounded(Math.max(run / 2, 4 * stroke.usual))];
      const yaw = turnOf(stroke);
      const half = stroke.length === 0 ? 0 : run / 2;
      const [a, b, c, d] = ["-run / 2", "run / 2", "-width / 2", "width / 2"];
      return {
        kind: "convex polyhedron",
        size: null,
        isStatic: true,
        lines: [
          "slope = 30 [deg]",
          `run = ${run} [m]`,
          `width = ${width} [m]`,
          "rise = run * tangent(slope)",
          `points = [[${a}, ${c}, 0], [${a}, ${d}, 0], [${b}, ${c}, 0], [${b}, ${d}, 0],`,
          `          [${a}, ${c}, rise], [${a}, ${d}, rise]]`,
          "origin = [0, 0, 0] [m]",
        ],
        height: 0,
        yaw,
        offset: [half * Math.cos(yaw), half * Math.sin(yaw)],
        shape: wedge(run, rise, width),
        says: `${run} m, 30°, towards ${degrees(yaw)}`,
      };
    },
  },
  {
    id: "wall",
    title: "Wall",
    how: "Drag from one end to the other, or click for a short one.",
    name: "wall",
    measure: "length",
    draw(stroke) {
      const long = rounded(stroke.length || 10 * stroke.usual);
      const [thick, tall] = [rounded(stroke.usual / 2), rounded(5 * stroke.usual)];
      const yaw = turnOf(stroke);
      const half = stroke.length === 0 ? 0 : long / 2;
      return {
        kind: "cuboid",
        size: [long, thick, tall],
        isStatic: true,
        lines: [],
        height: tall / 2,
        yaw,
        offset: [half * Math.cos(yaw), half * Math.sin(yaw)],
        shape: { kind: "cuboid", half: [long / 2, thick / 2, tall / 2] },
        says: `${long} m, towards ${degrees(yaw)}`,
      };
    },
  },
];
