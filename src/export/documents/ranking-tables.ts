import { numberText } from "../../document/cell-text.ts";
import type { Cell, Column, Table } from "../../document/document.ts";
import type { Period, Value } from "../ranking-table.ts";

/** A TopN's answer with steps, top periods or subfields, as far as these tables read it. */
export interface DetailedRanking {
  totals: { values?: Value[] };
  details?: Period[];
  top_periods?: Period[];
}

/** The most frequent values in each step, the parts of these values, and the steps with the most. */
export function rankingTables({ totals, details = [], top_periods = [] }: DetailedRanking, field: string): Table[] {
  const parts = (totals.values ?? []).flatMap(partsOf);
  const [first] = details;
  return [
    ...(parts.length === 0 ? [] : [partsTable(parts, field)]),
    ...(top_periods.length === 0 ? [] : [topTable(top_periods)]),
    ...(first === undefined ? [] : [stepTable(details, first.total_values)]),
  ];
}

/** A row for each step that had any; a column for each of the first values. */
function stepTable(details: readonly Period[], totals: readonly Value[]): Table {
  const shown = totals.slice(0, valueColumnsMax);
  const filled = details.filter(({ total_count }) => total_count > 0);
  const empty = details.length - filled.length;
  const title = empty === 0 ? "Steps" : `Steps (${numberText(empty)} without any left out)`;
  return {
    title,
    columns: [...rangeColumns, { title: "All", holds: "number" }, ...shown.map(({ name }) => countOf(name))],
    rows: filled.map(({ ts_from, ts_to, total_count, total_values }) => [
      ts_from,
      ts_to,
      total_count,
      ...shown.map((_, i) => total_values[i]?.count ?? 0),
    ]),
    rowCount: filled.length,
  };
}

/** A page has no room for more columns of counts. */
const valueColumnsMax = 6;

const rangeColumns: readonly Column[] = [
  { title: "From", holds: "time" },
  { title: "To", holds: "time" },
];

function countOf(name: string): Column {
  return { title: name === "" ? "(empty)" : name, holds: "number" };
}

function partsOf({ name, subfields = {} }: Value): Cell[][] {
  return Object.entries(subfields).flatMap(([subfield, values]) =>
    values.map((value) => [name, subfield, value.name, value.count]),
  );
}

export const partsTitle = "Parts";

function partsTable(rows: readonly Cell[][], field: string): Table {
  const columns: Column[] = [
    { title: field, holds: "text" },
    { title: "Field", holds: "text" },
    { title: "Value", holds: "text" },
    { title: "Count", holds: "number" },
  ];
  return { title: partsTitle, columns, rows, rowCount: rows.length };
}

function topTable(periods: readonly Period[]): Table {
  const rows = periods.map(({ ts_from, ts_to, total_count, values }) => [
    ts_from,
    ts_to,
    total_count,
    values.map(({ name, count }) => `${name === "" ? "(empty)" : name} ${numberText(count)}`).join(", "),
  ]);
  const columns: Column[] = [...rangeColumns, { title: "All", holds: "number" }, { title: "Values", holds: "text" }];
  return { title: "Steps with the most", columns, rows, rowCount: rows.length };
}
