// Attributes that objects and links lack, although an imported law needs them or others have them: reported where the
// objects are declared, not in the law.
import type { ContextScope } from "../declare/context-scope.ts";
import type { Word } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import { visitNames } from "../syntax/names-in.ts";
import { placeOf, type Span } from "../syntax/span.ts";
import { isContribution, splitEnd, withoutEnd } from "../syntax/statement.ts";

/** A name in a law that does not exist. */
export interface Lack {
  readonly name: string;
  readonly spans: readonly Span[];
  readonly notes: readonly string[];
}

/** One report for each object or link, at its name. */
export function reportLacks(lacks: readonly Lack[], scope: ContextScope, diagnostics: Diagnostics): void {
  const byOwner = new Map<Word, { attributes: ReadonlySet<string>; missing: Map<string, Lack> }>();
  for (const lack of lacks) {
    const { owner, attributes, name } = ownerOf(lack.name, scope);
    const entry = byOwner.get(owner) ?? { attributes, missing: new Map<string, Lack>() };
    byOwner.set(owner, entry);
    if (!entry.missing.has(name)) entry.missing.set(name, lack);
  }
  const context = scope.laws.context!;
  const { name: file } = context.block.span.source;
  const isImported = context.block.span.source !== scope.environment.main;
  const whose = isImported ? file : `the law '${context.name.name}'`;
  for (const [owner, { attributes, missing }] of byOwner) {
    const names = [...missing.keys()].sort();
    const given = (name: string) => {
      const unit = context.units.find((item) => item.name === name)?.unit;
      return `${name} = …${unit ? ` [${unit.text}]` : ""}`;
    };
    const others = names.flatMap((name) => {
      const near = [...attributes].find((one) => one.toLowerCase() === name.toLowerCase());
      if (near !== undefined) return [`it has '${near}', which is not the name '${name}'`];
      const longer = [...attributes].find((one) => isLonger(one, name) && !isSaid(one, scope));
      return longer === undefined
        ? []
        : [`it has '${longer}', which the law does not read: if that is meant, call it ${name}`];
    });
    const { line, column } = placeOf(missing.get(names[0])!.spans[0].source, missing.get(names[0])!.spans[0].from);
    const sums = names.filter((name) => isSum(name, scope));
    const zero = (name: string) =>
      given(name)
        .slice(name.length + " = ".length)
        .replace("…", "[0, 0, 0]");
    diagnostics.add({
      severity: "error",
      code: "unknown-name",
      span: owner.span,
      message: `'${owner.name}' lacks ${inWords(names)}, which ${whose} needs`,
      notes: [
        `add to its attributes, or to those of the world: ${names.map(given).join(", ")}`,
        ...others,
        `the law '${context.name.name}' uses '${names[0]}' at ${file}:${line}:${column}`,
      ],
      ...(sums.length === names.length && { lacking: sums.map((name) => ({ name, value: zero(name) })) }),
    });
  }
}

/** Whether the law only adds to an attribute, as to forces: its first value is zero. */
function isSum(attribute: string, { laws }: ContextScope): boolean {
  return laws.functions.some((one) => isContribution(one) && withoutEnd(one.name) === withoutEnd(attribute));
}

/** Whether one name may be the word and the other its letter: `velocity` and `v`. */
export function isLonger(word: string, letter: string): boolean {
  return letter.length <= 2 && word.length > 2 && word.startsWith(letter) && !/^[\d_]/.test(word.slice(letter.length));
}

/** Whether a law uses an attribute, by its name or with the number of an end. */
function isSaid(attribute: string, { laws }: ContextScope): boolean {
  let found = laws.context?.units.some(({ name }) => name === attribute) === true;
  for (const { name, body } of laws.functions) {
    found ||= withoutEnd(name) === attribute;
    visitNames(body, (said) => {
      found ||= said === attribute || withoutEnd(said) === attribute;
      return true;
    });
  }
  return found;
}

function inWords(names: readonly string[]): string {
  const quoted = names.map((name) => `'${name}'`);
  return quoted.length === 1 ? quoted[0] : `${quoted.slice(0, -1).join(", ")} and ${quoted.at(-1)}`;
}

/** The owner that a name should belong to, and its name there: in a pair `v2` is the `v` of the second. */
export function ownerOf(
  said: string,
  { cast, isPair }: ContextScope,
): { owner: Word; attributes: ReadonlySet<string>; name: string } {
  const numbered = isPair ? splitEnd(said) : null;
  const object = numbered ? cast.objects[numbered.end] : undefined;
  if (object)
    return { owner: object.declaration.name, attributes: new Set(object.attributes.keys()), name: numbered!.base };
  const { declaration, attributes } = cast.link ?? cast.objects[0];
  return { owner: declaration.name, attributes: new Set(attributes.keys()), name: said };
}
