// Colours that carry meaning, safe for colour-blind eyes (after Okabe and Ito), for both themes.
export interface Palette {
  readonly background: string;
  readonly ground: string;
  readonly grid: string;
  readonly gridStrong: string;
  readonly edge: string;
  readonly still: string;
  readonly bodies: readonly string[];
  readonly selected: string;
}

export const light: Palette = {
  background: "#eef1f5",
  ground: "#e4e8ee",
  grid: "#cfd6df",
  gridStrong: "#a9b4c2",
  edge: "#2b333d",
  still: "#b9c1cb",
  bodies: ["#5b9bd5", "#e6a23c", "#4fb286", "#c97bb6", "#d9694f", "#8fa1b3", "#b8a03e"],
  selected: "#0b62d6",
};

export const dark: Palette = {
  background: "#171b21",
  ground: "#1d222a",
  grid: "#2b323c",
  gridStrong: "#465161",
  edge: "#0d1014",
  still: "#4a5462",
  bodies: ["#6fb1ea", "#efb350", "#5fc99b", "#d993c8", "#e8806a", "#9fb2c6", "#cdb44c"],
  selected: "#7db7ff",
};

/** What a vector is, by its name: velocity green, acceleration amber, momentum blue, force orange, torque purple, normal teal. */
export function vectorColour(name: string): string {
  const base = name.replace(/^.*\./, "").toLowerCase();
  if (/normal/.test(base)) return "#0a9a8f";
  if (/torque|moment$|^m_?$/.test(base)) return "#8e5bd0";
  if (/^(v|velocity|v\d|v_.*)$/.test(base) || /velocity/.test(base)) return "#2e9e4f";
  if (/^(a|acceleration|a_.*)$/.test(base)) return "#d99000";
  if (/^(p|momentum|impulse|j)$/.test(base) || /momentum|impulse/.test(base)) return "#2f6fd0";
  if (/^(f|force|fr|fg|nr|f_.*)$/.test(base) || /force|weight/.test(base)) return "#e0691c";
  if (/^(l|w|omega|spin|l_.*)$/.test(base)) return "#8e5bd0";
  return "#7a8594";
}

export const axisColours = { x: "#d5473f", y: "#3a9a4a", z: "#3f6fd5" } as const;
