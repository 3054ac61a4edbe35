// What a person may ask of a run, for all commands that run.

import type { ModelOptions } from "../../engine/model/model.ts";
import { type IntegratorName, integratorNames } from "../../engine/model/settings.ts";
import type { EvaluationName } from "../../engine/state/run-memory.ts";
import { type AskedNumber, fitsSign, numberSetting } from "../../language/syntax/simulation-settings.ts";
import { integratorMeant } from "../../language/syntax/suggest.ts";
import { type Arguments, type Options, UsageError } from "./command.ts";
import { numberOption } from "./expression.ts";

export const runOptions: Options = {
  simulation: { type: "string" },
  until: { type: "string" },
  set: { type: "string", multiple: true },
  step: { type: "string" },
  integrator: { type: "string" },
  frames: { type: "string" },
  seed: { type: "string" },
  interpret: { type: "boolean" },
  out: { type: "string" },
};

/** The help lines about options of a run. */
export const runOptionsHelp = `  --simulation NAME   which simulation; by default the first of the text
  --until T           run to this time instead of the end that the text states
  --set NAME=EXPR     start with another value: --set 'ball.v=[1, 0, 2]' --set g=[0,0,-1.62]
  --step H            the length of a step
  --integrator NAME   ${integratorNames.join(", ")};
                      also for laws that name their own
  --frames N          the number of frames recorded per unit of time
  --seed N            the seed of random
  --interpret         evaluate the laws by the interpreter instead of compiling them: slower, and
                      the same to the last bit
  --out FILE          write there instead of to standard output`;

export interface RunCommandOptions {
  readonly simulation: string | undefined;
  readonly until: number | undefined;
  readonly sets: readonly { readonly option: string; readonly text: string }[];
  readonly overrides: NonNullable<ModelOptions["overrides"]>;
  readonly evaluation: EvaluationName;
  readonly out: string | undefined;
}

export function readRunOptions(args: Arguments): RunCommandOptions {
  const number = (option: string): number | undefined => {
    const text = args.one(option);
    return text === undefined ? undefined : numberOption(args.spelled(option), text);
  };
  const setting = (key: AskedNumber): number | undefined => {
    const value = number(key);
    const { number: rule } = numberSetting(key);
    if (value !== undefined && !fitsSign(rule, value))
      throw new UsageError(`${args.spelled(key)} must be ${rule}, and is ${value}`);
    return value;
  };
  const integrator = args.one("integrator");
  const asked = {
    step: setting("step"),
    frames: setting("frames"),
    seed: setting("seed"),
    integrator: integrator === undefined ? undefined : findIntegrator(integrator),
  };
  return {
    simulation: args.one("simulation"),
    until: number("until"),
    sets: args.all("set").map((text, i) => ({ option: args.spelled("set", i), text })),
    overrides: Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)),
    evaluation: args.has("interpret") ? "interpreted" : "compiled",
    out: args.one("out"),
  };
}

/** The integrator of that name; `semi-implicit euler` may be written with hyphens, which need no quotes. */
function findIntegrator(text: string): IntegratorName {
  const plain = (name: string) => name.toLowerCase().replace(/[\s_]+/g, "-");
  const found = integratorNames.find((name) => plain(name) === plain(text));
  if (found) return found;
  const hint = integratorMeant(plain(text), integratorNames.map(plain));
  throw new UsageError(`there is no integrator '${text}'`, ...hint, `there are: ${integratorNames.join(", ")}`);
}
