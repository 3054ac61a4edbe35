// Colours that carry meaning, safe for colour-blind eyes (after Okabe and Ito), for both themes.
export interface Palette {
  /** The sky above, and just over the horizon. */
  readonly sky: string;
  readonly background: string;
  readonly ground: string;
  /** The ground far away. */
  readonly far: string;
  /** What lies in the shade of a body just above it. */
  readonly shade: string;
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
  readonly links: Readonly<
    Record<"rod" | "joint" | "support" | "spring" | "rope" | "slack" | "motor" | "curve", string>
  >;
  readonly selected: string;
  /** Around arrows, so that they read on any ground. */
  readonly outline: string;
  /** Light from all sides, the share of it that comes from below, and light from the sun. */
  readonly light: { readonly sky: number; readonly below: string; readonly sun: number };
}

export const light: Palette = {
  sky: "#c3d8ef",
  background: "#f3f7fb",
  ground: "#edf0f4",
  far: "#dbe3ec",
  shade: "#1d2a3d",
  grid: "#d3dae3",
  gridStrong: "#a9b5c4",
  number: "#5c6774",
  edge: "#27303b",
  still: "#c3cad3",
  aside: "#d3d8df",
  asleep: "#8f9bb3",
  bodies: ["#6aa5da", "#e8ad52", "#5cb992", "#cf8bbf", "#dd7a62", "#98a9ba", "#c2ac52"],
  links: {
    rod: "#6b7683",
    joint: "#39424e",
    support: "#98a3b0",
    spring: "#4f6f94",
    rope: "#8a6433",
    slack: "#c3ab8a",
    motor: "#b4541a",
    curve: "#77828f",
  },
  selected: "#0b62d6",
  outline: "#ffffff",
  light: { sky: 2.2, below: "#b9bfc9", sun: 1.2 },
};

export const dark: Palette = {
  sky: "#0b0f16",
  background: "#1c2430",
  ground: "#262d37",
  far: "#171d26",
  shade: "#03060a",
  grid: "#333c48",
  gridStrong: "#4f5c6d",
  number: "#9aa5b3",
  edge: "#0b0e12",
  still: "#59636f",
  aside: "#3a424d",
  asleep: "#56627a",
  bodies: ["#6fb1ea", "#efb350", "#5fc99b", "#d993c8", "#e8806a", "#9fb2c6", "#cdb44c"],
  links: {
    rod: "#93a0b0",
    joint: "#c8d1dc",
    support: "#7c8896",
    spring: "#8fb2dc",
    rope: "#d0a56a",
    slack: "#7d6a4e",
    motor: "#f08a4b",
    curve: "#8391a2",
  },
  selected: "#7db7ff",
  outline: "#10141a",
  light: { sky: 1.9, below: "#59626f", sun: 1.45 },
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

/** Mixes a colour with a share of white, or of black if it is negative. */
function mixed(colour: string, share: number): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const mix = (part: number) => (share < 0 ? part * (1 + share) : part + (255 - part) * share);
  return `#${parts.map((part) => twoDigits(mix(part))).join("")}`;
}

const twoDigits = (part: number) => Math.round(part).toString(16).padStart(2, "0");

/** A lighter shade, for the vector before an event. */
export function lighter(colour: string): string {
  return mixed(colour, 0.55);
}

/** How other quantities of the same kind are coloured: turned on the colour wheel, in degrees, and a share of black. */
const variants = [
  { turn: -45, black: 0.3 },
  { turn: 28, black: 0.25 },
  { turn: 0, black: 0.6 },
] as const;

/** The number of variants of a colour besides the colour itself. */
export const variantCount = variants.length;

/** A variant of a colour, from 0 on: for another quantity of the same kind. */
export function variantOf(colour: string, number: number): string {
  const { turn, black } = variants[number];
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const most = Math.max(r, g, b);
  const spread = most - Math.min(r, g, b);
  const sixth =
    spread === 0 ? 0 : most === r ? (g - b) / spread : most === g ? 2 + (b - r) / spread : 4 + (r - g) / spread;
  const hue = (60 * sixth + turn + 720) % 360;
  const part = (of: number) => {
    const k = (of + hue / 60) % 6;
    return most - spread * Math.max(0, Math.min(k, 4 - k, 1));
  };
  return mixed(`#${[5, 3, 1].map((of) => twoDigits(part(of))).join("")}`, -black);
}

export const axisColours = { x: "#d5473f", y: "#3a9a4a", z: "#3f6fd5" } as const;
