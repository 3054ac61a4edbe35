// Building by hand as edits of the text: each act is one edit with a name.
import { addBlockBeside, applyEdits, setAttribute } from "../../language/write/edit.ts";
import { listName } from "../../language/write/edit-value.ts";
import { inOne } from "../objects/law-switch.ts";
import { freshName } from "../objects/object-edits.ts";
import type { BodyInfo } from "../protocol/messages.ts";
import { askAbout, edit, outline, text } from "../state/experiment.ts";
import { say } from "../ui/announcer.ts";
import { tidyNumber } from "../view/hand/hand-edit.ts";
import { type DrawnPose, drawnBodyText } from "./body-text.ts";
import type { BodyDraft } from "./drafts.ts";
import type { LinkPattern } from "./first-values.ts";
import { contextsOf, type Law } from "./law-text.ts";
import { type DrawnAnchors, type DrawnEnd, type DrawnLink, linkGeometry, withLink } from "./link-text.ts";
import type { Anchor } from "./pointing.ts";

/** Replaces the text by another one in one edit. */
export function become(after: string, act: string): void {
  const edits = inOne(text.value, after);
  if (edits.length > 0) edit(edits, act);
}

/** Adds a drawn body to the text and to the simulations that list their bodies; returns its name. */
export function addDrawnBody(wish: string, draft: BodyDraft, pose: DrawnPose): string {
  const name = freshName(wish);
  const block = drawnBodyText(draft, name, pose, outline.value.objects);
  let now = applyEdits(text.value, addBlockBeside(text.value, "object", block));
  for (const one of outline.value.simulations)
    now = applyEdits(now, listName(now, one.name, "objects_involved", name) ?? []);
  become(now, `add ${name}`);
  return name;
}

/** The name of a body in `between`: a copy has its number. */
function endOf({ body, local }: Anchor): DrawnEnd {
  const at = local.toArray() as [number, number, number];
  if (!body) return { said: "world", object: null, at };
  const number = body.name === body.object ? "" : `[${body.name.slice(body.object.length)}]`;
  return { said: body.object + number, object: body.object, at };
}

const lawFiles = ["laws/links.vfl", "laws/joints.vfl"];

async function lawOf(file: string): Promise<Law> {
  const found = await askAbout<{ text: string | null }>({ kind: "law", file });
  return { file, contexts: contextsOf(found.text ?? "") };
}

/** Whether a law that moves bodies reads the forces that others add. */
function addsForces(): boolean {
  const { contexts, simulations } = outline.value;
  return contexts.some(
    ({ name, type, functions }) =>
      type === "free fall" &&
      simulations.every((one) => one.contexts === null || one.contexts.includes(name)) &&
      functions.some((one) => /\bforce\b/.test(one.text)),
  );
}

/** Draws links between two anchors. */
export async function addDrawnLink(
  patterns: readonly LinkPattern[],
  anchors: readonly [Anchor, Anchor],
  placement: DrawnAnchors,
): Promise<void> {
  const of = text.value;
  try {
    const laws = await Promise.all(lawFiles.map(lawOf));
    const motion = addsForces() ? null : await lawOf("laws/motion.vfl");
    if (text.value !== of) return;
    const ends = [endOf(anchors[0]), endOf(anchors[1])] as const;
    const geometry = linkGeometry(placement);
    let now = of;
    for (const pattern of patterns) {
      const law = laws.find(({ contexts }) => contexts.some(({ name }) => name === pattern.kind));
      const drawn: DrawnLink = { pattern, ends, geometry };
      if (law) now = withLink(now, drawn, law, motion);
    }
    become(now, `add ${patterns[0].name}`);
  } catch {
    say("The library of laws did not answer; try again.");
  }
}

/** The name of the attribute by which laws move positions: v for `position' = v`. */
export function velocityOf(): string {
  for (const { functions } of outline.value.contexts)
    for (const { text: law } of functions) {
      const found = /^position\s*'\s*=\s*([\p{L}_][\p{L}\d_]*)$/u.exec(law.trim());
      if (found) return found[1];
    }
  return "v";
}

/** Gives an object a colour, written `#rrggbb`, as red, green and blue from 0 to 1. */
export function setColour(object: string, colour: string): void {
  const parts = [1, 3, 5].map((from) => Number((Number.parseInt(colour.slice(from, from + 2), 16) / 255).toFixed(3)));
  const edits = setAttribute(text.value, "object", object, "color", `[${parts.join(", ")}]`);
  if (edits) edit(edits, `colour ${object}`);
}

/** Gives a body a velocity. */
export function setVelocity(body: BodyInfo, velocity: readonly number[]): void {
  const name = velocityOf();
  const block = outline.value.objects.find((one) => one.name === body.object);
  if (block?.settings.some(({ key }) => key === "copies")) {
    say(`${body.object} has copies that share one formula; change it in the text.`);
    return;
  }
  const unit = block?.attributes.find((one) => one.name === name)?.unit ?? "m/s";
  const value = `[${velocity.map(tidyNumber).join(", ")}]${unit === "" || unit === "m/s" ? " [m/s]" : ""}`;
  const edits = setAttribute(text.value, "object", body.object, name, value);
  if (edits) edit(edits, `throw ${body.name}`);
}
