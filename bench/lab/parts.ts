// What is measured of the lab in the browser.
export const labParts: readonly string[] = [
  "first load",
  "typing, 500 lines, nothing plays",
  "typing, 500 lines, a run plays",
  "streaming, 100 bodies, measures",
  "streaming, 100 bodies, plots",
  "streaming, 1000 bodies, measures",
  "scrubbing 60 s, 100 bodies, measures",
  "scrubbing 60 s, 100 bodies, plots",
];
