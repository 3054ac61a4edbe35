// The AST as a line of text: `(+ a (* b c))`. What a test compares must be short enough to be read.
import type { AliasTarget, Block, Definition, Expr, File, SettingValue } from "../../../src/language/syntax/ast.ts";
import { Diagnostics } from "../../../src/language/syntax/diagnostic.ts";
import { parseFile } from "../../../src/language/syntax/parse.ts";
import { createSource } from "../../../src/language/syntax/span.ts";
import { sentence } from "./told.ts";

export function printExpr(expr: Expr): string {
  const all = (parts: readonly Expr[]) => parts.map(printExpr).join(" ");
  switch (expr.kind) {
    case "number":
    case "boolean":
      return String(expr.value);
    case "name":
      return expr.name;
    case "call":
      return `${expr.name}(${all(expr.args)})`;
    case "derivative":
      return expr.name + "'".repeat(expr.order);
    case "unary":
      return `(${expr.op} ${printExpr(expr.operand)})`;
    case "binary":
      return `(${expr.op} ${printExpr(expr.left)} ${printExpr(expr.right)})`;
    case "if":
      return `(if ${printExpr(expr.condition)} ${printExpr(expr.yes)} ${printExpr(expr.no)})`;
    case "vector":
      return `[${all(expr.elements)}]`;
    case "sequence":
      return `{${all(expr.elements)}}`;
    case "unit":
      return `(unit ${printExpr(expr.value)} ${expr.unit.factor} ${expr.unit.dimension.join("")})`;
    case "error":
      return "⚠";
  }
}

export function printDefinition({ name, params, order, op, body }: Definition): string {
  const head = params.length > 0 ? `${name}(${params.map((param) => param.name).join(" ")})` : name;
  return `${head}${"'".repeat(order)} ${op} ${printExpr(body)}`;
}

function printTarget(target: AliasTarget): string {
  if (target.kind === "index") return `index ${target.index}`;
  return "name" in target ? `${target.kind} ${target.name.name}` : target.kind;
}

function printValue(value: SettingValue): string {
  switch (value.kind) {
    case "expression":
      return printExpr(value.value);
    case "words":
      return `'${value.words}'`;
    case "string":
      return `"${value.text}"`;
    case "functions":
      return list(value.functions, printDefinition);
    case "attributes":
      return list(value.attributes, ({ name, value }) => (value ? `${name} = ${printExpr(value)}` : name));
    case "aliases":
      return list(
        value.aliases,
        ({ name, attribute, target }) => `${name.name} is ${attribute.name} of ${printTarget(target)}`,
      );
    case "choices":
      return `{${value.choices.map(({ name }) => name).join(", ")}}`;
    case "applicability":
      return list(value.requirements, ({ count, words, object }) =>
        object ? `object ${object.name}` : [count, ...words.map((word) => word.name)].join(" "),
      );
    case "attachments":
      return list(
        value.attachments,
        ({ object, copy, at }) =>
          `${object.name}${copy ? `[${printExpr(copy)}]` : ""}${at ? ` at ${printExpr(at)}` : ""}`,
      );
  }
}

function list<T>(items: readonly T[], print: (item: T) => string): string {
  return `{${items.map(print).join("; ")}}`;
}

export function printBlock(block: Block): string[] {
  const aliases = block.aliases.map(
    (alias) => `${alias.name.name} is ${alias.attribute.name} of ${printTarget(alias.target)}`,
  );
  return [
    `${block.kind} {`,
    ...block.settings.map(({ key, value }) => `  ${key}: ${printValue(value)}`),
    ...block.definitions.map((definition) => `  ${printDefinition(definition)}`),
    ...aliases.map((alias) => `  ${alias}`),
    ...block.blocks.flatMap(printBlock).map((line) => `  ${line}`),
    "}",
  ];
}

/** What a text says, a line for each thing, and what is wrong with it. */
export function printFile(text: string): string {
  const diagnostics = new Diagnostics();
  const file: File = parseFile(createSource("text", text), diagnostics);
  return [
    ...file.imports.map(({ path }) => `import "${path}"`),
    ...file.blocks.flatMap(printBlock),
    ...file.definitions.map(printDefinition),
    ...file.queries.map(({ value }) => `$ ${printExpr(value)}`),
    ...file.exports.map(({ path }) => `export "${path}"`),
    ...diagnostics.sorted().map(sentence),
  ].join("\n");
}
