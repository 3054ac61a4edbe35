// Which first value keeps the dimensions of a text from fitting together: `v = [3, 0, 0] [m]`, although every law takes
// a velocity.
import type { Environment } from "../declare/environment.ts";
import type { Experiment } from "../declare/experiment.ts";
import type { Checkable, FoundDimensions } from "../dimension/check.ts";
import { describeDimension, unitOfDimension } from "../dimension/words.ts";
import type { AttributeItem, Definition, Expr } from "../syntax/ast.ts";
import { type Diagnostic, Diagnostics } from "../syntax/diagnostic.ts";
import type { Span } from "../syntax/span.ts";
import { isPure, type Unit } from "../syntax/unit.ts";
import { checkDimensions } from "./dimensions.ts";

/** Most attributes that are tried. */
const mostTries = 16;

/** The units, as `unitOfDimension` has them, that names of mechanics usually have. */
const usualUnits = new Map<string, readonly string[]>();
for (const [names, units] of [
  ["g gravity", ["m/s^2"]],
  ["k stiffness spring_constant", ["N/m", "J"]],
  ["c damping", ["N s/m", "J s"]],
  ["mass m", ["kg"]],
  ["v velocity", ["m/s"]],
  ["w omega", ["1/s"]],
  ["L", ["J s"]],
  ["force", ["N"]],
  ["torque", ["J"]],
  ["position size radius length rest height", ["m"]],
  ["inertia", ["kg m^2"]],
  ["density rho", ["kg/m^3", "kg/m^2", "kg/m"]],
] as const)
  for (const name of names.split(" ")) usualUnits.set(name, units);

/** An attribute of the world or of objects that is given with a unit. */
interface Suspect {
  readonly name: string;
  /** The object that has it; null for the world. */
  readonly owner: string | null;
  readonly unit: Unit;
  readonly span: Span;
}

/**
 * If all warnings of dimensions would be gone without the unit of one attribute, one warning is reported there. If
 * there is only one, or several attributes could be at fault, it is reported where the unit is none that the name
 * usually has.
 */
export function blameUnits(diagnostics: readonly Diagnostic[], checkable: Checkable): readonly Diagnostic[] {
  const { environment } = checkable;
  const warnings = diagnostics.filter(({ code }) => code === "dimensions");
  const isOwn = ({ span }: Diagnostic) => span.source === environment.main;
  if (warnings.length === 0 || !warnings.every(isOwn)) return diagnostics;
  const isSingle = warnings.length === 1;
  const guilty = suspectsOf(checkable.experiment, environment)
    .filter((suspect) => !isSingle || isUnusual(suspect))
    .slice(0, mostTries)
    .flatMap((suspect) => {
      const told = new Diagnostics();
      const found = checkDimensions(withoutUnit(checkable, suspect.name), told);
      return found && told.all.length === 0 ? [{ suspect, found }] : [];
    });
  // One warning could be mended in many ways, so the name must say which unit is wrong.
  const likely =
    isSingle || guilty.length > 1 ? guilty.filter(({ suspect, found }) => isMendedByName(suspect, found)) : guilty;
  if (likely.length !== 1) return diagnostics;
  const [{ suspect, found }] = likely;
  const told = tell(suspect, found, warnings[0]);
  return told ? [...diagnostics.filter(({ code }) => code !== "dimensions"), told] : diagnostics;
}

/** Whether an attribute has a usual unit, and another was given. */
function isUnusual({ name, unit }: Suspect): boolean {
  const usual = usualUnits.get(name);
  return usual !== undefined && !usual.includes(unitOfDimension(unit.dimension));
}

/** Whether the laws take an attribute as what its name says, and its unit is another. */
function isMendedByName(suspect: Suspect, found: FoundDimensions): boolean {
  const { name, owner } = suspect;
  const taken = found.dimensionOf(owner === null ? name : `${owner}.${name}`);
  return isUnusual(suspect) && taken !== null && usualUnits.get(name)!.includes(unitOfDimension(taken));
}

function tell({ name, owner, unit, span }: Suspect, found: FoundDimensions, first: Diagnostic): Diagnostic | null {
  const taken = found.dimensionOf(owner === null ? name : `${owner}.${name}`);
  if (!taken) return null;
  const whose = owner === null ? "" : ` of '${owner}'`;
  return {
    ...first,
    message:
      `'${name}'${whose} is given as ${describeDimension(unit.dimension)}, and the laws take it as ` +
      `${describeDimension(taken)}`,
    span,
    notes: [isPure(taken) ? "leave out the unit" : `write [${unitOfDimension(taken)}] in place of [${unit.text}]`],
  };
}

function suspectsOf({ world }: Experiment, environment: Environment): Suspect[] {
  const found = new Map<string, Suspect>();
  const add = (name: string, owner: string | null, value: Expr | null) => {
    if (value?.kind !== "unit" || isPure(value.unit.dimension) || value.span.source !== environment.main) return;
    if (!found.has(name)) found.set(name, { name, owner, unit: value.unit, span: value.unitSpan });
  };
  for (const { name, body } of world) add(name, null, body);
  for (const [owner, { declaration }] of environment.objects)
    for (const { name, value } of declaration.attributes) add(name, owner, value);
  return [...found.values()];
}

/** The text with a plain number in place of each first value of this name. */
function withoutUnit(checkable: Checkable, name: string): Checkable {
  const { experiment, environment } = checkable;
  const bare = (value: Expr) => (value.kind === "unit" ? value.value : value);
  const inWorld = (one: Definition) => (one.name === name ? { ...one, body: bare(one.body) } : one);
  const inObject = (one: AttributeItem) =>
    one.name === name && one.value ? { ...one, value: bare(one.value), unit: null } : one;
  const objects = new Map(
    [...environment.objects].map(([key, object]) => [
      key,
      {
        ...object,
        declaration: { ...object.declaration, attributes: object.declaration.attributes.map(inObject) },
      },
    ]),
  );
  return {
    ...checkable,
    experiment: { ...experiment, world: experiment.world.map(inWorld) },
    environment: { ...environment, objects },
  };
}
