import type { Snapshot } from "../../eventstore/snapshot.ts";
import type { HelperTask, TeamTask } from "./team.ts";

/** For a thread that helps with another one's task. */
export interface HelpTask extends Omit<QueryTask, "team"> {
  team: HelperTask;
}

/** A question as a worker gets it. Plain data: it crosses threads. */
export interface QueryTask {
  /** Without the ending "Query". */
  type: string;
  /** As normalised when the query was made. */
  params: Record<string, unknown>;
  /** Relative ranges are counted from here, epoch seconds. */
  baseTime: number;
  /** Host patterns of the caller's limits; empty: no limit. */
  hosts: readonly string[];
  /** Search only: first row and number of rows of the page. */
  page?: { offset: number; size: number };
  snapshot: Snapshot;
  /** Memory of `ControlWords`. */
  control: SharedArrayBuffer;
  /** When other threads may help. */
  team?: TeamTask;
  /** Bytes it may take to rank values without their texts. All that are asked at a time share what there is. */
  recordBytes?: number;
  /** Milliseconds of processor time: it preempts another, see preemption-budget.ts. */
  budgetMs?: number;
}

export interface QueryAnswer {
  results: Record<string, unknown>;
  /** True when it was stopped: `results` are partial. */
  stopped: boolean;
  /** Rows of the segments that were read, once for each pass. */
  rowsRead: number;
  /** Remarks that readers of the answer should know; absent: none. */
  remarks?: readonly Remark[];
}

export type Remark = UnknownField | EmptyRange;

/** A field that a question names and no event of its range has. */
export interface UnknownField {
  field: string;
  /** The names that may have been meant. */
  did_you_mean: string | null;
  /** For people. */
  message: string;
}

/** One of two ranges that are compared has no event, so that the comparison says little. */
export interface EmptyRange {
  /** Parameter of the range. */
  empty: "time_range" | "base";
  /** For people. */
  message: string;
}
