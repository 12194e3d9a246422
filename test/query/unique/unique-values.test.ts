import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StoredEvent } from "../../../src/eventstore/event/event.ts";
import { findField } from "../../../src/filter/condition/fields.ts";
import { Selection } from "../../../src/filter/rows/selection.ts";
import { KeyedHash, newHashKey, type ValueHash } from "../../../src/query/execution/keyed-hash.ts";
import { StopRequested } from "../../../src/query/execution/work-clock.ts";
import { defaultQueryMemory } from "../../../src/query/query-memory.ts";
import { UniqueValues } from "../../../src/query/unique/unique-values.ts";
import { ValueOrder } from "../../../src/query/unique/value-records.ts";
import { MemoryWatch } from "../../../src/runtime/thread-memory-watch.ts";
import { patienceMs } from "../../support/patience.ts";
import { type Asked, ask, sealedOf, storedOf } from "../../support/questions/event-question.ts";
import { textColumn } from "../../support/store/text-column.ts";

const base = 1_700_000_000;
/** More than a segment must have for its nearly unique values to be ranked by hashes. */
const rows = 66_000;

/** Events of which nearly each has a value of its own, some of them also in the other segment, some not at all. */
function eventsOf(first: number, count: number, keyOf: (id: number) => string): StoredEvent[] {
  return Array.from({ length: count }, (_, i) => {
    const id = first + i;
    const value = keyOf(id);
    return {
      id,
      times: Array.from({ length: id % 997 === 0 ? 3 : 1 }, (_, n) => (base + (id % 7)) * 1e6 + n),
      host: "h",
      program: "",
      message: "m",
      severity: 6,
      facility: 0,
      type: 0,
      status: 0,
      ciscoMnemonic: "",
      tags: value === "" ? [] : ["key", value],
      extra: "",
    };
  });
}

/** Hexadecimal, as ids are; the second segment repeats some of the first one's, and every thousandth event has none. */
function hexOf(prefix: string) {
  return (id: number) => {
    const number = id > rows && id % 5 === 0 ? id - rows : id;
    return id % 1_000 === 0 ? "" : `${prefix}${(Math.imul(number, 0x9e3779b1) >>> 0).toString(16)}`;
  };
}

/** The same with so many digits each, which files keep without the text. */
function paddedOf(digits: number) {
  const hex = hexOf("");
  return (id: number) => prefixed("", hex(id).padStart(hex(id) === "" ? 0 : digits, "0"));
}

/** Numbers of one to ten digits and words with digits, as programs write them. */
function messageOf(number: number): string {
  if (number % 1_009 === 0) return "";
  if (number % 3 === 0) return `connection from 10.0.${number % 7}.${number % 251} refused after ${number} ms`;
  return `session ${(number % 99_991).toString(36)}a1 of user u${number % 4} ended, é ${number % 1_000_003} bytes`;
}

function wholeMessage(id: number): string {
  return `dump\u0001${id % 40}${"x".repeat(id % 9 === 0 ? 3_000 : 10)}`;
}

function prefixed(prefix: string, text: string): string {
  return text === "" ? "" : `${prefix}${text}`;
}

function naive(events: readonly StoredEvent[], limit: number, ignoreEmpty: boolean) {
  const counts = new Map<string, number>();
  for (const { tags, times } of events) counts.set(tags[1] ?? "", (counts.get(tags[1] ?? "") ?? 0) + times.length);
  if (ignoreEmpty) counts.delete("");
  const all = [...counts].map(([name, count]) => ({ name, count }));
  const total = all.reduce((sum, { count }) => sum + count, 0);
  const values = all.sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1)).slice(0, limit);
  return [...values, { name: "other", count: total - values.reduce((sum, { count }) => sum + count, 0) }];
}

function worldOf(
  keyOf: (id: number) => string,
  change = (event: StoredEvent) => event,
): { events: StoredEvent[]; asked: Asked } {
  const keyed = [eventsOf(1, rows, keyOf), eventsOf(rows + 1, rows, keyOf), eventsOf(2 * rows + 1, 50, keyOf)];
  const groups = keyed.map((events) => events.map(change));
  const large = sealedOf(groups.slice(0, 2));
  const segments = [...large.snapshot.segments, ...storedOf(groups.slice(2)).snapshot.segments];
  return { events: keyed.flat(), asked: { ...large, snapshot: { ...large.snapshot, segments } } };
}

/** Of a process that is full at most looks. */
function shortNowAndThen(): MemoryWatch {
  let state = 1;
  const residentBytes = () => {
    state = Math.imul(state, 48_271) >>> 0;
    return state % 8 > 0 ? 2 ** 30 : 0;
  };
  return new MemoryWatch(2 ** 30, { residentBytes, heldBytes: () => 0, collect: () => undefined, nowMs: () => 0 });
}

describe("a field of which nearly every event has a value of its own", () => {
  test.each([
    ["ids", hexOf("")],
    ["ids that begin alike", hexOf("request-0000-")],
    ["ids of eight digits", paddedOf(8)],
    ["ids of sixteen digits behind a word", (id: number) => prefixed("key:", paddedOf(16)(id))],
    ["ids of 32 digits in groups", (id: number) => paddedOf(32)(id).replace(/^(.{8})(.{4})/, "$1-$2-")],
    [
      "ids of which the youngest are others",
      (id: number) => (id > 2 * rows && id % 3 === 0 ? `x${id}` : paddedOf(16)(id)),
    ],
    [
      "ids of which the older are others",
      (id: number) => (id % 1_000 === 7 && id < rows ? `x${id}` : paddedOf(16)(id)),
    ],
    ["texts beyond ASCII", (id: number) => `${["é", "\uffee", "😀", "z"][id % 4]}${id % (rows + 777)}`],
  ])(
    "when %s are ranked, then counts, ties and the rest are those of a map, in one thread and in two",
    (_name, keyOf) => {
      const { events, asked } = worldOf(keyOf);
      for (const ignore_empty of [true, false]) {
        const isHelped = ignore_empty;
        const params = {
          field: "key",
          limit: 12,
          ignore_empty,
          show_other: true,
          time_range: { ts_from: base - 60, ts_to: base + 60, step: 60, timezone: "UTC" },
        };
        const { results } = ask({ ...asked, isHelped }, { type: "TopN", params });
        expect((results.totals as { values: unknown }).values).toEqual(naive(events, 12, ignore_empty));
      }
    },
    patienceMs,
  );

  test.each([
    ["texts", hexOf("")],
    ["digits", paddedOf(16)],
  ])(
    "when there is room for some of the rows of %s only, then the segments are gone through again, and the answer is the same",
    (_name, keyOf) => {
      const { asked } = worldOf(keyOf);
      const params = { field: "key", limit: 5, time_range: { ts_from: base - 60, ts_to: base + 60, timezone: "UTC" } };
      const question = { type: "TopN", params };
      const memory = { cacheBytes: 0, distinctBytes: 200_000 };
      expect(ask(asked, question, {}, memory).results).toEqual(ask(asked, question).results);
      expect(ask({ ...asked, isHelped: true }, question, {}, memory).results).toEqual(ask(asked, question).results);
    },
  );

  test.each([
    ["texts", hexOf("")],
    ["digits", paddedOf(16)],
  ])(
    "when memory runs short in the middle of a pass over %s, then it goes on with some of the values, and the answer is the same",
    (_name, keyOf) => {
      const { asked } = worldOf(keyOf);
      const params = { field: "key", limit: 5, time_range: { ts_from: base - 60, ts_to: base + 60, timezone: "UTC" } };
      const question = { type: "TopN", params };
      const expected = ask(asked, question).results;
      for (const isHelped of [false, true]) {
        const memory = { ...defaultQueryMemory, watch: shortNowAndThen() };
        const { results, rowsRead } = ask({ ...asked, isHelped }, question, {}, memory);
        expect(results).toEqual(expected);
        expect(rowsRead).toBeGreaterThan(2 * rows + 50);
      }
    },
    patienceMs,
  );

  test.each([
    ["messages of which most are others", (id: number) => messageOf(Math.imul(id % 60_000, 0x9e3779b1) >>> 0)],
    [
      "messages that are no templates now and then",
      (id: number) => (id % 200 === 3 ? wholeMessage(id) : messageOf(id)),
    ],
  ])(
    "when %s are ranked, then counts, ties and the rest are those of a map, in one thread and in two",
    (_name, textOf) => {
      const world = worldOf(textOf, (event) => ({ ...event, message: event.tags[1] ?? "", tags: [] }));
      const time_range = { ts_from: base - 60, ts_to: base + 60, timezone: "UTC" };
      const params = { field: "message", limit: 30, show_other: true, time_range };
      const [first] = world.asked.snapshot.segments;
      const column = world.asked.reader.open(first!).base("message");
      expect(column.encoding === "text" && column.templates !== undefined).toBe(true);
      for (const isHelped of [false, true]) {
        const { results } = ask({ ...world.asked, isHelped }, { type: "TopN", params });
        expect((results.totals as { values: unknown }).values).toEqual(naive(world.events, 30, true));
      }
    },
    patienceMs,
  );

  test("when digits are ranked, then texts beside them that are no digits stand where their count and name say", () => {
    const events = eventsOf(1, rows, paddedOf(16));
    const others = ["zz", "zz", "zz", "zz", "!", "!", "!", "0000000000000001"].map((value, i) => ({
      ...eventsOf(rows + 1 + i, 1, () => value)[0]!,
      times: [base * 1e6],
    }));
    const large = sealedOf([events]);
    const segments = [...large.snapshot.segments, ...storedOf([others]).snapshot.segments];
    const asked = { ...large, snapshot: { ...large.snapshot, segments } };
    const time_range = { ts_from: base - 60, ts_to: base + 60, timezone: "UTC" };
    const { results } = ask(asked, { type: "TopN", params: { field: "key", limit: 90, show_other: true, time_range } });
    expect((results.totals as { values: unknown }).values).toEqual(naive([...events, ...others], 90, true));
  });

  test("when values fall together under the first key, then all are counted again under another one, and the answer is exact", () => {
    const { events, asked } = worldOf(hexOf(""));
    const real = new KeyedHash(newHashKey());
    /** Of the begin alone, which many have in common. */
    const weak: ValueHash = {
      hash: (bytes, start, end, pair) => real.hash(bytes, start, Math.min(end, start + 4), pair),
    };
    let keys = 0;
    const hashUnder = (key: Uint8Array) => (keys++ === 0 ? weak : new KeyedHash(key));
    const { passes, ranked } = rankLarge(asked, () => true, hashUnder);
    expect([keys, passes]).toEqual([2, 2]);
    expect(ranked).toEqual(naive(events.slice(0, 2 * rows), 9, true).slice(0, 9));
  });

  test(
    "when there is no room whatever is done, then a pass does with few buckets, and looks for room a few times and not for each segment",
    () => {
      const { events, asked } = worldOf(hexOf(""));
      let looks = 0;
      const { passes, ranked } = rankLarge(asked, () => looks++ < 0, undefined, 2);
      expect(passes).toBeGreaterThan(16);
      expect(looks).toBeLessThan(2 * passes);
      const values = naive(events.slice(0, 2 * rows), 9, true).slice(0, 9);
      expect(ranked).toEqual(values.map(({ name, count }) => ({ name, count: count * 2 })));
    },
    patienceMs,
  );

  test("when it is stopped while very many ties are named, then it ends there, and ranks what it knows", () => {
    const { events, asked } = worldOf((id) => `some-${id}`);
    const large = events.slice(0, 2 * rows);
    const often = naive(large, 1_000, true).filter(({ name, count }) => name !== "other" && count > 1);
    let looks = 0;
    let stopAt = Number.POSITIVE_INFINITY;
    const tick = () => {
      if (++looks === stopAt) throw new StopRequested();
    };
    const asking = { limit: often.length + 20, tick, hashKey: newHashKey() };
    const whole = openLarge(asked, asking);
    whole.addAll();
    looks = 0;
    whole.endPass();
    // Names come last.
    const namingEnds = looks;
    const { unique, addAll, endPass } = openLarge(asked, asking);
    addAll();
    looks = 0;
    stopAt = namingEnds;
    expect(endPass).toThrow(StopRequested);
    const { ranked, sum } = unique.rank(String);
    expect(ranked.slice(0, often.length)).toEqual(often);
    expect(new Set(ranked.map(({ name }) => name)).size).toBe(asking.limit);
    expect(sum).toBe(large.reduce((all, { times }) => all + times.length, 0));
  });

  test("when values rise with time, then their order is by what all of them have in common, not by that of neighbours", () => {
    const risingFrom = (from: number) => textColumn(Array.from({ length: 2_000 }, (_, i) => `job ${from + i} of many`));
    for (const columns of [[risingFrom(500_000), risingFrom(1_000)], [risingFrom(9_000)]]) {
      const order = ValueOrder.of(columns);
      const orders = columns.flatMap((column) =>
        Array.from({ length: 2_000 }, (_, row) => {
          const text = Buffer.from(column.text(row));
          return order.of(text, 0, text.length);
        }),
      );
      const times = Map.groupBy(orders, (one) => one);
      expect(Math.max(...Array.from(times.values(), ({ length }) => length))).toBeLessThanOrEqual(100);
    }
  });

  test("when values are in any order, then their order by four bytes never contradicts that of their names", () => {
    const bytesOf = (text: string) => Buffer.from(text);
    const order = ValueOrder.after(bytesOf("ab"));
    const rankOf = (text: string) => order.of(bytesOf(text), 0, bytesOf(text).length);
    const texts = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 6 }),
      fc
        .string({ unit: fc.constantFrom("a", "b", "c", "\u0000", "\uffee", "😀"), maxLength: 6 })
        .map((text) => `ab${text}`),
    );
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        if (a < b) expect(rankOf(a)).toBeLessThanOrEqual(rankOf(b));
        if (b < a) expect(rankOf(b)).toBeLessThanOrEqual(rankOf(a));
      }),
    );
  });
});

/** Ranks the large segments of the world alone, each of them so many times. */
function rankLarge(
  asked: ReturnType<typeof worldOf>["asked"],
  hasRoom: () => boolean,
  hashUnder?: (key: Uint8Array) => ValueHash,
  times = 1,
) {
  const { unique, addAll, endPass } = openLarge(asked, { hasRoom, times }, hashUnder);
  let passes = 0;
  do {
    addAll();
    passes++;
  } while (endPass());
  return { passes, ranked: unique.rank(String).ranked };
}

interface Looks {
  limit?: number;
  times?: number;
  tick?(): void;
  hasRoom?(): boolean;
  hashKey?: ReturnType<typeof newHashKey>;
}

function openLarge(
  { reader, snapshot }: ReturnType<typeof worldOf>["asked"],
  { limit = 9, times = 1, tick = () => undefined, hasRoom = () => true, hashKey = newHashKey() }: Looks,
  hashUnder?: (key: Uint8Array) => ValueHash,
) {
  const large = snapshot.segments.filter((segment) => segment.rows === rows);
  const segments = Array.from({ length: times }, () => large).flat();
  const params = { field: "key", limit, time_range: { preset: "today", timezone: "UTC" }, filter: [] };
  const question = {
    params: { ...params, freeze_time: false },
    span: { from: 0, to: 1e17 },
    segments,
    open: reader.open,
    tick,
    hasRoom,
    recordBytes: 1e9,
    hashKey,
  };
  const unique = new UniqueValues(findField("key"), question as never, hashUnder);
  const none = { ofBucket: () => [], first: () => 0, second: () => 0, order: () => 0, count: () => 0 };
  const addAll = () => {
    for (const [index, handle] of segments.entries()) {
      const segment = reader.open(handle);
      const selection = new Selection(0, rows);
      unique.add({ index, handle, segment, selection } as never, unique.columnOf(segment)!);
    }
  };
  return { unique, addAll, endPass: () => unique.endPass(none, String) };
}
