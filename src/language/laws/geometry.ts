// Laws that write attributes from which an object's shape is made: which of them may change, and how.
import type { Cast } from "../declare/context-scope.ts";
import type { ObjectDeclaration } from "../declare/experiment.ts";
import { givings } from "../declare/object-attributes.ts";
import type { Definition } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import { isContribution, splitEnd, withoutEnd } from "../syntax/statement.ts";

/** Reports a definition of an attribute that the shape cannot follow; `isOthers`: it is not the law's own object. */
export function checkGeometry(
  definition: Definition,
  attribute: string,
  object: ObjectDeclaration,
  isOthers: boolean,
  diagnostics: Diagnostics,
): void {
  const { nameSpan } = definition;
  const { geometricalType: type, physicalType, name } = object;
  const { needed, possible, still } = givings.get(type)!;
  if (!needed.has(attribute) && !possible.has(attribute)) return;
  if (attribute !== "size") {
    const message = `'${attribute}' defines the shape of a ${type} at the start: a law cannot change it`;
    diagnostics.error("given", nameSpan, message, "size, position and orientation may change");
  } else if (isContribution(definition)) {
    const message =
      `'size' defines the shape of a ${type}: ` + `a law can state its value or its rate, but cannot add to it`;
    diagnostics.error("given", nameSpan, message, "write size = … or size' = …");
  } else if (isOthers && physicalType === "static") {
    const movable = still ? [] : ["with 'physical type = driven' its own free-fall law can"];
    diagnostics.error("given", nameSpan, `'${name.name}' is static: nothing changes its size`, ...movable);
  } else if (isOthers && physicalType === "driven") {
    const message = `'${name.name}' is driven: only its own free-fall law changes its size`;
    diagnostics.error("given", nameSpan, message, "change an attribute of the world here, and let that law read it");
  }
}

/** Reports a function called `size` on objects that have no size but might. */
export function checkMissingSize({ name, nameSpan }: Definition, cast: Cast, diagnostics: Diagnostics): void {
  const object = withoutEnd(name) === "size" ? cast.objects[splitEnd(name)?.end ?? 0]?.declaration : undefined;
  if (!object || object.physicalType === "static" || !givings.get(object.geometricalType)!.possible.has("size")) return;
  const message = `'${object.name.name}' has no attribute 'size': this function does not change its shape`;
  const advice =
    "add size = 1 to its attributes, the factor for all its coordinates, or give the function another name";
  diagnostics.warning("no-value", nameSpan, message, advice);
}
