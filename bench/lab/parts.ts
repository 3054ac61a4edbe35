// What is measured of the lab in the browser.
export const labParts: readonly string[] = [
  "first load",
  "key to mark, 500 lines",
  "streaming, 100 bodies",
  "streaming, 1000 bodies",
  "scrubbing 60 s, 100 bodies",
];
