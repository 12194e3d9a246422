import { describe, expect, test } from "vitest";
import type { StoredEvent } from "../../../src/eventstore/event/event.ts";
import { hexTextMax } from "../../../src/eventstore/hex-texts.ts";
import { PieceCache } from "../../../src/eventstore/read/piece-cache.ts";
import type { TextColumn } from "../../../src/eventstore/segment.ts";
import { type Asked, ask, sealedOf, slicedOf } from "../../support/questions/event-question.ts";
import { storedEvent } from "../../support/store/stored-event.ts";

const base = 1_700_000_000;
const rows = 9_000;

/** An id by the number of its event: "" is none. Two events in three with one share it with another one. */
type IdOf = (row: number) => string;

function digitsOf(row: number, length: number): string {
  const number = row % 3 === 1 ? row - 1 : row;
  const digits = Array.from({ length: 8 }, (_, i) =>
    (Math.imul(number + i, 0x9e3779b1) >>> 0).toString(16).padStart(8, "0"),
  );
  return digits.join("").slice(0, length);
}

const kinds: [name: string, idOf: IdOf][] = [
  ["half of the events", (row) => (row % 7 < 4 ? "" : digitsOf(row, 16))],
  ["nearly all", (row) => (row % 100 === 7 ? "" : digitsOf(row, 32))],
  ["all", (row) => digitsOf(row, 17)],
  ["events of one part of the time", (row) => (row < 5_000 ? "" : `req-${digitsOf(row, 12)}`)],
  ["few", (row) => (row % 20 === 3 ? digitsOf(row, 16) : "")],
  [
    "half, and some are no digits",
    (row) => (row % 7 < 4 ? "" : row > 7_500 && row % 10 === 0 ? "none" : digitsOf(row, 64)),
  ],
  [
    "half, as long as such ids can be",
    (row) => (row % 2 === 0 ? "" : `${"-".repeat(hexTextMax - 40)}${digitsOf(row, 40)}`),
  ],
  ["two in three, and they are numbers", (row) => (row % 3 === 0 ? "" : String((row * 104_729) % 3_999_999))],
  ["half, and they are decimals", (row) => (row % 2 === 0 ? "" : String((((row >> 2) * 7_919) % 300_000) / 100))],
  ["all, and they are numbers of all sizes", (row) => String((row % 5 < 2 ? -1 : 1) * (row % 4_000) ** 2)],
];

function eventsOf(idOf: IdOf): StoredEvent[] {
  return Array.from({ length: rows }, (_, row) => {
    const id = idOf(row);
    const micros = base * 1e6 + row * 1_000;
    return storedEvent(row + 1, micros, {
      times: row % 31 === 0 ? [micros, micros + 1] : [micros],
      host: `web${row % 4}`,
      program: row % 5 < 2 ? "cron" : `p${row % 3}`,
      severity: row % 8,
      tags: id === "" ? [] : ["key", id],
    });
  });
}

const worlds: [name: string, askedOf: (events: StoredEvent[]) => Asked][] = [
  ["one sealed segment", (events) => sealedOf([events])],
  [
    "two, one with repeats",
    (events) => sealedOf([events.slice(0, 6_000), events.slice(6_000)], (group) => group === 1),
  ],
  ["a segment in slices", (events) => slicedOf([events], 2_000, () => new PieceCache(1e6).of("0"))],
];

const keyOf = ({ tags }: StoredEvent) => tags[1] ?? "";
const time_range = { ts_from: base, ts_to: base + 60, timezone: "UTC" };

/** Questions with the events that they are about. */
const questions: [q: string, isMeant: (event: StoredEvent) => boolean][] = [
  ["", () => true],
  ["key:*", (event) => keyOf(event) !== ""],
  ["-key:*", (event) => keyOf(event) === ""],
  ["key:* program:p1", (event) => keyOf(event) !== "" && event.program === "p1"],
  ["-key:* program:p1 severity<3", (event) => keyOf(event) === "" && event.program === "p1" && event.severity < 3],
  [
    "(key:* | program:cron) host:web1",
    (event) => (keyOf(event) !== "" || event.program === "cron") && event.host === "web1",
  ],
];

function countsOf<Key>(events: readonly StoredEvent[], of: (event: StoredEvent) => Key): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const event of events) counts.set(of(event), (counts.get(of(event)) ?? 0) + event.times.length);
  return counts;
}

function ranked(counts: ReadonlyMap<string, number>, limit: number) {
  const all = [...counts].map(([name, count]) => ({ name, count }));
  return all.sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1)).slice(0, limit);
}

function totalsOf(asked: Asked, type: string, q: string, params: object): unknown {
  const filter = q === "" ? {} : { q };
  return (ask(asked, { type, params: { ...params, ...filter, time_range } }).results.totals as { values: unknown })
    .values;
}

/** By program: occurrences with an id, and different ids. */
function statsOf(events: readonly StoredEvent[]) {
  const own = Map.groupBy(
    events.filter((event) => keyOf(event) !== ""),
    ({ program }) => program,
  );
  return [...own]
    .map(([program, all]) => ({
      by: { program },
      count: all.reduce((sum, { times }) => sum + times.length, 0),
      distinct: new Set(all.map(keyOf)).size,
    }))
    .sort((a, b) => b.count - a.count || (a.by.program < b.by.program ? -1 : 1));
}

function idColumn({ snapshot, reader }: Asked): TextColumn {
  const column = reader.open(snapshot.segments[0]!).tag("key");
  if (column?.encoding !== "text") throw new Error(`expected texts, got "${column?.encoding}"`);
  return column;
}

describe("ids and numbers that some events have", () => {
  for (const [kind, idOf] of kinds) {
    const events = eventsOf(idOf);
    for (const [place, askedOf] of worlds)
      test(`when ${kind} have one, in ${place}, then presence, counts and different ids are those of a naive count`, () => {
        const asked = askedOf(events);
        for (const [q, isMeant] of questions) {
          const meant = events.filter(isMeant);
          const programs = ranked(
            countsOf(meant, ({ program }) => program),
            9,
          );
          const stats = { by: ["program"], field: "key", functions: ["count", "distinct"], limit: 9 };
          const top = { field: "key", limit: 40, ignore_empty: false };
          expect({ q, values: totalsOf(asked, "TopN", q, { field: "program", limit: 9 }) }).toEqual({
            q,
            values: programs,
          });
          expect({ q, values: totalsOf(asked, "TopN", q, top) }).toEqual({
            q,
            values: ranked(countsOf(meant, keyOf), 40),
          });
          expect({ q, values: totalsOf(asked, "Stats", q, stats) }).toEqual({ q, values: statsOf(meant) });
        }
      });
  }

  test("when ids are kept by digits, then each is read from its block alone", () => {
    let blocks = 0;
    for (const [, idOf] of kinds.slice(0, 4)) {
      const column = idColumn(sealedOf([eventsOf(idOf)]));
      expect(column.digits).toBeDefined();
      blocks += column.blockCount;
      const into = new Uint8Array(hexTextMax).fill(1);
      for (let row = 0; row < rows; row++) {
        const { firstRow, singly } = column.block(column.blockOf(row));
        const length = singly!.write(row - firstRow, into);
        const id = Buffer.from(into).toString("latin1", 0, length);
        expect([row, id, singly!.isEmpty(row - firstRow)]).toEqual([row, idOf(row), idOf(row) === ""]);
      }
    }
    expect(blocks).toBeGreaterThan(4);
  });
});
