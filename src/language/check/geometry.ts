// Laws that write what the shape of an object is made from: which of it may change, and how.
import type { Cast } from "../declare/context-scope.ts";
import type { ObjectDeclaration } from "../declare/experiment.ts";
import { givings } from "../declare/object-attributes.ts";
import type { Definition } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";

/**
 * Tells of a definition of an attribute of an object that its shape cannot follow; `isOthers`: it is not the law's own
 * object.
 */
export function checkGeometry(
  definition: Definition,
  attribute: string,
  object: ObjectDeclaration,
  isOthers: boolean,
  diagnostics: Diagnostics,
): void {
  const { nameSpan, op } = definition;
  const { geometricalType: type, physicalType, name } = object;
  const { needed, possible, still } = givings.get(type)!;
  if (!needed.has(attribute) && !possible.has(attribute)) return;
  if (attribute !== "size") {
    const message = `'${attribute}' makes the shape of a ${type} once, at the start: a law cannot change it`;
    diagnostics.error("given", nameSpan, message, "size, position and orientation may change");
  } else if (op === "+=") {
    const message = `'size' makes the shape of a ${type}: a law states its value or its rate, and adds nothing to it`;
    diagnostics.error("given", nameSpan, message, "write size = … or size' = …");
  } else if (isOthers && physicalType === "static") {
    const movable = still ? [] : ["with 'physical type = driven' its own free-fall law can"];
    diagnostics.error("given", nameSpan, `'${name.name}' is static: nothing changes its size`, ...movable);
  } else if (isOthers && physicalType === "driven") {
    const message = `'${name.name}' is driven: only its own free-fall law changes its size`;
    diagnostics.error("given", nameSpan, message, "change an attribute of the world here, and let that law read it");
  }
}

/** Tells of a function called `size` on objects that have none but might. */
export function checkMissingSize({ name, nameSpan }: Definition, cast: Cast, diagnostics: Diagnostics): void {
  const match = /^size([12]?)$/.exec(name);
  const object = match && cast.objects[match[1] === "2" ? 1 : 0]?.declaration;
  if (!object || object.physicalType === "static" || !givings.get(object.geometricalType)!.possible.has("size")) return;
  const message = `'${object.name.name}' has no attribute 'size': this function leaves its shape as it is`;
  const advice =
    "add size = 1 to its attributes, the factor for all its coordinates, or give the function another name";
  diagnostics.warning("no-value", nameSpan, message, advice);
}
