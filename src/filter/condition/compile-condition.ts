import { RE2JSException } from "re2js";
import { messageOf } from "../../lib/errors.ts";
import { isFamilyId } from "../../pattern/families.ts";
import {
  languageCharactersMax,
  patternCharactersMax,
  valueCharactersMax,
  wildcardCharactersMax,
} from "../words/limits.ts";
import { hasWildcard, literalOf, parsePattern } from "../words/wildcard.ts";
import { parseWordQuery } from "../words/word-query.ts";
import type { Condition, Operator, Scalar } from "./condition.ts";
import { conditionKey } from "./condition-key.ts";
import { type ConditionField, findConditionField } from "./fields.ts";
import { readNetwork } from "./network.ts";
import { numberOfText } from "./number-text.ts";
import { type Quantity, readQuantity } from "./quantity.ts";
import {
  testAmount,
  testAny,
  testBetween,
  testCompared,
  testNetwork,
  testNumber,
  testPattern,
  testRegularExpression,
  testTexts,
  testWordQuery,
  testWords,
  type ValueTest,
} from "./value-test.ts";

/** A condition ready to be tested. It holds when the result of `test` differs from `negated`. */
export interface CompiledCondition {
  /** Equal for conditions that choose the same rows of everything; of bounded length. */
  readonly key: string;
  readonly field: ConditionField;
  readonly negated: boolean;
  /** True when a text takes about microseconds: such conditions are tested last. */
  readonly isSlow: boolean;
  readonly test: ValueTest;
  /** Nobody will ask it again: the rows that it chooses are not cached. */
  readonly isPassing?: true;
}

/** A value does not fit its operator; `path` leads from the condition to it. */
export class FilterError extends Error {
  override readonly name = "FilterError";

  constructor(
    message: string,
    readonly path: (string | number)[],
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Throws FilterError, UnsearchableFieldError. */
export function compileCondition(condition: Condition): CompiledCondition {
  const { field: name, op, value, ignore_case: ignoreCase } = condition;
  const values = Array.isArray(value) ? value : [value];
  const field = fieldOf(name, op, values);
  const path = (index: number) => (Array.isArray(value) ? ["value", index] : ["value"]);
  for (const [index, item] of values.entries()) requireLength(op, String(item), path(index));
  const tests = makeTests(field, op, values, ignoreCase, path);
  const isList = field.kind === "trigger-ids" || field.kind === "pattern-families";
  const test = isList ? testEach(testAny(tests)) : testAny(tests);
  const key = conditionKey([name, op, value, ignoreCase]);
  return { key, field, negated: op === "ne" || op === "!~", isSlow: op === "=~" || op === "!~", test };
}

/** A condition on patterns that names a family asks all families of an event. */
function fieldOf(name: string, op: Operator, values: readonly Scalar[]): ConditionField {
  const field = findConditionField(name);
  if (field.kind !== "pattern" || (op !== "eq" && op !== "ne")) return field;
  const ids = values.map(String);
  return ids.some(isFamilyId) ? { kind: "pattern-families", ids } : field;
}

/** The field's text equals one of these; "": the event lacks the field. Nothing in them is a wildcard. */
export function sameValue(name: string, field: ConditionField, texts: readonly string[]): CompiledCondition {
  const key = conditionKey(["same", name, ...texts]);
  return { key, field, negated: false, isSlow: false, test: testTexts(texts, false) };
}

function requireLength(op: Operator, value: string, path: (string | number)[]): void {
  const [most, what] = boundOf(op, value);
  if (value.length > most) throw new FilterError(`Expected at most ${most} ${what}, got ${value.length}.`, path);
}

function boundOf(op: Operator, value: string): [most: number, what: string] {
  if (op === "qp") return [languageCharactersMax, "characters"];
  if (op === "=~" || op === "!~") return [patternCharactersMax, "characters in a regular expression"];
  if (value.length > wildcardCharactersMax && value.length <= valueCharactersMax && hasWildcard(parsePattern(value)))
    return [wildcardCharactersMax, "characters in a value with wildcards"];
  return [valueCharactersMax, "characters"];
}

/** For a text that is a list with commas: one of its items equals the value, or the list is empty. */
function testEach(test: ValueTest): ValueTest {
  return { text: (list) => list.split(",").some((item) => test.text(item)) };
}

type PathOf = (index: number) => (string | number)[];

function makeTests(field: ConditionField, op: Operator, values: readonly Scalar[], ignoreCase: boolean, path: PathOf) {
  if (op === "eq" || op === "ne") return testEquals(field, values, ignoreCase);
  if (op === "qp" || op === "=~" || op === "!~")
    return values.map((value, index) => byName(field, makeTextTest(op, String(value), ignoreCase, path(index))));
  return values.map((value, index) => compareValue(field, op, value, path(index)));
}

function makeTextTest(
  op: "qp" | "=~" | "!~",
  value: string,
  ignoreCase: boolean,
  path: (string | number)[],
): ValueTest {
  if (op === "qp" && value.trim() === "") return always;
  try {
    return op === "qp" ? testWordQuery(parseWordQuery(value), ignoreCase) : testRegularExpression(value, ignoreCase);
  } catch (error) {
    if (op === "qp" || error instanceof RE2JSException) throw new FilterError(messageOf(error), path, { cause: error });
    throw error;
  }
}

/** A value without words sets no condition. */
const always: ValueTest = { text: () => true, number: () => true, template: () => true };

/** Values without wildcards become one look-up, so a list of a thousand addresses costs as much as one. */
function testEquals(field: ConditionField, values: readonly Scalar[], ignoreCase: boolean): ValueTest[] {
  const tests: ValueTest[] = [];
  const texts: string[] = [];
  const numbers: number[] = [];
  for (const value of values) {
    const text = String(value);
    if (isMessage(field)) tests.push(text === "" ? testTexts([""], false) : testWords(text, ignoreCase));
    else if (typeof value === "number") numbers.push(value);
    else if (isNumeric(field) && !Number.isNaN(numberOfText(text))) numbers.push(numberOfText(text));
    else if (isAddress(field) && readNetwork(text) !== undefined) {
      texts.push(text);
      tests.push(testNetwork(readNetwork(text)!));
    } else if (hasWildcard(parsePattern(text)))
      tests.push(byName(field, testPattern(text, ignoreCase || isNumeric(field))));
    else texts.push(literalOf(parsePattern(text))!);
  }
  if (numbers.length > 0) tests.push(testNumbers(numbers));
  if (texts.length > 0) tests.push(testNames(field, texts, ignoreCase));
  return tests;
}

function testNumbers(numbers: readonly number[]): ValueTest {
  const [first] = numbers;
  if (numbers.length === 1)
    return testBetween([testCompared((value) => value >= first!), testCompared((value) => value <= first!)]);
  const wanted = new Set(numbers);
  return testNumber((value) => wanted.has(value));
}

function testNames(field: ConditionField, texts: readonly string[], ignoreCase: boolean): ValueTest {
  if (field.kind !== "code") return testTexts(texts, ignoreCase);
  const canonical = texts.map((text) => field.names[field.aliases[text.toUpperCase()] ?? -1] ?? text);
  return byName(field, testTexts(canonical, true));
}

const holds = {
  lt: (a: number, b: number) => a < b,
  le: (a: number, b: number) => a <= b,
  gt: (a: number, b: number) => a > b,
  ge: (a: number, b: number) => a >= b,
};

function compareValue(
  field: ConditionField,
  op: "lt" | "le" | "gt" | "ge",
  value: Scalar,
  path: (string | number)[],
): ValueTest {
  const compare = holds[op];
  const bound = numberOfValue(field, value);
  if (!Number.isNaN(bound)) return testCompared((number) => compare(number, bound));
  const quantity = quantityOfValue(field, value);
  if (quantity === undefined) throw new FilterError(`Expected a number, got "${value}".`, path);
  return testAmount(quantity.kind, (amount) => compare(amount, quantity.amount));
}

/** Undefined when the value is no number with a unit, or the field none that can have one. */
export function quantityOfValue(field: ConditionField, value: Scalar): Quantity | undefined {
  return field.kind === "tag" ? readQuantity(String(value)) : undefined;
}

/** NaN when it is none. Severities and the like may be named. */
export function numberOfValue(field: ConditionField, value: Scalar): number {
  if (typeof value === "number") return value;
  const number = numberOfText(String(value));
  if (!Number.isNaN(number) || field.kind !== "code") return number;
  const name = String(value).toUpperCase();
  const code = field.aliases[name] ?? field.names.indexOf(name);
  return code < 0 ? Number.NaN : code;
}

/** A test about the text of a number with names holds when it holds for the number or for its name. */
function byName(field: ConditionField, test: ValueTest): ValueTest {
  if (field.kind !== "code") return test;
  const verdicts = field.names.map((name, code) => test.text(name) || test.text(String(code)));
  return { text: (text) => verdicts[Number(text)] ?? test.text(text), number: (value) => verdicts[value] ?? false };
}

/** Fields whose values may be addresses; in a message an address is one of many words. */
function isAddress(field: ConditionField): boolean {
  return field.kind === "tag" || (field.kind === "text" && field.column === "host");
}

function isMessage(field: ConditionField): boolean {
  return field.kind === "text" && field.column === "message";
}

function isNumeric(field: ConditionField): boolean {
  return ["code", "counter", "time", "id", "trigger-ids"].includes(field.kind);
}
