// How a text wants to be shown: its `bench { }`. The language keeps it and does not read it; what cannot be understood
// here is left out.
import type { Block, Expr, Setting } from "../../language/syntax/ast.ts";
import { spanText } from "../../language/syntax/span.ts";
import type { BenchOutline, SliderOutline, SliderStop } from "../protocol/text.ts";

export function benchOf(block: Block | undefined): BenchOutline {
  const inner = (kind: string) => block?.blocks.filter((one) => one.kind === kind) ?? [];
  const camera = inner("camera")[0];
  const at = pointOf(expressionOf(camera, "at"));
  const towards = pointOf(expressionOf(camera, "towards"));
  const notes = block?.settings.find(({ key }) => key === "notes")?.value;
  const trajectories = expressionOf(block, "trajectories");
  const vectors = block?.settings.find(({ key }) => key === "vectors");
  return {
    notes: notes?.kind === "string" ? notes.text : null,
    plots: inner("plot").map((plot) => ({
      against: namesOf(plot.settings.find(({ key }) => key === "against"))[0] ?? "t",
      curves: namesOf(plot.settings.find(({ key }) => key === "curves")),
      isEqual: namesOf(plot.settings.find(({ key }) => key === "scales"))[0] === "equal",
    })),
    vectors: vectors ? namesOf(vectors) : null,
    sliders: (block?.blocks ?? []).flatMap((one) => sliderOf(one) ?? []),
    trajectories: trajectories?.kind === "boolean" ? trajectories.value : null,
    camera: at ? { at, towards: towards ?? [0, 0, 0] } : null,
    follow: (camera && namesOf(camera.settings.find(({ key }) => key === "follow"))[0]) ?? null,
  };
}

/** The slider that an inner block describes; null if it describes none. */
export function sliderOf(block: Block): SliderOutline | null {
  const [number] = block.kind === "slider" ? namesOf(block.settings.find(({ key }) => key === "number")) : [];
  const [from, to] = ["from", "to"].map((key) => numberOf(expressionOf(block, key)));
  const stops = block.blocks.flatMap((one) => stopOf(one) ?? []);
  return number === undefined ? null : { number, from, to, ...(stops.length > 0 && { stops }) };
}

/** A value with a name beside a slider, `stop { name = Moon, at = -1.62 }`. */
function stopOf(block: Block): SliderStop | null {
  const name = block.kind === "stop" ? block.settings.find(({ key }) => key === "name") : undefined;
  const at = numberOf(expressionOf(block, "at"));
  return name === undefined || at === null ? null : { name: spanText(name.valueSpan).replaceAll('"', ""), at };
}

function expressionOf(block: Block | undefined, key: string): Expr | null {
  const value = block?.settings.find((setting) => setting.key === key)?.value;
  return value?.kind === "expression" ? value.value : null;
}

/**
 * Names of a list, `{energy, ball.position # 3}`, or of a single one, as written except for white space outside of
 * units.
 */
function namesOf(setting: Setting | undefined): string[] {
  if (setting?.value.kind !== "expression") return [];
  const { value } = setting.value;
  const all = value.kind === "sequence" ? value.elements : [value];
  return all.filter(({ kind }) => kind !== "error").map(({ span }) => spanText(span).replace(/\s+(?![^[]*\])/g, ""));
}

function numberOf(expr: Expr | null): number | null {
  if (expr?.kind === "number") return expr.value;
  const inner = expr?.kind === "unary" ? numberOf(expr.operand) : null;
  return inner !== null && expr?.kind === "unary" && expr.op === "-" ? -inner : inner;
}

/** Three numbers, with or without a unit. */
function pointOf(expr: Expr | null): readonly [number, number, number] | null {
  const factor = expr?.kind === "unit" ? expr.unit.factor : 1;
  const bare = expr?.kind === "unit" ? expr.value : expr;
  const parts = bare?.kind === "vector" ? bare.elements.map(numberOf) : [];
  if (parts.length !== 3 || parts.some((part) => part === null)) return null;
  return [parts[0]! * factor, parts[1]! * factor, parts[2]! * factor];
}
