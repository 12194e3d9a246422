import ts from "typescript-5";
import type { SourceTree } from "./architecture.ts";

/**
 * Functions that are too long or take too many parameters, one line each. Functions within a function are counted by
 * themselves, and a list of routes is data. An exception gives its reason in a comment right above the function that
 * begins with `Long:` or `Parameters:`.
 */
export function findLongFunctions(tree: SourceTree): string[] {
  return [...tree].flatMap(([file, text]) => {
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    const found: string[] = [];
    const visit = (node: ts.Node): void => {
      if (hasBody(node)) found.push(...breachesOf(node, source).map((breach) => `${file}: ${breach}`));
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}

const ownLinesMax = 70;

const parametersMax = 5;

type FunctionWithBody = ts.FunctionLikeDeclaration & { body: ts.Node };

function breachesOf(node: FunctionWithBody, source: ts.SourceFile): string[] {
  const breaches: string[] = [];
  const reasons = commentAbove(node, source);
  const lines = linesOf(node, source) - linesWithin(node, source);
  const name = nameOf(node);
  if (lines > ownLinesMax && !isList(node.body) && !reasons.includes("Long: "))
    breaches.push(`${name} has ${lines} lines of its own, more than ${ownLinesMax}`);
  if (node.parameters.length > parametersMax && !reasons.includes("Parameters: "))
    breaches.push(`${name} has ${node.parameters.length} parameters, more than ${parametersMax}`);
  return breaches;
}

function hasBody(node: ts.Node): node is FunctionWithBody {
  return ts.isFunctionLike(node) && "body" in node && node.body !== undefined;
}

function linesOf(node: ts.Node, source: ts.SourceFile): number {
  const line = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  return line(node.end) - line(node.getStart(source)) + 1;
}

/**
 * Lengths of all functions within a node; one line of each does not count, because it remains in the outer function.
 */
function linesWithin(node: ts.Node, source: ts.SourceFile): number {
  let lines = 0;
  ts.forEachChild(node, (child) => {
    lines += hasBody(child) ? linesOf(child, source) - 1 : linesWithin(child, source);
  });
  return lines;
}

/** `() => [ … ]` or `{ return [ … ]; }`. */
function isList(body: ts.Node): boolean {
  const last = ts.isBlock(body) ? body.statements.at(-1) : body;
  const value = last !== undefined && ts.isReturnStatement(last) ? last.expression : last;
  return value !== undefined && ts.isArrayLiteralExpression(value);
}

function nameOf(node: FunctionWithBody): string {
  if (ts.isConstructorDeclaration(node)) return `constructor of ${node.parent.name?.text ?? "a class"}`;
  const named = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined);
  return named?.getText() ?? "a function without a name";
}

/** Above the function, or above the statement that declares it. */
function commentAbove(node: ts.Node, source: ts.SourceFile): string {
  const statement = ts.isVariableDeclaration(node.parent) ? node.parent.parent.parent : node;
  return source.text.slice(statement.getFullStart(), statement.getStart(source));
}
