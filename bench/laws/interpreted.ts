// The interpreter as a contender.
import type { Value } from "../../src/compiler/values/value.ts";
import type { Players } from "../../src/engine/state/application.ts";
import type { Contender } from "../measure.ts";
import { type BodyStart, LawModel, type PairStart } from "./law-model.ts";

class InterpretedLaw extends LawModel {
  /** What the law gives; the named updates go to `out` from `at` on, one after the other. Tells where they end. */
  evaluate(players: Players, names: readonly string[], out: Float64Array, at: number): number {
    const scope = this.laws.scopeOf(this.context, players.bodies);
    const updates = this.laws.evaluation(scope, players, this.memory, this.memory).updates();
    let end = at;
    for (const name of names) {
      const data = numbersOf(updates.find(({ definition }) => definition.name === name)!.value);
      out.set(data, end);
      end += data.length;
    }
    return end;
  }

  /** How many numbers these attributes are, of one body. */
  sizeOf(names: readonly string[]): number {
    return names.reduce((sum, name) => sum + this.model.bodies[0].slots.get(name)!.size, 0);
  }
}

function numbersOf(value: Value): ArrayLike<number> {
  if (typeof value === "object" && value.kind !== "sequence") return value.data;
  return [Number(value)];
}

export function interpretedBodies(start: BodyStart): Contender {
  const law = new InterpretedLaw(start, "interpreted");
  const players = law.model.bodies.map((body, i): Players => {
    return { bodies: [body], attributes: [new Map(start.attributes(i))], given: [start.given(i)] };
  });
  const found = new Float64Array(law.sizeOf(start.updates) * players.length);
  return {
    name: "interpreter",
    run: () => {
      let at = 0;
      for (const player of players) at = law.evaluate(player, start.updates, found, at);
    },
    outputs: () => found,
  };
}

/** Outputs are those of all first bodies, then of all second ones. */
export function interpretedPairs(start: PairStart): Contender {
  const law = new InterpretedLaw(start, "interpreted");
  const players = Array.from({ length: start.pairs }, (_, i) => start.players(law, i));
  const names = [1, 2].flatMap((index) => start.updates.map((name) => `${name}${index}`));
  const size = law.sizeOf(start.updates);
  const found = new Float64Array(2 * size * start.pairs);
  return {
    name: "interpreter",
    run: () => {
      let at = 0;
      for (const player of players) at = law.evaluate(player, names, found, at);
    },
    outputs: () => {
      const isFirst = (k: number) => k % (2 * size) < size;
      return Float64Array.from([...found.filter((_, k) => isFirst(k)), ...found.filter((_, k) => !isFirst(k))]);
    },
  };
}
