// An experiment as an address: a link, and a frame for somebody's own page.
import type { EmbedPart } from "./address.ts";
import { type Payload, pack } from "./payload.ts";

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
  const size = 'width="640" height="420"';
  return `<iframe src="${address.href}" title="${title}" ${size} style="border:0" allowfullscreen></iframe>`;
}
