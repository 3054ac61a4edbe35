// Finds the first value that keeps an imported law from fitting together: without it the law fits.
import type { Cast, ScopeLaws } from "../declare/context-scope.ts";
import type { Environment } from "../declare/environment.ts";
import type { Experiment } from "../declare/experiment.ts";
import { LawCheck } from "../laws/laws.ts";
import { describeShape, matrix, real, type Shape, unknown, vector } from "../shapes/shape.ts";
import type { AttributeItem, Expr, Word } from "../syntax/ast.ts";
import { type Diagnostic, Diagnostics } from "../syntax/diagnostic.ts";
import { visitNames } from "../syntax/names-in.ts";
import { placeOf, type Span, spanText } from "../syntax/span.ts";

/** Codes of errors about shapes; other errors have their own places. */
const codes: ReadonlySet<string> = new Set(["shapes", "shape", "arguments", "branches"]);
/** The most attributes that are tried. */
const mostTries = 40;
/** Attributes that every object has are checked separately. */
const predefined: ReadonlySet<string> = new Set(["position", "orientation", "size"]);

const word = /[\p{L}_][\p{L}\p{N}_]*/gu;

interface Suspect {
  readonly owner: Word;
  readonly item: AttributeItem;
  readonly shape: Shape;
  /** The cast with another shape of the attribute. */
  readonly replaced: (shape: Shape) => Cast;
}

/** The diagnostics of a law on a cast; those caused by the shape of one attribute are reported there. */
export function blameFirstValues(
  found: readonly Diagnostic[],
  laws: ScopeLaws,
  cast: Cast,
  environment: Environment,
): readonly Diagnostic[] {
  const isMisfit = ({ code, severity, span }: Diagnostic) =>
    severity === "error" &&
    codes.has(code) &&
    span.source === laws.context?.block.span.source &&
    span.source !== environment.main;
  const first = found.find(isMisfit);
  if (!first || cast.objects.length === 0) return found;
  for (const { owner, item, shape, replaced } of suspectsOf(cast).slice(0, mostTries)) {
    const other = new Diagnostics();
    new LawCheck(laws, replaced(unknown), environment, other).run();
    if (other.all.some(isMisfit)) continue;
    const { name: file } = first.span.source;
    const { line, column } = placeOf(first.span.source, first.span.from);
    const message =
      `'${item.name}' of '${owner.name}' is ${describeShape(shape)}, which does not fit the law ` +
      `'${laws.context!.name.name}' of ${file}`;
    const fitting = [real, vector(3), matrix(3, 3)].find((one) => {
      const tried = new Diagnostics();
      new LawCheck(laws, replaced(one), environment, tried).run();
      return !tried.all.some(isMisfit);
    });
    const advice =
      fitting?.kind === "matrix"
        ? [`${describeShape(fitting)} would fit; that of the shape of the object is inertiaTensor(mass)`]
        : fitting
          ? [`${describeShape(fitting)} would fit`]
          : [];
    const notes = [...advice, `at ${file}:${line}:${column}: ${first.message}`, ...first.notes];
    return [
      ...found.filter((one) => !isMisfit(one)),
      { severity: "error", code: "shapes", message, span: item.value?.span ?? item.span, notes },
    ];
  }
  return found;
}

/** Leaves out misfits that follow from an attribute of a wrong shape, where that is reported. */
export function withoutFollowingValues(
  diagnostics: readonly Diagnostic[],
  { objects, links }: Experiment,
): readonly Diagnostic[] {
  const isMisfit = ({ code, severity }: Diagnostic) => severity === "error" && codes.has(code);
  const isTold = ({ value }: AttributeItem) =>
    value !== null && diagnostics.some((one) => isMisfit(one) && isSpan(one.span, value.span));
  const blamed = [...objects, ...links].flatMap(({ attributes }) => {
    const told = attributes.filter(isTold);
    const names = new Set(told.map(({ name }) => name));
    return told.filter(({ value }) => !saysAny(value!, names));
  });
  if (blamed.length === 0) return diagnostics;
  const names = new Set(blamed.map(({ name }) => name));
  const follows = ({ span }: Diagnostic) =>
    !blamed.some(({ value }) => isSpan(span, value!.span)) &&
    (spanText(span).match(word) ?? []).some((one) => names.has(one));
  return diagnostics.filter((one) => !isMisfit(one) || !follows(one));
}

function isSpan(a: Span, b: Span): boolean {
  return a.source === b.source && a.from === b.from && a.to === b.to;
}

function saysAny(expr: Expr, names: ReadonlySet<string>): boolean {
  let found = false;
  visitNames(expr, (name) => {
    found ||= names.has(name);
    return true;
  });
  return found;
}

function suspectsOf(cast: Cast): Suspect[] {
  const ofObjects = cast.objects.flatMap((object, i) =>
    suspects(object, (attributes) => ({ ...cast, objects: cast.objects.with(i, { ...object, attributes }) })),
  );
  const { link } = cast;
  return link
    ? [...suspects(link, (attributes) => ({ ...cast, link: { ...link, attributes } })), ...ofObjects]
    : ofObjects;
}

function suspects(
  {
    declaration,
    attributes,
  }: { declaration: { name: Word; attributes: readonly AttributeItem[] }; attributes: ReadonlyMap<string, Shape> },
  replaced: (attributes: ReadonlyMap<string, Shape>) => Cast,
): Suspect[] {
  return declaration.attributes.flatMap((item) => {
    const shape = attributes.get(item.name);
    if (!shape || predefined.has(item.name)) return [];
    return [
      {
        owner: declaration.name,
        item,
        shape,
        replaced: (other) => replaced(new Map(attributes).set(item.name, other)),
      },
    ];
  });
}
