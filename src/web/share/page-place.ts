// Where a page that is one file holds its experiment.
import type { Unpacked } from "./payload.ts";

/** The id of the element that holds the experiment, as data that no browser runs. */
export const placeId = "experiment";

/** The experiment inside the page that is open, if the page is such a file. */
export async function experimentInPage(): Promise<Unpacked | null> {
  const place = document.getElementById(placeId);
  if (!place) return null;
  try {
    const found: unknown = JSON.parse(place.textContent ?? "null");
    if (found === null) return null;
    const { read } = await import("./payload.ts");
    return read(found);
  } catch {
    return { problem: "the experiment in this file is damaged" };
  }
}
