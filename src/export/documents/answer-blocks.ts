import { numberText, shareText } from "../../document/cell-text.ts";
import type { Block, Cell, Chart, Column, Table } from "../../document/document.ts";
import type { Answer, ResultsContent } from "../answer.ts";
import { tableOf } from "../answer-table.ts";
import { describeQuestion } from "../describe-question.ts";
import { seriesMax } from "../limits.ts";
import { type DetailedRanking, rankingTables } from "./ranking-tables.ts";

type Json = Record<string, unknown>;

/** Figures, charts and tables of the answer of any kind but Search. */
export function resultsBlocks(answer: Answer, content: ResultsContent): Block[] {
  const results: unknown = JSON.parse(new TextDecoder().decode(content.json.slice()));
  const make = makers[answer.type];
  const own = results === null || make === undefined ? [] : make(results as Results, answer.params);
  const tables =
    answer.type === "TopN" && own.length > 0
      ? rankingTables(results as DetailedRanking, String(answer.params.field))
      : [readableTable(answer)];
  return [...own, ...stepChart(answer, results), ...tables.map((table): Block => ({ kind: "table", table }))];
}

interface Results {
  totals: Json & { values?: NamedCount[] };
  details?: Step[];
}

interface NamedCount {
  name: string;
  count: number;
  by?: Record<string, unknown>;
}

interface Step {
  ts_from: number;
  ts_to: number;
  count?: number;
  total_values?: NamedCount[];
}

const makers: Readonly<Record<string, (results: Results, params: Readonly<Json>) => Block[]>> = {
  TopN: topBlocks,
  EventRate: rateBlocks,
  Stats: statisticsBlocks,
};

function topBlocks({ totals, details }: Results, { field }: Readonly<Json>): Block[] {
  const values = totals.values ?? [];
  const sum = values.reduce((total, { count }) => total + count, 0);
  // Answers of earlier versions lack it.
  const all = typeof totals.total_count === "number" ? totals.total_count : sum;
  const blocks: Block[] = [
    {
      kind: "figures",
      figures: [
        { label: "Values", value: numberText(values.length) },
        {
          label: "Occurrences of these",
          value: sum === all ? numberText(sum) : `${numberText(sum)} of ${numberText(all)}`,
        },
        { label: "The most frequent", value: values[0] && all > 0 ? shareText(values[0].count / all) : "–" },
      ],
    },
    { kind: "chart", chart: { ...countChart(`Occurrences by ${field}`, values, "count"), rest: all - sum } },
  ];
  const perStep = details?.[0]?.total_values === undefined ? undefined : stepsOfValues(details, String(field));
  if (perStep !== undefined) blocks.push({ kind: "chart", chart: perStep });
  const shares: Table = {
    title: "Values",
    columns: [
      { title: "Rank", holds: "number" },
      { title: String(field), holds: "text" },
      { title: "Count", holds: "number" },
      { title: "Share", holds: "share" },
    ],
    rows: values.map(({ name, count }, i) => [i + 1, name, count, all === 0 ? null : count / all]),
    rowCount: values.length,
  };
  return [...blocks, { kind: "table", table: shares }];
}

function countChart(title: string, values: readonly NamedCount[], name: string): Chart {
  return {
    title,
    kind: "bars",
    categories: { hold: "text", values: values.slice(0, barsMax).map(({ name }) => name) },
    series: [{ name, values: values.slice(0, barsMax).map(({ count }) => count) }],
  };
}

const barsMax = 40;

function stepsOfValues(details: readonly Step[], field: string): Chart {
  const names = details[0]!.total_values!.slice(0, seriesMax).map(({ name }) => name);
  return {
    title: `Occurrences by ${field} over time`,
    kind: kindFor(details.length),
    categories: { hold: "time", values: details.map(({ ts_from }) => ts_from) },
    series: names.map((name, i) => ({
      name: name === "" ? "(empty)" : name,
      values: details.map(({ total_values }) => total_values?.[i]?.count ?? 0),
    })),
  };
}

/** Vertical columns, while they are wide enough to see. */
function kindFor(steps: number): "columns" | "lines" {
  return steps <= columnsMax ? "columns" : "lines";
}

const columnsMax = 200;

function rateBlocks({ totals, details = [] }: Results): Block[] {
  const figures = [
    ["Occurrences", totals.sum],
    ["Least in a step", totals.min],
    ["Most in a step", totals.max],
    ["Average", totals.avg],
    ["Last step", totals.last],
  ].map(([label, value]) => ({ label: String(label), value: numberText(Number(value)) }));
  const chart: Chart = {
    title: "Occurrences over time",
    kind: kindFor(details.length),
    categories: { hold: "time", values: details.map(({ ts_from }) => ts_from) },
    series: [{ name: "count", values: details.map(({ count }) => count ?? 0) }],
  };
  return [
    { kind: "figures", figures },
    { kind: "chart", chart },
  ];
}

/** Without groups there is one row, shown large; with groups the first function is drawn. */
function statisticsBlocks({ totals }: Results, { by, functions, field }: Readonly<Json>): Block[] {
  const values = totals.values ?? [];
  const names = functions as string[];
  if ((by as string[]).length === 0) {
    const first = (values[0] ?? {}) as unknown as Json;
    const figures = names.map((name) => ({
      label: field === undefined ? name : `${name} of ${field}`,
      value: typeof first[name] === "number" ? numberText(first[name]) : "–",
    }));
    return [{ kind: "figures", figures }];
  }
  const drawn = names[0]!;
  const points = values.slice(0, barsMax).map((value) => ({
    name: Object.values(value.by ?? {}).join(" / "),
    count: Number((value as unknown as Json)[drawn] ?? 0),
  }));
  const title = field === undefined || drawn === "count" ? drawn : `${drawn} of ${field}`;
  return [{ kind: "chart", chart: countChart(`${title} by ${(by as string[]).join(" and ")}`, points, drawn) }];
}

/** Numbers of steps of the kinds that have no chart of their own, as lines. */
function stepChart({ type, params }: Answer, results: unknown): Block[] {
  const details = (results as { details?: Json[] } | null)?.details;
  if (type in makers || !Array.isArray(details) || details.length === 0) return [];
  const names = Object.keys(details[0]!).filter(
    (name) => !name.startsWith("ts_") && details.some((step) => typeof step[name] === "number"),
  );
  const chart: Chart = {
    title: `${describeQuestion(type, params).title} over time`,
    kind: "lines",
    categories: { hold: "time", values: details.map(({ ts_from }) => Number(ts_from)) },
    series: names.slice(0, seriesMax).map((name) => ({
      name: titleOf(name),
      values: details.map((step) => (typeof step[name] === "number" ? (step[name] as number) : null)),
    })),
  };
  return names.length === 0 ? [] : [{ kind: "chart", chart }];
}

function readableTable(answer: Answer): Table {
  const { columns, rows: held } = readableRows(answer);
  const isAboutService = serviceKinds.test(answer.type);
  return {
    title: tableTitles[answer.type] ?? (isAboutService ? "Steps" : answer.type),
    columns: columns.map(({ name, holds }, i): Column => {
      const isNumber =
        holds === "text" && name !== "id" && held.length > 0 && held.every((row) => typeof (row[i] ?? 0) === "number");
      const kind = shareNames.has(name) ? "share" : isNumber ? "number" : holds;
      return { title: isAboutService ? titleOf(name) : (columnTitles.get(name) ?? name), holds: kind };
    }),
    rows: held,
    rowCount: held.length,
  };
}

interface HeldRows {
  columns: ReturnType<typeof tableOf>["columns"];
  rows: (readonly Cell[])[];
}

function readableRows(answer: Answer): HeldRows {
  const { columns, rows } = answer.type === "Tasks" ? readableTasks(tableOf(answer)) : tableOf(answer);
  const held = { columns, rows: [...rows] };
  return answer.type === "Patterns" ? readablePatterns(held) : held;
}

/** Without what was not asked for; severities in words. */
function readablePatterns({ columns, rows }: HeldRows): HeldRows {
  const kept = columns
    .map(({ name }, i) => ({ name, i }))
    .filter(({ i }) => rows.length === 0 || rows.some((row) => row[i] !== null));
  return {
    columns: kept.map(({ i }) => columns[i]!),
    rows: rows.map((row) => kept.map(({ name, i }) => (name === "severities" ? severitiesText(row[i]!) : row[i]!))),
  };
}

function severitiesText(cell: Cell): Cell {
  const counts: unknown = typeof cell === "string" ? JSON.parse(cell) : {};
  return Object.entries(counts as Record<string, number>)
    .map(([name, count]) => `${name} ${numberText(count)}`)
    .join(", ");
}

/** Without fields that follow from the status; people by name. */
function readableTasks({
  columns,
  rows,
}: ReturnType<typeof tableOf>): Pick<ReturnType<typeof tableOf>, "columns" | "rows"> {
  const kept = columns.map(({ name }, i) => ({ name, i })).filter(({ name }) => taskColumns.includes(name));
  return {
    columns: kept.map(({ i }) => columns[i]!),
    rows: [...rows].map((row) => kept.map(({ name, i }) => (name === "owner" ? ownerName(row[i]!) : row[i]!))),
  };
}

const taskColumns: readonly string[] = [
  "id",
  "title",
  "description",
  "status",
  "due",
  "assigned_to",
  "owner",
  "created_at",
  "closed_at",
];

function ownerName(cell: Cell): Cell {
  const owner: unknown = typeof cell === "string" ? JSON.parse(cell) : null;
  return (owner as { username?: string } | null)?.username ?? "";
}

const shareNames: ReadonlySet<string> = new Set(["share", "rest_share"]);

/** Kinds whose columns are figures of ours; those of others may be named by senders. */
const serviceKinds = /^(?:ProcessingStats|StorageStats|LossLedger|System_)/;

/** `read_bytes`: "Read bytes". */
function titleOf(name: string): string {
  const said = name.replaceAll("_", " ");
  // As the page says it.
  if (name === "duplicates") return "Repeats";
  return columnTitles.get(name) ?? said.charAt(0).toUpperCase() + said.slice(1);
}

const tableTitles: Readonly<Record<string, string>> = {
  EventRate: "Steps",
  Stats: "Groups",
  LastN: "Values",
  LossLedger: "Senders",
};

/** A map: columns may bear the name of any field, such as "constructor". */
const columnTitles: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ts_from: "From",
    ts_to: "To",
    name: "Name",
    count: "Count",
    first_seen: "First seen",
    last_seen: "Last seen",
    text: "Text",
    share: "Share",
    bytes: "Bytes",
    severities: "Severities",
    is_new: "New",
    pattern_count: "Patterns",
    example_id: "Example",
    kind: "Kind",
    field: "Field",
    base_count: "Count before",
    rest_count: "Count of others",
    rest_share: "Share of others",
    expected: "Expected",
    ratio: "Ratio",
    id: "ID",
    title: "Title",
    description: "Description",
    status: "Status",
    due: "Due",
    assigned_to: "Assigned to",
    owner: "Owner",
    created_at: "Created",
    closed_at: "Closed",
  }),
);
