// What the address of the page asks for: an experiment in it, and which parts of the lab to show.
import { type Payload, pack, type Unpacked, unpack } from "./payload.ts";

/** Parts that a page which holds the lab in a frame can choose. */
export const embedParts = ["laws", "view", "measure", "time"] as const;
export type EmbedPart = (typeof embedParts)[number];

function pageAddress(): URL {
  const address = new URL(location.href);
  address.search = "";
  address.hash = "";
  return address;
}

export function linkOf(payload: Payload): string {
  const address = pageAddress();
  address.hash = `x=${pack(payload)}`;
  return address.href;
}

/** HTML for somebody's own page: a frame with the experiment and the parts chosen. */
export function frameOf(payload: Payload, parts: readonly EmbedPart[]): string {
  const address = pageAddress();
  address.search = `embed=${parts.join(",")}`;
  address.hash = `x=${pack(payload)}`;
  const title = payload.name.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return `<iframe src="${address.href}" title="${title}" width="640" height="420" style="border:0" allowfullscreen></iframe>`;
}

export function sharedInAddress(): Unpacked | null {
  const { hash } = location;
  return hash.startsWith("#x=") ? unpack(hash.slice(3)) : null;
}

/** The gallery's experiment that `#e=…` names. */
export function cardInAddress(): string | null {
  const { hash } = location;
  return hash.startsWith("#e=") ? decodeURIComponent(hash.slice(3)) : null;
}

/** The parts to show, or null for the whole lab. */
export const embedded: readonly EmbedPart[] | null = (() => {
  const asked = new URLSearchParams(location.search).get("embed");
  if (asked === null) return null;
  const parts = embedParts.filter((part) => asked.split(",").includes(part));
  return parts.length > 0 ? parts : ["view", "time"];
})();
