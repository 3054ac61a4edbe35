// Names of a model as a person says them.
import type { Link } from "../../engine/model/link.ts";
import type { Body, Model } from "../../engine/model/model.ts";

export { listNames } from "../../engine/model/given-values.ts";

/** The body of that name, or all copies of the object of that name. */
export function bodiesCalled(model: Model, name: string): Body[] {
  const body = model.byName.get(name);
  return body ? [body] : model.bodies.filter(({ declaration }) => declaration.copies && declaration.name.name === name);
}

/** The link of that name, or all copies of it. */
export function linksCalled(model: Model, name: string): Link[] {
  const link = model.linkNamed.get(name);
  return link ? [link] : model.links.filter(({ declaration }) => declaration.copies && declaration.name.name === name);
}
