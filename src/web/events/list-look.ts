import type { Column } from "./columns.ts";

/** The look of a list of events. */
export interface ListLook {
  columns: readonly Column[];
  /** Long messages wrap. */
  wrap: boolean;
  compact: boolean;
  /** Time since the line before it in time. */
  gaps: boolean;
  /** Shows the day beside the time. */
  days: boolean;
  zone: string;
}
