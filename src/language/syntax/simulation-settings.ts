// The settings of a simulation, one row each. The keys of `simulation { … }`, the checks of their values, units,
// defaults and the fields of the engine's `Settings` follow from this table; docs/language.md describes it.
import {
  accelerationNames,
  contactPointsNames,
  integratorNames,
  schemeNames,
  startNames,
  sweepOrderNames,
} from "./setting-names.ts";

/** The condition on a number. */
export type NumberRule = "any" | "positive" | "not negative" | "whole";

interface Row {
  /** The key in the text. */
  readonly key: string;
  /** The name in the engine. */
  readonly field: string;
  /** Whether a person may override the text: on the command line, in the lab, by the library. */
  readonly isAsked?: true;
  /** What needs it: pairs in contact or sleeping bodies, both in time stepping. */
  readonly needs?: "pairs" | "sleep";
}

// `fallback` is the default; null if the absence has a meaning of its own.
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
  // For laws that name none.
  { key: "integrator", field: "integrator", words: integratorNames, fallback: "rk4", isAsked: true },
  // Recorded per unit of time.
  { key: "frames", field: "frames", number: "positive", unit: { time: -1 }, fallback: 60, isAsked: true },
  // The precision of located times.
  { key: "tolerance", field: "tolerance", number: "positive", unit: { time: 1 }, fallback: 1e-14 },
  // How long free fall is simulated to see whether a pair separates.
  { key: "separation", field: "separation", number: "positive", unit: { time: 1 }, fallback: { stepsLong: 1e-3 } },
  { key: "scheme", field: "scheme", words: schemeNames, fallback: "event driven" },
  // How often contact laws are applied in a step of time stepping.
  { key: "iterations", field: "iterations", number: "whole", least: 1, most: 10_000, fallback: 40, needs: "pairs" },
  { key: "seed", field: "seed", number: "whole", fallback: 1, isAsked: true },
  // Whether first values that violate constraints are corrected.
  { key: "start", field: "start", words: startNames, fallback: "as given" },
  // The order in which contact laws are applied to the contact points.
  { key: "sweep order", field: "sweepOrder", words: sweepOrderNames, fallback: "fixed", needs: "pairs" },
  // How the fixed point of the sweeps is sought in addition.
  { key: "acceleration", field: "acceleration", words: accelerationNames, fallback: null, needs: "pairs" },
  // In time stepping, bodies are in contact that are closer than this or come closer in a step; 0: those that touch.
  { key: "margin", field: "margin", number: "not negative", unit: { length: 1 }, fallback: null, needs: "pairs" },
  // In time stepping, bodies fall asleep if no point of them is faster than this for a while; below 0 none does.
  {
    key: "sleep speed",
    field: "sleepSpeed",
    number: "not negative",
    unit: { length: 1, time: -1 },
    fallback: -1,
    needs: "sleep",
  },
  { key: "sleep time", field: "sleepTime", number: "not negative", unit: { time: 1 }, fallback: 0.5, needs: "sleep" },
  // At which points of a pair contact laws are applied.
  { key: "contact points", field: "contactPoints", words: contactPointsNames, fallback: "all", needs: "pairs" },
] as const satisfies readonly (NumberRow | WordRow)[];

type AnyRow = (typeof simulationSettings)[number];
type OrNull<R> = R extends { readonly fallback: null } ? null : never;
type ValueOf<R> = (R extends { readonly words: readonly (infer Word)[] } ? Word : number) | OrNull<R>;

/** The value of every setting, by its field. */
export type SettingValues = { readonly [R in AnyRow as R["field"]]: ValueOf<R> };

/** The fields that a person may override. */
export type AskedField = Extract<AnyRow, { readonly isAsked: true }>["field"];
export const askedFields: readonly AskedField[] = simulationSettings.flatMap((row) =>
  "isAsked" in row ? [row.field] : [],
);

const rows: readonly (NumberRow | WordRow)[] = simulationSettings;

export const settingKeys: readonly string[] = rows.map(({ key }) => key);
export const numberSettings: readonly NumberRow[] = rows.filter((row) => "number" in row);
export const wordSettings: readonly WordRow[] = rows.filter((row) => "words" in row);

/** The numbers that a person may override, and studies vary. */
export type AskedNumber = Extract<AnyRow, { readonly isAsked: true; readonly number: NumberRule }>["key"];
export const askedNumbers: readonly AskedNumber[] = simulationSettings.flatMap((row) =>
  "isAsked" in row && "number" in row ? [row.key] : [],
);

export function numberSetting(key: Extract<AnyRow, { readonly number: NumberRule }>["key"]): NumberRow {
  return numberSettings.find((row) => row.key === key)!;
}

/** Whether the sign of a number is as the rule asks. */
export function fitsSign(rule: NumberRule, value: number): boolean {
  return !(rule === "positive" && value <= 0) && !(rule === "not negative" && value < 0);
}

/** The keys of the settings that have no effect without this. */
export function settingsFor(what: "pairs" | "sleep"): readonly string[] {
  return rows.filter(({ needs }) => needs === what).map(({ key }) => key);
}

/** The default as it would be written; "" where the absence has a meaning of its own. */
export function defaultText(key: AnyRow["key"]): string {
  const { fallback } = rows.find((row) => row.key === key)!;
  return fallback === null || typeof fallback === "object" ? "" : String(fallback);
}
