// Laws taken into use and put back: taking a law brings its import and the attributes it needs, putting it back removes
// what nothing else uses. Texts go in and come out.
import { applyEdits, removeAttribute } from "../../language/write/edit.ts";
import { importedPaths, removeImport } from "../../language/write/edit-import.ts";
import { unlistName } from "../../language/write/edit-value.ts";
import { bodyValues, type Values, worldValues, writtenAttributes } from "./first-values.ts";
import { type Law, parsed, settingOf, simulationsOf, withLaws } from "./law-text.ts";

/** The names of the laws that a simulation lists; null if it takes all, or there is none. */
function listedIn(text: string): readonly string[] | null {
  const [list] = parsed(text).blocks.flatMap((block) =>
    block.kind === "simulation" ? (settingOf(block, "contexts_involved") ?? []) : [],
  );
  return list === undefined ? null : [...list.matchAll(/[\p{L}_][\p{L}\d_]*/gu)].map(([name]) => name);
}

function ownContexts(text: string): string[] {
  return parsed(text).blocks.flatMap((block) => (block.kind === "context" ? (settingOf(block, "name") ?? []) : []));
}

/** The laws of a text that are in use; `shelf` has the library. */
export function usedLaws(text: string, shelf: readonly Law[]): string[] {
  const listed = listedIn(text);
  const paths = importedPaths(text);
  const all = [
    ...ownContexts(text),
    ...shelf.filter(({ file }) => paths.includes(file)).flatMap(({ contexts }) => contexts.map(({ name }) => name)),
  ];
  return listed ? all.filter((name) => listed.includes(name)) : all;
}

/** Takes a law of the library into use. A law of motion takes the place of those of other files. */
export function withShelved(text: string, law: Law, name: string, shelf: readonly Law[]): string {
  const isMotion = (one: string) =>
    shelf.some(({ contexts }) => contexts.some((c) => c.name === one && c.type === "free fall"));
  const used = usedLaws(text, shelf);
  const rivals = isMotion(name)
    ? used.filter((one) => isMotion(one) && !law.contexts.some((context) => context.name === one))
    : [];
  const known = [...used.filter((one) => !rivals.includes(one)), name];
  const now = withLaws(text, law, [name], known);
  return rivals.reduce((one, rival) => (usedLaws(one, shelf).includes(rival) ? unlisted(one, rival, shelf) : one), now);
}

function unlisted(text: string, name: string, shelf: readonly Law[]): string {
  const all = usedLaws(text, shelf);
  return simulationsOf(text).reduce(
    (now, simulation) => applyEdits(now, unlistName(now, simulation, "contexts_involved", name, all) ?? []),
    text,
  );
}

/** Everything in a text except first values of the world and of objects, and lists of laws. */
function saidElsewhere(text: string): string {
  const { blocks } = parsed(text);
  let rest = text;
  for (const { kind, span } of blocks)
    if (kind === "world attributes" || kind === "object" || kind === "simulation")
      rest = rest.replace(text.slice(span.from, span.to), "");
  return rest.replace(/\/\/[^\n]*/g, "");
}

/** Whether a text uses something else of a law file: a law for its links, or a function. */
function leansOn(text: string, { contexts }: Law, functions: readonly string[]): boolean {
  const { blocks } = parsed(text);
  const kinds = blocks.flatMap((block) => (block.kind === "link" ? (settingOf(block, "kind") ?? []) : []));
  const calls = new RegExp(`\\b(?:${functions.join("|")})\\s*\\(`);
  return contexts.some(({ name }) => kinds.includes(name)) || (functions.length > 0 && calls.test(text));
}

/** Takes a law out of use. `functionsOf` has the functions of a law file. */
export function withoutShelved(
  text: string,
  law: Law,
  name: string,
  shelf: readonly Law[],
  functionsOf: (file: string) => readonly string[],
): string {
  const used = usedLaws(text, shelf).filter((one) => one !== name);
  const stays = law.contexts.some((one) => used.includes(one.name)) || leansOn(text, law, functionsOf(law.file));
  let now = unlisted(text, name, shelf);
  if (!stays) {
    // Without the import there is nothing left to leave out.
    const wasListed = listedIn(text) !== null;
    const from = wasListed ? now : text;
    now = applyEdits(from, removeImport(from, law.file));
  }
  // If a law is only switched off, everything it needs is still there when it is switched on again.
  return stays
    ? now
    : withoutUnused(
        now,
        law.contexts.flatMap(({ names }) => names),
        shelf,
      );
}

/** Removes those of these attributes that no law needs and nothing mentions, if nobody has changed their values. */
function withoutUnused(text: string, names: readonly string[], shelf: readonly Law[]): string {
  const paths = importedPaths(text);
  const imported = shelf.filter(({ file }) => paths.includes(file));
  const needed = new Set(imported.flatMap(({ contexts }) => contexts.flatMap((one) => one.names)));
  const elsewhere = saidElsewhere(text);
  let now = text;
  // An attribute goes before those on which it depends.
  const order = (values: Values) =>
    [...values.keys()].filter((name) => names.includes(name) && !needed.has(name)).reverse();
  const isFree = (name: string, values: readonly string[]) =>
    !new RegExp(`\\b${name}\\b`, "u").test([elsewhere, ...values].join("\n"));
  for (const { kind, settings, definitions, ...block } of parsed(text).blocks) {
    const isWorld = kind === "world attributes";
    if (!isWorld && kind !== "object") continue;
    const values = isWorld ? worldValues : bodyValues;
    const has = writtenAttributes({ kind, settings, definitions, ...block });
    const owner = isWorld ? null : settingOf({ kind, settings, definitions, ...block }, "name");
    for (const name of order(values)) {
      if (has.get(name) !== values.get(name)) continue;
      const others = [...has].filter(([one]) => one !== name).map(([, value]) => value);
      if (!isFree(name, others)) continue;
      has.delete(name);
      now = applyEdits(now, removeAttribute(now, kind, owner, name) ?? []);
    }
  }
  return now;
}
