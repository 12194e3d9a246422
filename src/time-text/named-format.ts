import type { Micros } from "../eventstore/event/event.ts";
import type { ReadTime } from "./civil-time.ts";
import type { DateOrder } from "./free-date.ts";

/** Answers to the open questions of a time that people wrote. */
export interface TimeContext {
  /** The time of reading, or of writing: a missing year is the newest that puts the time not far ahead of it. */
  reference: Micros;
  /** IANA name of the zone for times without one. */
  timezone: string;
  /** The year of times without one, instead of the guess. */
  year?: number;
  /** Order of the numbers of a date that can be read in several orders, such as `01/02/2026`. */
  dateOrder?: DateOrder;
}

/** A time format chosen by name. */
export interface TimeFormat {
  /** The name, as it was given. */
  readonly text: string;
  /** The time that begins at `at`; undefined when no time of this format does. `year`: of times without one. */
  read(text: string, at: number, context: TimeContext): ReadTime | undefined;
}
