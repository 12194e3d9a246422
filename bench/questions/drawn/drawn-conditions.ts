import type { Random } from "../../corpora/random.ts";
import type { PeerName } from "../../peers/peer-questions.ts";
import { bySql } from "../../peers/sql-words.ts";
import type { DrawnColumn, DrawnColumns } from "./drawn-columns.ts";

/** An element of a filter, and the same in SQL. */
export interface DrawnCondition {
  readonly filter: Record<string, unknown>;
  readonly sql: Record<PeerName, string>;
  /** Others find the same events, not only nearly the same. */
  readonly isExact: boolean;
}

type Draw = (columns: DrawnColumns, random: Random) => DrawnCondition | undefined;

/** The first ones most often: what people look for. */
const draws: readonly Draw[] = [
  isValue,
  isValue,
  phrase,
  contains,
  matches,
  isFrom,
  isBetween,
  startsWith,
  isNot,
  isOneOf,
];

/** A condition of a random kind about a random event. */
export function drawCondition(columns: DrawnColumns, random: Random): DrawnCondition {
  for (;;) {
    const drawn = oneOf(draws, random)(columns, random);
    if (drawn === undefined) continue;
    const kind = random.below(12);
    if (kind === 0) return not(drawn);
    if (kind > 1) return drawn;
    const other = oneOf(draws, random)(columns, random);
    return other === undefined ? drawn : either(drawn, other);
  }
}

export function oneOf<T>(all: readonly T[], random: Random): T {
  return all[random.below(all.length)]!;
}

/** A name in SQL. */
export function nameOf(column: DrawnColumn): string {
  return `"${column.name}"`;
}

function isValue({ texts, numbers }: DrawnColumns, random: Random): DrawnCondition | undefined {
  const column = drawnColumn(random.below(3) === 0 ? numbers : texts, random);
  return (
    column &&
    exact({ field: column.name, op: "eq", value: oneOf(column.values, random) }, column, (value) => `= ${value}`)
  );
}

function isNot({ texts }: DrawnColumns, random: Random): DrawnCondition | undefined {
  const column = drawnColumn(texts, random);
  if (column === undefined) return undefined;
  const { filter, sql } = exact(
    { field: column.name, op: "ne", value: oneOf(column.values, random) },
    column,
    (value) => `<> ${value}`,
  );
  const orAbsent = (text: string) => `(${text} OR ${nameOf(column)} IS NULL)`;
  return { filter, sql: { duckdb: orAbsent(sql.duckdb), clickhouse: sql.clickhouse }, isExact: true };
}

function isOneOf({ texts }: DrawnColumns, random: Random): DrawnCondition | undefined {
  const column = drawnColumn(texts, random);
  if (column === undefined) return undefined;
  const value = Array.from({ length: 2 + random.below(6) }, () => String(oneOf(column.values, random)));
  return {
    filter: { field: column.name, op: "eq", value, ignore_case: false },
    sql: both(`${nameOf(column)} IN (${value.map(literal).join(", ")})`),
    isExact: true,
  };
}

function startsWith({ texts }: DrawnColumns, random: Random): DrawnCondition | undefined {
  const column = drawnColumn(texts, random);
  if (column === undefined) return undefined;
  const text = String(oneOf(column.values, random));
  const start = text.slice(0, 1 + random.below(text.length));
  return {
    filter: { field: column.name, op: "eq", value: `${start}*`, ignore_case: false },
    sql: bySql((_, words) => words.startsWith(nameOf(column), start)),
    isExact: true,
  };
}

function isFrom({ numbers }: DrawnColumns, random: Random): DrawnCondition | undefined {
  const column = drawnColumn(numbers, random);
  const value = column && positive(column, random);
  if (column === undefined || value === undefined) return undefined;
  return exact({ field: column.name, op: "ge", value }, column, (least) => `>= ${least}`);
}

function isBetween({ numbers }: DrawnColumns, random: Random): DrawnCondition | undefined {
  const column = drawnColumn(numbers, random);
  const [one, other] = column === undefined ? [] : [positive(column, random), positive(column, random)];
  if (column === undefined || !one || !other) return undefined;
  const [low, high] = one < other ? [one, other] : [other, one];
  const field = column.name;
  return {
    filter: {
      all: [
        { field, op: "ge", value: low },
        { field, op: "le", value: high },
      ],
    },
    sql: both(`${nameOf(column)} BETWEEN ${low} AND ${high}`),
    isExact: true,
  };
}

/** A few neighbouring words of a message. */
function phrase({ messages }: DrawnColumns, random: Random): DrawnCondition | undefined {
  const words = oneOf(messages, random).split(" ");
  const begin = random.below(words.length);
  const text = words.slice(begin, begin + 1 + random.below(4)).join(" ");
  if (!/^[A-Za-z0-9 .:=_/-]{3,60}$/.test(text) || !/[A-Za-z0-9]/.test(text)) return undefined;
  return {
    filter: { field: "message", op: "qp", value: `"${text}"` },
    sql: bySql((_, { contains }) => contains(text)),
    isExact: false,
  };
}

/** Some letters or digits, in any case. */
function contains({ messages }: DrawnColumns, random: Random): DrawnCondition | undefined {
  const runs = oneOf(messages, random).match(/[A-Za-z0-9]{4,40}/g) ?? [];
  if (runs.length === 0) return undefined;
  const run = oneOf(runs, random);
  const begin = random.below(run.length - 3);
  const text = run.slice(begin, begin + 3 + random.below(8));
  return {
    filter: { field: "message", op: "eq", value: `*${text.toUpperCase()}*` },
    sql: bySql((_, { containsAnyCase }) => containsAnyCase(text)),
    isExact: !/[ks]/i.test(text),
  };
}

/** A piece of a message as an expression: numbers are any numbers, and words sometimes any words. */
function matches({ messages }: DrawnColumns, random: Random): DrawnCondition | undefined {
  const message = oneOf(messages, random);
  const begin = random.below(message.length);
  const piece = message.slice(begin, begin + 4 + random.below(16));
  if (!/^[ -~]{4,}$/.test(piece)) return undefined;
  const isLoose = random.below(4) === 0;
  let expression = piece
    .replace(/[^A-Za-z0-9 ]/g, "\\$&")
    .replace(/[0-9]+/g, (number) => (random.below(3) > 0 ? "[0-9]+" : number));
  if (isLoose) expression = expression.replace(/[A-Za-z]{3,}/g, (word) => (random.below(2) > 0 ? "[A-Za-z]+" : word));
  if (random.below(4) === 0) expression = expression.replace(" ", ".*");
  return {
    filter: { field: "message", op: "=~", value: expression, ignore_case: false },
    sql: bySql((_, words) => words.matches(expression)),
    isExact: true,
  };
}

function not({ filter, sql, isExact }: DrawnCondition): DrawnCondition {
  const { duckdb, clickhouse } = sql;
  return {
    filter: { not: filter },
    sql: { duckdb: `NOT coalesce(${duckdb}, false)`, clickhouse: `NOT (${clickhouse})` },
    isExact,
  };
}

function either(one: DrawnCondition, other: DrawnCondition): DrawnCondition {
  return {
    filter: { any: [one.filter, other.filter] },
    sql: {
      duckdb: `(${one.sql.duckdb} OR ${other.sql.duckdb})`,
      clickhouse: `(${one.sql.clickhouse} OR ${other.sql.clickhouse})`,
    },
    isExact: one.isExact && other.isExact,
  };
}

function exact(
  { field, op, value }: { field: string; op: string; value: string | number },
  column: DrawnColumn,
  compare: (value: string) => string,
): DrawnCondition {
  const text = typeof value === "number" ? String(value) : literal(value);
  return {
    filter: { field, op, value, ignore_case: false },
    sql: both(`${nameOf(column)} ${compare(text)}`),
    isExact: true,
  };
}

function positive(column: DrawnColumn, random: Random): number | undefined {
  const value = Number(oneOf(column.values, random));
  return value > 0 ? value : undefined;
}

function drawnColumn(columns: readonly DrawnColumn[], random: Random): DrawnColumn | undefined {
  return columns.length === 0 ? undefined : oneOf(columns, random);
}

function both(sql: string): Record<PeerName, string> {
  return { duckdb: sql, clickhouse: sql };
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
