// Attributes of objects that nothing reads: a misspelt `positon`, a `drag` without a law, the velocity of a static
// wall, a `k` hidden by the law's own `k`.
import type { ContextScope } from "../declare/context-scope.ts";
import { attributeName, type Environment } from "../declare/environment.ts";
import type { Experiment, ObjectDeclaration } from "../declare/experiment.ts";
import { givings } from "../declare/object-attributes.ts";
import type { AttributeItem, Block, Expr } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import { visitNames } from "../syntax/names-in.ts";
import { spanText } from "../syntax/span.ts";
import { atEnd, isFirstRate, withoutEnd } from "../syntax/statement.ts";
import { editDistance } from "../syntax/suggest.ts";
import { isLonger } from "./lacks.ts";
import { isNonzero } from "./lost.ts";

const code = "no-effect";
const everywhere = ["position", "orientation", "size"];
/** Shorter names are often given in advance. */
const shortestWord = 3;
const comment = /\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const word = /[\p{L}_][\p{L}\p{N}_]*/gu;

export function reportUnreadAttributes(
  experiment: Experiment,
  environment: Environment,
  diagnostics: Diagnostics,
): void {
  // A text without laws or without a simulation is not judged here.
  if (experiment.contexts.length === 0 || experiment.simulations.length === 0) return;
  const parts = new Set(experiment.objects.flatMap(({ parts: own }) => own.map(({ object }) => object.name)));
  const said = wordsSaid(experiment);
  const rates = ratesOfPosition(experiment);
  const own = ownReads(experiment, environment);
  for (const object of experiment.objects) {
    if (object.block.span.source !== environment.main || parts.has(object.name.name)) continue;
    for (const item of object.attributes) {
      if (isGeometry(item, object)) continue;
      const isUsed = object.attributes.some(({ name }) => own.has(name) && !rates.has(name) && !isEverywhere(name));
      const letter = object.attributes.find(({ name }) => isLonger(item.name, name) && said.has(name))?.name ?? null;
      if (!said.has(item.name)) reportUnread(item, object, letter ?? isUsed, diagnostics);
      else if (object.physicalType === "static" && rates.has(item.name) && !said.has(atEnd(item.name, 1)))
        reportStill(item, object, experiment, diagnostics);
    }
  }
}

/** Whether every object has the attribute, or the shape is made from it. */
function isGeometry({ name }: AttributeItem, { geometricalType }: ObjectDeclaration): boolean {
  const { needed, possible } = givings.get(geometricalType)!;
  return isEverywhere(name) || needed.has(name) || possible.has(name);
}

function isEverywhere(name: string): boolean {
  return everywhere.includes(attributeName(name));
}

/** Names on which the rates of the text's own free-fall laws depend. */
function ownReads({ contexts }: Experiment, { main }: Environment): ReadonlySet<string> {
  const read = new Set<string>();
  for (const { type, block, functions } of contexts)
    if (type === "free fall" && block.span.source === main)
      for (const { body } of functions) visitNames(body, (name) => read.add(name) !== null);
  return read;
}

/** All words of a text and of its imports, except the names by which attributes are given. */
function wordsSaid({ blocks, objects, world, inputs }: Experiment): ReadonlySet<string> {
  const said = new Set<string>();
  const add = (one: string) => {
    said.add(one);
    // In a pair `v2` is the `v` of the second, and the law of a group reads sums.
    said.add(withoutEnd(one)).add(one.replace(/SumDirVec\d+$/, ""));
  };
  const isGiving = ({ kind }: Block) => kind === "object" || kind === "world attributes" || kind === "input";
  for (const block of blocks)
    if (!isGiving(block)) for (const one of spanText(block.span).replace(comment, "").match(word) ?? []) add(one);
  const note = (expr: Expr | null) => {
    if (expr)
      visitNames(expr, (name) => {
        add(name.replace(/'+$/, ""));
        return true;
      });
  };
  for (const { body } of [...world, ...inputs]) note(body);
  for (const { attributes, copies } of objects) {
    note(copies);
    for (const { value } of attributes) note(value);
  }
  return said;
}

/** Attributes that are the rate of a position, as v is in position' = v. */
function ratesOfPosition({ contexts }: Experiment): ReadonlySet<string> {
  const rates = contexts
    .flatMap(({ functions }) => functions)
    .filter((one) => isFirstRate(one) && attributeName(one.name) === "position");
  return new Set(rates.flatMap(({ body }) => (body.kind === "name" ? [body.name] : [])));
}

/**
 * Reports misspelt names of built-in attributes; and, if laws of the text read other attributes of the object, the
 * unread ones. If no law reads any, the laws are simple, and an unread mass is no mistake. `used` is whether there are
 * such laws, or the letter that is read in place of a word.
 */
function reportUnread(
  item: AttributeItem,
  object: ObjectDeclaration,
  used: string | boolean,
  diagnostics: Diagnostics,
): void {
  const given = new Set(object.attributes.map(({ name }) => attributeName(name)));
  const most = (name: string) => (name.length < 6 ? 1 : 2);
  const meant = everywhere.find(
    (name) => !given.has(name) && editDistance(item.name.toLowerCase(), name, 2) <= most(name),
  );
  if (!meant && (used === false || item.name.length < shortestWord)) return;
  const instead = typeof used === "string" ? `what is read is '${used}': leave one of them out` : null;
  diagnostics.warning(
    code,
    item.nameSpan,
    `nothing reads '${item.name}' of '${object.name.name}': it does nothing`,
    meant ? `did you mean '${meant}'?` : (instead ?? "write a law or a measure that reads it, or leave it out"),
  );
}

/** Reports a velocity of a static object, unless a law of pairs reads it. */
function reportStill(
  item: AttributeItem,
  object: ObjectDeclaration,
  { contexts, events, measures }: Experiment,
  diagnostics: Diagnostics,
): void {
  const isNamed = [...contexts, ...events, ...measures].some(({ aliases }) =>
    aliases.some(
      ({ target, attribute }) =>
        target.kind === "object" && target.name.name === object.name.name && attribute.name === item.name,
    ),
  );
  const isPaired = contexts.some(
    ({ type, appliedToPairs, aliases }) =>
      (type === "collision" || appliedToPairs) && aliases.some(({ attribute }) => attribute.name === item.name),
  );
  if (!item.value || !isNonzero(item.value) || isNamed || isPaired) return;
  diagnostics.warning(
    code,
    item.nameSpan,
    `'${object.name.name}' is static and stands still: its '${item.name}' does nothing`,
    "an object that laws move has 'physical type = dynamic', or driven where it follows its own law alone",
  );
}

/** Reports attributes of a context in the text itself that hide those of its object. */
export function reportHidingAttributes(scope: ContextScope, diagnostics: Diagnostics): void {
  const { cast, laws, environment } = scope;
  const { context } = laws;
  if (!context || context.block.span.source !== environment.main || scope.isPair) return;
  for (const { name, nameSpan, value } of context.attributes) {
    const object = cast.objects.find(({ declaration }) => declaration.attributes.some((one) => one.name === name));
    if (!value || !object) continue;
    diagnostics.warning(
      code,
      nameSpan,
      `'${name}' of the context hides '${name}' of '${object.declaration.name.name}': the law reads this one`,
      "leave one of them out, or choose another name",
    );
  }
}
