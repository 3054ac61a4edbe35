// Expressions of the subset, to values of value.mjs.
import { Arrays } from "./arrays.mjs";
import { descendants, fail, SyntaxKind } from "./source.mjs";
import {
  asF64,
  asInt32,
  bool,
  calculate,
  combineBits,
  compare,
  constant,
  f64,
  i32,
  integerQuotient,
  isConstant,
  negate,
  settled,
} from "./value.mjs";
import { F64, get, I32, i32Const, i64Const, op, set, tee, unsigned } from "./wasm.mjs";

const ROUNDER = 6755399441055744;

const mathematics = {
  abs: [op.f64_abs],
  floor: [op.f64_floor],
  trunc: [op.f64_trunc],
  sqrt: [op.f64_sqrt],
  min: [op.f64_min],
  max: [op.f64_max],
  fround: [op.f32_demote_f64, op.f64_promote_f32],
};

export class Expressions extends Arrays {
  expression(node) {
    switch (node.kind) {
      case SyntaxKind.NumericLiteral:
        return constant(Number(node.text));
      case SyntaxKind.TrueKeyword:
        return constant(true);
      case SyntaxKind.FalseKeyword:
        return constant(false);
      case SyntaxKind.ParenthesizedExpression:
        return this.expression(node.expression);
      case SyntaxKind.Identifier:
        return this.name(node);
      case SyntaxKind.PrefixUnaryExpression:
        return this.prefix(node);
      case SyntaxKind.BinaryExpression:
        return this.binary(node);
      case SyntaxKind.ConditionalExpression:
        return this.conditional(node);
      case SyntaxKind.ElementAccessExpression:
        return this.element(node);
      case SyntaxKind.CallExpression:
        return this.call(node);
      default:
        return fail(node, "not an expression of the subset");
    }
  }

  name(node) {
    const binding = this.frame.scope.get(node.text);
    if (binding?.value) return binding.value;
    if (binding) {
      const { kind, local } = binding.variable;
      const { low, high } = this.flow.bounds.get(local) ?? {};
      return { kind, low, high, code: get(local) };
    }
    if (node.text === "Infinity") return constant(Infinity);
    if (node.text === "NaN") return constant(NaN);
    const entity = this.frame.definition.names.get(node.text);
    if (entity?.kind !== "number") return fail(node, "an unknown name");
    entity.constant ??= this.module.constant(entity);
    return constant(entity.constant);
  }

  /** What a test asks: not zero. */
  truth(value, node) {
    if (value.kind === "f64" || value.exact) fail(node, "a test of a number that is not an integer");
    return value.code;
  }

  boolean(node) {
    const value = this.expression(node);
    return value.kind === "bool" ? value : fail(node, "not true or false");
  }

  number(node) {
    const value = this.expression(node);
    return value.kind === "bool" || value.kind === "void" ? fail(node, "not a number") : value;
  }

  int32(node) {
    const value = this.number(node);
    return integerQuotient(value) ?? asInt32(value, () => this.fresh(), this.module.toInt32);
  }

  prefix(node) {
    if (node.operator === SyntaxKind.MinusToken) return negate(this.number(node.operand));
    if (node.operator !== SyntaxKind.ExclamationToken) return fail(node, "not an operator of the subset");
    const value = this.boolean(node.operand);
    return isConstant(value) ? constant(!value.constant) : bool([value.code, op.i32_eqz]);
  }

  binary(node) {
    const operator = node.operatorToken.getText();
    switch (operator) {
      case "&&":
      case "||":
        return this.logical(node, operator);
      case "|":
      case "&":
      case "<<":
      case ">>":
      case ">>>": {
        const value = combineBits(operator, this.int32(node.left), this.int32(node.right));
        return value ?? fail(node, "a shift by a variable, or of a number that may be negative");
      }
      case "===":
      case "!==": {
        const [a, b] = [this.expression(node.left), this.expression(node.right)];
        if ((a.kind === "bool") !== (b.kind === "bool")) fail(node, "a comparison of unlike kinds");
        return compare(operator, a, b);
      }
      case "<":
      case ">":
      case "<=":
      case ">=":
        return compare(operator, this.number(node.left), this.number(node.right));
      case "+":
      case "-":
      case "*":
      case "/":
        return this.arithmetic(operator, this.number(node.left), this.number(node.right));
      default:
        return fail(node, "not an operator of the subset");
    }
  }

  /** x + 1.5·2^52 - 1.5·2^52 keeps the sum, whose low word is the integer. */
  arithmetic(operator, a, b) {
    if (b.constant !== ROUNDER || isConstant(a)) return calculate(operator, a, b);
    if (operator === "+") return { ...calculate(operator, a, b), shifted: true };
    if (operator !== "-" || !a.shifted) return calculate(operator, a, b);
    const sum = this.fresh();
    return { ...calculate(operator, f64([a.code, tee(sum)]), b), rounded: sum };
  }

  /** Tests that are quick are all made: a branch would cost more. */
  logical(node, operator) {
    const left = this.boolean(node.left);
    const decisive = operator === "||";
    if (isConstant(left)) return left.constant === decisive ? left : this.boolean(node.right);
    for (const inner of descendants(node.right))
      if (inner.kind === SyntaxKind.CallExpression && inner.expression.kind === SyntaxKind.Identifier)
        fail(inner, "a call behind && or ||");
    const right = this.boolean(node.right);
    return bool([left.code, right.code, decisive ? op.i32_or : op.i32_and]);
  }

  conditional({ condition, whenTrue, whenFalse }) {
    const test = this.expression(condition);
    if (isConstant(test)) return this.expression(test.constant ? whenTrue : whenFalse);
    const code = this.truth(test, condition);
    const flipped = whenTrue.operator === SyntaxKind.MinusToken && whenTrue.operand.getText() === whenFalse.getText();
    if (flipped && whenFalse.kind === SyntaxKind.Identifier) return this.signed(test, this.number(whenFalse));
    const [a, b] = this.fork(
      () => settled(this.expression(whenTrue)),
      () => settled(this.expression(whenFalse)),
    );
    if (a.constant === 1 && b.constant === 0 && test.kind === "bool") return i32(code, 0, 1);
    const kind = a.kind === b.kind ? a.kind : "f64";
    if (kind === "f64" && (a.kind === "bool" || b.kind === "bool")) fail(whenFalse, "unlike kinds");
    const [yes, no] = kind === "f64" ? [asF64(a), asF64(b)] : [a.code, b.code];
    const bounds = kind === "i32" ? { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) } : {};
    const simple = (value) => value.stable || isConstant(value);
    if (simple(a) && simple(b)) return { kind, ...bounds, code: [yes, no, code, op.select] };
    return { kind, ...bounds, code: [code, op.if, kind === "f64" ? F64 : I32, yes, op.else, no, op.end] };
  }

  /** c ? -y : y is y with its sign bit changed by c: signs are hard to predict for a branch. */
  signed(test, value) {
    const bit = [test.kind === "bool" ? test.code : [test.code, i32Const(0), op.i32_ne], op.i64_extend_i32_u];
    const sign = [bit, i64Const(63), op.i64_shl];
    return f64([asF64(value), op.i64_reinterpret_f64, sign, op.i64_xor, op.f64_reinterpret_i64]);
  }

  call(node) {
    const { expression, arguments: list } = node;
    if (expression.kind === SyntaxKind.PropertyAccessExpression) return this.library(node);
    const definition = this.frame.definition.names.get(expression.text);
    const values = list.map((argument) => this.expression(argument));
    if (this.module.expands(definition)) return this.expand(definition, values);
    const index = this.module.indexOf(definition);
    const { parameters, outputs } = this.module.functions[index];
    const pushed = values.map((value, i) => (parameters[i] === F64 ? asF64(value) : value.code));
    const cells = outputs.flatMap((array) => this.cellsOf(array));
    for (const cell of cells) this.flow.written.add(cell);
    const kind = this.module.resultKind(definition);
    const code = [pushed, op.call, unsigned(index), cells.toReversed().map(set)];
    return kind === "i32" ? i32(code) : { kind, code };
  }

  library(node) {
    const name = node.expression.getText();
    const values = node.arguments.map((argument) => this.number(argument));
    if (name === "Number.isNaN") {
      const { code, value } = this.hold(values[0]);
      return isConstant(value)
        ? constant(Number.isNaN(value.constant))
        : bool([code, asF64(value), asF64(value), op.f64_ne]);
    }
    const instruction = name.startsWith("Math.") && mathematics[name.slice(5)];
    if (!instruction) return fail(node, "not a function of the subset");
    if (values.every(isConstant)) return constant(Math[name.slice(5)](...values.map((value) => value.constant)));
    return f64([values.map(asF64), instruction]);
  }
}
