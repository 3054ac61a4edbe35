// What the view can do, by name: for its toolbar, the keys and the list of everything. Three.js is not needed to know
// this.
import { signal } from "@preact/signals";
import { showTrails } from "../state/bench.ts";
import { jumpTo, pause } from "../state/clock.ts";
import { edit, text } from "../state/experiment.ts";
import { frames } from "../state/run.ts";
import { selectedBody } from "../state/selection.ts";
import { showAxes, showCameraPlace, showContacts, showMirror, showVectors, showWireframe } from "../state/settings.ts";
import type { ViewSide } from "./scene/camera.ts";
import type { BodyScene } from "./scene/scene.ts";
import { followedBody, handTool, trailsOfSelected } from "./scene/view-settings.ts";

/** What the view offers once it is loaded. */
export interface Stage {
  look(side: ViewSide): void;
  /** Where the camera stands and what it looks at. */
  camera(): { at: number[]; towards: number[] };
  /** The view as it is, with its words and its scale, as a PNG. */
  picture(): Promise<Blob | null>;
  /** The scene and the element that holds it, for those who draw in it. */
  readonly view: BodyScene;
  readonly host: HTMLElement;
}

export const stage = signal<Stage | null>(null);

export interface ViewCommand {
  readonly id: string;
  readonly name: string;
  readonly group: "View";
  readonly keys: readonly string[];
  run(): void;
  isOn?(): boolean;
}

function look(side: ViewSide): () => void {
  return () => {
    followedBody.value = null;
    stage.value?.look(side);
  };
}

/** The bodies that can be followed, in the order of their numbers. */
export function followable(): string[] {
  const bodies = frames.value?.layout.bodies ?? [];
  return bodies.filter(({ physicalType }) => physicalType !== "static").map(({ name }) => name);
}

/** Follows the body of a number, from 1 on; a second call ends that. */
export function followNumber(number: number): void {
  const name = followable()[number - 1];
  if (name !== undefined) followedBody.value = followedBody.value === name ? null : name;
}

/** Follows the next body; after the last none. */
export function followNext(): void {
  const names = followable();
  const at = followedBody.value === null ? -1 : names.indexOf(followedBody.value);
  followedBody.value = names[at + 1] ?? null;
}

/** Follows the selected body, or the first. */
export function followSelected(): void {
  const names = followable();
  const wanted = selectedBody.value ?? names[0] ?? null;
  followedBody.value = followedBody.value === null ? wanted : null;
}

/** Takes a tool, and shows the start of the run for it; a second call puts the tool away. */
export function takeTool(tool: NonNullable<typeof handTool.value>): void {
  handTool.value = handTool.value === tool ? null : tool;
  const all = frames.value;
  if (handTool.value === null || !all) return;
  pause();
  jumpTo(all.layout.start);
  selectedBody.value ??= followable()[0] ?? null;
}

function command(
  id: string,
  name: string,
  keys: readonly string[],
  run: () => void,
  isOn?: () => boolean,
): ViewCommand {
  return { id, name, group: "View", keys, run, ...(isOn && { isOn }) };
}

function toggle(id: string, name: string, key: string, value: { value: boolean }): ViewCommand {
  const flip = () => {
    value.value = !value.value;
  };
  return command(id, name, key === "" ? [] : [key], flip, () => value.value);
}

/** Writes the view into the text. The code for it is loaded then. */
async function keepInText(): Promise<void> {
  const [{ keepView }, { plots }, { vectorSpecs }] = await Promise.all([
    import("../objects/bench-edit.ts"),
    import("../plots/spec.ts"),
    import("./vectors/vectors.ts"),
  ]);
  const vectors = showVectors.value ? vectorSpecs().filter(({ isShown }) => isShown) : [];
  const edits = keepView(text.value, {
    plots: plots.value,
    vectors: vectors.map(({ name }) => name),
    trajectories: showTrails.value,
    camera: stage.value?.camera() ?? null,
    follow: followedBody.value,
  });
  edit(edits, "keep this view in the experiment");
}

const hold = (tool: NonNullable<typeof handTool.value>, name: string) =>
  command(
    `hand-${tool}`,
    name,
    [],
    () => takeTool(tool),
    () => handTool.value === tool,
  );

const follow = Array.from({ length: 10 }, (_, i) =>
  command(
    `follow-${i + 1}`,
    `Follow body ${i + 1}`,
    [`F${i + 1}`],
    () => followNumber(i + 1),
    () => followedBody.value !== null && followedBody.value === followable()[i],
  ),
);

export const viewCommands: readonly ViewCommand[] = [
  command("fit", "Look at everything", ["0"], look("default")),
  command("front", "From the front", [], look("front")),
  command("side", "From the side", [], look("side")),
  command("top", "From above", [], look("top")),
  command("origin", "Towards the origin, at 55 degrees", ["F11"], look("origin")),
  command("origin-above", "Towards the origin, from above", ["F12"], look("origin from above")),
  command("follow", "Follow the selected body", [], followSelected, () => followedBody.value !== null),
  command("follow-next", "Follow the next body", [], followNext),
  ...follow,
  toggle("axes", "Axes of the world and of the bodies, with their spin", "a", showAxes),
  toggle("camera-place", "Place of the camera, and the keys of the view", "h", showCameraPlace),
  toggle("contacts", "Contact points, normals and forces", "c", showContacts),
  toggle("mirror", "Mirror in the ground", "m", showMirror),
  toggle("trails", "Trails", "t", showTrails),
  toggle("trails-of-selected", "Trails of the selected body only", "", trailsOfSelected),
  toggle("vectors", "Vectors", "v", showVectors),
  toggle("wireframe", "Wireframe", "w", showWireframe),
  command("keep-view", "Keep this view in the experiment", [], () => void keepInText()),
  hold("move", "Move the selected body by hand"),
  hold("turn", "Turn the selected body by hand"),
  hold("size", "Resize the selected body by hand"),
];
