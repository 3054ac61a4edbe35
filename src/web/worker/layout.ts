// A model as the page sees it.

import type { Model } from "../../engine/model/model.ts";
import type { Slot } from "../../engine/model/slot.ts";
import type { Definition } from "../../language/syntax/ast.ts";
import type { Probe } from "../../record/probe.ts";
import type { RunLayout, SlotInfo } from "../protocol/messages.ts";
import { curveInfosOf, linkInfosOf } from "./links.ts";
import { shapeInfos } from "./shape-info.ts";
import { unitsOf } from "./units.ts";

export function layoutOf(model: Model, probe: Probe, world: readonly Definition[]): RunLayout {
  const { initialTime, duration, step } = model.settings;
  const ofBodies = model.contexts.filter(({ type }) => type !== "link" && type !== "constraint");
  const functions = ofBodies.flatMap((context) =>
    context.functions.filter(({ params, order, op }) => params.length === 0 && order === 0 && op === "="),
  );
  const attributes = new Set(model.bodies.flatMap((body) => [...body.slots.keys()]));
  const names = [...new Set(functions.map(({ name }) => name))].filter((name) => !attributes.has(name)).sort();
  const links = linkInfosOf(model, slotInfo);
  const measures = probe.measureNames;
  const infoOf = shapeInfos();
  return {
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
