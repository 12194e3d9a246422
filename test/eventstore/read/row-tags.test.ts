import fc from "fast-check";
import { expect, test } from "vitest";
import type { EventRow } from "../../../src/eventstore/event/event.ts";
import { decodeSegment } from "../../../src/eventstore/format/segment-bytes.ts";
import type { DecodedCache } from "../../../src/eventstore/read/decoded-cache.ts";
import { StoredSegment } from "../../../src/eventstore/read/stored-segment.ts";
import { buildSegment } from "../../support/store/build-segment.ts";
import { event } from "../../support/store/event-arbitrary.ts";
import { fileSegment } from "../../support/store/file-segment.ts";

/** So many that messages become templates. */
const rowCount = 1_500;

/** Kinds of messages, each with its own tags, which some of its events lack. */
const kinds = fc.array(fc.uniqueArray(fc.constantFrom("a", "b", "user", "src_ip", "dst", "z", "é"), { maxLength: 4 }), {
  minLength: 1,
  maxLength: 12,
});

function eventsOf(tagsOfKinds: readonly (readonly string[])[], from: number): EventRow[] {
  return Array.from({ length: rowCount }, (_, i) => {
    const kind = (i * 7) % tagsOfKinds.length;
    const names = [...tagsOfKinds[kind]!, "all"].filter((name) => (i + name.length) % 4 > 0).sort();
    const tags = names.flatMap((name) => [name, `${name}${i % 9}`]);
    return event(`kind ${"klmnopqrstuv"[kind]} took ${i} ms`, 1e15 + from + i, { tags });
  });
}

function fileOf(events: readonly EventRow[], from: number, cache?: DecodedCache): StoredSegment {
  const { directory, source } = decodeSegment(buildSegment(events, from), true);
  return fileSegment([{ view: new StoredSegment(directory, source) }], 400, cache);
}

function tagsOf(segment: StoredSegment): string[][] {
  return Array.from({ length: segment.rows }, (_, row) => segment.event(row).tags);
}

test("when a segment is written, merged, or merged in part, then each event keeps its tags", () => {
  fc.assert(
    fc.property(kinds, kinds, fc.constantFrom(1, 2, 3), (some, others, step) => {
      const [first, second] = [eventsOf(some, 1), eventsOf(others, 10_001)];
      const files = [fileOf(first, 1), fileOf(second, 10_001)] as const;
      const wanted = [first, second].map((events) => events.map(({ tags }) => tags)) as [string[][], string[][]];
      expect(tagsOf(files[0])).toEqual(wanted[0]);
      const rows = Uint32Array.from({ length: Math.ceil(rowCount / step) }, (_, i) => i * step);
      const merged = fileSegment([{ view: files[0] }, { view: files[1], rows }], 400);
      expect(tagsOf(merged)).toEqual([...wanted[0], ...Array.from(rows, (row) => wanted[1][row]!)]);
      expect(merged.directory.templateTags).toBeDefined();
    }),
    { numRuns: 20 },
  );
});

test("when an event is read, then columns that never occur with its template are not", () => {
  const names = Array.from({ length: 12 }, (_, i) => [`of_${i}`]);
  const opened = new Set<string>();
  const cache: DecodedCache = {
    piece: (key, load) => {
      const tag = /t of_\d+$/.exec(String(key));
      if (tag) opened.add(tag[0]);
      return load();
    },
  };
  const segment = fileOf(eventsOf(names, 1), 1, cache);
  expect(segment.event(2).tags).toEqual(["all", "all2", "of_2", "of_22"]);
  expect([...opened]).toEqual(["t of_2"]);
});

test("when a file was written before, then each tag is looked for", () => {
  const events = eventsOf([["a"], ["b"], ["user", "z"]], 1);
  const segment = fileOf(events, 1);
  delete segment.directory.templateTags;
  expect(tagsOf(segment)).toEqual(events.map(({ tags }) => tags));
});
