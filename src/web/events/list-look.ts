import type { Column } from "./columns.ts";

/** How a list of events is shown. */
export interface ListLook {
  columns: readonly Column[];
  /** Long messages wrap. */
  wrap: boolean;
  compact: boolean;
  /** Time since the line before it in time. */
  gaps: boolean;
  /** Whether the day stands beside the time. */
  days: boolean;
  zone: string;
}
