import { invalidParameter } from "../../lib/errors.ts";
import { type FormatName, findFormat } from "../formats.ts";

/** A worker's order to write a whole dashboard. Plain data: it crosses threads. */
export interface DashboardOrder {
  title: string;
  format: FormatName;
  /** The instant of all answers, epoch seconds. */
  baseTime: number;
  /** Zone of all printed times. */
  timezone: string;
  /** Days whose files could not be read. */
  missingDays: readonly string[];
  widgets: readonly AnsweredWidget[];
  path: string;
  minFreeBytes: number;
}

export interface AnsweredWidget {
  title: string;
  /** The kind of its question, without the ending "Query". */
  type: string;
  /** Normalised. */
  params: Readonly<Record<string, unknown>>;
  /** Its place and display options, as stored. */
  config: Readonly<Record<string, unknown>>;
  /** The range asked about, epoch seconds; undefined when it has no time range. */
  span: { from: number; to: number } | undefined;
  /** JSON text of its results, or the reason why there are none. */
  answer: Uint8Array | string;
}

/** Throws AppError about the parameter `ftype`. A dashboard is many tables, so rows alone cannot hold it. */
export function findDashboardFormat(ftype: string): FormatName {
  if (ftype === "csv") throw invalidParameter("ftype", "The format csv holds one table; a dashboard has many.");
  return findFormat(ftype, "Search");
}
