import type { Column } from "./columns.ts";

/** The look of a list of events. */
export interface ListLook {
  columns: readonly Column[];
  /** Long messages wrap. */
  wrap: boolean;
  compact: boolean;
  /** Time since the line before it in time. */
  gaps: boolean;
  /** Characters of the longest day that stands before the time; 0: none does. */
  dayLength: number;
  zone: string;
}
