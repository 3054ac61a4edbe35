// A model as the page sees it.

import type { Model } from "../../engine/model/model.ts";
import type { Slot } from "../../engine/model/slot.ts";
import type { Definition } from "../../language/syntax/ast.ts";
import { isPlainValue } from "../../language/syntax/statement.ts";
import type { Probe } from "../../record/probe/probe.ts";
import { unitOf } from "../../record/units/quantity-unit.ts";
import type { RunLayout, SlotInfo } from "../protocol/messages.ts";
import { curveInfosOf, linkInfosOf } from "./links.ts";
import { shapeInfos } from "./shape-info.ts";

export function layoutOf(model: Model, probe: Probe, world: readonly Definition[]): RunLayout {
  const { initialTime, duration, step } = model.settings;
  const ofBodies = model.contexts.filter(({ type }) => type !== "link" && type !== "constraint");
  const functions = ofBodies.flatMap((context) => context.functions.filter(isPlainValue));
  const attributes = new Set(model.bodies.flatMap((body) => [...body.slots.keys()]));
  const names = [...new Set(functions.map(({ name }) => name))].filter((name) => !attributes.has(name)).sort();
  const links = linkInfosOf(model, slotInfo);
  const measures = probe.measureNames;
  const infoOf = shapeInfos();
  return {
    simulation: model.simulation.name.name,
    start: initialTime,
    end: initialTime + duration,
    step,
    memory: model.initial.length,
    bodies: model.bodies.map(({ name, declaration, physicalType, geometry, sizing, slots }) => ({
      name,
      object: declaration.name.name,
      physicalType,
      shape: infoOf(geometry),
      sizing: sizing && { first: [...sizing.first], origin: [...sizing.origin] },
      slots: [...slots.values()].map(slotInfo),
    })),
    links,
    curves: curveInfosOf(model),
    world: [...model.world.values()].map(slotInfo),
    measures,
    functions: names,
    units: unitsOf(model, world, { links, functions: names, measures }),
    inputs: [...model.inputs],
  };
}

function slotInfo({ name, offset, stride, size, shape }: Slot): SlotInfo {
  const kind = shape.kind === "vector" || shape.kind === "matrix" || shape.kind === "boolean" ? shape.kind : "real";
  const rows = shape.kind === "matrix" ? shape.rows! : 1;
  return { name, offset, stride, size, kind, rows, cols: size / rows };
}

/**
 * Units as plain text, `m/s^2`, of all that a run can be asked for, by path; attributes and functions of any body by
 * the name with a dot before it.
 */
function unitsOf(
  model: Model,
  world: readonly Definition[],
  { links, functions, measures }: Pick<RunLayout, "links" | "functions" | "measures">,
): ReadonlyMap<string, string> {
  const units = new Map<string, string>();
  const add = (key: string, path: string) => {
    const unit = units.has(key) ? null : unitOf(model, world, path);
    if (unit !== null) units.set(key, unit);
  };
  for (const name of [...model.world.keys(), ...measures]) add(name, name);
  // Copies of an object have the same attributes.
  const objects = new Map(model.bodies.map((body) => [body.declaration, body]));
  for (const { name, slots } of objects.values()) for (const slot of slots.keys()) add(`.${slot}`, `${name}.${slot}`);
  for (const name of functions) add(`.${name}`, `.${name}`);
  for (const { name: context, attributes } of model.contexts)
    for (const { name } of attributes) add(`.${name}`, `${context.name}.${name}`);
  for (const { name, slots, functions: own } of links)
    for (const path of [...slots.map((slot) => slot.name), ...own].map((one) => `${name}.${one}`)) add(path, path);
  return units;
}
