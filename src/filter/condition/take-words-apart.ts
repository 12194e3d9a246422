import { hasPositiveLeaf, type Tree } from "../words/boolean-parser.ts";
import { LanguageError } from "../words/language-error.ts";
import { languageCharactersMax } from "../words/limits.ts";
import { formatWordQuery, parseWordQuery, type WordLeaf } from "../words/word-query.ts";
import type { Condition } from "./condition.ts";
import { type ConditionField, findConditionField } from "./fields.ts";
import type { FilterElement } from "./filter-element.ts";

/**
 * The element with unwanted words as conditions of their own: what has a word is looked up, what lacks it can only be
 * what is left. Means the same; invalid words stay as they are, and words about numbers with names or about lists,
 * which hold when they hold for one of several texts.
 */
export function takeWordsApart(element: FilterElement): FilterElement {
  if ("not" in element) return { not: takeWordsApart(element.not) };
  if ("any" in element) return { any: element.any.map(takeWordsApart) };
  if ("all" in element) return { all: element.all.map(takeWordsApart) };
  const tree = treeOf(element);
  return tree === undefined ? element : (partsOf(tree, element) ?? element);
}

function treeOf({ field, op, value }: Condition): Tree<WordLeaf> | undefined {
  if (op !== "qp" || typeof value !== "string" || value.trim() === "") return undefined;
  return hasOneText.has(findConditionField(field).kind) ? parsed(value) : undefined;
}

const hasOneText: ReadonlySet<ConditionField["kind"]> = new Set(["text", "tag", "pattern"]);

function parsed(value: string): Tree<WordLeaf> | undefined {
  if (value.length > languageCharactersMax) return undefined;
  try {
    return parseWordQuery(value);
  } catch (error) {
    if (error instanceof LanguageError) return undefined;
    throw error;
  }
}

/** Undefined: no part is unwanted, or one of both sides cannot stand alone, or is too long or too deep for that. */
function partsOf(tree: Tree<WordLeaf>, condition: Condition): FilterElement | undefined {
  if (tree.kind === "leaf" || tree.kind === "not") return undefined;
  const { kind, column } = tree;
  const unwanted = tree.parts.flatMap((part) => (part.kind === "not" ? [part.part] : []));
  const wanted = tree.parts.filter((part) => part.kind !== "not");
  // Without both is without either of them.
  const sides = [joined(kind, wanted, column), joined(kind === "and" ? "or" : "and", unwanted, column)] as const;
  if (unwanted.length === 0 || !sides.every((side) => side === undefined || canStandAlone(side))) return undefined;
  const [some, without] = sides.map((side) => side && takeWordsApart({ ...condition, value: formatWordQuery(side) }));
  const elements = [...(some ? [some] : []), { not: without! }];
  return kind === "and" ? { all: elements } : { any: elements };
}

function canStandAlone(side: Tree<WordLeaf>): boolean {
  return hasPositiveLeaf(side) && parsed(formatWordQuery(side)) !== undefined;
}

function joined(kind: "and" | "or", parts: Tree<WordLeaf>[], column: number): Tree<WordLeaf> | undefined {
  return parts.length > 1 ? { kind, parts, column } : parts[0];
}
