import { compileCondition, FilterError, numberOfValue, quantityOfValue } from "../condition/compile-condition.ts";
import { stepsProblem } from "../condition/compile-element.ts";
import type { Condition, Operator, Scalar } from "../condition/condition.ts";
import { findConditionField, UnsearchableFieldError } from "../condition/fields.ts";
import { type FilterElement, flatConditions } from "../condition/filter-element.ts";
import { BooleanParser, type NotePiece } from "../words/boolean-parser.ts";
import { LanguageError } from "../words/language-error.ts";
import { cachedLinesMax, conditionsMax, patternCharactersMax } from "../words/limits.ts";
import { formatPattern } from "../words/wildcard.ts";
import { readWord } from "../words/word-query.ts";
import type { LineLeaf } from "./translate-tree.ts";
import { translateTree } from "./translate-tree.ts";

/**
 * Translates one line, such as `severity<=3 (host:web* | code>=500) "connection refused" -program:cron`, into the
 * elements of a filter with the same meaning. An empty line gives none. Throws LanguageError, also for conditions that
 * a filter may not have.
 */
export function parseQueryLanguage(line: string): readonly FilterElement[] {
  const known = lineCache.get(line);
  if (known !== undefined) return known;
  const conditions = parse(line);
  if (lineCache.size >= cachedLinesMax) lineCache.delete(lineCache.keys().next().value!);
  lineCache.set(line, conditions);
  return conditions;
}

/**
 * Each line is read where the question is checked and where it is answered, and a widget asks the same one for weeks.
 */
const lineCache = new Map<string, readonly FilterElement[]>();

/** The same for editors: `notePiece` is called for each piece up to the error, if there is one. */
export function parseNoting(line: string, notePiece: NotePiece): readonly FilterElement[] {
  return parse(line, notePiece);
}

function parse(line: string, notePiece?: NotePiece): FilterElement[] {
  if (line.trim() === "") return [];
  const tree = new BooleanParser<LineLeaf>(line, readLeaf, notePiece).parse();
  const conditions = translateTree(tree, requireCompilable);
  if (flatConditions(conditions).length > conditionsMax)
    throw new LanguageError(1, `expected at most ${conditionsMax} conditions`);
  const problem = stepsProblem(conditions);
  if (problem !== undefined) throw new LanguageError(1, withoutPeriod(problem));
  return conditions;
}

type Parser = BooleanParser<LineLeaf>;

function readLeaf(parser: Parser): LineLeaf {
  const { column, position } = parser;
  const name = readName(parser);
  const signPosition = parser.position;
  const sign = name === undefined ? undefined : parser.take(/:(?:<=|>=|<|>)?|=~|!~|!=|<=|>=|=|<|>/y);
  if (name !== undefined && sign !== undefined) {
    parser.note("field", position, signPosition);
    parser.note("sign", signPosition);
    return readCondition(parser, name, sign, column);
  }
  parser.position = position;
  if (parser.looksAt(/[<>=:]/y))
    throw parser.error(
      `expected a word; comparisons stand right after a field name (code>=500), other signs in quotes`,
    );
  const word = readWord(parser);
  parser.note("word", position);
  return word;
}

/** Plain names begin with a letter, so that 12:30 is a word; others stand in quotes. */
function readName(parser: Parser): string | undefined {
  if (parser.looksAt(/"/y)) return parser.quoted() || undefined;
  return parser.take(/[\p{L}_@$][\p{L}\p{M}\p{N}_.\-/@$]*/uy);
}

const signs: Record<string, Operator> = {
  ":": "eq",
  "=": "eq",
  "!=": "ne",
  "<": "lt",
  "<=": "le",
  ">": "gt",
  ">=": "ge",
  "=~": "=~",
  "!~": "!~",
};

function readCondition(parser: Parser, field: string, sign: string, column: number): LineLeaf {
  const op = signs[sign.length > 1 && sign.startsWith(":") ? sign.slice(1) : sign]!;
  const valueColumn = parser.column;
  const value = readValue(parser, op);
  if (value === undefined) throw parser.error(`expected a value right after "${field}${sign}"`, valueColumn);
  const condition: Condition = { field, op, value, ignore_case: true };
  if (op === "lt" || op === "le" || op === "gt" || op === "ge")
    condition.value = readBound(condition, sign, valueColumn);
  requireCompilable(condition, column, valueColumn);
  return { condition };
}

function readValue(parser: Parser, op: Operator): Scalar | Scalar[] | undefined {
  const isEquality = op === "eq" || op === "ne";
  if (isEquality && parser.take(/\(/y) !== undefined) {
    parser.note("parenthesis", parser.position - 1);
    return readList(parser);
  }
  const items = [readItem(parser, op)];
  while (isEquality && items[0] !== undefined && parser.take(/,/y) !== undefined) items.push(readItem(parser, op));
  if (items.some((item) => item === undefined)) return undefined;
  return items.length === 1 ? items[0] : (items as string[]);
}

/** `(a b c)`, `(a, b)`, `(a | b)`, `(a OR b)`. */
function readList(parser: Parser): string[] {
  const column = parser.column - 1;
  const items: string[] = [];
  for (;;) {
    parser.take(/(?:[\s,|]|OR(?=[\s(]))*/y);
    if (parser.take(/\)/y) !== undefined) {
      parser.note("parenthesis", parser.position - 1);
      break;
    }
    const item = readItem(parser, "eq");
    if (item === undefined) throw parser.error('expected ")" for the "(" here', column);
    items.push(item);
  }
  if (items.length === 0) throw parser.error('expected a value inside "()"', column);
  return items;
}

/** One value as a condition has it; in quotes, wildcards are ordinary characters. */
function readItem(parser: Parser, op: Operator): string | undefined {
  const { position } = parser;
  const isPattern = op === "=~" || op === "!~";
  const item = isPattern ? readPattern(parser) : readText(parser);
  parser.note(isPattern ? "pattern" : "value", position);
  return item;
}

function readPattern(parser: Parser): string | undefined {
  return parser.looksAt(/"/y) ? readQuotedPattern(parser) : readBarePattern(parser);
}

function readText(parser: Parser): string | undefined {
  if (parser.looksAt(/"/y)) {
    const text = parser.quoted();
    if (!parser.looksAt(/[\s),|]|$/y)) throw parser.error("expected a space after the closing quote");
    return formatPattern(text);
  }
  const tokens = parser.bare(/[\s(),|"]/y);
  return tokens.length === 0 ? undefined : formatPattern(tokens);
}

function readQuotedPattern(parser: Parser): string {
  return parser.quoted(/\\(")/g);
}

/** Looks for the end of a class no further than a pattern may reach, so an unclosed bracket costs no more than that. */
const patternPart = new RegExp(
  String.raw`\\\S|\[\^?\]?(?:\\\S|[^\]\s\\]){0,${patternCharactersMax}}\]|[^\s)]|\)`,
  "uy",
);

/** Up to a space, or to a parenthesis that the pattern itself did not open. */
function readBarePattern(parser: Parser): string | undefined {
  const { column } = parser;
  let pattern = "";
  let open = 0;
  for (;;) {
    const part = parser.take(patternPart);
    if (part === undefined) break;
    if (part === "(") open += 1;
    if (part === ")" && open === 0) {
      parser.position -= 1;
      break;
    }
    if (part === ")") open -= 1;
    pattern += part;
    if (pattern.length > patternCharactersMax)
      throw parser.error(`expected at most ${patternCharactersMax} characters in a regular expression`, column);
  }
  return pattern === "" ? undefined : pattern;
}

/** A number, or the text of a number with a unit. */
function readBound(condition: Condition, sign: string, column: number): Scalar {
  const { field } = condition;
  const value = condition.value as Scalar;
  const known = naming(column, () => findConditionField(field));
  const number = numberOfValue(known, value);
  if (!Number.isNaN(number)) return number;
  if (quantityOfValue(known, value) !== undefined) return value;
  throw new LanguageError(column, `expected a number after "${field}${sign}", found "${value}"`);
}

/** Refuses what `filterSchema` would refuse, at the column that is to blame. */
function requireCompilable(condition: Condition, column: number, valueColumn = column): void {
  naming(valueColumn, () => compileCondition(condition), column);
}

function naming<T>(valueColumn: number, action: () => T, column = valueColumn): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof FilterError) throw new LanguageError(valueColumn, withoutPeriod(error.message));
    if (error instanceof UnsearchableFieldError) throw new LanguageError(column, withoutPeriod(error.message));
    throw error;
  }
}

function withoutPeriod(message: string): string {
  return (message.slice(0, 1).toLowerCase() + message.slice(1)).replace(/\.$/, "");
}
