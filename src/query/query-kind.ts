import type * as z from "zod";
import type { Segment, SegmentMemory } from "../eventstore/segment.ts";
import type { SegmentHandle, TimeSpan } from "../eventstore/snapshot.ts";
import type { CompiledCondition } from "../filter/condition/compile-condition.ts";
import type { Condition } from "../filter/condition/condition.ts";
import type { Selection } from "../filter/rows/selection.ts";
import type { AskedSegment } from "../filter/select/settled-memory.ts";
import type { Permission } from "../http/access/principal.ts";
import type { PackedArray } from "./execution/packed-array.ts";
import type { TimeRange } from "./time/time-range.ts";
import type { TimeSteps } from "./time/time-steps.ts";
import type { ValueTableCache } from "./values/value-table-cache.ts";

/**
 * One kind of question about events, complete in one file under kinds/ and listed in kinds.ts. How it is answered:
 * `begin` gives an accumulation, the selected rows of each segment are added to it in any order, and it is asked for
 * the results. What is added of one segment does not hang on what was added before, but for skipping what cannot
 * matter.
 */
export interface QueryKind<Own extends z.ZodRawShape = z.ZodRawShape> {
  readonly about: "events";
  /** Without the ending "Query". */
  readonly type: string;
  /** Its own parameters; those that all kinds have are added. */
  readonly parameters: Own;
  /** True: its range is cut into steps and widened to whole ones. */
  readonly withSteps: boolean;
  /** "all": a question that names no time range is about all that is stored; absent: about the last hour. */
  readonly rangeByDefault?: "all";
  /** Absent: what is added can be handed over (`Accumulation.share`), so idle threads may help. */
  readonly isAnsweredAlone?: true;
  /** Asked of who wants to know; absent: everybody who may ask at all. */
  readonly permission?: Permission;
  /** What is wrong with parameters that fit each by itself: messages by parameter. */
  check?(params: z.output<z.ZodObject<Own>>): Record<string, string[]> | undefined;
  begin(question: OpenQuestion<z.output<z.ZodObject<Own>>>): Accumulation;
}

/** Parameters of every kind, normalised. */
export interface CommonParams {
  time_range: TimeRange;
  filter: Condition[];
  q?: string;
  freeze_time: boolean;
}

export interface OpenQuestion<Own> {
  readonly params: Own & CommonParams;
  /** Bounds of what is counted, microseconds. */
  readonly span: TimeSpan;
  /** Host patterns of the caller's limits, which the filter has already; empty: no limit. */
  readonly hosts: readonly string[];
  /** Only for kinds with steps. */
  readonly steps: TimeSteps | undefined;
  /** Search only. */
  readonly page: { offset: number; size: number } | undefined;
  /** Those of the thread; absent: none are kept. */
  readonly tables: ValueTableCache | undefined;
  /** UTF-8 bytes of the distinct values of one field: for each ValueTable. */
  readonly distinctBytes: number;
  /** Values that are ranked without their texts: the more bytes, the fewer passes. */
  readonly recordBytes: number;
  /** Of the hashes of these values. */
  readonly hashKey: Uint8Array;
  /** All that will be read. */
  readonly segments: readonly SegmentHandle[];
  open(handle: SegmentHandle): Segment;
  /** What is remembered of it; undefined where nothing is. */
  memory(handle: SegmentHandle): SegmentMemory | undefined;
  /** To be called at least every few milliseconds of work. Throws when the work shall end. */
  tick(): void;
  /** Before much memory is taken; false: who can do with less shall. */
  hasRoom(bytes: number): boolean;
}

export interface Accumulation {
  /** What rows must meet besides the filter. */
  readonly conditions?: readonly CompiledCondition[];
  /** How often the segments will be gone through, as far as is known; for the progress. */
  readonly passes: number;
  /** False when the segment has nothing to add in this pass; then it is not opened. */
  wants(handle: SegmentHandle): boolean;
  add(part: SegmentPart): void;
  /** All segments have been added; true when they are needed once more. */
  endPass(): boolean;
  /** Also of what was added until then, when the work was ended before its time. */
  results(): Record<string, unknown>;
  /**
   * For kinds whose first pass several threads can share: what was added, for another thread's accumulation of the same
   * question, which then is as if it had been added there.
   */
  readonly share?: { handOver(): PackedArray[]; takeOver(found: PackedArray[]): void };
}

/** What the filter chose of one segment. */
export interface SegmentPart extends AskedSegment {
  /** Position in `OpenQuestion.segments`. */
  readonly index: number;
  readonly handle: SegmentHandle;
  /** Made when first asked for: what the segment has counted already needs none. */
  readonly selection: Selection;
  /** The selection, when somebody has asked for it already or the last question left it behind. */
  readonly selected: Selection | undefined;
  /** What the filter chooses of a slice of the segment. */
  selectOf(slice: Segment): Selection;
  /** What the selection was made by, besides the span. */
  readonly conditions: readonly CompiledCondition[];
}

/** Writes a kind with the types of its parameters inferred; the result is what a list of mixed kinds holds. */
export function queryKind<Own extends z.ZodRawShape>(definition: Omit<QueryKind<Own>, "about">): QueryKind {
  return { ...definition, about: "events" } as unknown as QueryKind;
}
