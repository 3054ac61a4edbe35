// A body as it is drawn: matt, with edges or meridians, so that one sees it turn.
import {
  BoxGeometry, BufferAttribute, BufferGeometry, EdgesGeometry, Group, LineBasicMaterial, LineSegments, Mesh, MeshLambertMaterial,
  PlaneGeometry, SphereGeometry,
} from "three"; // biome-ignore format: a list
import type { BodyInfo } from "../worker/protocol.ts";
import type { Palette } from "./palette.ts";

/** Half spaces and planes have no end; this much is drawn, in units of the scene's size. */
const endless = 40;

export interface BodyMesh {
  readonly group: Group;
  readonly surface: Mesh<BufferGeometry, MeshLambertMaterial>;
  readonly lines: LineSegments<BufferGeometry, LineBasicMaterial> | null;
}

export function createBodyMesh(body: BodyInfo, index: number, scale: number, palette: Palette): BodyMesh {
  const { shape } = body;
  const isStill = body.physicalType === "static";
  const isEndless = shape.kind === "half space" || shape.kind === "plane";
  const colour = isEndless ? palette.ground : isStill ? palette.still : palette.bodies[index % palette.bodies.length];
  const material = new MeshLambertMaterial({ color: colour });
  const group = new Group();
  group.name = body.name;
  const edge = new LineBasicMaterial({ color: palette.edge, transparent: true, opacity: 0.55 });
  let surface: BodyMesh["surface"];
  let lines: BodyMesh["lines"] = null;
  if (shape.kind === "sphere") {
    surface = new Mesh(new SphereGeometry(shape.radius, 40, 24), material);
    lines = new LineSegments(meridians(shape.radius * 1.002), edge);
  } else if (shape.kind === "cuboid") {
    const [x, y, z] = shape.half;
    const box = new BoxGeometry(2 * x, 2 * y, 2 * z);
    surface = new Mesh(box, material);
    lines = new LineSegments(new EdgesGeometry(box), edge);
  } else {
    surface = new Mesh(new PlaneGeometry(endless * scale, endless * scale), material);
    material.polygonOffset = true;
    material.polygonOffsetFactor = 1;
    material.polygonOffsetUnits = 1;
  }
  surface.castShadow = !isEndless;
  surface.receiveShadow = true;
  surface.userData["body"] = body.name;
  group.add(surface);
  if (lines) group.add(lines);
  return { group, surface, lines };
}

/** Three great circles. */
function meridians(radius: number): BufferGeometry {
  const count = 64;
  const points: number[] = [];
  for (let axis = 0; axis < 3; axis++)
    for (let i = 0; i < count; i++)
      for (const k of [i, i + 1]) {
        const angle = (2 * Math.PI * k) / count;
        const point = [radius * Math.cos(angle), radius * Math.sin(angle)];
        point.splice(axis, 0, 0);
        points.push(...point);
      }
  return new BufferGeometry().setAttribute("position", new BufferAttribute(new Float32Array(points), 3));
}

/** Gives back what the graphics card holds. */
export function disposeBodyMesh({ surface, lines }: BodyMesh): void {
  surface.geometry.dispose();
  surface.material.dispose();
  lines?.geometry.dispose();
  lines?.material.dispose();
}
