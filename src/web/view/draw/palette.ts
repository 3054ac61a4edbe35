// Colours that carry meaning, safe for colour-blind eyes (after Okabe and Ito), for both themes.
export interface Palette {
  /** The sky above, and where it meets the ground. */
  readonly sky: string;
  readonly background: string;
  readonly ground: string;
  readonly grid: string;
  readonly gridStrong: string;
  readonly number: string;
  readonly edge: string;
  readonly still: string;
  /** A body that takes no part in the selected event. */
  readonly aside: string;
  /** The tint of bodies that sleep. */
  readonly asleep: string;
  readonly bodies: readonly string[];
  /** Links by what they are, and curves. */
  readonly links: Readonly<Record<"rod" | "joint" | "spring" | "rope" | "slack" | "motor" | "curve", string>>;
  readonly selected: string;
  /** Around arrows, so that they read on any ground. */
  readonly outline: string;
  readonly light: { readonly sky: number; readonly sun: number; readonly zenith: number };
}

export const light: Palette = {
  sky: "#dfe8f3",
  background: "#f4f6f9",
  ground: "#e9edf2",
  grid: "#c9d1db",
  gridStrong: "#9aa7b7",
  number: "#5c6774",
  edge: "#27303b",
  still: "#c3cad3",
  aside: "#d3d8df",
  asleep: "#8f9bb3",
  bodies: ["#6aa5da", "#e8ad52", "#5cb992", "#cf8bbf", "#dd7a62", "#98a9ba", "#c2ac52"],
  links: {
    rod: "#6b7683",
    joint: "#39424e",
    spring: "#4f6f94",
    rope: "#8a6433",
    slack: "#c3ab8a",
    motor: "#b4541a",
    curve: "#77828f",
  },
  selected: "#0b62d6",
  outline: "#ffffff",
  light: { sky: 1.55, sun: 1.25, zenith: 0.6 },
};

export const dark: Palette = {
  sky: "#0e1218",
  background: "#1a1f27",
  ground: "#232932",
  grid: "#363f4b",
  gridStrong: "#5a6778",
  number: "#9aa5b3",
  edge: "#0b0e12",
  still: "#59636f",
  aside: "#3a424d",
  asleep: "#56627a",
  bodies: ["#6fb1ea", "#efb350", "#5fc99b", "#d993c8", "#e8806a", "#9fb2c6", "#cdb44c"],
  links: {
    rod: "#93a0b0",
    joint: "#c8d1dc",
    spring: "#8fb2dc",
    rope: "#d0a56a",
    slack: "#7d6a4e",
    motor: "#f08a4b",
    curve: "#8391a2",
  },
  selected: "#7db7ff",
  outline: "#10141a",
  light: { sky: 1.35, sun: 1.35, zenith: 0.6 },
};

/**
 * The colour of a vector, by its name: velocity green, acceleration amber, momentum blue, force orange, torque purple,
 * normal teal.
 */
export function vectorColour(name: string): string {
  const base = name.replace(/^.*\./, "").toLowerCase();
  if (/normal/.test(base)) return "#0a9a8f";
  if (/torque|moment$|^m_?$|^mu$/.test(base)) return "#8e5bd0";
  if (/^(v|velocity|v\d|v_.*)$/.test(base) || /velocity/.test(base)) return "#2e9e4f";
  if (/^(a|acceleration|a_.*)$/.test(base)) return "#d99000";
  if (/^(p|momentum|impulse|j)$/.test(base) || /momentum|impulse/.test(base)) return "#2f6fd0";
  if (/^(f|force|fr|fg|nr|f_.*|lambda)$/.test(base) || /force|weight/.test(base)) return "#e0691c";
  if (/^(l|w|omega|spin|l_.*)$/.test(base)) return "#8e5bd0";
  return "#7a8594";
}

/** A lighter shade, for the vector before an event. */
export function lighter(colour: string): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return `#${parts
    .map((part) =>
      Math.round(part + (255 - part) * 0.55)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

export const axisColours = { x: "#d5473f", y: "#3a9a4a", z: "#3f6fd5" } as const;
