// Closed forms of a position and a velocity that contradict each other: the position starts with the velocity but does
// not continue with it. Found by computing both a little later.
import { EvaluationError } from "../../compiler/values/evaluation-error.ts";
import type { Body, Model } from "../../engine/model/model.ts";
import type { ContextScope } from "../../language/declare/context-scope.ts";
import { attributeName } from "../../language/declare/environment.ts";
import type { Definition } from "../../language/syntax/ast.ts";
import type { Diagnostics } from "../../language/syntax/diagnostic.ts";
import { visitNames } from "../../language/syntax/names-in.ts";
import { isPlainValue } from "../../language/syntax/statement.ts";
import { Probe } from "../probe/probe.ts";
import type { Frame, Recording } from "../run/record.ts";

/** A slope by differences, and rounded constants, are off by less. */
const mostOff = 1e-2;

export function reportClosedForms({ model, frames }: Recording, found: Diagnostics): void {
  const [frame] = frames;
  const probe = new Probe(model);
  const told = new Set<Definition>();
  for (const body of model.bodies) {
    const application = frame?.applications[body.index];
    if (!application || application.context.block.span.source !== model.environment.main) continue;
    const forms = formsOf(application.scope);
    if (!forms || told.has(forms.position)) continue;
    const { position, velocity, kept } = forms;
    const { nameSpan, span } = position;
    // A wrong dimension has already been reported.
    const isTold = found.all.some(
      (one) => one.span.source === span.source && one.span.from >= span.from && one.span.to <= span.to,
    );
    if (isTold || !isApart(forms, { body, frame, probe, model })) continue;
    told.add(position);
    found.warning(
      "restart",
      nameSpan,
      `'position' starts off with '${kept}' and then moves otherwise than by '${velocity.name}', which this law ` +
        `states too`,
      `the rate of position is to be ${velocity.name}: is a sign or a factor wrong? Or write position' = ` +
        `${velocity.name}`,
    );
  }
}

interface Forms {
  readonly position: Definition;
  readonly velocity: Definition;
  /** What the law keeps of the velocity when it begins. */
  readonly kept: string;
}

/** The closed forms of the position and of the velocity with which it starts. */
function formsOf(scope: ContextScope): Forms | null {
  const { functions } = scope.laws;
  const closed = functions.filter((one) => isPlainValue(one) && !scope.firstTime.has(one));
  const position = closed.find(({ name }) => attributeName(name) === "position");
  if (!position) return null;
  for (const start of scope.firstTime) {
    const { body, name } = start;
    const velocity =
      body.kind === "name" ? closed.find((one) => one.name === body.name && one !== position) : undefined;
    if (velocity && says(position, name) && says(position, "t")) return { position, velocity, kept: name };
  }
  return null;
}

function says({ body }: Definition, name: string): boolean {
  let isSaid = false;
  visitNames(body, (said) => {
    isSaid ||= said === name;
    return true;
  });
  return isSaid;
}

/** Whom the closed forms are computed for. */
interface Applied {
  readonly body: Body;
  readonly frame: Frame;
  readonly probe: Probe;
  readonly model: Model;
}

function isApart({ position, velocity }: Forms, applied: Applied): boolean {
  const { initialTime, duration, step } = applied.model.settings;
  const time = initialTime + Math.max(step, duration / 3);
  const h = step / 10;
  const [before, after] = [time - h, time + h].map((at) => numbersAt(position, at, applied));
  const speed = numbersAt(velocity, time, applied);
  const first = numbersAt(velocity, initialTime, applied);
  if (!before || !after || !speed || !first || before.length !== speed.length) return false;
  const slope = before.map((x, k) => (after[k] - x) / (2 * h));
  const changed = Math.max(...speed.map((x, k) => Math.abs(x - first[k])));
  const off = Math.max(...slope.map((x, k) => Math.abs(x - speed[k])));
  const size = Math.max(...before.map(Math.abs), ...after.map(Math.abs));
  // What rounding makes of a difference of two places.
  return off > mostOff * changed + (1e-14 * size) / h;
}

function numbersAt(definition: Definition, time: number, { body, frame, probe, model }: Applied): number[] | null {
  const memory = Float64Array.from(frame.memory);
  memory[model.world.get("t")!.offset] = time;
  const then = { ...frame, time, memory };
  const { scope } = frame.applications[body.index]!;
  try {
    const value = probe.interpreter(then, probe.players(then, body), null).compute(definition, scope, false);
    return typeof value === "object" && value.kind === "vector" ? [...value.data] : null;
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    return null;
  }
}
