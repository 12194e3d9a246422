import type { SegmentHandle } from "../../eventstore/snapshot.ts";
import type { ChosenRows, OpenQuestion, SharedPass } from "../query-kind.ts";

/** How the rows of one page are found among all that a filter chose: `NearPage` or `FarPage`. */
export interface PageSearch {
  /** How often the segments are gone through. */
  readonly passes: number;
  /** True: in its first pass it looks at every row that is chosen, so counting them costs nothing more. */
  readonly looksAtAll: boolean;
  /** For its first pass, where several threads can share it. */
  readonly share?: SharedPass;
  /** False when the segment has nothing to add in this pass. */
  wants(handle: SegmentHandle): boolean;
  /** `count`: how many rows the filter chooses of the segment; undefined: that was not asked. */
  add(chosen: ChosenRows, count: number | undefined): void;
  /** True: the rows of the page are known for certain, although segments are left. */
  readonly isSettled: boolean;
  /** After a pass, once everything was counted; true when the segments are needed again. */
  endPass(count: number): boolean;
  /** The rows of the page, in its order; `segment`: the position of theirs. */
  rows(): { segment: number; row: number }[];
}

export interface PagePlace {
  readonly offset: number;
  readonly size: number;
}

/** The parts of a question that determine a page. */
export type PageQuestion = Pick<OpenQuestion<unknown>, "segments" | "span" | "open" | "tick" | "isHelper">;
