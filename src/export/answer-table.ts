import type { Answer } from "./answer.ts";
import { eventsOf } from "./answered-events.ts";
import { tableOfEvents } from "./event-table.ts";
import { tableOfRanking } from "./ranking-table.ts";
import type { Cell, Column, Table } from "./table.ts";

/** An answer as one table, for the formats that have rows. */
export function tableOf(answer: Answer): Table {
  const { content, params, type } = answer;
  if ("events" in content) return tableOfEvents(content);
  const results: unknown = JSON.parse(new TextDecoder().decode(content.json.slice()));
  if (type === "TopN") return tableOfRanking(params, results);
  if (type === "Around") return tableOfEvents(eventsOf(results, answer.timezone));
  return tableOfObjects(recordsOf(results), firstColumns(type, params));
}

type Json = Record<string, unknown>;

/** Steps, if the answer has them; otherwise the values of its totals; otherwise its list. */
function recordsOf(results: unknown): Json[] {
  if (Array.isArray(results)) return results as Json[];
  const { details, totals } = (results ?? {}) as { details?: Json[]; totals?: { values?: Json[] } };
  return details ?? totals?.values?.map(liftGroup) ?? [];
}

/** The grouping fields of Stats become columns next to its numbers. */
function liftGroup({ by, ...numbers }: Json): Json {
  if (by === undefined) return numbers;
  const fields = Object.entries(by as Json).map(([field, value]) => [groupColumn(field, Object.keys(numbers)), value]);
  return { ...Object.fromEntries(fields), ...numbers };
}

function groupColumn(field: string, functions: readonly unknown[]): string {
  return functions.includes(field) ? `by.${field}` : field;
}

/** Known beforehand, so that an answer without rows has them, too. */
function firstColumns(type: string, params: Readonly<Json>): string[] {
  const { by = [], functions = [] } = params as { by?: string[]; functions?: string[] };
  if (type === "Stats") return [...by.map((field) => groupColumn(field, functions)), ...functions];
  return columnsOf[type] ?? [];
}

const counts = ["ts_from", "ts_to", "new", "duplicates", "dropped", "out_of_time", "total"];
const columnsOf: Readonly<Record<string, string[]>> = {
  LastN: ["name", "count", "last_seen"],
  EventRate: ["ts_from", "ts_to", "count"],
  ProcessingStats: counts,
  StorageStats: counts,
  LossLedger: ["protocol", "source", "token", "received", "stored", "lost", "loss", "uncounted"],
  Patterns: ["id", "text", "count", "share", "bytes", "first_seen", "last_seen"],
  Changes: ["kind", "count", "base_count", "expected", "ratio", "p_value", "adjusted_p_value"],
  Differences: ["field", "name", "kind", "count", "rest_count", "share", "rest_share", "ratio", "p_value"],
  Tasks: ["id", "title", "status"],
  Notifications: ["id"],
};

function tableOfObjects(records: readonly Json[], first: readonly string[]): Table {
  const names = new Set(first);
  for (const record of records) for (const name of Object.keys(record)) names.add(name);
  const columns = [...names].map((name): Column => ({ name, holds: holdsTime(name) ? "time" : "text" }));
  return { columns, rows: records.map((record) => columns.map(({ name }) => toCell(record[name]))) };
}

function holdsTime(name: string): boolean {
  return timeNames.has(name) || name.endsWith("_at");
}

const timeNames: ReadonlySet<string> = new Set(["ts_from", "ts_to", "first_seen", "last_seen", "due"]);

function toCell(value: unknown): Cell {
  if (value === undefined || value === null) return null;
  if (typeof value === "number" || typeof value === "string") return value;
  return typeof value === "boolean" ? String(value) : JSON.stringify(value);
}
