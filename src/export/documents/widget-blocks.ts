import { numberText } from "../../document/cell-text.ts";
import type { Cell, Chart, ChartBlock, PlainBlock, TableBlock } from "../../document/document.ts";
import type { Answer } from "../answer.ts";
import { contentOf } from "../write-export.ts";
import { resultsBlocks } from "./answer-blocks.ts";
import type { Medium } from "./answer-document.ts";
import type { AnsweredWidget, DashboardOrder } from "./dashboard-order.ts";
import { eventsOnPages, eventsOnSheets } from "./event-document.ts";
import { partsTitle } from "./ranking-tables.ts";

export interface WidgetPlace {
  medium: Medium;
  /** It has a neighbour, so it must not be higher than a page. */
  isBeside: boolean;
}

/** A widget's content in the form of its `view_type`; a warning instead when it could not be answered. */
export function widgetBlocks(widget: AnsweredWidget, order: DashboardOrder, place: WidgetPlace): PlainBlock[] {
  if (typeof widget.answer === "string") return [{ kind: "paragraph", style: "warning", text: widget.answer }];
  const answer = answerOf(widget, widget.answer, order);
  const { content } = answer;
  const blocks: PlainBlock[] =
    "json" in content
      ? (resultsBlocks(answer, content) as PlainBlock[])
      : [
          {
            kind: "table",
            table:
              place.medium === "sheets"
                ? eventsOnSheets(content, order.timezone)
                : eventsOnPages(content, columnsOf(widget)),
          },
        ];
  const view = viewOf(widget);
  if (view === "badge") return badgeOf(blocks);
  const shown = blocks
    .filter((block) => isShown(block, blocks, view, place.medium))
    .map((block) => withView(block, view));
  if (place.medium === "sheets")
    return shown.map((block) => {
      const isFirst = block === shown.find(({ kind }) => kind === "table");
      return block.kind === "table" ? named(block, widget.title, isFirst) : block;
    });
  if (isEmpty(shown)) return [nothing];
  const rowsMax = shown.some(({ kind }) => kind === "chart") ? rowsBesideChartMax : rowsBesideMax;
  const tables = shown.filter(({ kind }) => kind === "table").length;
  const fitting = place.isBeside
    ? shown.flatMap((block) => (block.kind === "table" ? cutTable(block, Math.floor(rowsMax / tables)) : [block]))
    : shown;
  return fitting.length > 0 ? fitting : [nothing];
}

const nothing: PlainBlock = { kind: "paragraph", style: "note", text: "There is nothing to show." };

/** A chart and a table of no values at all. */
function isEmpty(blocks: readonly PlainBlock[]): boolean {
  const tables = blocks.filter((block) => block.kind === "table");
  return tables.length > 0 && tables.every(({ table }) => table.rowCount === 0);
}

/** The fields that the widget shows of events, if it chooses any. */
function columnsOf({ config: { columns } }: AnsweredWidget): string[] | undefined {
  const names = Array.isArray(columns) ? columns.filter((name) => typeof name === "string") : [];
  return names.length > 0 ? names : undefined;
}

/** Rows of a table next to others; twice as many without a chart above. */
const rowsBesideChartMax = 10;
const rowsBesideMax = 20;

function cutTable({ table }: TableBlock, rowsMax: number): PlainBlock[] {
  const rows: (readonly Cell[])[] = [];
  let hasMore = false;
  for (const row of table.rows) {
    hasMore = rows.length === rowsMax;
    if (hasMore) break;
    rows.push(row);
  }
  const cut: TableBlock = { kind: "table", table: { ...table, rows, rowCount: rows.length } };
  if (!hasMore) return [cut];
  const text = `These are the first ${rowsMax} rows. A spreadsheet has all of them.`;
  return [cut, { kind: "paragraph", style: "note", text }];
}

function answerOf({ type, params, span }: AnsweredWidget, json: Uint8Array, order: DashboardOrder): Answer {
  const { baseTime, timezone, missingDays } = order;
  const told = { baseTime, timezone, missingDays, span, itemCount: undefined, isPartial: false };
  return { type, params, ...told, content: contentOf({ type, timezone }, json) };
}

type View = "pie_chart" | "list" | "badge" | "bars_over_time" | "lines_over_time" | undefined;

function viewOf({ type, config }: AnsweredWidget): View {
  const view = config.view_type;
  if (view === "time_chart_bars") return "bars_over_time";
  if (view === "time_chart_splines") return "lines_over_time";
  if (view === "list" || view === "badge" || view === "pie_chart") return view;
  return type === "TopN" ? "pie_chart" : undefined;
}

/**
 * A list is its table. A page shows the first table and that of the parts, and none of steps, which nobody reads as
 * numbers; a spreadsheet shows all.
 */
function isShown(block: PlainBlock, blocks: readonly PlainBlock[], view: View, medium: Medium): boolean {
  if (block.kind === "figures") return !hasTable(blocks, "Values");
  if (block.kind === "chart") return view !== "list" && fits(block, blocks, view);
  if (block.kind !== "table" || medium === "sheets") return true;
  const isFirst = block === blocks.find(({ kind }) => kind === "table");
  return (isFirst || block.table.title === partsTitle) && block.table.columns[0]?.title !== "From";
}

/** One number: that of the first value of a ranking, otherwise the first figure. */
function badgeOf(blocks: readonly PlainBlock[]): PlainBlock[] {
  for (const block of blocks) {
    if (block.kind === "chart" && block.chart.categories.hold === "text") {
      const [label] = block.chart.categories.values;
      const value = block.chart.series[0]?.values[0];
      if (label === undefined || typeof value !== "number") break;
      return [{ kind: "figures", figures: [{ label: label === "" ? "(empty)" : label, value: numberText(value) }] }];
    }
  }
  const figures = blocks.find((block) => block.kind === "figures")?.figures.slice(0, 1) ?? [];
  return figures.length > 0 ? [{ kind: "figures", figures }] : [nothing];
}

function hasTable(blocks: readonly PlainBlock[], title: string): boolean {
  return blocks.some((block) => block.kind === "table" && block.table.title === title);
}

/** A ranking is drawn either over time or in total; the other chart is omitted. */
function fits({ chart }: ChartBlock, blocks: readonly PlainBlock[], view: View): boolean {
  const isOverTime = chart.categories.hold === "time";
  const hasBoth =
    new Set(blocks.flatMap((block) => (block.kind === "chart" ? [block.chart.categories.hold] : []))).size > 1;
  return !hasBoth || isOverTime === (view === "bars_over_time" || view === "lines_over_time");
}

function withView(block: PlainBlock, view: View): PlainBlock {
  return block.kind === "chart" ? { kind: "chart", chart: drawnAs(block.chart, view) } : block;
}

function drawnAs(chart: Chart, view: View): Chart {
  if (chart.categories.hold === "time") {
    if (view === "lines_over_time") return { ...chart, kind: "lines" };
    return chart;
  }
  const isPie = view === "pie_chart" && chart.categories.values.length <= slicesMax && chart.series.length === 1;
  return isPie ? pieOf(chart, chart.categories.values) : chart;
}

/** Shares are of the total, so the values that are not named have one, too. */
function pieOf({ rest = 0, ...chart }: Chart, names: readonly string[]): Chart {
  if (rest === 0) return { ...chart, kind: "pie" };
  const series = chart.series.map((one) => ({ ...one, values: [...one.values, rest] }));
  return { ...chart, kind: "pie", categories: { hold: "text", values: [...names, "(others)"] }, series };
}

/** More slices cannot be told apart. */
const slicesMax = 12;

/** Names the sheet after its widget. */
function named({ table }: TableBlock, title: string, isFirst: boolean): TableBlock {
  return { kind: "table", table: { ...table, title: isFirst ? title : `${title}, ${table.title.toLowerCase()}` } };
}
