// Functions and statements of the subset, to WebAssembly's structured code.
import { Expressions } from "./expressions.mjs";
import { copyFlow, joined, joinFlows } from "./flow.mjs";
import { descendants, fail, SyntaxKind } from "./source.mjs";
import { asF64, calculate, constant, f64, i32, isConstant, settled } from "./value.mjs";
import { F64, get, I32, op, set, unsigned, VOID } from "./wasm.mjs";

/** A variable, or the result of a function, taken for an integer has turned out to be a double: all is begun anew. */
export class Restart extends Error {}

/**
 * The code of one function with all that is expanded into it. `flow` says what holds where the code being written is
 * reached (flow.mjs), `frame` which function's text is read: the function's own, or one that is expanded.
 */
export class Body extends Expressions {
  constructor(module, definition) {
    super();
    this.module = module;
    this.definition = definition;
    this.locals = [];
    this.cells = new Map();
    this.words = new Map();
    this.depth = 0;
    this.flow = { live: true, written: new Set(), bounds: new Map() };
    const parameters = definition.node.parameters;
    this.parameters = parameters.map(({ type }) => (type.kind === SyntaxKind.BooleanKeyword ? I32 : F64));
    this.frame = { definition, scope: new Map(), outer: true };
    for (const [index, { name }] of parameters.entries()) {
      const kind = this.parameters[index] === I32 ? "bool" : "f64";
      this.frame.scope.set(name.text, { value: { kind, code: get(index), stable: true } });
    }
    this.outputs = module.exported.has(definition) ? [] : definition.outputs;
    this.code = this.statements(definition.node.body.statements);
    if (this.flow.live && definition.returns.length === 0) this.code.push(this.outputCode(definition.node));
    else if (this.flow.live) fail(definition.node.name, "an end without a value");
    else this.code.push(op.unreachable);
    const results = { f64: [F64], i32: [I32], bool: [I32], void: [] }[module.resultKind(definition)];
    this.results = [...results, ...this.outputs.flatMap(({ length }) => Array(length).fill(F64))];
  }

  fresh(type = F64) {
    this.locals.push(type);
    return this.parameters.length + this.locals.length - 1;
  }

  /** The locals of a scratch array that is only indexed by constants. */
  cellsOf(array) {
    if (!this.cells.has(array))
      this.cells.set(
        array,
        Array.from({ length: array.length }, () => this.fresh()),
      );
    return this.cells.get(array);
  }

  outputCode(node) {
    const locals = this.outputs.flatMap((array) => this.cellsOf(array));
    if (locals.some((local) => !this.flow.written.has(local)))
      fail(node, "not all results in scratch are written here");
    return locals.map(get);
  }

  /** A value that can be read again: a constant, or in a local of its own. `code` puts it there. */
  hold(value) {
    const { kind, low, high, rounded, stable, code } = settled(value);
    if (stable || isConstant(value)) return { code: [], value };
    const local = this.fresh(kind === "f64" ? F64 : I32);
    return { code: [code, set(local)], value: { kind, low, high, rounded, code: get(local), stable: true } };
  }

  statements(list) {
    const code = [];
    for (const node of list) if (this.flow.live) code.push(this.statement(node));
    return code;
  }

  statement(node) {
    switch (node.kind) {
      case SyntaxKind.Block:
        return this.block(node);
      case SyntaxKind.VariableStatement:
        return this.declaration(node.declarationList);
      case SyntaxKind.ExpressionStatement:
        return this.effect(node.expression);
      case SyntaxKind.IfStatement:
        return this.condition(node);
      case SyntaxKind.ForStatement:
        return this.loop(node);
      case SyntaxKind.ReturnStatement:
        return this.return(node);
      default:
        return fail(node, "not a statement of the subset");
    }
  }

  block(node) {
    const { scope } = this.frame;
    this.frame.scope = new Map(scope);
    const code = this.statements(node.statements);
    this.frame.scope = scope;
    return code;
  }

  declaration({ declarations, flags }) {
    return declarations.map(({ name, initializer }) => {
      const value = this.expression(initializer);
      if (flags & 2) {
        const { code, value: held } = this.hold(value);
        this.frame.scope.set(name.text, { value: held });
        return code;
      }
      const real = this.module.reals.has(name) || settled(value).kind === "f64";
      const variable = { name, kind: real ? "f64" : value.kind, local: this.fresh(real ? F64 : I32) };
      this.frame.scope.set(name.text, { variable });
      return this.assign(variable, value);
    });
  }

  assign({ name, kind, local }, given) {
    const value = settled(given);
    if (kind === "f64") return [asF64(value), set(local)];
    if (value.kind !== kind) this.module.restart(name);
    this.flow.bounds.set(local, value);
    return [value.code, set(local)];
  }

  effect(node) {
    const one = constant(1);
    switch (node.kind) {
      case SyntaxKind.CallExpression: {
        const value = this.expression(node);
        return [value.code, value.kind === "void" ? [] : op.drop];
      }
      case SyntaxKind.PostfixUnaryExpression: {
        const variable = this.variable(node.operand);
        const operator = node.operator === SyntaxKind.PlusPlusToken ? "+" : "-";
        return this.assign(variable, calculate(operator, this.expression(node.operand), one));
      }
      case SyntaxKind.BinaryExpression: {
        const operator = node.operatorToken.getText();
        if (node.left.kind === SyntaxKind.ElementAccessExpression && operator === "=")
          return this.store(node.left, this.expression(node.right));
        const variable = this.variable(node.left);
        const right = this.expression(node.right);
        if (operator === "=") return this.assign(variable, right);
        if (!/^[-+*]=$/.test(operator)) return fail(node, "not an assignment of the subset");
        return this.assign(variable, calculate(operator[0], this.expression(node.left), right));
      }
      default:
        return fail(node, "not an effect of the subset");
    }
  }

  variable(node) {
    return this.frame.scope.get(node.text)?.variable ?? fail(node, "not a variable");
  }

  condition({ expression, thenStatement, elseStatement }) {
    const { left, right, operatorToken } = expression;
    // Both tests as branches, not as a value that is then tested.
    if (operatorToken?.kind === SyntaxKind.AmpersandAmpersandToken && !elseStatement)
      return this.condition({ expression: left, thenStatement: { expression: right, thenStatement } });
    const test = this.expression(expression);
    const branch = (statement) => {
      if (!statement) return [];
      return statement.kind === undefined ? this.condition(statement) : this.statement(statement);
    };
    if (isConstant(test)) return branch(test.constant ? thenStatement : elseStatement);
    const [yes, no] = this.fork(
      () => branch(thenStatement),
      () => branch(elseStatement),
    );
    return [this.truth(test, expression), op.if, VOID, yes, elseStatement ? [op.else, no] : [], op.end];
  }

  /** Both ways of a branch, each from the same flow; what holds after them is what holds after both. */
  fork(...ways) {
    const before = this.flow;
    const after = [];
    this.depth += 1;
    const codes = ways.map((way) => {
      this.flow = copyFlow(before);
      this.words.clear();
      const code = way();
      after.push(this.flow);
      return code;
    });
    this.depth -= 1;
    this.words.clear();
    this.flow = joinFlows(after);
    return codes;
  }

  /** A loop that counts a variable down or up to a constant, which nothing in its body assigns. */
  loop({ initializer, condition, incrementor, statement }) {
    const { scope } = this.frame;
    this.frame.scope = new Map(scope);
    const begin = this.declaration(initializer);
    const counter = this.variable(incrementor.operand ?? fail(incrementor, "not a counting loop"));
    const last = this.expression(condition.right);
    const start = this.flow.bounds.get(counter.local);
    const down = condition.operatorToken.kind === SyntaxKind.GreaterThanEqualsToken;
    const step = down ? SyntaxKind.MinusMinusToken : SyntaxKind.PlusPlusToken;
    const fits = down || condition.operatorToken.kind === SyntaxKind.LessThanEqualsToken;
    if (!fits || incrementor.operator !== step || !isConstant(last)) fail(condition, "not a counting loop");
    for (const node of descendants(statement)) this.widen(node, counter);
    const test = this.expression(condition);
    this.flow.bounds.set(counter.local, down ? i32([], last.constant, start.high) : i32([], start.low, last.constant));
    this.depth += 1;
    const [body] = this.fork(
      () => [this.statement(statement), this.effect(incrementor)],
      () => [],
    );
    this.depth -= 1;
    this.frame.scope = scope;
    return [begin, op.loop, VOID, test.code, op.if, VOID, body, op.br, 1, op.end, op.end];
  }

  /** In a loop an integer that is assigned may be any. */
  widen(node, counter) {
    const assigned = node.kind === SyntaxKind.BinaryExpression && /^[-+*]?=$/.test(node.operatorToken.getText());
    const target = assigned ? node.left : node.kind === SyntaxKind.PostfixUnaryExpression ? node.operand : undefined;
    const variable = this.frame.scope.get(target?.text)?.variable;
    if (variable === counter) fail(node, "an assignment to the counter of a loop");
    if (variable?.kind === "i32") this.flow.bounds.set(variable.local, i32([]));
  }

  return(node) {
    const { definition, outer, target } = this.frame;
    const kind = this.module.resultKind(definition);
    const value = settled(this.expression(node.expression));
    if (kind !== "f64" && value.kind !== kind) this.module.restart(definition.node);
    const code = kind === "f64" ? asF64(value) : value.code;
    if (outer) {
      const result = [code, this.outputCode(node), op.return];
      this.flow = { ...this.flow, live: false };
      return result;
    }
    this.frame.ends.push({ flow: this.flow, value });
    this.flow = { ...this.flow, live: false };
    return target === undefined ? [] : [code, op.br, unsigned(this.depth - target)];
  }

  /** A call as the function's own text, its parameters bound to the values. */
  expand(definition, values) {
    const outside = this.frame;
    const code = [];
    const scope = new Map();
    for (const [index, { name }] of definition.node.parameters.entries()) {
      const held = this.hold(values[index]);
      code.push(held.code);
      scope.set(name.text, { value: held.value });
    }
    const { statements } = definition.node.body;
    const straight = definition.returns.length === 0 || definition.returns[0] === statements.at(-1);
    this.words.clear();
    this.frame = { definition, scope, ends: [], target: undefined };
    if (!straight) this.frame.target = this.depth += 1;
    const body = this.statements(statements);
    const { ends } = this.frame;
    this.frame = outside;
    this.words.clear();
    const kind = this.module.resultKind(definition);
    if (kind === "void") return { kind, code: [code, body] };
    if (straight) return this.after([code, body], kind === "f64" ? f64(asF64(ends[0].value)) : ends[0].value, ends);
    this.depth -= 1;
    const type = kind === "f64" ? F64 : I32;
    const end = statements.at(-1).kind === SyntaxKind.ReturnStatement ? op.end : [op.unreachable, op.end];
    return this.after([], { ...joined(kind, ends), code: [code, op.block, type, body, end] }, ends);
  }

  after(code, value, ends) {
    this.flow = joinFlows(ends.map(({ flow }) => flow));
    if (code.flat(Infinity).length === 0) return value;
    const { kind, low, high } = value;
    return { kind, low, high, code: [code, value.code] };
  }
}
