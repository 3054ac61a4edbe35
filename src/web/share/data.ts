// Numbers of a run for download: CSV for tables, JSON for programs.
import { csvLines } from "../../record/table/csv.ts";
import { type Columns, columns, digest, events, frames, inputs } from "../state/run.ts";
import { languageVersion } from "./payload.ts";

/** A possible column: its path, and whether it is chosen by default. */
export interface Choice {
  readonly path: string;
  readonly group: string;
  readonly isUsual: boolean;
}

/** Bodies beyond this are left out unless asked for: a gas has hundreds. */
const usualBodies = 12;

export function choices(): Choice[] {
  const layout = frames.value?.layout;
  if (!layout) return [];
  const measures = layout.measures.map((path) => ({ path, group: "Measures", isUsual: true }));
  const moving = layout.bodies.filter(({ physicalType }) => physicalType !== "static");
  const bodies = [...moving, ...layout.bodies.filter((body) => !moving.includes(body))];
  const attributes = bodies.flatMap(({ name, slots }, at) =>
    slots.map((slot) => ({
      path: `${name}.${slot.name}`,
      group: name,
      isUsual: at < usualBodies && moving.length > at && /^(position|v|w)$/.test(slot.name),
    })),
  );
  const links = layout.links.flatMap(({ name, slots }) =>
    slots.map((slot) => ({ path: `${name}.${slot.name}`, group: name, isUsual: false })),
  );
  return [...measures, ...attributes, ...links];
}

export async function csvOf(paths: readonly string[]): Promise<string> {
  const { names, units, times, data } = await columns(paths);
  const rows = Array.from(times, (time, i) => ({
    time,
    cells: data.map((column) => (Number.isNaN(column[i]) ? null : column[i])),
  }));
  const headed = names.map((name, k) => (units[k] === null ? name : `${name} [${units[k]}]`));
  return [...csvLines({ names: headed, rows })].join("");
}

/**
 * The numbers as JSON, with the text, the inputs and the digest, so that others can repeat the run and compare.
 */
export async function jsonOf(paths: readonly string[], name: string, text: string): Promise<string> {
  const { names, units, times, data }: Columns = await columns(paths);
  const whole = {
    name,
    language: languageVersion,
    digest: digest.value,
    text,
    inputs: inputs.value,
    times: [...times],
    columns: names.map((column, k) => ({
      name: column,
      unit: units[k],
      values: [...data[k]].map((x) => (Number.isFinite(x) ? x : null)),
    })),
    events: events.value,
  };
  return `${JSON.stringify(whole, null, 1)}\n`;
}

export function eventsCsv(): string {
  const rows = events.value.map(({ time, type, context, objects, point, normal }) => ({
    time,
    cells: [type, context, objects.join(" "), ...three(point), ...three(normal)],
  }));
  const names = ["type", "law", "objects", "point.x", "point.y", "point.z", "normal.x", "normal.y", "normal.z"];
  return [...csvLines({ names, rows })].join("");
}

function three(vector: readonly number[] | null): (number | null)[] {
  return [0, 1, 2].map((k) => vector?.[k] ?? null);
}
