import type { Micros } from "../../../eventstore/event/event.ts";
import type { JsonLine, LineFields } from "../line-fields.ts";

/** One event of a stream of lines: its first line and the lines that belong to it. */
export interface LineRecord {
  fields: LineFields | JsonLine;
  /** The first line, unchanged. */
  text: string;
  /** Number of the first line, from 1. */
  line: number;
  /** Its number of lines, including blank ones inside. */
  lines: number;
  /**
   * Context from earlier lines for anything that the record does not name: the last time; host and program when it
   * continues them.
   */
  before: { time?: Micros; host?: string; program?: string };
}
