// A body drawn by hand as text: like the existing bodies, at the drawn place and of the drawn size.
import { applyEdits, removeAttribute, setAttribute } from "../../language/write/edit.ts";
import { type BodyKind, bodyText } from "../objects/body-text.ts";
import type { ObjectOutline } from "../protocol/text.ts";
import { tidyNumber } from "../view/hand/hand-edit.ts";
import type { BodyDraft } from "./drafts.ts";

/** The pose of a drawn body: the place of its origin, and its rotation as a quaternion with the scalar first. */
export interface DrawnPose {
  readonly position: readonly number[];
  readonly turn: readonly [number, number, number, number];
}

function vector(numbers: readonly number[], digits = 6): string {
  const tidy = (one: number) => tidyNumber(Math.abs(one) < 1e-12 ? 0 : Number(one.toPrecision(digits)));
  return `[${numbers.map(tidy).join(", ")}]`;
}

function written(numbers: readonly number[]): string {
  return numbers.length === 1 ? tidyNumber(numbers[0]) : vector(numbers);
}

/** A rotation in the form of the other orientations in the text: angles, a quaternion or a matrix. */
export function orientationText([w, x, y, z]: DrawnPose["turn"], like: string | null): string {
  if (like?.startsWith("[[")) {
    const rows = [
      [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
      [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
      [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ];
    return `[${rows.map((row) => vector(row, 10)).join(", ")}]`;
  }
  if (like === null || like.split(",").length === 4) return vector([w, x, y, z], 10);
  // R = Rx Ry Rz, as the language reads three angles.
  const angles = [
    Math.atan2(2 * (w * x - y * z), 1 - 2 * (x * x + y * y)),
    Math.asin(Math.max(-1, Math.min(1, 2 * (x * z + w * y)))),
    Math.atan2(2 * (w * z - x * y), 1 - 2 * (y * y + z * z)),
  ];
  return vector(angles, 10);
}

function setIn(block: string, name: string, attribute: string, value: string): string {
  return applyEdits(block, setAttribute(block, "object", name, attribute, value) ?? []);
}

/** The block of a drawn body. */
export function drawnBodyText(
  draft: BodyDraft,
  name: string,
  pose: DrawnPose,
  objects: readonly ObjectOutline[],
): string {
  const position = `${vector(pose.position)} [m]`;
  if (draft.isStatic) return stillBodyText(draft, name, pose);
  const isMesh = draft.kind === "convex polyhedron";
  const block = bodyText(isMesh ? "cuboid" : (draft.kind as BodyKind), name, objects);
  const place = /^\s*pos = /m.test(block) ? "pos" : "position";
  const like = /^\s*orientation = (.*)$/m.exec(block)?.[1] ?? null;
  let now = setIn(block, name, place, position);
  now = setIn(now, name, "orientation", orientationText(pose.turn, like));
  if (draft.size) now = setIn(now, name, "size", isMesh ? written(draft.size) : `${written(draft.size)} [m]`);
  if (!isMesh) return now;
  now = now.replace("geometrical type = cuboid", "geometrical type = convex polyhedron");
  // Points of its own need no factor.
  if (!draft.size) now = applyEdits(now, removeAttribute(now, "object", name, "size") ?? []);
  for (const line of draft.lines) {
    const [, attribute, value] = /^(\w+) = (.*)$/s.exec(line)!;
    now = setIn(now, name, attribute, value);
  }
  return /^\s*inertia = /m.test(now) ? setIn(now, name, "inertia", "inertiaTensor(mass)") : now;
}

/** The block of a static body: only its shape and its place. */
function stillBodyText(draft: BodyDraft, name: string, pose: DrawnPose): string {
  const unit = draft.kind === "triangle mesh" ? "" : " [m]";
  const lines = [
    `position = ${vector(pose.position)} [m]`,
    `orientation = ${orientationText(pose.turn, null)}`,
    ...(draft.size ? [`size = ${written(draft.size)}${unit}`] : []),
    ...draft.lines,
  ];
  return `object {
  name = ${name}
  physical type = static
  geometrical type = ${draft.kind}
  attributes = {
${lines.map((line) => `    ${line}`).join("\n")}
  }
}`;
}
