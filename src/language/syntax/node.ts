// Questions about a node of the tree.
import type { SyntaxNode } from "@lezer/common";
import { deepestNesting } from "./tree.ts";

const expressions = new Set([
  "Number",
  "True",
  "False",
  "Name",
  "Call",
  "Derivative",
  "Parenthesized",
  "Vector",
  "Sequence",
  "WithUnit",
  "Unary",
  "Binary",
  "If",
]);

/** Whether a node is a definition with a name: recovery makes some without. */
export function isDefinition(node: SyntaxNode): boolean {
  return node.name === "Definition" && node.firstChild?.name === "DefinitionName" && node.firstChild.to > node.from;
}

export function isExpression(node: SyntaxNode): boolean {
  return expressions.has(node.name) && !node.parent?.type.isError;
}

/** Whether the parser recovered from an error inside a node. */
export function hasError(node: SyntaxNode): boolean {
  let found = false;
  let depth = 0;
  let deepest = 0;
  node.cursor().iterate(
    (inner) => {
      if (inner.type.isError) found ||= deepest <= deepestNesting + 1;
      else if (expressions.has(inner.name)) deepest = Math.max(deepest, ++depth);
      // Too deep nesting is reported as such; the parser cuts it off by errors of its own.
      return !found && deepest <= deepestNesting + 1;
    },
    (inner) => {
      if (!inner.type.isError && expressions.has(inner.name)) depth--;
    },
  );
  return found;
}

export function* children(node: SyntaxNode): Generator<SyntaxNode> {
  for (let child = node.firstChild; child; child = child.nextSibling) yield child;
}
