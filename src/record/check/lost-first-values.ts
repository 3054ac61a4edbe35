// First values that a closed form immediately replaces by others: found by computing it at the first instant.
import { EvaluationError } from "../../compiler/values/evaluation-error.ts";
import { formatValue, type Value } from "../../compiler/values/value.ts";
import type { Body } from "../../engine/model/model.ts";
import { readSlot } from "../../engine/model/slot.ts";
import type { ContextScope } from "../../language/declare/context-scope.ts";
import { attributeName } from "../../language/declare/environment.ts";
import { isNonzero } from "../../language/laws/lost.ts";
import type { AttributeItem, Definition } from "../../language/syntax/ast.ts";
import type { Diagnostics } from "../../language/syntax/diagnostic.ts";
import { visitNames } from "../../language/syntax/names-in.ts";
import { isValue } from "../../language/syntax/statement.ts";
import { Probe } from "../probe/probe.ts";
import type { Frame, Recording } from "../run/record.ts";

/** The relative difference that rounding, or a first value with few digits, may cause. */
const rounding = 1e-4;

export function reportFirstValuesLost({ model, frames }: Recording, found: Diagnostics): void {
  const [frame] = frames;
  const told = new Set(found.sorted().map(({ span }) => span.from));
  const probe = new Probe(model);
  for (const body of model.bodies) {
    const application = frame?.applications[body.index];
    if (!application) continue;
    for (const definition of application.context.functions) {
      const item = replacedItem(definition, body, application.scope);
      if (!item || told.has(item.nameSpan.from)) continue;
      const stated = readSlot(model.initial, body.slots.get(attributeName(item.name))!);
      // Links may have changed velocities since, and laws have stored first-time-only values.
      const [first, closed] = [model.initial, frame.memory].map((memory) =>
        closedValue(definition, body, { ...frame, memory }, probe),
      );
      if (first === null || closed === null || isNear(stated, first) || isNear(stated, closed)) continue;
      told.add(item.nameSpan.from);
      warnLost(item, stated, closed, { body: body.name, law: application.context.name.name }, found);
    }
  }
}

/** The first value in the text that a closed form of the law replaces; null if there is none. */
function replacedItem(definition: Definition, body: Body, scope: ContextScope): AttributeItem | null {
  const attribute = scope.attribute(definition.name);
  if (attribute?.owner.kind !== "object" || definition.params.length > 0) return null;
  if (!isValue(definition) || scope.firstTime.has(definition) || goesOn(definition)) return null;
  const item = body.declaration.attributes.find(({ name }) => attributeName(name) === attribute.name);
  return item?.value && isNonzero(item.value) ? item : null;
}

function warnLost(
  { name, nameSpan }: AttributeItem,
  stated: Value,
  closed: Value,
  of: { readonly body: string; readonly law: string },
  found: Diagnostics,
): void {
  const gives = formatValue(closed).replace(/-0(?![\d.])/g, "0");
  found.warning(
    "lost",
    nameSpan,
    `'${name}' of '${of.body}' starts as ${formatValue(stated)}, and the law '${of.law}' makes it ${gives} at once: ` +
      `its first value is lost`,
    `to start from it, write attributes = {${name}0}  compute_first_time_only_attributes = {${name}0} in the law, ` +
      `and ${name}0 = previous(${name})  ${name} = ${name}0 + …`,
    `or give it the first value that the law gives: ${name} = ${gives}`,
  );
}

/** Whether the definition uses earlier values. */
function goesOn({ body }: Definition): boolean {
  let isSaid = false;
  visitNames(body, (name) => {
    isSaid ||= name === "previous";
    return true;
  });
  return isSaid;
}

function closedValue(definition: Definition, body: Body, frame: Frame, probe: Probe): Value | null {
  const { scope } = frame.applications[body.index]!;
  try {
    return probe.interpreter(frame, probe.players(frame, body), null).compute(definition, scope, false);
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    return null;
  }
}

function isNear(a: Value, b: Value): boolean {
  const [one, two] = [numbersOf(a), numbersOf(b)];
  let size = 0;
  for (const x of [...one, ...two]) size = Math.max(size, Math.abs(x));
  return one.length === two.length && one.every((x, k) => Math.abs(x - two[k]) <= rounding * size);
}

function numbersOf(value: Value): readonly number[] {
  if (typeof value !== "object") return [Number(value)];
  return value.kind === "sequence" ? [] : [...value.data];
}
