// Contact points as a snapshot has them, for readers of a run.

import type { Body } from "../../model/model.ts";
import type { ContactValue, KeptPoints } from "../../state/kept-points.ts";
import type { ContactForm } from "./form.ts";
import { rowNormal, rowPoint } from "./places.ts";

/** Which bodies touch where, by which law, with its attributes. `formOf` finds the law of a pair. */
export function contactValues(
  { pairs, numbers }: KeptPoints,
  bodies: readonly Body[],
  formOf: (pair: number) => { form: ContactForm; own: number; other: number },
): ContactValue[] {
  const found: ContactValue[] = [];
  let from = 0;
  for (const pair of pairs) {
    const { form, own, other } = formOf(pair);
    const row = numbers.subarray(from, from + form.lasting);
    from += row.length;
    const names = [...form.slots.keys()];
    const starts = [...form.slots.values()].map(({ at }) => at);
    found.push({
      bodies: [bodies[own], bodies[other]],
      law: form.context,
      point: row.subarray(rowPoint, rowPoint + 3),
      normal: row.subarray(rowNormal, rowNormal + 3),
      attribute(name) {
        const i = names.indexOf(name);
        return i < 0 ? null : row.subarray(starts[i], starts[i + 1] ?? row.length);
      },
    });
  }
  return found;
}
