import { stepsMax } from "../words/limits.ts";
import { type CompiledCondition, compileCondition } from "./compile-condition.ts";
import { conditionKey } from "./condition-key.ts";
import { type FilterElement, flatConditions } from "./filter-element.ts";
import { testAny, testBetween, type ValueTest } from "./value-test.ts";

/**
 * Elements of which one, or each, must hold, ready to be tested. None is negated: NOT was moved down to the conditions.
 */
export interface CompiledGroup {
  /** As that of a condition. */
  readonly key: string;
  readonly kind: "any" | "all";
  /** At least two. */
  readonly parts: readonly CompiledElement[];
  readonly isSlow: boolean;
}

export type CompiledElement = CompiledCondition | CompiledGroup;

export function isGroup(element: CompiledElement): element is CompiledGroup {
  return "parts" in element;
}

/** Throws FilterError, UnsearchableFieldError. */
export function compileElement(element: FilterElement): CompiledElement {
  return compile(element, false);
}

/** That an event has a value of the field. Throws as `compileElement`. */
export function compilePresence(field: string): CompiledElement {
  return compileElement({ field, op: "eq", value: "*", ignore_case: true });
}

/** The elements that must all hold; an `all` at the top is replaced by its elements. */
export function compileElements(elements: readonly FilterElement[]): CompiledElement[] {
  return uniteRanges(elements.map(compileElement).flatMap((element) => alternativesOf(element, "all")));
}

/** What is wrong with elements that can be compiled, but would take too long to ask a text; undefined: nothing. */
export function stepsProblem(elements: readonly FilterElement[]): string | undefined {
  const steps = flatConditions(elements)
    .filter(({ op }) => op === "eq" || op === "ne" || op === "qp")
    .reduce((sum, condition) => sum + (compileCondition(condition).test.steps ?? 0), 0);
  if (steps <= stepsMax) return undefined;
  const got = Math.ceil(steps);
  return `Expected words and wildcards of at most ${stepsMax} steps for each character, got ${got}: use fewer, or longer ones.`;
}

/** Whether an element holds, given the results of its conditions. */
export function holdsElement(element: CompiledElement, holds: (condition: CompiledCondition) => boolean): boolean {
  if (!isGroup(element)) return holds(element);
  return element.kind === "any"
    ? element.parts.some((part) => holdsElement(part, holds))
    : element.parts.every((part) => holdsElement(part, holds));
}

/** Whether each condition in an element passes this check. */
export function everyCondition(element: CompiledElement, is: (condition: CompiledCondition) => boolean): boolean {
  return isGroup(element) ? element.parts.every((part) => everyCondition(part, is)) : is(element);
}

function compile(element: FilterElement, isNegated: boolean): CompiledElement {
  if ("field" in element) {
    const condition = compileCondition(element);
    return isNegated ? negate(condition) : condition;
  }
  if ("not" in element) return compile(element.not, !isNegated);
  const isAny = "any" in element;
  const parts = (isAny ? element.any : element.all).map((part) => compile(part, isNegated));
  return join(isAny !== isNegated ? "any" : "all", parts);
}

function negate(condition: CompiledCondition): CompiledCondition {
  return { ...condition, key: conditionKey(["not", condition.key]), negated: !condition.negated };
}

function join(kind: CompiledGroup["kind"], elements: readonly CompiledElement[]): CompiledElement {
  const flat = elements.flatMap((element) => alternativesOf(element, kind));
  const parts = kind === "any" ? uniteByField(flat) : uniteRanges(flat);
  if (parts.length === 1) return parts[0]!;
  const key = conditionKey([kind, parts.map((part) => part.key).sort()]);
  return { key, kind, parts, isSlow: parts.some(({ isSlow }) => isSlow) };
}

function alternativesOf(element: CompiledElement, kind: CompiledGroup["kind"]): readonly CompiledElement[] {
  return isGroup(element) && element.kind === kind ? element.parts : [element];
}

/** Conditions on one field of which one must hold become one condition: each value is tested once. */
function uniteByField(elements: readonly CompiledElement[]): CompiledElement[] {
  return unite(
    elements,
    ({ negated }) => !negated,
    (alike) => united("any", alike, testAny(alike.map(({ test }) => test))),
  );
}

/** Bounds on the numbers of one field become one condition, so that its rows are read once. */
function uniteRanges(elements: readonly CompiledElement[]): CompiledElement[] {
  return unite(
    elements,
    ({ negated, test }) => !negated && test.compared !== undefined,
    (alike) => united("all", alike, testBetween(alike.map(({ test }) => test))),
  );
}

/** Those that may be united and have the same field become one. */
function unite(
  elements: readonly CompiledElement[],
  may: (condition: CompiledCondition) => boolean,
  toOne: (alike: readonly CompiledCondition[]) => CompiledCondition,
): CompiledElement[] {
  const byField = Map.groupBy(elements, (element) =>
    isGroup(element) || !may(element) ? element : JSON.stringify(element.field),
  );
  return [...byField.values()].map((alike) =>
    alike.length === 1 ? alike[0]! : toOne(alike as readonly CompiledCondition[]),
  );
}

function united(kind: "any" | "all", alike: readonly CompiledCondition[], test: ValueTest): CompiledCondition {
  const key = conditionKey([kind, alike.map((condition) => condition.key).sort()]);
  const isSlow = alike.some((condition) => condition.isSlow);
  return { ...alike[0]!, key, isSlow, test };
}
