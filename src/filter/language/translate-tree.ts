import type { Condition, Operator, Scalar } from "../condition/condition.ts";
import { depthOf, type FilterElement } from "../condition/filter-element.ts";
import { hasPositiveLeaf, type Tree } from "../words/boolean-parser.ts";
import { LanguageError } from "../words/language-error.ts";
import { elementDepthMax } from "../words/limits.ts";
import { formatWordQuery, type WordLeaf } from "../words/word-query.ts";

/** A leaf of the query language: a word or phrase of the message, or a condition on a field. */
export type LineLeaf = WordLeaf | { condition: Condition };

/** Called with each finished condition and its column. */
type Check = (condition: Condition, column: number) => void;

/**
 * The elements, all to hold, that the tree means, in their plainest form: adjacent words become one `qp` condition on
 * the message, values of one field one condition, and NOT the opposite operator where there is one.
 */
export function translateTree(tree: Tree<LineLeaf>, check: Check): FilterElement[] {
  const elements = joinConjuncts(conjunctsOf(tree), check);
  if (depthOf(elements) > elementDepthMax)
    throw new LanguageError(tree.column, `expected at most ${elementDepthMax} levels of brackets`);
  return elements;
}

function conjunctsOf(tree: Tree<LineLeaf>): Tree<LineLeaf>[] {
  return tree.kind === "and" ? tree.parts.flatMap(conjunctsOf) : [tree];
}

function disjunctsOf(tree: Tree<LineLeaf>): Tree<LineLeaf>[] {
  return tree.kind === "or" ? tree.parts.flatMap(disjunctsOf) : [tree];
}

function isWords(tree: Tree<LineLeaf>): tree is Tree<WordLeaf> {
  if (tree.kind === "leaf") return !("condition" in tree.leaf);
  return tree.kind === "not" ? isWords(tree.part) : tree.parts.every(isWords);
}

/** Words go behind the conditions. */
function joinConjuncts(parts: readonly Tree<LineLeaf>[], check: Check): FilterElement[] {
  const elements = parts.filter((part) => !isWords(part)).map((part) => toElement(part, check));
  const words = parts.filter(isWords);
  return words.length === 0 ? elements : [...elements, wordCondition("and", words, check)];
}

/** A `qp` condition needs something that is wanted; `*` is any message. */
function wordCondition(kind: "and" | "or", parts: readonly Tree<WordLeaf>[], check: Check): Condition {
  const tree: Tree<WordLeaf> = parts.length === 1 ? parts[0]! : { kind, parts: [...parts], column: 1 };
  const text = formatWordQuery(tree);
  const value = hasPositiveLeaf(tree) ? text : `* ${tree.kind === "or" ? `(${text})` : text}`;
  const condition: Condition = { field: "message", op: "qp", value, ignore_case: true };
  check(condition, parts[0]!.column);
  return condition;
}

function toElement(tree: Tree<LineLeaf>, check: Check): FilterElement {
  if (isWords(tree)) return wordCondition("and", [tree], check);
  if (tree.kind === "leaf") return (tree.leaf as { condition: Condition }).condition;
  if (tree.kind === "not") return negate(toElement(tree.part, check));
  return tree.kind === "or" ? unite(disjunctsOf(tree), check) : { all: joinConjuncts(conjunctsOf(tree), check) };
}

const opposites: Partial<Record<Operator, Operator>> = { eq: "ne", ne: "eq", "=~": "!~", "!~": "=~" };

function negate(element: FilterElement): FilterElement {
  if ("not" in element) return element.not;
  const op = "field" in element ? opposites[element.op] : undefined;
  return op === undefined ? { not: element } : { ...(element as Condition), op };
}

/** `host:a | host:b` is `host:(a b)`, and words are one condition. */
function unite(parts: readonly Tree<LineLeaf>[], check: Check): FilterElement {
  const words = parts.filter(isWords);
  const elements = parts.filter((part) => !isWords(part)).map((part) => toElement(part, check));
  const united = uniteValues(elements, check, parts[0]!.column);
  if (words.length > 0) united.push(wordCondition("or", words, check));
  return united.length === 1 ? united[0]! : { any: united };
}

function uniteValues(elements: readonly FilterElement[], check: Check, column: number): FilterElement[] {
  const alike = Map.groupBy(elements, (element) => (canUnite(element) ? `${element.op} ${element.field}` : element));
  return [...alike.values()].map((group) => {
    if (group.length === 1) return group[0]!;
    const conditions = group as Condition[];
    const value = conditions.flatMap((condition): Scalar | Scalar[] => condition.value);
    const condition = { ...conditions[0]!, value };
    check(condition, column);
    return condition;
  });
}

/** One of the values of a list must fit; of `ne` and `!~` none may. */
function canUnite(element: FilterElement): element is Condition {
  return "field" in element && element.op !== "ne" && element.op !== "!~";
}
