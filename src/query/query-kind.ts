import type * as z from "zod";
import type { Segment, SegmentCache } from "../eventstore/segment.ts";
import type { SegmentHandle, TimeSpan } from "../eventstore/snapshot.ts";
import type { CompiledElement } from "../filter/condition/compile-element.ts";
import type { FilterElement } from "../filter/condition/filter-element.ts";
import type { Selection } from "../filter/rows/selection.ts";
import type { AskedSegment } from "../filter/select/asked-segment.ts";
import type { Permission } from "../http/access/principal.ts";
import type { Remark } from "./execution/task.ts";
import type { PackedArray } from "./execution/team.ts";
import type { TimeRange } from "./time/time-range.ts";
import type { TimeSteps } from "./time/time-steps.ts";
import type { ValueTableCache } from "./values/value-table-cache.ts";

/**
 * One kind of question about events, complete in one file under kinds/ and listed in kinds.ts. `begin` gives an
 * accumulation, the selected rows of each segment are added to it in any order, and it is asked for the results. Adding
 * a segment must not depend on the order of segments, except to skip work that cannot change the result.
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
  /** False or absent: what is added can be handed over (`Accumulation.share`), so idle threads may help. */
  isAnsweredAlone?(params: z.output<z.ZodObject<Own>>): boolean;
  /** Permission needed to ask this kind; absent: everybody who may ask at all. */
  readonly permission?: Permission;
  /** Errors between parameters that are valid one by one: messages by parameter. */
  check?(params: z.output<z.ZodObject<Own>>, now: number): Record<string, string[]> | undefined;
  /**
   * Another range that is read besides the time range, which it does not overlap; undefined: none. `now`: epoch
   * seconds.
   */
  comparesWith?(params: z.output<z.ZodObject<Own>>, now: number): TimeSpan | undefined;
  begin(question: OpenQuestion<z.output<z.ZodObject<Own>>>): Accumulation;
}

/** Parameters of every kind, normalised. */
export interface CommonParams {
  time_range: TimeRange;
  filter: FilterElement[];
  q?: string;
  freeze_time: boolean;
}

export interface OpenQuestion<Own> {
  readonly params: Own & CommonParams;
  /** Bounds of the counted time, microseconds; for kinds that compare, both ranges. */
  readonly span: TimeSpan;
  /** The time range itself. */
  readonly range: TimeSpan;
  /** The range that it is compared with, only for kinds that compare. */
  readonly base: TimeSpan | undefined;
  /** Host patterns of the caller's limits, which the filter has already; empty: no limit. */
  readonly hosts: readonly string[];
  /** Only for kinds with steps. */
  readonly steps: TimeSteps | undefined;
  /** Search only. */
  readonly page: { offset: number; size: number } | undefined;
  /** The thread's value tables; absent: nothing is cached. */
  readonly tables: ValueTableCache | undefined;
  /** UTF-8 bytes of the distinct values of one field: for each ValueTable. */
  readonly distinctBytes: number;
  /** Values that are ranked without their texts: the more bytes, the fewer passes. */
  readonly recordBytes: number;
  /** Key of the hashes of these values. */
  readonly hashKey: Uint8Array;
  /** True: this thread does a share, and another one answers. */
  readonly isHelper: boolean;
  /** All that will be read. */
  readonly segments: readonly SegmentHandle[];
  open(handle: SegmentHandle): Segment;
  /** The cache entry; undefined where there is none. */
  cache(handle: SegmentHandle): SegmentCache | undefined;
  /** Call it at least every few milliseconds of work. Throws when the work should end. */
  tick(): void;
  /** Before taking much memory; false: use less if you can. */
  hasRoom(bytes: number): boolean;
}

export interface Accumulation {
  /** Conditions on rows besides the filter. */
  readonly conditions?: readonly CompiledElement[];
  /** Rows without a value of this field add nothing. */
  readonly counted?: string;
  /** How often the segments will be gone through, as far as is known; for the progress. */
  readonly passes: number;
  /** False when the segment has nothing to add in this pass; then it is not opened. */
  wants(handle: SegmentHandle): boolean;
  add(part: ChosenRows): void;
  /** All segments have been added; true when they are needed once more. */
  endPass(): boolean;
  /** Also valid after an early stop: it covers what was added. */
  results(): Record<string, unknown>;
  /** Remarks for readers of the results; asked for when these are complete. */
  remarks?(): readonly Remark[];
  /**
   * For kinds whose first pass several threads can share: packs everything that was added, for another thread's
   * accumulation of the same question, which then is as if it had been added there.
   */
  readonly share?: SharedPass;
}

/** How a pass that several threads share is brought together. */
export interface SharedPass {
  /** For a helper: false when the thread that answers is quicker at what is left. */
  isOfUse?(): boolean;
  handOver(): PackedArray[];
  takeOver(found: PackedArray[]): void;
}

/** The rows that the filter chose in one segment. */
export interface ChosenRows extends AskedSegment {
  /** Position in `OpenQuestion.segments`. */
  readonly index: number;
  readonly handle: SegmentHandle;
  /** Made when first asked for: precomputed counts need none. */
  readonly selection: Selection;
  /** The selection, when it was made already or is in the cache. */
  readonly selected: Selection | undefined;
  /** The rows that the filter chooses in a slice of the segment. */
  selectOf(slice: Segment): Selection;
  /** Everything besides the span, and `counted`, that the selection depends on. */
  readonly conditions: readonly CompiledElement[];
  /** A tag: the selection may lack rows without it, since they add nothing to the answer. */
  readonly counted: string | undefined;
}

/** Writes a kind with the types of its parameters inferred; the result is what a list of mixed kinds holds. */
export function queryKind<Own extends z.ZodRawShape>(definition: Omit<QueryKind<Own>, "about">): QueryKind {
  return { ...definition, about: "events" } as unknown as QueryKind;
}
