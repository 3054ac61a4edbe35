// An experiment in the forms in which it is shared: as an address, as a frame for somebody's own page, and as one HTML
// file that needs nothing else: no server, no network. For the file, the build leaves a page with everything inside and
// an empty place for the experiment (see scripts/site-plugins.mjs), which this code fills.
import type { EmbedPart } from "./address.ts";
import { placeId } from "./page-place.ts";
import { type Payload, pack, packedOf } from "./payload.ts";

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

const emptyPlace = `<script type="application/json" id="${placeId}">null</script>`;

/** JSON that cannot end the element it stands in. */
function embed(data: unknown): string {
  return JSON.stringify(data)
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}

export async function pageOf(payload: Payload): Promise<string> {
  // A page that is itself such a file has no site to fetch from: it is its own template.
  const isFile = document.getElementById(placeId) !== null;
  if (isFile) throw new Error("this page is already one file: save it from the browser");
  const reply = await fetch(new URL("./standalone.html", document.baseURI));
  if (!reply.ok) throw new Error("the page that goes into the file could not be read");
  const template = await reply.text();
  const at = template.indexOf(emptyPlace);
  if (at < 0) throw new Error("the page that goes into the file has no place for an experiment");
  const filled = `<script type="application/json" id="${placeId}">${embed(packedOf(payload))}</script>`;
  return template.slice(0, at) + filled + template.slice(at + emptyPlace.length);
}
