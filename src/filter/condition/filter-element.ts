import type { Condition } from "./condition.ts";

/**
 * An element of a filter: a condition, or elements of which one (`any`) or each (`all`) must hold, or one that must not
 * (`not`); the output of `filterSchema`. The elements of a filter must all hold.
 */
export type FilterElement = Condition | { any: FilterElement[] } | { all: FilterElement[] } | { not: FilterElement };

/** All conditions, in the order in which they are written. */
export function flatConditions(elements: readonly FilterElement[]): Condition[] {
  return elements.flatMap((element) => ("field" in element ? [element] : flatConditions(partsOf(element))));
}

/** Calls `visit` with each condition and its path in the filter, such as `[0, "any", 2]`. */
export function visitConditions(
  elements: readonly FilterElement[],
  visit: (condition: Condition, path: (string | number)[]) => void,
  path: readonly (string | number)[] = [],
): void {
  for (const [index, element] of elements.entries()) visitElement(element, visit, [...path, index]);
}

function visitElement(
  element: FilterElement,
  visit: (condition: Condition, path: (string | number)[]) => void,
  path: (string | number)[],
): void {
  if ("field" in element) visit(element, path);
  else if ("not" in element) visitElement(element.not, visit, [...path, "not"]);
  else visitConditions(partsOf(element), visit, [...path, "any" in element ? "any" : "all"]);
}

function partsOf(element: Exclude<FilterElement, Condition>): readonly FilterElement[] {
  if ("any" in element) return element.any;
  return "all" in element ? element.all : [element.not];
}

/** Levels of `any`, `all` and `not` inside each other; 0 for conditions alone. */
export function depthOf(elements: readonly FilterElement[]): number {
  return elements.reduce(
    (depth, element) => Math.max(depth, "field" in element ? 0 : 1 + depthOf(partsOf(element))),
    0,
  );
}
