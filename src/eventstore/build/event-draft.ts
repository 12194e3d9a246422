import type { EventRow, Micros } from "../event/event.ts";
import { packForLog, renumberSegment } from "../format/segment-bytes.ts";
import { draftBytesMax, draftRowsMax, growingBytesMax, growingRowsMax } from "../limits.ts";
import { type BuiltSegment, SegmentBuilder } from "./segment-builder.ts";

export interface DraftSegment extends BuiltSegment {
  firstId: number;
  rows: number;
  /** As the intake log keeps it, where that is known already; the ids inside may be others. */
  packed?: Uint8Array;
}

/** New events of one commit, ready to be written: segments whose ids follow each other. */
export interface BuiltEvents {
  segments: DraftSegment[];
  count: number;
  /** Occurrences of these events, including their first ones. */
  occurrences: number;
}

/**
 * Collects the new events of a commit as columns, so that no object of them is kept, and closes a segment whenever one
 * is full: a large commit is several segments. One serves a thread for all its life; `begin` empties it.
 */
export class EventDraft {
  /** Texts of an event may be added to its columns directly, after its `begin`; then `noteAdded` must be called. */
  readonly builder = new SegmentBuilder();
  private built = nothing();
  private openId = 0;
  private startId = 0;

  /**
   * `growsLong`: other commits are made while this one grows; they must not wait long for a segment, nor for all
   * segments at the end.
   */
  constructor(private readonly growsLong = false) {}

  begin(firstId: number): void {
    this.builder.clear();
    this.built = nothing();
    this.openId = firstId;
    this.startId = firstId;
  }

  get firstId(): number {
    return this.startId;
  }

  /** The id of the event that comes next. */
  get nextId(): number {
    return this.openId + this.builder.rows;
  }

  add(event: EventRow): void {
    this.builder.add(event);
    this.noteAdded(event.times.length);
  }

  /** The builder has one event more. */
  noteAdded(occurrences: number): void {
    const { built, builder } = this;
    built.count++;
    built.occurrences += occurrences;
    const [rowsMax, bytesMax] = this.growsLong ? [growingRowsMax, growingBytesMax] : [draftRowsMax, draftBytesMax];
    if (builder.rows >= rowsMax || builder.bytes >= bytesMax) this.close();
  }

  /**
   * Another occurrence of an event of this commit. False: its segment is closed, or it is of an earlier commit; it is a
   * repeat then.
   */
  addOccurrence(id: number, time: Micros, fired?: string): boolean {
    if (id < this.openId) return false;
    this.builder.addOccurrence(id - this.openId, time, fired);
    this.built.occurrences++;
    return true;
  }

  /** Hands over everything and keeps nothing: the next commit of its kind may come in a year. */
  finish(): BuiltEvents {
    if (this.builder.rows > 0) this.close();
    const { built } = this;
    this.built = nothing();
    return built;
  }

  private close(): void {
    const { rows } = this.builder;
    const segment: DraftSegment = { ...this.builder.build(this.openId), firstId: this.openId, rows };
    if (this.growsLong) segment.packed = packForLog(segment.bytes);
    this.built.segments.push(segment);
    this.openId += rows;
  }
}

/** Renumbers the events of a segment that is not visible yet. */
export function renumber(segment: DraftSegment, difference: number): void {
  renumberSegment(segment.bytes, segment.firstId + difference);
  segment.firstId += difference;
  const { minId, maxId } = segment.summary;
  segment.summary = { ...segment.summary, minId: minId + difference, maxId: maxId + difference };
}

/** Builds segments from event objects. */
export function buildEvents(events: readonly EventRow[], firstId: number): BuiltEvents {
  const draft = new EventDraft();
  draft.begin(firstId);
  for (const event of events) draft.add(event);
  return draft.finish();
}

function nothing(): BuiltEvents {
  return { segments: [], count: 0, occurrences: 0 };
}
