export interface Table {
  columns: readonly Column[];
  /** Each with a cell for every column; can be iterated once. */
  rows: Iterable<readonly Cell[]>;
}

export interface Column {
  name: string;
  /** Numbers in a column of times are epoch seconds. */
  holds: "text" | "number" | "time";
}

export type Cell = string | number | null;
