import type { DateOrder } from "../../../time-text/free-date.ts";
import type { DayCounter } from "./day-counter.ts";

/** Where the time stands in the lines of one file, as their beginning showed. */
export interface TimeLayout {
  kind: "date" | "epoch" | "clock";
  /** How it is written; the how many-th of this shape in the line it is, from 0. */
  shape: string;
  ordinal: number;
  order: DateOrder;
  /** Roles of the words before the time; those after it are read like any other line. */
  columns: readonly ColumnRole[];
  /** Of clocks without a date. */
  days: DayCounter | undefined;
}

/** Role of a word before the time. */
export type ColumnRole = "host" | "severity" | "sequence" | "other";
