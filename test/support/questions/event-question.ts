import type { StoredEvent } from "../../../src/eventstore/event/event.ts";
import { decodeSegment, encodeSegment } from "../../../src/eventstore/format/segment-bytes.ts";
import { type PartSink, summaryOf } from "../../../src/eventstore/format/segment-format.ts";
import { mergeSegments } from "../../../src/eventstore/merge/merge-segments.ts";
import type { DecodedCache } from "../../../src/eventstore/read/decoded-cache.ts";
import { createSegmentReader, type SegmentReader } from "../../../src/eventstore/read/segment-reader.ts";
import { StoredSegment } from "../../../src/eventstore/read/stored-segment.ts";
import type { Segment, SegmentCache } from "../../../src/eventstore/segment.ts";
import type { MemorySegment, SegmentHandle, Snapshot } from "../../../src/eventstore/snapshot.ts";
import { answerQuery, helpQuery } from "../../../src/query/answer/answer-query.ts";
import type { QueryAnswer, QueryTask } from "../../../src/query/execution/task.ts";
import { createTeam, leaveTeam } from "../../../src/query/execution/team.ts";
import { parseQuery } from "../../../src/query/parse/parse-query.ts";
import { defaultQueryMemory, type ThreadMemory } from "../../../src/query/query-memory.ts";
import { buildSegment } from "../store/build-segment.ts";
import { type fileSegment, segmentInFile } from "../store/file-segment.ts";
import { type Encoding, memorySegment } from "../store/memory-segment.ts";

/** Events in segments, to be asked questions the way a worker is. */
interface Segments {
  open(handle: SegmentHandle): Segment;
  cache(handle: SegmentHandle): SegmentCache | undefined;
}

export interface Asked {
  snapshot: Snapshot;
  reader: Segments;
  /** With a helper that does the oldest segment, */
  isHelped?: boolean;
  /** or the oldest ones. */
  helpedSegments?: number;
}

/** Each list of events as one segment, columns encoded in any way. */
export function askedOf(groups: readonly (readonly StoredEvent[])[], encodingOf: (column: string) => Encoding): Asked {
  const opened = new Map<SegmentHandle, Segment>();
  const segments = groups
    .filter((events) => events.length > 0)
    .map((events): SegmentHandle => {
      const segment = memorySegment(events, encodingOf);
      const ids = events.map(({ id }) => id);
      const handle: SegmentHandle = {
        place: "memory",
        bytes: new SharedArrayBuffer(0),
        repeats: undefined,
        rows: segment.rows,
        minId: Math.min(...ids),
        maxId: Math.max(...ids),
        minTime: segment.minTime,
        maxTime: segment.maxTime,
        occurrences: segment.occurrences,
      };
      opened.set(handle, segment);
      return handle;
    });
  return { snapshot: snapshotOf(segments), reader: segmentsOf(opened) };
}

/**
 * Each list of events as one segment that the store itself built, with ids in a row from 1 over all lists. The last
 * occurrences of every event with several come as repeats, as if they had come later.
 */
export function storedOf(groups: readonly (readonly StoredEvent[])[]): Asked {
  const reader = createSegmentReader({ cacheBytes: 0 });
  const segments = groups.filter((events) => events.length > 0).map(storedSegment);
  return { snapshot: snapshotOf(segments), reader: segmentsIn(reader) };
}

/**
 * The same as in a day file, with the parts that are written only there. The lists that `isRepeated` names, by
 * position, have pending repeats; the others contain all occurrences.
 */
export function sealedOf(
  groups: readonly (readonly StoredEvent[])[],
  isRepeated: (group: number) => boolean = () => false,
): Asked {
  const reader = createSegmentReader({ cacheBytes: 0 });
  const segments = groups.flatMap((events, i) =>
    events.length === 0 ? [] : isRepeated(i) ? withRepeats(events, sealedSegment) : sealedSegment(events),
  );
  return { snapshot: snapshotOf(segments), reader: segmentsIn(reader) };
}

/**
 * The same in slices of a few rows, with a cache of partial results for each list by its position. Lists are not empty
 * and in the order of their ids.
 */
export function slicedOf(
  groups: readonly StoredEvent[][],
  sliceRows: number,
  cacheOf: (group: number) => DecodedCache,
): Asked {
  const files = new Map<SegmentHandle, () => Segment>();
  const segments = groups.map((events, i): SegmentHandle => {
    const { directory, source } = decodeSegment(buildSegment(events, events[0]!.id), true);
    const open = segmentInFile([{ view: new StoredSegment(directory, source) }], sliceRows, cacheOf(i));
    const handle = handleOf(open());
    files.set(handle, open);
    return handle;
  });
  const open = (handle: SegmentHandle) => files.get(handle)!();
  return { snapshot: snapshotOf(segments), reader: { open, cache: (handle) => open(handle).cache } };
}

function segmentsIn(reader: SegmentReader): Segments {
  return { open: (handle) => reader.open(handle, ""), cache: (handle) => reader.cache(handle, "") };
}

function segmentsOf(opened: ReadonlyMap<SegmentHandle, Segment>): Segments {
  return { open: (handle) => opened.get(handle)!, cache: (handle) => opened.get(handle)!.cache };
}

/** Names a segment that a reader of the test's own opens. */
export function handleOf({ minTime, maxTime, occurrences, directory }: ReturnType<typeof fileSegment>): SegmentHandle {
  const { rows, minId, maxId } = directory;
  const summary = { rows, minId, maxId, minTime, maxTime, occurrences };
  return { place: "memory", bytes: new SharedArrayBuffer(0), repeats: undefined, ...summary };
}

export function ask(
  asked: Asked,
  body: { type: string; params: object },
  options: Partial<QueryTask> = {},
  memory: ThreadMemory = defaultQueryMemory,
): QueryAnswer {
  const baseTime = options.baseTime ?? 1_700_000_010;
  const { type, params } = parseQuery(body, { timezone: "UTC", now: baseTime });
  const control = new SharedArrayBuffer(8);
  const task: QueryTask = { type, params, baseTime, hosts: [], snapshot: asked.snapshot, control, ...options };
  return asked.isHelped || asked.helpedSegments ? askTwo(task, asked, memory) : answerQuery(task, asked.reader, memory);
}

/** Two threads' work, one after the other: the helper leaves when it looks at the last of its segments. */
function askTwo(task: QueryTask, { reader, helpedSegments = 1 }: Asked, memory: ThreadMemory): QueryAnswer {
  const team = createTeam(task.snapshot.segments.length, 1);
  const looked = new Set<SegmentHandle>();
  const look = (handle: SegmentHandle) => {
    if (looked.add(handle).size >= helpedSegments) leaveTeam(team);
    return handle;
  };
  const leaving: Asked["reader"] = {
    open: (handle) => reader.open(look(handle)),
    cache: (handle) => reader.cache(look(handle)),
  };
  helpQuery({ ...task, team: team.helpers[0]! }, leaving, memory);
  return answerQuery({ ...task, team: team.task }, reader, memory);
}

/** Keeps the output for a file in memory; copies the bytes, because their owner frees them. */
class FileLikeSink implements PartSink {
  readonly inMemory = false;
  readonly parts: Uint8Array[] = [];

  add(bytes: Uint8Array): number {
    return this.parts.push(bytes.slice()) - 1;
  }
}

function sealedSegment(events: readonly StoredEvent[]): MemorySegment {
  const { directory, source } = decodeSegment(buildSegment(events, events[0]!.id), true);
  const sink = new FileLikeSink();
  const work = mergeSegments([{ view: new StoredSegment(directory, source) }], sink, false);
  let step = work.next();
  while (!step.done) step = work.next();
  const bytes = encodeSegment(step.value, sink.parts);
  return { place: "memory", bytes, repeats: undefined, ...summaryOf(step.value) };
}

function storedSegment(events: readonly StoredEvent[]): MemorySegment {
  return withRepeats(events, (early) => {
    const { directory } = decodeSegment(buildSegment(early, early[0]!.id), true);
    return { place: "memory", bytes: buildSegment(early, early[0]!.id), repeats: undefined, ...summaryOf(directory) };
  });
}

/** Only the first occurrence of each event is in the segment. */
function withRepeats(
  events: readonly StoredEvent[],
  segmentOf: (events: readonly StoredEvent[]) => MemorySegment,
): MemorySegment {
  const early = events.map((event) => ({ ...event, times: event.times.slice(0, 1) }));
  const pairs = events.flatMap(({ id, times }) => times.slice(1).map((time) => ({ id, time })));
  const times = events.flatMap((event) => event.times);
  return {
    ...segmentOf(early),
    repeats:
      pairs.length === 0
        ? undefined
        : { ids: Float64Array.from(pairs, ({ id }) => id), times: Float64Array.from(pairs, ({ time }) => time) },
    minTime: Math.min(...times),
    maxTime: Math.max(...times),
    occurrences: times.length,
  };
}

/** Newest first, as the store returns them. */
function snapshotOf(segments: SegmentHandle[]): Snapshot {
  return {
    lease: 1,
    eventsFolder: "",
    commit: 1,
    segments: segments.sort((a, b) => b.maxTime - a.maxTime),
    warnings: [],
  };
}
