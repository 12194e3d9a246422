/**
 * A document, independent of its file format: plain data, except for the rows of tables, which are pulled once while it
 * is written. Nothing here reads a clock, so the same document gives the same bytes.
 */
export interface Document {
  title: string;
  /** The subject in words, below the title. */
  subtitle?: string;
  /** Epoch seconds: the instant of the content. Printed, and the file's own time of creation. */
  createdAt: number;
  /** Zone of all printed times. */
  timezone: string;
  /** Page orientation. Wide tables need landscape. Default: portrait. */
  orientation?: "portrait" | "landscape";
  /**
   * From the top to the end. A spreadsheet shows everything except tables on the first sheet, and each table on sheets
   * of its own.
   */
  blocks: readonly Block[];
}

export type Block = PlainBlock | Row;

/** Blocks that can stand side by side. */
export type PlainBlock = Heading | Paragraph | Facts | Figures | ChartBlock | TableBlock;

export interface Heading {
  kind: "heading";
  text: string;
}

export interface Paragraph {
  kind: "paragraph";
  text: string;
  /** `note`: small and grey. `warning`: conspicuous. `code`: to be copied, every character as it is. Default: plain. */
  style?: "plain" | "note" | "warning" | "code";
}

/** Names and values, one pair a line. */
export interface Facts {
  kind: "facts";
  facts: readonly { name: string; value: string }[];
}

/** Headline numbers: large, side by side. */
export interface Figures {
  kind: "figures";
  figures: readonly { label: string; value: string }[];
}

export interface ChartBlock {
  kind: "chart";
  chart: Chart;
}

export interface TableBlock {
  kind: "table";
  table: Table;
}

/**
 * Blocks side by side, as on a dashboard; a spreadsheet shows them one after the other. Tables in it should be short.
 */
export interface Row {
  kind: "row";
  /** Together at most `rowColumns` wide. */
  cells: readonly { columns: number; blocks: readonly PlainBlock[] }[];
}

/** Columns of a page. */
export const rowColumns = 6;

export interface Chart {
  title: string;
  /**
   * Horizontal `bars`, longest first; vertical `columns`, series stacked; `lines` for many points; a `pie` has one
   * series.
   */
  kind: "bars" | "columns" | "lines" | "pie";
  /** Labels of the axis: names, or epoch seconds. */
  categories: { hold: "text"; values: readonly string[] } | { hold: "time"; values: readonly number[] };
  /** Each with a value for every category; null leaves a gap. */
  series: readonly { name: string; values: readonly (number | null)[] }[];
  /** Sum of the values that are not listed; a pie shows it as the rest. */
  rest?: number;
}

export interface Table {
  /** Heads the table and names its sheets. */
  title: string;
  columns: readonly Column[];
  /** Each with a cell for every column; can be iterated once. */
  rows: Iterable<readonly Cell[]>;
  /** Number of rows, when it is known beforehand: a document that shows only some gives the total. */
  rowCount?: number;
}

export interface Column {
  title: string;
  /**
   * Numbers in a column of times are epoch seconds; in one of severities 0 (emergency) to 7 (debug), shown by name in
   * its colour; in one of shares 0 to 1, shown as percent.
   */
  holds: "text" | "number" | "share" | "time" | "severity";
}

/** Its numbers are compared digit by digit, so they are aligned right. */
export function isNumeric({ holds }: Column): boolean {
  return holds === "number" || holds === "share";
}

export type Cell = string | number | null;
