// How long it takes to compile all laws of a file of the library: lowering, emitting, and the platform's
// WebAssembly.Module.
//
// The first time is that of a process in which nothing is warm: what a person waits for. The best is that of later
// ones. The module of elementary functions is made once in a process, before.
import { readFileSync } from "node:fs";
import { Kernel } from "../src/compiler/kernel/kernel.ts";
import type { KernelPart } from "../src/engine/laws/context-kernels.ts";
import type { Kernels } from "../src/engine/laws/kernels.ts";
import { Laws } from "../src/engine/laws/laws.ts";
import type { Body, Model } from "../src/engine/model/model.ts";
import { nothingGiven } from "../src/engine/state/application.ts";
import { selectContexts } from "../src/language/declare/applicability.ts";
import { elementaryExports } from "../src/math/elementary/module.ts";
import { modelOf } from "./laws/law-model.ts";
import { libraryFile } from "./place.ts";
import { decimal, type Row } from "./report.ts";

/** The largest files of the library, the largest first. */
export const lawFiles: readonly string[] = [
  "impulse-collision-stronge",
  "impulse-collision",
  "penalty-ground",
  "frictionless-collision",
];

const times = 20;
const parts: readonly KernelPart[] = ["first", "updates", "rates", "contributions", "position", "orientation"];

/** Bodies that have whatever these laws ask for. */
const cast = `
world attributes { g = [0, 0, -9.81]  restitution = 0.5  friction = 0.3
                   up = [0, 0, 1]  stiffness = 1000  damping = 10  creep = 0.01 }
object { name = a  physical type = dynamic  geometrical type = cuboid  copies = 2
         attributes = { position = [0, 0, 10 * index]  orientation = [1, 0, 0, 0]  size = [1, 2, 3]  mass = 1
                        inertia = identityMatrix(3)  v = [0, 0, 0]  w = [0, 0, 0]  force = [0, 0, 0]  torque = [0, 0, 0]
                        P = [0, 0, 0]  L = [0, 0, 0]  L_body = [0, 0, 0] } }
object { name = ground  physical type = static  geometrical type = half space  attributes = { position = [0, 0, 0] } }
`;
/** For collisions alone: a driven body is in free fall too, and has not what those laws ask for. */
const driven = `
object { name = plate  physical type = driven  geometrical type = cuboid
         attributes = { position = [0, 0, 40]  orientation = [1, 0, 0, 0]  size = [1, 1, 1]  v = [0, 0, 0]
           w = [0, 0, 0] } }
`;

interface Compiled {
  readonly kernels: number;
  /** Of lowering, of emitting with what the platform does at once, and of the first calls, which may compile more. */
  readonly lowering: number;
  readonly emitting: number;
  readonly calling: number;
}

export function measureCompilation(file: string): Row[] {
  const path = `laws/${file}.vfl`;
  const bodies = file.includes("collision") ? cast + driven : cast;
  const model = modelOf(`import "${path}"\n${bodies}simulation { name = s  initial time = 0  duration = 1 }`);
  const start = performance.now();
  elementaryExports();
  const elementary = performance.now() - start;
  const [first, ...later] = Array.from({ length: times + 1 }, () => compileAll(model));
  const total = ({ lowering, emitting }: Compiled) => lowering + emitting;
  const best = later.reduce((a, b) => (total(a) <= total(b) ? a : b));
  return [
    {
      law: path,
      characters: String(readFileSync(libraryFile(path), "utf8").length),
      kernels: String(first.kernels),
      "ms, first": decimal(total(first)),
      "lowering, first": decimal(first.lowering),
      "emitting, first": decimal(first.emitting),
      "first calls": decimal(first.calling),
      elementary: decimal(elementary),
      "ms, best": decimal(total(best)),
      "lowering, best": decimal(best.lowering),
      "emitting, best": decimal(best.emitting),
    },
  ];
}

/** All kernels of all laws of a model. */
function compileAll(model: Model): Compiled {
  const laws = new Laws(model, "compiled");
  const kernels = laws.kernels!;
  const made = watch(kernels);
  const start = performance.now();
  for (const context of model.contexts) {
    const bodies = castOf(model, context);
    const scope = laws.scopeOf(context, bodies);
    if (context.type === "collision") kernels.pair(scope, bodies as [Body, Body], new Map());
    else {
      const application = laws.begin(context, bodies[0], nothingGiven, model.initial, 0);
      for (const part of parts) kernels.of(application)?.kernel(part);
    }
  }
  const lowering = performance.now() - start - made.milliseconds;
  const calls = performance.now();
  // Over no body: nothing is computed, but now the kernel is wanted.
  for (const kernel of made.kernels)
    if (kernel.over(0, 0, 0, 0, 0, 0) !== Kernel.done) throw new Error("no body, no failure");
  const calling = performance.now() - calls;
  return { kernels: made.kernels.length, lowering, emitting: made.milliseconds, calling };
}

/** Notes what is compiled, and how long it takes from the graph on. */
function watch({ machine }: Kernels): { kernels: Kernel[]; milliseconds: number } {
  const made = { kernels: [] as Kernel[], milliseconds: 0 };
  const compile = machine.compile.bind(machine);
  machine.compile = (source) => {
    const start = performance.now();
    const kernel = compile(source);
    made.milliseconds += performance.now() - start;
    made.kernels.push(kernel);
    return kernel;
  };
  return made;
}

/** Bodies that a law applies to. */
function castOf({ bodies }: Model, context: Model["contexts"][number]): readonly Body[] {
  const [a, other, ground, plate] = bodies;
  const casts =
    context.type === "collision"
      ? [
          [a, other],
          [a, ground],
          [a, plate],
        ]
      : [[a]];
  const declared = (cast: readonly Body[]) => cast.map((body) => body.declaration);
  const found = casts.find((cast) => selectContexts([context], context.type, declared(cast)).length > 0);
  if (!found) throw new Error(`'${context.name.name}' applies to nobody`);
  return found;
}
