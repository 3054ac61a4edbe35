// `--show ball.position,energy`: what is asked for, checked before anything runs.

import type { Model } from "../../engine/model/model.ts";
import { attributeName } from "../../language/declare/environment.ts";
import { printable } from "../../language/syntax/diagnostic.ts";
import { isPlainValue } from "../../language/syntax/statement.ts";
import { didYouMean } from "../../language/syntax/suggest.ts";
import { isMissing, type Probe } from "../../record/probe/probe.ts";
import type { Column } from "../../record/table/table.ts";
import { readUnit, unitMisfit } from "../../record/units/display-unit.ts";
import { splitUnit } from "../../record/units/unit-text.ts";
import { UsageError } from "./command.ts";
import { bodiesCalled, linksCalled, listNames } from "./names.ts";

/** The columns of the lists, in their order, each once; the time is always there. */
export function readColumns(lists: readonly string[], model: Model, probe: Probe): Column[] {
  const names = lists.flatMap((list) => list.split(",")).map((name) => name.trim());
  const columns = new Map<string, Column>();
  for (const name of names)
    if (name !== "")
      for (const column of findColumns(name, model, probe))
        columns.set(`${column.name} ${column.unit?.text ?? ""}`, column);
  return [...columns.values()];
}

/** The paths of the lists, for a command that compares numbers as they are. */
export function readPaths(lists: readonly string[], model: Model, probe: Probe): string[] {
  const columns = lists.length > 0 ? readColumns(lists, model, probe) : defaultColumns(model, probe);
  const chosen = columns.find(({ unit }) => unit);
  if (chosen)
    throw new UsageError(
      `all values are in SI here: '${chosen.name}' takes no unit`,
      "run and plot can show values in another unit",
    );
  return columns.map(({ path }) => path);
}

/** The positions of all that can move, and the measures. */
export function defaultColumns(model: Model, probe: Probe): Column[] {
  const moving = model.bodies.filter((body) => body.physicalType !== "static");
  return [...moving.map((body) => `${body.name}.position`), ...probe.measureNames].map((name) => ({
    name,
    path: name,
  }));
}

/**
 * One name, with the unit to show it in, if one is asked for; the name of an object with copies stands for all of them.
 */
export function findColumns(text: string, model: Model, probe: Probe): Column[] {
  const { name, unit: said } = splitUnit(text);
  const columns = findNamed(name, model, probe);
  if (said === null) return columns;
  const unit = readUnit(said);
  if ("severity" in unit) throw new UsageError(`[${printable(said)}]: ${unit.message}`, ...unit.notes);
  for (const { path } of columns) {
    const misfit = unitMisfit(model, path, unit);
    if (misfit) throw new UsageError(misfit);
  }
  return columns.map((column) => ({ ...column, unit }));
}

function findNamed(name: string, model: Model, probe: Probe): Column[] {
  const [, base, indices] = /^(.*?)((?:\s*#\s*\d+)*)$/s.exec(name)!;
  const dot = base.indexOf(".");
  if (dot < 0) {
    if (!model.world.has(base) && !probe.measureNames.includes(base)) throw unknown(name, base, model, probe);
    return [inRange({ name, path: base + indices }, model, probe)];
  }
  const called = base.slice(0, dot);
  const [, attribute, component] = /^(.*?)(?:\.([xyz]))?$/s.exec(base.slice(dot + 1))!;
  const bodies = bodiesCalled(model, called).filter(
    (body) => body.slots.has(attributeName(attribute)) || isOfLaw(attribute, model),
  );
  const links =
    bodies.length > 0 ? [] : linksCalled(model, called).filter((link) => probe.links.knows(link, attribute));
  const owners: { name: string }[] = [...bodies, ...links];
  if (owners.length === 0 && probe.names.includes(base)) owners.push({ name: called });
  if (owners.length === 0) throw unknown(name, base, model, probe);
  return owners.map((owner) => {
    const path = `${owner.name}.${attribute}${component ? `#${"xyz".indexOf(component) + 1}` : ""}${indices}`;
    return inRange({ name: `${owner.name}${base.slice(dot)}${indices}`, path }, model, probe);
  });
}

/** What only a law knows: its functions and attributes, and what the geometry gives to it. */
function isOfLaw(name: string, model: Model): boolean {
  if (/DirVec\d+$/.test(name)) return true;
  const binding = model.scope.lookup(name);
  if (binding?.kind === "function" && binding.definition.params.length === 0) return true;
  return lawNames(model).includes(name);
}

function lawNames(model: Model): string[] {
  const names = model.contexts.flatMap(({ functions, attributes }) => [
    ...functions.filter(isPlainValue),
    ...attributes,
  ]);
  return [...new Set(names.map(({ name }) => name))].sort();
}

/** Refuses a component that an attribute does not have. */
function inRange(column: Column, model: Model, probe: Probe): Column {
  const { path } = column;
  const base = path.replace(/\s*#.*$/, "");
  if (base === path) return column;
  const start = { time: model.settings.initialTime, memory: model.initial, applications: [], act: null };
  const whole = probe.value(start, base);
  if (isMissing(whole)) return column;
  const part = probe.value(start, path);
  if (isMissing(part)) throw new UsageError(part.missing);
  return column;
}

function unknown(name: string, base: string, model: Model, probe: Probe): UsageError {
  const laws = lawNames(model);
  const ofBody = (body: string) => laws.map((law) => `${body}.${law}`);
  const all = [...probe.names, ...model.bodies.flatMap((body) => ofBody(body.name))];
  const object = base.includes(".") ? base.slice(0, base.indexOf(".")) : "";
  const [body] = bodiesCalled(model, object);
  const exists = body
    ? [
        `'${body.name}' has: ${listNames([...body.slots.keys()])}`,
        ...(laws.length > 0 ? [`its laws have: ${listNames(laws.filter((law) => !body.slots.has(law)))}`] : []),
      ]
    : [
        `objects: ${listNames(model.bodies.map((each) => each.name))}`,
        ...(model.links.length > 0 ? [`links: ${listNames(model.links.map((each) => each.name))}`] : []),
        `measures: ${listNames(probe.measureNames)}; of the world: ${listNames([...model.world.keys()])}`,
      ];
  return new UsageError(`there is no '${name}' to show`, ...didYouMean(base, all), ...exists);
}
