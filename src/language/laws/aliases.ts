// Aliases: checks that their targets exist, and that they are not mixed up.
import type { ContextScope } from "../declare/context-scope.ts";
import { type Environment, objectNamed } from "../declare/environment.ts";
import type { Alias } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import { didYouMean } from "../syntax/suggest.ts";

export function checkAliases(scope: ContextScope, diagnostics: Diagnostics): void {
  const seen = new Map<string, number>();
  for (const alias of scope.laws.aliases) {
    const times = (seen.get(alias.name.name) ?? 0) + 1;
    seen.set(alias.name.name, times);
    if (times === 2)
      diagnostics.error("duplicate", alias.name.span, `the alias '${alias.name.name}' is defined already`);
    if (!scope.aliased(alias)) reportMissing(alias, scope, diagnostics);
    else reportCopied(alias, scope, diagnostics);
  }
  checkIndexes(scope.laws.aliases, diagnostics);
}

/** `ball` is not a single object if there are copies of it. */
function reportCopied({ target }: Alias, { environment }: ContextScope, diagnostics: Diagnostics): void {
  if (target.kind !== "object" && target.kind !== "link") return;
  const { name, span } = target.name;
  const known = target.kind === "object" ? environment.objects : environment.links;
  if (!known.get(name)?.declaration.copies) return;
  const all =
    target.kind === "object"
      ? "in measures, total(…) goes over all of them"
      : "in measures, totalLinks(…) goes over all of them";
  diagnostics.error("copies", span, `'${name}' has copies: say which one`, `write ${name}1`, all);
}

function reportMissing(alias: Alias, scope: ContextScope, diagnostics: Diagnostics): void {
  const { target, attribute } = alias;
  const { objects, links } = scope.environment;
  if (target.kind === "index" && target.index >= Math.max(1, scope.cast.objects.length)) {
    diagnostics.error("alias", target.span, "there is one object here, with index 0", "only a pair has an index 1");
    return;
  }
  if (target.kind === "object" || target.kind === "link") {
    const known = target.kind === "object" ? objects : links;
    const { name, span } = target.name;
    if (!known.has(name) && !(target.kind === "object" && objectNamed(scope.environment, name))) {
      diagnostics.error(
        "unknown-name",
        span,
        `there is no ${target.kind} called '${name}'`,
        ...didYouMean(name, known.keys()),
      );
      return;
    }
  }
  const object = target.kind === "index" ? scope.cast.objects[target.index] : null;
  const whose = object ? `'${object.declaration.name.name}'` : "it";
  const notes = didYouMean(attribute.name, object?.attributes.keys() ?? []);
  diagnostics.error("unknown-name", attribute.span, `${whose} has no attribute '${attribute.name}'`, ...notes);
}

/** `obj1_v` with index 1 if the other `obj1_…` have index 0: probably a slip. */
function checkIndexes(aliases: readonly Alias[], diagnostics: Diagnostics): void {
  const groups = new Map<string, Map<string, { alias: Alias; index: number }>>();
  for (const alias of aliases) {
    const prefix = /^(\D*\d)_/.exec(alias.name.name)?.[1];
    if (prefix === undefined || alias.target.kind !== "index") continue;
    let group = groups.get(prefix);
    if (!group) groups.set(prefix, (group = new Map()));
    if (!group.has(alias.name.name)) group.set(alias.name.name, { alias, index: alias.target.index });
  }
  for (const [prefix, group] of groups) reportUnusualIndex(prefix, [...group.values()], diagnostics);
}

function reportUnusualIndex(
  prefix: string,
  group: readonly { alias: Alias; index: number }[],
  diagnostics: Diagnostics,
): void {
  const ones = group.filter(({ index }) => index === 1).length;
  const zeros = group.length - ones;
  const usual = zeros >= 2 * ones ? 0 : ones >= 2 * zeros ? 1 : null;
  for (const { alias, index } of usual === null ? [] : group) {
    if (index === usual) continue;
    const message = `'${alias.name.name}' has index ${index}, the other '${prefix}_…' have index ${usual}`;
    diagnostics.warning("alias-index", alias.target.span, message);
  }
}

/** Advice for an unknown name in measures or an event that is the name of an object or of its attribute. */
export function adviseOwner(name: string, environment: Environment): string[] {
  if (environment.objects.has(name))
    return [`an object is read by its attributes: aliases = { use p as attribute position of object ${name} }`];
  const owner = [...environment.objects.values()].find(({ attributes }) => attributes.has(name));
  if (!owner) return [];
  const alias = name === "position" ? "p" : name;
  const whose = owner.declaration.name.name;
  const here = alias === name ? "" : `, and here ${alias}`;
  return [`say whose it is: aliases = { use ${alias} as attribute ${name} of object ${whose} }${here}`];
}
