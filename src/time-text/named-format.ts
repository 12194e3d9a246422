import type { Micros } from "../eventstore/event/event.ts";
import type { ReadTime } from "./civil-time.ts";
import type { DateOrder } from "./free-date.ts";

/** What a time that is written as people write it leaves open. */
export interface TimeContext {
  /** When it was read, or written: a year that is missing is the newest that puts the time not far ahead of it. */
  reference: Micros;
  /** IANA name of the zone of times that name none. */
  timezone: string;
  /** The year of times that name none, instead of the guess. */
  year?: number;
  /** How the numbers of a date stand that may be read in several orders, such as `01/02/2026`. */
  dateOrder?: DateOrder;
}

/** A time format chosen by name. */
export interface TimeFormat {
  /** As it was given. */
  readonly text: string;
  /** The time that begins at `at`; undefined when none does that is written so. `year`: of times that name none. */
  read(text: string, at: number, context: TimeContext): ReadTime | undefined;
}
