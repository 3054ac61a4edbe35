// The participants in the law of a link: the objects at its ends, or the world, and the link itself.
import { type Shape, vector } from "../shapes/shape.ts";
import type { Cast } from "./context-scope.ts";
import type { Environment, LinkShapes, ObjectShapes } from "./environment.ts";
import type { LinkDeclaration } from "./experiment.ts";

/** Null if it does not have two ends. */
export function castOfLink(link: LinkShapes, environment: Environment): Cast | null {
  const ends = link.declaration.between.map(
    ({ object }) => environment.objects.get(object.name) ?? worldEnd(link.declaration, environment),
  );
  return ends.length === 2 ? { objects: ends, link } : null;
}

/** The world as the end of a link: it rests at the origin, and what is written to it is dropped. */
function worldEnd(link: LinkDeclaration, environment: Environment): ObjectShapes {
  const attributes = new Map<string, Shape>();
  for (const object of environment.objects.values())
    for (const [name, shape] of object.attributes) if (!attributes.has(name)) attributes.set(name, shape);
  attributes.set("position", vector(3)).set("orientation", vector(3));
  const { block, settings } = link;
  const name = { name: "world", span: link.name.span };
  const declaration = { name, block, settings, attributes: [], copies: null } as const;
  return {
    declaration: { ...declaration, physicalType: "static", geometricalType: "plane", parts: [], file: null },
    attributes,
  };
}
