import type { EventRow, StoredEvent } from "../../../src/eventstore/event/event.ts";
import { dayPath } from "../../../src/eventstore/files/day-file.ts";
import { fileParts, findDirectory } from "../../../src/eventstore/files/segment-parts.ts";
import { PieceCache } from "../../../src/eventstore/read/piece-cache.ts";
import { ReaderConnections } from "../../../src/eventstore/read/reader-connections.ts";
import { RowBuffers } from "../../../src/eventstore/read/row-buffers.ts";
import { createSegmentReader } from "../../../src/eventstore/read/segment-reader.ts";
import { StoredSegment } from "../../../src/eventstore/read/stored-segment.ts";
import type { Segment } from "../../../src/eventstore/segment.ts";
import type { FileSegment, Snapshot } from "../../../src/eventstore/snapshot.ts";
import { filterSchema } from "../../../src/filter/schema.ts";
import { compileFilter } from "../../../src/filter/select/compile-filter.ts";
import { selectRows } from "../../../src/filter/select/select-rows.ts";
import { type NaiveElement, naiveMatch, sentFilter } from "../questions/naive-filter.ts";
import { commit, newFolder, openStore, type PatientStore } from "./store-folder.ts";

/** Microseconds; `to` is exclusive. */
interface Span {
  from: number;
  to: number;
}

/** Events of one day in the file that the store sealed them in, as one segment, and a naive reading of them. */
export class SealedEvents {
  readonly #store: PatientStore;
  readonly #snapshot: Snapshot;
  readonly #opened: { close(): void }[] = [];
  readonly #events: readonly StoredEvent[];
  /** Events that no condition of the test tells apart: the judge takes its time for each that it reads. */
  readonly #alike = new Map<string, StoredEvent[]>();

  /** `events`: one occurrence each, rising; those with equal keys are alike to all conditions. */
  constructor(events: readonly EventRow[], keyOf: (event: EventRow, index: number) => string = (_, i) => String(i)) {
    const folder = newFolder();
    const written = openStore(folder);
    written.append(commit({ events: [...events], received: events.length }));
    written.close();
    this.#store = openStore(folder);
    this.#snapshot = this.#store.snapshot();
    this.#events = events.map((event, i) => ({ ...event, id: i + 1 }));
    for (const [i, event] of this.#events.entries()) {
      const key = keyOf(event, i);
      const alike = this.#alike.get(key);
      if (alike) alike.push(event);
      else this.#alike.set(key, [event]);
    }
  }

  /** From the first event to the last. */
  get span(): Span {
    return { from: this.#events[0]!.times[0]!, to: this.#events.at(-1)!.times[0]! + 1 };
  }

  /** A view by a reader of its own; `cacheBytes` bounds what that keeps. */
  open(cacheBytes = 0): Segment {
    const reader = createSegmentReader({ cacheBytes });
    this.#opened.push(reader);
    return reader.open(this.#handle, this.#snapshot.eventsFolder);
  }

  /** The same as of a segment with so many rows that they are not kept, but unpacked slice by slice. */
  openAsLarge(): Segment {
    const connections = new ReaderConnections(false);
    this.#opened.push(connections);
    const { day, segmentId } = this.#handle;
    const reader = connections.get(dayPath(this.#snapshot.eventsFolder, day));
    const directory = findDirectory(reader, segmentId)!;
    const source = { ...fileParts(reader, segmentId), sliceRows: directory.slices?.rows };
    const cache = new PieceCache(0, new RowBuffers(10_000_000, 0)).of("");
    return new StoredSegment(directory, source, cache, this.#handle, undefined);
  }

  get #handle(): FileSegment {
    const [handle, other] = this.#snapshot.segments;
    if (handle?.place !== "file" || other) throw new Error("The events are not one sealed segment.");
    return handle;
  }

  /** How the rows that are chosen differ from those that a naive reading finds: some of the messages, with tags. */
  compare(elements: readonly NaiveElement[], { span = this.span, segment = this.open() } = {}): Comparison {
    const judged = new Set(this.#judge(elements, span));
    const filter = compileFilter(filterSchema.parse(sentFilter(elements)));
    const selection = selectRows(segment, filter, span, () => undefined);
    const chosen = new Set(Array.from(segment.ids()).filter((_, row) => selection.has(row)));
    const some = (ids: Set<number>) => [...ids].slice(0, 3).map((id) => this.#tell(this.#events[id - 1]!));
    return { missing: some(judged.difference(chosen)), excess: some(chosen.difference(judged)), count: judged.size };
  }

  #judge(elements: readonly NaiveElement[], { from, to }: Span): number[] {
    const found = [...this.#alike.values()].filter(([event]) => naiveMatch(elements, event!)).flat();
    return found.filter(({ times: [time] }) => time! >= from && time! < to).map(({ id }) => id);
  }

  #tell({ message, tags }: StoredEvent): string {
    return [message, ...tags].join(" | ");
  }

  close(): void {
    for (const one of this.#opened) one.close();
    this.#store.close();
  }
}

/** `count`: of events that a naive reading finds. */
interface Comparison {
  missing: string[];
  excess: string[];
  count: number;
}
