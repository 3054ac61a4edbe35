// Closed forms of measures: `height_expected` is the value of `height` by theory. In a block with one measure it is
// written `expected`.
import type { Definition } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import { visitNames } from "../syntax/names-in.ts";
import { suggestName } from "../syntax/suggest.ts";

const word = "expected";

export function closedFormOf(measure: string): string {
  return `${measure}_${word}`;
}

/** The measures that have a closed form, each with it. */
export function closedFormsIn<T>(measures: readonly T[], nameOf: (measure: T) => string): [measure: T, expected: T][] {
  const byName = new Map(measures.map((measure) => [nameOf(measure), measure]));
  return measures.flatMap((measure): [T, T][] => {
    const expected = byName.get(closedFormOf(nameOf(measure)));
    return expected === undefined ? [] : [[measure, expected]];
  });
}

/** The measures of one block, with `expected` under its full name. */
export function nameClosedForm(definitions: readonly Definition[], diagnostics: Diagnostics): Definition[] {
  const isExpected = ({ name, params }: Definition) => name === word && params.length === 0;
  const expected = definitions.find(isExpected);
  if (!expected) return [...definitions];
  const others = definitions.filter((one) => !isExpected(one) && one.params.length === 0);
  if (others.length !== 1) {
    diagnostics.warning(
      "closed-form",
      expected.nameSpan,
      "this closed form does not say which measure it belongs to",
      others.length === 0
        ? "write the measure into the same block"
        : `write ${closedFormOf(others[0].name)}, or give the measure and its closed form a block of their own`,
    );
    return [...definitions];
  }
  return definitions.map((one) => (one === expected ? { ...one, name: closedFormOf(others[0].name) } : one));
}

/** Reports closed forms whose measure is misspelt: a measure with a similar name has none. */
export function checkClosedForms(definitions: readonly Definition[], diagnostics: Diagnostics): void {
  const names = new Set(definitions.map(({ name }) => name));
  const read = new Set<string>();
  for (const { body } of definitions)
    visitNames(body, (name) => {
      read.add(name);
      return true;
    });
  for (const { name, nameSpan, params } of definitions) {
    if (params.length > 0 || !name.endsWith(`_${word}`) || read.has(name)) continue;
    const measure = name.slice(0, -word.length - 1);
    if (names.has(measure)) continue;
    const others = [...names].filter((one) => !one.endsWith(`_${word}`));
    const near = suggestName(measure, others);
    if (!near || names.has(closedFormOf(near))) continue;
    diagnostics.warning(
      "closed-form",
      nameSpan,
      `there is no measure '${measure}' for this closed form`,
      `did you mean '${closedFormOf(near)}'?`,
    );
  }
}
