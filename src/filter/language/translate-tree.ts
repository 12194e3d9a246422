import type { Condition, Operator, Scalar } from "../condition/condition.ts";
import { hasPositiveLeaf, type Tree } from "../words/boolean-parser.ts";
import { LanguageError } from "../words/language-error.ts";
import { formatWordQuery, type WordLeaf } from "../words/word-query.ts";
import type { LineLeaf } from "./line-leaf.ts";

/**
 * The conditions, all to hold, that mean what the tree says. Words go together into one `qp` condition on the message.
 * A list of conditions knows no OR between fields and no AND inside of NOT, so these are refused. `check` is called
 * with each condition that was put together and its column.
 */
export function translateTree(
  tree: Tree<LineLeaf>,
  check: (condition: Condition, column: number) => void,
): Condition[] {
  const parts = conjuncts(tree);
  const conditions = parts
    .filter((part) => !isWords(part))
    .map((part) => {
      const condition = toCondition(part);
      check(condition, part.column);
      return condition;
    });
  const words = parts.filter(isWords);
  if (words.length === 0) return conditions;
  const condition = wordCondition(words);
  check(condition, words[0]!.column);
  return [...conditions, condition];
}

function conjuncts(tree: Tree<LineLeaf>): Tree<LineLeaf>[] {
  return tree.kind === "and" ? tree.parts.flatMap(conjuncts) : [tree];
}

function isWords(tree: Tree<LineLeaf>): tree is Tree<WordLeaf> {
  if (tree.kind === "leaf") return !("condition" in tree.leaf);
  return tree.kind === "not" ? isWords(tree.part) : tree.parts.every(isWords);
}

/** `qp` wants something wanted; `*` is any message. */
function wordCondition(parts: readonly Tree<WordLeaf>[]): Condition {
  const tree: Tree<WordLeaf> = parts.length === 1 ? parts[0]! : { kind: "and", parts: [...parts], column: 1 };
  const text = formatWordQuery(tree);
  const value = hasPositiveLeaf(tree) ? text : `* ${tree.kind === "or" ? `(${text})` : text}`;
  return { field: "message", op: "qp", value, ignore_case: true };
}

function toCondition(tree: Tree<LineLeaf>): Condition {
  if (tree.kind === "leaf" && "condition" in tree.leaf) return tree.leaf.condition;
  if (tree.kind === "not") return negate(tree.part, tree.column);
  if (tree.kind === "or") return unite(tree.parts, tree.column);
  throw new LanguageError(tree.column, "expected words alone, or values of one field, inside parentheses");
}

const opposites: Partial<Record<Operator, Operator>> = { eq: "ne", ne: "eq", "=~": "!~", "!~": "=~" };

function negate(part: Tree<LineLeaf>, column: number): Condition {
  if (part.kind === "and") throw new LanguageError(column, 'expected one word or one field after "-"');
  const condition = toCondition(part);
  const op = opposites[condition.op];
  if (op === undefined)
    throw new LanguageError(column, `expected the opposite comparison of "${condition.field}" instead of "-"`);
  return { ...condition, op };
}

/** `host:a | host:b` is `host:(a b)`. */
function unite(parts: readonly Tree<LineLeaf>[], column: number): Condition {
  const conditions = parts.map((part) => {
    if (part.kind === "and" || isWords(part)) throw unitingError(column);
    return toCondition(part);
  });
  const [first] = conditions;
  const isAlike = ({ field, op }: Condition) => field === first!.field && op === first!.op;
  if (!conditions.every(isAlike) || first!.op === "ne" || first!.op === "!~") throw unitingError(column);
  return { ...first!, value: conditions.flatMap(({ value }): Scalar | Scalar[] => value) };
}

function unitingError(column: number): LanguageError {
  return new LanguageError(
    column,
    'expected OR between words or between values of one field: "(a | b)", "host:(a b)"; fields can only be ANDed',
  );
}
