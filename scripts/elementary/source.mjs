// What the sources declare: functions, numbers, tables, scratch arrays. Only the syntax tree is read, from TypeScript's
// own parser.
import { dirname, join, relative } from "node:path";
import { SyntaxKind } from "typescript/unstable/ast";
import { API } from "typescript/unstable/sync";
import { root } from "../setup.mjs";

export { SyntaxKind };

/** The subset was left: says where, and what is not understood. */
export function fail(node, message) {
  const file = node.getSourceFile();
  const before = file.text.slice(0, node.getStart(file)).split("\n");
  const place = `${relative(root, file.fileName)}:${before.length}:${before.at(-1).length + 1}`;
  throw new Error(`${place}: ${message}: ${node.getText(file).split("\n")[0]}`);
}

/** Every node below and including the given one. */
export function* descendants(node) {
  yield node;
  const children = [];
  node.forEachChild((child) => {
    children.push(child);
  });
  for (const child of children) yield* descendants(child);
}

/**
 * Reads a file that exports from others, and all that these import.
 *
 * A module is a map from names to what they stand for: { kind: "function", node, … }, { kind: "number", node },
 * { kind: "table", values }, { kind: "scratch", length } or { kind: "words", cell } (a scratch cell seen as two int32).
 */
export function readSources(entry) {
  const api = new API({ cwd: root });
  try {
    const config = join(root, "tsconfig.json");
    const { program } = api.updateSnapshot({ openProject: config }).getProject(config);
    const modules = new Map();
    const read = (path) => {
      if (!modules.has(path)) {
        const names = new Map();
        modules.set(path, names);
        for (const statement of program.getSourceFile(path).statements) declare(statement, names, dirname(path), read);
      }
      return modules.get(path);
    };
    const exports = read(entry);
    const entities = new Set([...modules.values()].flatMap((names) => [...names.values()]));
    const functions = [...entities].filter((entity) => entity.kind === "function");
    for (const definition of functions) describe(definition);
    for (const definition of functions) for (const callee of definition.callees) callee.callers.push(definition);
    for (const definition of functions) definition.outputs = outputsOf(definition);
    return { exports, entities: [...entities] };
  } finally {
    api.close();
  }
}

function declare(statement, names, folder, read) {
  switch (statement.kind) {
    case SyntaxKind.ExportDeclaration:
    case SyntaxKind.ImportDeclaration: {
      const clause = statement.exportClause ?? statement.importClause.namedBindings;
      const target = read(join(folder, statement.moduleSpecifier.text));
      for (const { name, propertyName } of clause.elements) {
        const entity = target.get((propertyName ?? name).text);
        if (!entity) fail(name, "not found where it is imported from");
        names.set(name.text, entity);
      }
      return;
    }
    case SyntaxKind.FunctionDeclaration:
      names.set(statement.name.text, { kind: "function", name: statement.name.text, node: statement, names });
      return;
    case SyntaxKind.VariableStatement:
      for (const { name, initializer } of statement.declarationList.declarations)
        names.set(name.text, value(name.text, initializer, names));
      return;
    default:
      fail(statement, "not a declaration of the subset");
  }
}

function value(name, node, names) {
  if (node.kind !== SyntaxKind.NewExpression) return { kind: "number", name, node, names };
  const type = node.expression.text;
  const [argument] = node.arguments;
  if (type === "Float64Array" && argument.kind === SyntaxKind.ArrayLiteralExpression)
    return { kind: "table", name, values: argument.elements.map(literal) };
  if (type === "Float64Array" && argument.kind === SyntaxKind.NumericLiteral)
    return { kind: "scratch", name, length: Number(argument.text), indexed: false };
  if (type === "Int32Array" && argument.kind === SyntaxKind.PropertyAccessExpression && argument.name.text === "buffer")
    return seen(names.get(argument.expression.text), { kind: "words", name });
  return fail(node, "not an array of the subset");
}

/** The words of a cell and the cell itself know of each other. */
function seen(cell, words) {
  return Object.assign(words, { cell: Object.assign(cell, { words }) });
}

function literal(node) {
  if (node.kind === SyntaxKind.NumericLiteral) return Number(node.text);
  if (node.kind === SyntaxKind.PrefixUnaryExpression && node.operator === SyntaxKind.MinusToken)
    return -literal(node.operand);
  return fail(node, "not a number");
}

/** Notes of a function: whom it calls, which scratch arrays it uses. */
function describe(definition) {
  Object.assign(definition, { loops: false, reads: new Set(), writes: new Set() });
  Object.assign(definition, { callees: [], callers: [], returns: [] });
  for (const node of descendants(definition.node.body)) {
    if (node.kind === SyntaxKind.ForStatement) definition.loops = true;
    if (node.kind === SyntaxKind.ReturnStatement) definition.returns.push(node);
    if (node.kind === SyntaxKind.CallExpression && node.expression.kind === SyntaxKind.Identifier)
      definition.callees.push(definition.names.get(node.expression.text) ?? fail(node, "an unknown function"));
    if (node.kind === SyntaxKind.ElementAccessExpression) {
      const array = definition.names.get(node.expression.text);
      if (array?.kind === "scratch") noteCell(definition, array, node);
    }
  }
}

function noteCell(definition, array, node) {
  const { parent } = node;
  const written = parent.kind === SyntaxKind.BinaryExpression && parent.left === node;
  if (node.argumentExpression.kind !== SyntaxKind.NumericLiteral) array.indexed = true;
  (written ? definition.writes : definition.reads).add(array);
}

/**
 * The scratch arrays through which a function gives results to those above it; what it leaves in others nobody reads.
 * An array that is only indexed by constants is never in memory: its cells are locals, or further results.
 */
function outputsOf(definition) {
  const written = new Set();
  const below = new Set();
  const visit = (entity) => {
    if (below.has(entity)) return;
    below.add(entity);
    for (const array of entity.writes) if (!array.indexed && !array.words) written.add(array);
    for (const callee of entity.callees) visit(callee);
  };
  visit(definition);
  const readAbove = new Set();
  const above = new Set([definition]);
  for (const entity of above)
    for (const caller of entity.callers) {
      above.add(caller);
      for (const array of caller.reads) readAbove.add(array);
    }
  return [...written].filter((array) => readAbove.has(array));
}
