import { readdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { DamagedSegmentError } from "../../src/eventstore/errors.ts";
import type { ColumnEntry, DictionaryEntry, SegmentDirectory } from "../../src/eventstore/format/segment-format.ts";
import { createSegmentReader } from "../../src/eventstore/read/segment-reader.ts";
import { answerQuery } from "../../src/query/answer/answer-query.ts";
import { parseQuery } from "../../src/query/parse/parse-query.ts";
import { baseTime, event } from "../support/store/event-arbitrary.ts";
import { commit, copyOf, newFolder, openStore } from "../support/store/store-folder.ts";

/** Forty thousand messages whose holes hold eight thousand words, ids of their own, and numbers. */
const messages = Array.from(
  { length: 40_000 },
  (_, i) =>
    `job work${1_000_000 + ((i * 7) % 8_000)}x run r${(i + 0x10000000).toString(16)}f took ${100_000 + i * 3} ms`,
);

const sealed = sealedFolder();

function sealedFolder(): string {
  const folder = newFolder();
  const store = openStore(folder);
  const events = messages.map((message, i) => event(message, baseTime + i));
  store.append(commit({ events, received: events.length }));
  store.close();
  return folder;
}

/** How many messages a question finds, and those of its page. */
function found(folder: string, q: string, count: boolean): { count: number | null; messages: string[] } {
  const store = openStore(folder);
  const reader = createSegmentReader({ cacheBytes: 10_000_000 });
  try {
    const range = { ts_from: baseTime / 1e6 - 1, ts_to: baseTime / 1e6 + 1, timezone: "UTC" };
    const asked = { type: "Search", params: { q, count, time_range: range, page_size: 20 } };
    const { type, params } = parseQuery(asked, { timezone: "UTC", now: baseTime / 1e6 });
    const task = { type, params, baseTime: baseTime / 1e6, hosts: [], snapshot: store.snapshot() };
    const page = { offset: 0, size: 20 };
    const { results } = answerQuery({ ...task, page, control: new SharedArrayBuffer(64) }, reader);
    const { totals, events } = results as {
      totals: { count: number | null };
      events: { objects: { message: string }[] };
    };
    return { count: totals.count, messages: events.objects.map(({ message }) => message) };
  } finally {
    reader.close();
    store.close();
  }
}

interface Part {
  rowid: number;
  part: number;
  compressed: number;
  data: Uint8Array<ArrayBuffer>;
}

/** The dictionaries of the holes in the directories of a folder's one day, which `change` may write anew. */
function changeParts(folder: string, change: (words: DictionaryEntry[], database: Database.Database) => void): void {
  const name = readdirSync(folder).find((file) => /^\d.*\.sqlite$/.test(file))!;
  const database = new Database(join(folder, name));
  const parts = database.prepare("SELECT rowid, part, compressed, data FROM segment_part WHERE part = -1").all();
  for (const { rowid, compressed, data } of parts as Part[]) {
    const text = Buffer.from(compressed ? Bun.zstdDecompressSync(data) : data).toString();
    const directory = JSON.parse(text) as SegmentDirectory;
    const { message } = directory.base;
    expect(message.encoding).toBe("template");
    change(
      (message as { words: ColumnEntry[] }).words.filter((entry) => entry.encoding === "dictionary"),
      database,
    );
    const written = Buffer.from(JSON.stringify(directory));
    database
      .prepare("UPDATE segment_part SET compressed = 0, size = ?, checksum = ?, data = ? WHERE rowid = ?")
      .run(written.length, Bun.hash.crc32(written), written, rowid);
  }
  database.close();
}

const cases: [what: string, q: string][] = [
  ["a word that five messages have", "WORK1000042X"],
  ["an id that one message has", "r10001234f"],
  ["a number that one message has", "103000"],
  ["a word that no message has", "work1009000x"],
  ["an id that no message has", "r1000ffff0"],
  ["a part of a word", "work1000042*"],
  ["two of them", "work1000042x 100126"],
  ["one or the other", "work1000042x | r10001234f"],
  ["one and not the other", "work1000042x -took"],
];

function naive(q: string): string[] {
  const has = (message: string, word: string) =>
    word.endsWith("*")
      ? message.split(/\W+/).some((own) => own.startsWith(word.slice(0, -1)))
      : message.split(/\W+/).includes(word.toLowerCase());
  const any = q.split(" | ");
  return messages.filter((message) =>
    any.some((all) =>
      all.split(" ").every((word) => (word.startsWith("-") ? !has(message, word.slice(1)) : has(message, word))),
    ),
  );
}

describe("rare words in messages of a sealed day", () => {
  test.each(cases)("when %s is looked for, then just those are found, counted or not", (_, q) => {
    const wanted = naive(q);
    expect(found(sealed, q, true)).toEqual({ count: wanted.length, messages: wanted.toReversed().slice(0, 20) });
    expect(found(sealed, q, false).messages).toEqual(wanted.toReversed().slice(0, 20));
  });

  test("when dictionaries have no filters, as earlier builds wrote them, then the same are found", () => {
    const folder = copyOf(sealed);
    let filters = 0;
    changeParts(folder, (words) => {
      for (const entry of words) {
        filters += entry.words?.length ?? 0;
        delete entry.words;
      }
    });
    expect(filters).toBeGreaterThan(0);
    for (const [, q] of cases) expect(found(folder, q, true).messages).toEqual(naive(q).toReversed().slice(0, 20));
  });

  test("when a filter is damaged, then its segment is named, and no event is passed over", () => {
    const folder = copyOf(sealed);
    changeParts(folder, (words, database) => {
      for (const { part, groups, groupsOfPart } of words.flatMap((entry) => entry.words ?? []))
        database
          .prepare("UPDATE segment_part SET data = zeroblob(9) WHERE part >= ? AND part < ?")
          .run(part, part + Math.ceil(groups / groupsOfPart));
    });
    expect(() => found(folder, "work1000042x", true)).toThrow(DamagedSegmentError);
  });
});
