// The settings of a simulation: one row each. What `simulation { … }` may hold, how its values are checked, their
// units, their defaults and the fields of the engine's `Settings` follow from this table; docs/language.md describes
// it.
import {
  accelerationNames,
  contactPointsNames,
  integratorNames,
  schemeNames,
  startNames,
  sweepOrderNames,
} from "./setting-names.ts";

/** What a number must be. */
export type NumberRule = "any" | "positive" | "not negative" | "whole";

interface Row {
  /** As the text writes it. */
  readonly key: string;
  /** As the engine names it. */
  readonly field: string;
  /** Whether a person may ask for another value beside the text: on the command line, in the lab, by the library. */
  readonly isAsked?: true;
}

// `fallback` is the value where the text says nothing; null where that makes a difference of its own.
interface NumberRow extends Row {
  readonly fallback: number | null | { readonly stepsLong: number };
  readonly number: NumberRule;
  readonly least?: number;
  readonly most?: number;
  /** Powers of length and time in its unit. */
  readonly unit?: { readonly length?: number; readonly time?: number };
}

interface WordRow extends Row {
  readonly fallback: string | null;
  readonly words: readonly string[];
}

export const simulationSettings = [
  { key: "initial time", field: "initialTime", number: "any", unit: { time: 1 }, fallback: 0 },
  { key: "duration", field: "duration", number: "not negative", unit: { time: 1 }, fallback: 10, isAsked: true },
  // Steps end at multiples of it, or at an event.
  { key: "step", field: "step", number: "positive", unit: { time: 1 }, fallback: 0.01, isAsked: true },
  // Of the laws that name none.
  { key: "integrator", field: "integrator", words: integratorNames, fallback: "rk4", isAsked: true },
  // Recorded per unit of time.
  { key: "frames", field: "frames", number: "positive", unit: { time: -1 }, fallback: 60, isAsked: true },
  // Of located times.
  { key: "tolerance", field: "tolerance", number: "positive", unit: { time: 1 }, fallback: 1e-14 },
  // How long free fall is tried to see whether a pair comes apart.
  { key: "separation", field: "separation", number: "positive", unit: { time: 1 }, fallback: { stepsLong: 1e-3 } },
  { key: "scheme", field: "scheme", words: schemeNames, fallback: "event driven" },
  // How often contact laws are applied in a step of time stepping.
  { key: "iterations", field: "iterations", number: "any", least: 1, most: 10_000, fallback: 40 },
  { key: "seed", field: "seed", number: "whole", fallback: 1, isAsked: true },
  // Whether first values that violate constraints are made to meet them.
  { key: "start", field: "start", words: startNames, fallback: "as given" },
  // In which order contact laws are applied to the contact points.
  { key: "sweep order", field: "sweepOrder", words: sweepOrderNames, fallback: "fixed" },
  // How the fixed point of the sweeps is sought besides.
  { key: "acceleration", field: "acceleration", words: accelerationNames, fallback: null },
  // Bodies nearer than this, or than they come in a step, are in contact in time stepping; 0: those that touch.
  { key: "margin", field: "margin", number: "not negative", unit: { length: 1 }, fallback: null },
  // In time stepping, bodies of which no point is faster than this for so long fall asleep; below 0 none does.
  { key: "sleep speed", field: "sleepSpeed", number: "not negative", unit: { length: 1, time: -1 }, fallback: -1 },
  { key: "sleep time", field: "sleepTime", number: "not negative", unit: { time: 1 }, fallback: 0.5 },
  // At which points of a pair contact laws are applied.
  { key: "contact points", field: "contactPoints", words: contactPointsNames, fallback: "all" },
] as const satisfies readonly (NumberRow | WordRow)[];

type AnyRow = (typeof simulationSettings)[number];
type OrNull<R> = R extends { readonly fallback: null } ? null : never;
type ValueOf<R> = (R extends { readonly words: readonly (infer Word)[] } ? Word : number) | OrNull<R>;

/** The value of every setting, by its field. */
export type SettingValues = { readonly [R in AnyRow as R["field"]]: ValueOf<R> };

/** The fields that a person may ask for beside the text. */
export type AskedField = Extract<AnyRow, { readonly isAsked: true }>["field"];
export const askedFields: readonly AskedField[] = simulationSettings.flatMap((row) =>
  "isAsked" in row ? [row.field] : [],
);

const rows: readonly (NumberRow | WordRow)[] = simulationSettings;

export const settingKeys: readonly string[] = rows.map(({ key }) => key);
export const numberSettings: readonly NumberRow[] = rows.filter((row) => "number" in row);
export const wordSettings: readonly WordRow[] = rows.filter((row) => "words" in row);
