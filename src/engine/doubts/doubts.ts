// Warnings about a model before it runs: it can run, but probably does not do what its author meant.

import { formatValue } from "../../compiler/values/value.ts";
import type { ContextDeclaration, Experiment, ObjectDeclaration } from "../../language/declare/experiment.ts";
import { checkMotion } from "../../language/laws/motion.ts";
import { reportUnreadAttributes } from "../../language/laws/unread-attributes.ts";
import type { AttributeItem } from "../../language/syntax/ast.ts";
import { type Diagnostic, Diagnostics } from "../../language/syntax/diagnostic.ts";
import { visitNames } from "../../language/syntax/names-in.ts";
import { type Span, spanText } from "../../language/syntax/span.ts";
import { directions } from "../model/link.ts";
import type { Body, PlainModel } from "../model/model.ts";
import type { ReadonlyNumbers } from "../model/numbers.ts";
import { placesOfSlots, readSlot } from "../model/slot.ts";
import { bodyDoubts } from "./body-doubts.ts";
import { lateEvents } from "./event-doubts.ts";
import { manyStepsOf, settingDoubts } from "./setting-doubts.ts";
import { shareDoubts } from "./share-doubts.ts";
import { unturnedTensors } from "./unturned-tensors.ts";

/** Orientations farther from a rotation than this were hardly meant as one. */
const mostSkew = 1e-3;

export function doubtsOf(model: PlainModel, experiment: Experiment): Diagnostic[] {
  const doubts: Diagnostic[] = [];
  const told = new Set<Body["declaration"]>();
  for (const body of model.bodies) {
    const problem = skewOf(body, model.initial);
    if (!problem || told.has(body.declaration)) continue;
    told.add(body.declaration);
    const item = body.declaration.attributes.find(({ name }) => name === "orientation");
    doubts.push(
      warning(
        item?.value?.span ?? body.declaration.name.span,
        `the orientation of '${body.name}' ${problem}`,
        "give it as Euler angles, or as quaternionFromAxisAndAngle(axis, angle), or a quaternion as normalize(q)",
      ),
    );
  }
  doubts.push(
    ...longDirections(model),
    ...settingDoubts(model),
    ...copiesAlike(model),
    ...lateEvents(model, experiment),
    ...bodyDoubts(model),
    ...shareDoubts(model, experiment),
    ...unturnedTensors(model),
    ...unreadAttributes(model, experiment),
  );
  const steps = manyStepsOf(model);
  if (steps) doubts.push(steps);
  return [...doubts, ...motionDoubts(model, experiment)];
}

const unread = new WeakMap<Experiment, readonly Diagnostic[]>();

/** Attributes that nothing reads: the same for all runs of a text. */
function unreadAttributes({ environment }: PlainModel, experiment: Experiment): readonly Diagnostic[] {
  let found = unread.get(experiment);
  if (!found) {
    const diagnostics = new Diagnostics();
    reportUnreadAttributes(experiment, environment, diagnostics);
    unread.set(experiment, (found = diagnostics.sorted()));
  }
  return found;
}

/** Dynamic objects with copies that are equal in everything: all of them move as one, at the same place. */
function copiesAlike({ bodies, initial }: PlainModel): Diagnostic[] {
  const first = new Map<ObjectDeclaration, { body: Body; count: number; alike: boolean }>();
  for (const body of bodies) {
    const { declaration } = body;
    if (!declaration.copies || declaration.physicalType !== "dynamic") continue;
    const seen = first.get(declaration);
    if (!seen) first.set(declaration, { body, count: 1, alike: true });
    else
      first.set(declaration, {
        ...seen,
        count: seen.count + 1,
        alike: seen.alike && isAlike(seen.body, body, initial),
      });
  }
  return [...first].flatMap(([{ name, copies }, { count, alike }]) =>
    alike && count > 1
      ? [
          {
            severity: "warning",
            code: "overlap",
            message: `the ${count} copies of '${name.name}' start with the same values, in one place`,
            span: copies!.span,
            notes: ["place each by its index, such as position = [index, 0, 0]"],
          } as const,
        ]
      : [],
  );
}

function isAlike(one: Body, other: Body, memory: ReadonlyNumbers): boolean {
  const places = (body: Body) => placesOfSlots([...body.slots.values()]);
  const others = places(other);
  return places(one).every((place, i) => memory[place] === memory[others[i]]);
}

/** Doubts about parts of the simulation that have no effect. */
function motionDoubts(
  { simulation, contexts, events, measures, bodies, links, environment }: PlainModel,
  experiment: Experiment,
): readonly Diagnostic[] {
  const diagnostics = new Diagnostics();
  const objects = [
    ...new Map(bodies.map((body) => [body.declaration, environment.objects.get(body.declaration.name.name)!])).values(),
  ];
  const joining = [...new Set(links.map(({ declaration }) => declaration))];
  checkMotion(
    {
      simulation,
      objects,
      contexts,
      links: joining,
      events,
      measures,
      stated: experiment.contexts,
      main: environment.main,
    },
    diagnostics,
  );
  return diagnostics.sorted();
}

function warning(span: Span, message: string, ...notes: string[]): Diagnostic {
  return { severity: "warning", code: "first-value", message, span, notes };
}

/** Axes and directions of links that are not unit vectors, and whose laws use them unnormalised. */
function longDirections({ links, initial }: PlainModel): Diagnostic[] {
  const told = new Map<AttributeItem, Diagnostic>();
  for (const { name: link, declaration, context, slots } of links)
    for (const item of declaration.attributes) {
      const { name, value: said, span } = item;
      const slot = slots.get(name);
      // A vector with a unit has a meaningful length.
      if (!directions.test(name) || slot?.size !== 3 || said?.kind === "unit" || told.has(item)) continue;
      const value = readSlot(initial, slot);
      const [x, y, z] = (value as { data: Float64Array }).data;
      const length = Math.sqrt(x * x + y * y + z * z);
      if (Math.abs(length - 1) <= mostSkew || !readsAsIs(name, context)) continue;
      const message =
        `'${name}' of '${link}' has length ${Number(length.toPrecision(4))}, and the law ` +
        `'${context.name.name}' does not normalise it`;
      told.set(
        item,
        warning(
          span,
          message,
          `write a direction of length 1: ${name} = normalize(${said ? spanText(said.span) : formatValue(value)})`,
        ),
      );
    }
  return [...told.values()];
}

/** Whether a law uses more of an attribute than its direction or its length. */
function readsAsIs(name: string, { functions }: ContextDeclaration): boolean {
  let isRead = false;
  for (const { body } of functions)
    visitNames(body, (said, args) => {
      isRead ||= said === name && args === null;
      return said !== "normalize" && said !== "norm";
    });
  return isRead;
}

/** The deviation of an orientation from a rotation; null if it is one. */
function skewOf({ orientation }: Body, memory: ReadonlyNumbers): string | null {
  if (orientation.size === 3) return null;
  const value = readSlot(memory, orientation);
  const q = (value as { data: Float64Array }).data;
  if (orientation.size === 4) {
    const length = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    if (Math.abs(length - 1) <= mostSkew) return null;
    return `is the quaternion ${formatValue(value)} of length ${Number(length.toPrecision(4))}: a rotation has 1`;
  }
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++) {
      const product = q[3 * i] * q[3 * j] + q[3 * i + 1] * q[3 * j + 1] + q[3 * i + 2] * q[3 * j + 2];
      if (Math.abs(product - (i === j ? 1 : 0)) > mostSkew)
        return "is not a rotation matrix: its rows must be unit vectors at right angles";
    }
  const determinant =
    q[0] * (q[4] * q[8] - q[5] * q[7]) - q[1] * (q[3] * q[8] - q[5] * q[6]) + q[2] * (q[3] * q[7] - q[4] * q[6]);
  if (determinant < 0) return "is a matrix that mirrors the object, not a rotation: its determinant must be 1";
  return null;
}
