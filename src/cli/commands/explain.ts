// `virtuafiz explain`: how a number of a run came to be.
import { formatValue, shapeOf } from "../../compiler/values/value.ts";
import type { Settings } from "../../engine/model/settings.ts";
import { Explainer } from "../../explain/explainer.ts";
import type { ExplanationNode } from "../../explain/tree/node.ts";
import { nodeAt, suppositionAt, WhatIf } from "../../explain/what-if.ts";
import { describeShape, sameShape } from "../../language/shapes/shape.ts";
import { printable } from "../../language/syntax/diagnostic.ts";
import { findKinds } from "../../language/typeset/kinds.ts";
import { type Arguments, type CommandRun, UsageError } from "../options/command.ts";
import { evaluateOption, numberOption } from "../options/expression.ts";
import { isFile, writeOutput } from "../options/output.ts";
import { prepareRun } from "../options/simulation.ts";
import { readWhen } from "../options/when.ts";
import { writeLines } from "../terminal/io.ts";
import { paintFor, plainPaint } from "../terminal/paint.ts";
import { explanationJson, explanationLines, type Supposed } from "../views/explanation-view.ts";

/** The number of levels shown unless an option says otherwise. */
const usualDepth = 2;
/** Deeper trees are larger than anybody reads. */
const mostDepth = 30;

export const explainCommand: CommandRun = async (args, io) => {
  const format = args.one("format") ?? "text";
  if (format !== "text" && format !== "json")
    throw new UsageError(`there is no format '${printable(format)}'`, "there are: text, json");
  const path = args.one("of");
  if (path === undefined) throw new UsageError("explain needs --of", "--of ball.v");
  const when = readWhen("explain", args);
  const depth = readDepth(args);
  const prepared = await prepareRun("explain", args, io);
  if (!prepared) return 1;
  prepared.interruption.restore();
  const { model, checked, options } = prepared;
  const node = new Explainer(model, checked).explain(path, when);
  const paint = isFile(options.out) ? plainPaint : paintFor(io.stdout, io.env);
  if ("missing" in node) {
    writeLines(io.stderr, [`${paintFor(io.stderr, io.env).error("virtuafiz:")} ${printable(node.missing)}`]);
    return 1;
  }
  const supposed = args.all("what-if").map((text) => readSupposition(text, node, model.settings));
  const pieces =
    format === "json"
      ? [explanationJson(node, depth, supposed, findKinds(checked))]
      : explanationLines(node, depth, supposed, paint).map((line) => `${line}\n`);
  return (await writeOutput(pieces, options.out, io)) ? 0 : 1;
};

function readDepth(args: Arguments): number {
  const text = args.one("depth");
  const depth = text === undefined ? usualDepth : numberOption("--depth", text);
  if (Number.isInteger(depth) && depth >= 0 && depth <= mostDepth) return depth;
  throw new UsageError(`--depth is a whole number from 0 to ${mostDepth}, and is ${depth}`);
}

function readSupposition(text: string, root: ExplanationNode, settings: Settings): Supposed {
  const equals = text.indexOf("=");
  if (equals < 0) throw new UsageError("--what-if takes ADDRESS=VALUE", "--what-if 1.2=3");
  const address = text.slice(0, equals).trim();
  const node = nodeAt(root, address);
  if (!node)
    throw new UsageError(
      `there is no '${printable(address)}' in this explanation`,
      "the numbers before the names are their addresses",
    );
  const value = evaluateOption("--what-if", text.slice(equals + 1));
  const [shape, wanted] = [shapeOf(value), shapeOf(node.value)];
  if (!sameShape(shape, wanted))
    throw new UsageError(`--what-if: '${node.name}' is ${describeShape(wanted)}, not ${describeShape(shape)}`);
  const whatIf = new WhatIf(root, [suppositionAt(root, address, value, settings)!]);
  const found = whatIf.of(root).value;
  return { address, name: node.name, instead: formatValue(value), value: found, notes: whatIf.notes };
}
