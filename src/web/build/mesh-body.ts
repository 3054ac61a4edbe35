// A file with a mesh that is dropped on the page becomes a body: its data go into the text.

import { MESH_ENDINGS, readMesh } from "../../geometry/files/mesh-file.ts";
import { addBlockBeside, applyEdits, setSetting } from "../../language/write/edit.ts";
import { listName } from "../../language/write/edit-value.ts";
import { freshName } from "../objects/object-edits.ts";
import { outline, text } from "../state/experiment.ts";
import { selectedBody } from "../state/selection.ts";
import { say } from "../ui/announcer.ts";
import { niceLength } from "../view/scene/nice-length.ts";
import { become } from "./acts.ts";
import { drawnBodyText } from "./body-text.ts";
import type { BodyDraft } from "./drafts.ts";
import { parsed, settingOf } from "./law-text.ts";

/** The most bytes that a text should hold: it is checked with every key. */
const largest = 400_000;

const types: Readonly<Record<(typeof MESH_ENDINGS)[number], string>> = {
  ".obj": "model/obj",
  ".stl": "model/stl",
  ".gltf": "model/gltf+json",
  ".glb": "model/gltf-binary",
};

function endingOf(name: string): (typeof MESH_ENDINGS)[number] | undefined {
  return MESH_ENDINGS.find((ending) => name.toLowerCase().endsWith(ending));
}

function base64(bytes: Uint8Array): string {
  let said = "";
  for (let i = 0; i < bytes.length; i += 3000) said += btoa(String.fromCharCode(...bytes.subarray(i, i + 3000)));
  return said;
}

/** The name of a file as a name of the language. */
function nameOf(file: string): string {
  const word = file.replace(/\.[^.]*$/, "").replace(/[^\p{L}\d_]+/gu, "_");
  return /^[\p{L}_]/u.test(word) ? word : `body_${word}`;
}

/** The least and greatest coordinates. */
function boundsOf(points: ArrayLike<number>): { low: number[]; high: number[] } {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i++) {
    low[i % 3] = Math.min(low[i % 3], points[i]);
    high[i % 3] = Math.max(high[i % 3], points[i]);
  }
  return { low, high };
}

/** Adds the mesh of a file as a body over the origin, in the size of the scene. */
export async function addMeshBody(file: File): Promise<void> {
  const ending = endingOf(file.name);
  if (!ending) return;
  if (file.size > largest) {
    say(`${file.name} has ${Math.round(file.size / 1000)} kB; a text takes meshes of at most ${largest / 1000} kB.`);
    return;
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const mesh = readMesh(file.name, bytes);
  if ("problem" in mesh) {
    say(mesh.problem);
    return;
  }
  const { low, high } = boundsOf(mesh.vertices);
  const extent = Math.max(...high.map((one, k) => one - low[k]));
  // Meshes in metres keep their size; others, such as in millimetres, are scaled to the size of the scene.
  const factor = extent > 0.05 && extent < 2 ? 1 : niceLength(0.5 / extent);
  const name = freshName(nameOf(file.name));
  const pose = { position: [0, 0, factor * (high[2] - low[2]) + 0.2], turn: [1, 0, 0, 0] as const };
  const data = `"data:${types[ending]};base64,${base64(bytes)}"`;
  const blockOf = (isStatic: boolean) => {
    const block = drawnBodyText(meshDraft(factor, isStatic), name, pose, outline.value.objects);
    return applyEdits(block, setSetting(block, "object", name, "file", data) ?? []);
  };
  let now = applyEdits(text.value, addBlockBeside(text.value, "object", blockOf(false)));
  for (const one of outline.value.simulations)
    now = applyEdits(now, listName(now, one.name, "objects_involved", name) ?? []);
  become(now, `add ${name}`);
  selectedBody.value = name;
  say(`${name} moves as the hull of ${file.name}.`, {
    name: "Keep its hollows, standing still",
    run: () => replaceBody(name, blockOf(true)),
  });
}

function meshDraft(factor: number, isStatic: boolean): BodyDraft {
  return {
    kind: isStatic ? "triangle mesh" : "convex polyhedron",
    size: [factor],
    isStatic,
    lines: [],
    height: 0,
    yaw: 0,
    offset: [0, 0],
    shape: { kind: "half space" },
    says: "",
  };
}

function replaceBody(name: string, block: string): void {
  const found = parsed(text.value).blocks.find((one) => one.kind === "object" && settingOf(one, "name") === name);
  if (!found) return;
  const { from, to } = found.span;
  become(text.value.slice(0, from) + block + text.value.slice(to), `let ${name} stand still`);
}
