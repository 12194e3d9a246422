import { expect, test } from "vitest";
import { decodeSegment } from "../../../src/eventstore/format/segment-bytes.ts";
import type { DecodedCache } from "../../../src/eventstore/read/decoded-cache.ts";
import { PieceCache } from "../../../src/eventstore/read/piece-cache.ts";
import { StoredSegment } from "../../../src/eventstore/read/stored-segment.ts";
import type { Column, DictionaryColumn, NumberColumn, TextColumn } from "../../../src/eventstore/segment.ts";
import { buildSegment } from "../../support/store/build-segment.ts";
import { event } from "../../support/store/event-arbitrary.ts";
import { fileSegment, segmentInFile } from "../../support/store/file-segment.ts";
import { cacheWithoutRows } from "../../support/store/overwritten-buffers.ts";

const rowCount = 2_000;

/** A segment in a file, opened over this cache. */
function written(cache: DecodedCache): StoredSegment {
  const events = Array.from({ length: rowCount }, (_, i) => {
    const tags = ["n", String(i % 700), "rare", i % 40 === 0 ? `v${i % 3}` : "", "u", `u${i % 600}`];
    const pairs = tags.flatMap((name, at) => (at % 2 === 0 && tags[at + 1] !== "" ? [name, tags[at + 1]!] : []));
    return event(`took ${i} ms for user${i % 50} at ${i * 7}`, 1e15 + i, { tags: pairs });
  });
  const { directory, source } = decodeSegment(buildSegment(events, 1), true);
  return fileSegment([{ view: new StoredSegment(directory, source) }], 400, cache);
}

/** Unpacks rows of all kinds of columns, as questions do; returns the message's, which is not kept. */
function readSome(view: StoredSegment): WeakRef<Column> {
  const message = view.base("message") as TextColumn;
  for (let row = 0; row < view.rows; row += 97) message.text(row);
  message.templates?.ids.mayHold?.([1, 2]);
  for (const name of view.tagNames()) view.tag(name)?.text(5);
  return new WeakRef(message);
}

test("when columns are kept, then they do not keep all others of the view that opened them", () => {
  const cache = new PieceCache(100_000_000);
  const messages = Array.from({ length: 20 }, (_, i) => readSome(written(cache.of(`segment ${i}`))));
  Bun.gc(true);
  Bun.gc(true);
  // The collector takes any word on the stack for a reference.
  expect(messages.filter((message) => message.deref() !== undefined).length).toBeLessThan(5);
});

test("when a large segment is opened again, then ids of a byte are there, and no rows that take more", () => {
  const events = Array.from({ length: rowCount }, (_, i) =>
    event("took", 1e15 + i, { program: `p${i % 20}`, host: `h${i % 300}`, tags: ["n", String(i % 700)] }),
  );
  const { directory, source } = decodeSegment(buildSegment(events, 1), true);
  const open = segmentInFile([{ view: new StoredSegment(directory, source) }], 400, cacheWithoutRows().of("segment"));
  const rowsOf = (view: StoredSegment) => ({
    program: (view.base("program") as DictionaryColumn).ids,
    host: (view.base("host") as DictionaryColumn).ids,
    number: (view.tag("n") as NumberColumn).values,
  });
  const view = open();
  const first = rowsOf(view);
  const programs = [...first.program];
  view.giveBackRows();
  const again = rowsOf(open());
  expect(again.program).toBe(first.program);
  expect([...again.program]).toEqual(programs);
  expect(again.host).not.toBe(first.host);
  expect(again.number).not.toBe(first.number);
});
