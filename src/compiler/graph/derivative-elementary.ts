// The derivatives of the elementary functions, by argument.
import type { ElementaryName } from "../../math/elementary/module.ts";
import type { Graph } from "./graph.ts";
import type { Node } from "./node.ts";

/** The derivative of `node` = name(args) by its i-th argument. */
export function elementaryTangent(
  graph: Graph,
  name: ElementaryName,
  args: readonly Node[],
  node: Node,
): (i: number) => Node {
  const [x, y] = args;
  const one = graph.real(1);
  const times = (a: Node, b: Node) => graph.binary("mul", a, b);
  const plus = (a: Node, b: Node) => graph.binary("add", a, b);
  const minus = (a: Node, b: Node) => graph.binary("sub", a, b);
  const over = (a: Node, b: Node) => graph.binary("div", a, b);
  const of = (other: ElementaryName) => graph.elementary(other, [x]);
  switch (name) {
    case "sin":
      return () => of("cos");
    case "cos":
      return () => graph.unary("neg", of("sin"));
    case "tan":
      return () => plus(one, times(node, node));
    case "asin":
      return () => over(one, graph.unary("sqrt", minus(one, times(x, x))));
    case "acos":
      return () => over(graph.real(-1), graph.unary("sqrt", minus(one, times(x, x))));
    case "atan":
      return () => over(one, plus(one, times(x, x)));
    case "atan2": {
      // atan2(y, x): the first argument is the ordinate.
      const square = plus(times(x, x), times(y, y));
      return (i) => (i === 0 ? over(y, square) : over(graph.unary("neg", x), square));
    }
    case "exp":
      return () => node;
    case "expm1":
      return () => plus(node, one);
    case "log":
      return () => over(one, x);
    case "log1p":
      return () => over(one, plus(one, x));
    case "sinh":
      return () => of("cosh");
    case "cosh":
      return () => of("sinh");
    case "tanh":
      return () => minus(one, times(node, node));
    case "cbrt":
      return () => over(node, times(graph.real(3), x));
    case "hypot":
      return (i) => over(args[i], node);
    case "pow":
      // By the base: y x^(y-1); by the exponent: x^y log x.
      return (i) => (i === 0 ? times(y, graph.elementary("pow", [x, minus(y, one)])) : times(node, of("log")));
  }
}
