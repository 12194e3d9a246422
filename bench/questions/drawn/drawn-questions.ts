import { Random } from "../../corpora/random.ts";
import type { PeerName } from "../../peers/peer-questions.ts";
import { bySql } from "../../peers/sql-words.ts";
import type { BenchQuestion } from "../questions.ts";
import { type DrawnColumn, type DrawnColumns, drawColumns } from "./drawn-columns.ts";
import { drawCondition, nameOf, oneOf } from "./drawn-conditions.ts";

/** What is asked of the events that meet the conditions. */
interface Asked {
  name: string;
  type: string;
  params?: Record<string, unknown>;
  /** After WHERE, which is put in its place. */
  sql: Record<PeerName, string>;
  /** The number or numbers that answers begin with are the same for all. */
  isExact?: boolean;
}

/**
 * Questions about a file of events, drawn from what its events have: any kind, under one to three conditions, in all
 * events or from a time on. The same ones for one seed.
 */
export function drawnQuestions(path: string, count: number, seed: number): BenchQuestion[] {
  const random = new Random(seed);
  const columns = drawColumns(path, random);
  return Array.from({ length: count }, () => drawnQuestion(columns, random));
}

function drawnQuestion(columns: DrawnColumns, random: Random): BenchQuestion {
  const conditions = Array.from({ length: [1, 1, 1, 2, 2, 3][random.below(6)]! }, () => drawCondition(columns, random));
  const { name, type, params = {}, sql, isExact = true } = oneOf(kinds, random)(columns, random);
  // All of it, or from a time on. Ranges of steps are widened to whole ones.
  const [from, to] = [Math.floor(columns.from / hour) * hour, Math.ceil(columns.to / hour) * hour];
  const ts_from = from + (random.below(3) > 0 ? 0 : Math.floor(random.next() * ((to - from) / hour)) * hour);
  const inRange = `ts >= '${sqlTime(ts_from)}' AND ts < '${sqlTime(to)}'`;
  const where = (peer: PeerName) => {
    const all = [...conditions.map((condition) => condition.sql[peer]), inRange];
    return sql[peer].replace("WHERE", `WHERE ${all.join(" AND ")}`);
  };
  const filter = conditions.map((condition) => condition.filter);
  const time_range = { ts_from, ts_to: to, step: hour, timezone: "UTC" };
  return {
    name,
    body: { type, params: { filter, time_range, ...params } },
    sql: { duckdb: where("duckdb"), clickhouse: where("clickhouse") },
    isExact: isExact && conditions.every(({ isExact }) => isExact),
  };
}

const hour = 3_600;

function sqlTime(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().slice(0, 19).replace("T", " ");
}

type Kind = (columns: DrawnColumns, random: Random) => Asked;

const kinds: readonly Kind[] = [
  count,
  count,
  countByTime,
  firstFifty(true),
  firstFifty(false),
  farDown,
  top,
  top,
  last,
  averages,
  distinct,
  rateByValue,
];

function count(): Asked {
  return { name: "count", type: "EventRate", sql: bySql((table) => `SELECT count(*) FROM ${table} WHERE`) };
}

function countByTime(): Asked {
  return {
    name: "count by hour",
    type: "EventRate",
    sql: bySql(
      (table, { hour }) =>
        `SELECT coalesce(sum(n), 0) FROM (SELECT ${hour} h, count(*) n FROM ${table} WHERE GROUP BY h)`,
    ),
  };
}

function firstFifty(count: boolean): Kind {
  return () => ({
    name: count ? "first 50" : "first 50, uncounted",
    type: "Search",
    params: { page_size: 50, count },
    sql: bySql((table) => `SELECT * FROM ${table} WHERE ORDER BY ts DESC LIMIT 50`),
    isExact: false,
  });
}

function farDown(_: DrawnColumns, random: Random): Asked {
  const offset = 1_000 + random.below(20_000);
  return {
    name: "page far down",
    type: "Search",
    params: { page_size: 50, offset, count: false },
    sql: bySql((table) => `SELECT * FROM ${table} WHERE ORDER BY ts DESC LIMIT 50 OFFSET ${offset}`),
    // A page past the end is none.
    isExact: false,
  };
}

function top(columns: DrawnColumns, random: Random): Asked {
  const column = oneOf([...columns.texts, ...columns.numbers], random);
  const name = nameOf(column);
  const some = (table: string) =>
    `SELECT count(*) n FROM ${table} WHERE AND ${isThere(column)} GROUP BY ${name} ORDER BY n DESC LIMIT 10`;
  return {
    name: column.isUnique ? "top values of thousands" : "top values",
    type: "TopN",
    params: { field: column.name, limit: 10 },
    sql: bySql((table, { counts }) => counts(some(table))),
    isExact: column.kind === "text",
  };
}

function last(columns: DrawnColumns, random: Random): Asked {
  const column = oneOf(columns.texts, random);
  const name = nameOf(column);
  return {
    name: "last 10 values",
    type: "LastN",
    params: { field: column.name, limit: 10 },
    sql: bySql(
      (table) =>
        `SELECT ${name}, max(ts) seen FROM ${table} WHERE AND ${isThere(column)} GROUP BY ${name} ORDER BY seen DESC LIMIT 10`,
    ),
    isExact: false,
  };
}

function averages(columns: DrawnColumns, random: Random): Asked {
  if (columns.numbers.length === 0) return count();
  const field = oneOf(columns.numbers, random);
  const by = repeatedOf(columns, random);
  const [of, group] = [nameOf(field), nameOf(by)];
  return {
    name: "average and p95 by a value",
    type: "Stats",
    params: { field: field.name, by: [by.name], functions: ["avg", "p95"] },
    sql: bySql((table, { p95 }) => `SELECT ${group}, avg(${of}), ${p95(of)} FROM ${table} WHERE GROUP BY ${group}`),
    isExact: false,
  };
}

function distinct(columns: DrawnColumns, random: Random): Asked {
  const column = oneOf(columns.texts, random);
  const of = nameOf(column);
  return {
    name: column.isUnique ? "distinct values, thousands" : "distinct values",
    type: "Stats",
    params: { field: column.name, functions: ["distinct"] },
    sql: bySql((table, words) => orNone(`SELECT ${words.distinct(of)} n FROM ${table} WHERE AND ${isThere(column)}`)),
  };
}

function rateByValue(columns: DrawnColumns, random: Random): Asked {
  const column = repeatedOf(columns, random);
  const by = nameOf(column);
  return {
    name: "rate by a value",
    type: "TopN",
    params: { field: column.name, limit: 10, with_subperiods: true },
    sql: bySql(
      (table, { bucket }) => `SELECT ${bucket(15)} s, ${by}, count(*) FROM ${table} WHERE GROUP BY s, ${by} ORDER BY s`,
    ),
    isExact: false,
  };
}

function orNone(counted: string): string {
  return `SELECT CASE WHEN n = 0 THEN '0 rows' ELSE CAST(n AS VARCHAR) END FROM (${counted})`;
}

/** ClickHouse has an empty text for none. */
function isThere(column: DrawnColumn): string {
  return column.kind === "text" ? `${nameOf(column)} <> ''` : `${nameOf(column)} <> 0`;
}

/** A column of few texts, or any where there is none. */
function repeatedOf({ texts }: DrawnColumns, random: Random): DrawnColumn {
  const repeated = texts.filter(({ isRepeated }) => isRepeated);
  return oneOf(repeated.length > 0 ? repeated : texts, random);
}
