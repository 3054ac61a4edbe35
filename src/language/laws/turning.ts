// Wrong rates of orientations: angles do not change by the angular velocity itself, nor a quaternion by its whole
// product with it.

import type { ContextScope } from "../declare/context-scope.ts";
import { attributeName } from "../declare/environment.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import { spanText } from "../syntax/span.ts";
import { isFirstRate } from "../syntax/statement.ts";

/** `orientation' = w` and `orientation' = multiplyQuaternions(…, orientation)`, in the text itself. */
export function reportTurning(scope: ContextScope, diagnostics: Diagnostics): void {
  const { laws, cast, environment } = scope;
  if (laws.context?.block.span.source !== environment.main) return;
  for (const { name, body } of laws.functions.filter(isFirstRate)) {
    if (attributeName(name) !== "orientation" || cast.objects.length === 0) continue;
    const rate = body.kind === "name" ? cast.objects[0].attributes.get(body.name) : undefined;
    if (body.kind === "name" && rate?.kind === "vector" && rate.length === 3)
      diagnostics.warning(
        "orientation",
        body.span,
        `the rate of Euler angles is not the angular velocity, except for turns about one axis`,
        `write orientation' = orientationRate(orientation, ${body.name})`,
      );
    if (body.kind === "call" && body.name === "multiplyQuaternions")
      diagnostics.warning(
        "orientation",
        body.span,
        "the rate of a quaternion is half its product with the angular velocity",
        `write orientation' = orientationRate(orientation, w), or 0.5 * ${spanText(body.span)}`,
      );
  }
}
