import type { DateOrder } from "../../../time-text/free-date.ts";
import type { DayCounter } from "./day-counter.ts";

/** The place of the time in the lines of one file, learned from its first lines. */
export interface TimeLayout {
  kind: "date" | "epoch" | "clock";
  /** Its notation, and its index among the parts of the line that look alike. */
  shape: string;
  ordinal: number;
  order: DateOrder;
  /** Roles of the words before the time; those after it are read like any other line. */
  columns: readonly ColumnRole[];
  /** For clocks without a date. */
  days: DayCounter | undefined;
}

/** Role of a word before the time. */
export type ColumnRole = "host" | "severity" | "sequence" | "other";
