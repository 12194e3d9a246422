import type { Micros } from "../../../eventstore/event/event.ts";
import type { ReadTime } from "./civil-time.ts";

/** A time format chosen by name. */
export interface TimeFormat {
  /** As it was given. */
  readonly text: string;
  /** The time that begins at `at`; undefined when none does that is written so. `year`: of times that name none. */
  read(text: string, at: number, context: { reference: Micros; timezone: string; year?: number }): ReadTime | undefined;
}
