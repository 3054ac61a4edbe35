// `g = [0, 0, -9,81]`: four elements; three, with a decimal comma, were meant. If errors of shapes would disappear with
// the shorter vector, they are reported once, at the vector.
import type { AttributeShapes, Environment } from "../declare/environment.ts";
import type { Experiment } from "../declare/experiment.ts";
import { vector } from "../shapes/shape.ts";
import type { Expr } from "../syntax/ast.ts";
import type { Diagnostic } from "../syntax/diagnostic.ts";
import { placeOf, type Span, spanText } from "../syntax/span.ts";

/** Codes of errors about shapes. */
const codes: ReadonlySet<string> = new Set(["shapes", "shape", "arguments", "branches"]);
/** The most vectors that are tried. */
const mostTries = 8;

/** A list of numbers as it was probably meant: what to write, and its number of elements. */
interface Meant {
  readonly words: string;
  readonly length: number;
}

interface Suspect extends Meant {
  readonly name: string;
  readonly count: number;
  readonly span: Span;
  /** An environment in which this vector has its probable length. */
  readonly mend: (environment: Environment) => Environment;
}

/** `recheck` checks the laws and measures in another environment. */
export function blameDecimalCommas(
  diagnostics: readonly Diagnostic[],
  experiment: Experiment,
  environment: Environment,
  recheck: (environment: Environment) => readonly Diagnostic[],
): readonly Diagnostic[] {
  const isMisfit = ({ code, severity }: Diagnostic) => severity === "error" && codes.has(code);
  const suspects = diagnostics.some(isMisfit) ? suspectsOf(experiment, environment).slice(0, mostTries) : [];
  const keys = (mended: readonly Suspect[]) =>
    new Set(recheck(mended.reduce((around, { mend }) => mend(around), environment)).map(keyOf));
  const before = suspects.length > 0 ? keys([]) : new Set<string>();
  const remaining = suspects.length > 0 ? keys(suspects) : new Set<string>();
  let left = diagnostics;
  const blamed = new Set<Diagnostic>();
  for (const suspect of suspects) {
    const { span, name, count, words } = suspect;
    // Errors caused by this vector alone, with all others as they were meant.
    const own = keys(suspects.filter((one) => one !== suspect));
    const isHere = (one: Diagnostic) => isMisfit(one) && isAt(one, span);
    const isFrom = (one: Diagnostic) =>
      isMisfit(one) && before.has(keyOf(one)) && own.has(keyOf(one)) && !remaining.has(keyOf(one));
    const first = left.find(isHere) ?? left.find(isFrom);
    if (!first) continue;
    const { line, column } = placeOf(first.span.source, first.span.from);
    const message = isHere(first) ? first.message : `'${name}' has ${count} elements`;
    const place = isHere(first) ? [] : [`at ${line}:${column}: ${first.message}`];
    const told: Diagnostic = { severity: "error", code: "shapes", message, span, notes: [words, ...place] };
    blamed.add(told);
    left = left.flatMap((one) => (one === first ? [told] : isHere(one) || isFrom(one) ? [] : [one]));
  }
  return left.map((one) => (blamed.has(one) ? one : withWords(one)));
}

function keyOf({ code, span: { source, from, to } }: Diagnostic): string {
  return `${code} ${source.name} ${from} ${to}`;
}

function isAt({ span }: Diagnostic, { source, from, to }: Span): boolean {
  return span.source === source && span.from >= from && span.to <= to;
}

/** Adds the advice to an error at a vector that does not fit. */
function withWords(one: Diagnostic): Diagnostic {
  if (one.severity !== "error" || !codes.has(one.code)) return one;
  const list = /^\[[^[\]]*\]/.exec(spanText(one.span))?.[0];
  const meant = list === undefined ? null : meantBy(list);
  return meant ? { ...one, notes: [meant.words, ...one.notes] } : one;
}

function suspectsOf({ world, inputs, objects, links }: Experiment, environment: Environment): Suspect[] {
  const found: Suspect[] = [];
  const consider = (
    name: string,
    value: Expr | null,
    shapes: AttributeShapes | undefined,
    within: (around: Environment, length: number) => Environment,
  ) => {
    const list = value?.kind === "unit" ? value.value : value;
    if (list?.kind !== "vector" || list.span.source !== environment.main || !shapes) return;
    const meant = meantBy(spanText(list.span));
    if (meant)
      found.push({
        ...meant,
        name,
        count: list.elements.length,
        span: value!.span,
        mend: (around) => within(around, meant.length),
      });
  };
  for (const { name, body } of [...world, ...inputs])
    consider(name, body, environment.world, (around, length) => ({
      ...around,
      world: new Map(around.world).set(name, vector(length)),
    }));
  for (const kind of ["objects", "links"] as const)
    for (const { name: owner, attributes } of kind === "objects" ? objects : links) {
      for (const { name, value } of attributes)
        consider(name, value, environment[kind].get(owner.name)?.attributes, (around, length) => {
          const known = around[kind].get(owner.name)!;
          const changed = { ...known, attributes: new Map(known.attributes).set(name, vector(length)) };
          return { ...around, [kind]: new Map<string, unknown>(around[kind]).set(owner.name, changed) };
        });
    }
  return found;
}

/** `[0, 0, -9,81]` as three numbers; null if no comma without a space looks like a decimal comma. */
function meantBy(list: string): Meant | null {
  const items = list.slice(1, -1).split(",");
  if (!items.every((item) => /^\s*[-+]?\d+(\.\d+)?\s*$/.test(item))) return null;
  const isFraction = (i: number) => i > 0 && /^\s*[-+]?\d+$/.test(items[i - 1]) && /^\d+\s*$/.test(items[i]);
  // If no comma is followed by a space, the last digits decide: nobody writes 0,0 for 0.
  const isTight = items.slice(1).every((item) => !/^\s/.test(item));
  const written: string[] = [];
  const joined: string[] = [];
  for (let i = 0; i < items.length; i++) {
    const isJoined = isFraction(i + 1) && i + 1 < items.length && !(isTight && Number(items[i + 1]) === 0);
    const text = isJoined ? `${items[i].trim()}.${items[i + 1].trim()}` : items[i].trim();
    written.push(text);
    if (isJoined) {
      joined.push(text);
      i++;
    }
  }
  if (joined.length === 0 || (isTight && written.length !== 3)) return null;
  const words = joined.length === 1 ? joined[0] : `[${written.join(", ")}]`;
  return { words: `if a decimal comma is meant, write ${words}: a fraction follows a point`, length: written.length };
}
