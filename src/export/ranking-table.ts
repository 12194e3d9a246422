import type { Cell, Column, Table } from "./table.ts";

/**
 * A TopN. Its values alone make two columns. If steps, top periods or subfields were requested too, a first column
 * names the part of the answer that a row belongs to, and further columns tell its rows apart.
 */
export function tableOfRanking(params: Readonly<Record<string, unknown>>, results: unknown): Table {
  const { totals, details = [], top_periods = [] } = (results ?? {}) as Partial<Ranking>;
  const values = totals?.values ?? [];
  const hasSubfields = Array.isArray(params.subfields) && params.subfields.length > 0;
  const hasPeriods = params.with_subperiods === true || params.top_periods === true;
  if (!hasSubfields && !hasPeriods)
    return { columns: plainColumns, rows: values.map(({ name, count }) => [name, count]) };
  const rows: Cell[][] = values.map(({ name, count }) => ["totals", null, null, name, null, null, count]);
  for (const value of values) rows.push(...subfieldRows(value));
  for (const period of details) rows.push(...periodRows("details", period), ...totalRows("details", period));
  for (const period of top_periods) rows.push(...periodRows("top_periods", period));
  return { columns: allColumns, rows };
}

interface Ranking {
  totals: { values: Value[] };
  details: Period[];
  top_periods: Period[];
}

export interface Value {
  name: string;
  count: number;
  subfields?: Record<string, Value[]>;
}

export interface Period {
  ts_from: number;
  ts_to: number;
  values: Value[];
  total_values: Value[];
  total_count: number;
}

const name: Column = { name: "name", holds: "text" };
const count: Column = { name: "count", holds: "number" };
const plainColumns: readonly Column[] = [name, count];
const allColumns: readonly Column[] = [
  { name: "part", holds: "text" },
  { name: "ts_from", holds: "time" },
  { name: "ts_to", holds: "time" },
  name,
  { name: "subfield", holds: "text" },
  { name: "subfield_name", holds: "text" },
  count,
];

function subfieldRows({ name, subfields = {} }: Value): Cell[][] {
  return Object.entries(subfields).flatMap(([field, values]) =>
    values.map((value) => ["totals.subfields", null, null, name, field, value.name, value.count]),
  );
}

/** The period's own top, and their number in all. */
function periodRows(part: string, { ts_from, ts_to, values, total_count }: Period): Cell[][] {
  const own = values.map(({ name, count }): Cell[] => [`${part}.values`, ts_from, ts_to, name, null, null, count]);
  return [...own, [`${part}.total_count`, ts_from, ts_to, null, null, null, total_count]];
}

/** The values of the totals, zeros too: for a chart. */
function totalRows(part: string, { ts_from, ts_to, total_values }: Period): Cell[][] {
  return total_values.map(({ name, count }) => [`${part}.total_values`, ts_from, ts_to, name, null, null, count]);
}
