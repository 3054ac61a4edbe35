// Whether laws look back.
import { visitNames } from "../../language/syntax/names-in.ts";
import type { Application } from "../state/application.ts";
import type { Laws } from "./laws.ts";

const lookingBack: ReadonlySet<string> = new Set(["dt", "previous"]);

/** Whether no law says `previous` or `dt`, and none writes attributes of the world. */
export function areMemoryless(laws: Laws, active: readonly Application[]): boolean {
  const { inputs, links } = laws.model;
  for (const name of laws.changingWorld) if (!inputs.has(name)) return false;
  const contexts = new Set([...active.map(({ context }) => context), ...links.map(({ context }) => context)]);
  let isBack = false;
  for (const { functions } of contexts)
    for (const { body } of functions)
      visitNames(body, (name) => {
        isBack ||= lookingBack.has(name);
        return true;
      });
  return !isBack;
}

/** Whether a context has attributes that change from step to step. */
export function remembers({ context }: Application): boolean {
  return context.attributes.some((item) => !context.firstTimeOnly.some((word) => word.name === item.name));
}
