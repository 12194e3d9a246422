import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StoredEvent } from "../../src/eventstore/event/event.ts";
import type { Column } from "../../src/eventstore/segment.ts";
import type { EventsContent } from "../../src/export/answer.ts";
import { ByteWriter } from "../../src/export/formats/byte-writer.ts";
import { textCell, writeCell } from "../../src/export/formats/csv-cell.ts";
import { TimeBytes, writeSeconds } from "../../src/export/formats/time-bytes.ts";
import { rowTextOf } from "../../src/export/row-text.ts";
import { writeExport } from "../../src/export/write-export.ts";
import { dateText, isoText } from "../../src/lib/zoned-text.ts";
import { openEveryEvent } from "../../src/query/answer/every-event.ts";
import { parseQuery } from "../../src/query/parse/parse-query.ts";
import { type Asked, askedOf, sealedOf, storedOf } from "../support/questions/event-question.ts";
import { storedEvents } from "../support/questions/random-events.ts";
import { viewOfEvents } from "../support/store/open-segment.ts";

const base = 1_700_000_000;
const timezone = "Asia/Kathmandu";

async function bytesOf(
  format: "csv" | "json" | "xlsx",
  asked: Asked,
  sort: string,
  way: "objects" | "columns",
): Promise<string> {
  const body = { type: "Search", params: { time_range: { ts_from: base - 60, ts_to: base + 90_000 }, sort } };
  const { type, params } = parseQuery(body, { timezone, now: base + 90_000 });
  const { snapshot, reader } = asked;
  const question = { params, baseTime: base + 90_000, hosts: [], snapshot, instant: undefined };
  const found = openEveryEvent({ ...question, timezone, control: new SharedArrayBuffer(8) }, reader);
  const { tagNames, events } = found;
  const content: EventsContent = way === "columns" ? found : { tagNames, events };
  const told = { baseTime: base, span: undefined, itemCount: undefined, missingDays: [], isPartial: false };
  const place = { path: "/nowhere/at-all", minFreeBytes: 0, results: undefined };
  const written = await writeExport({ format, type, params, timezone, ...told, ...place }, content);
  if (!("bytes" in written)) throw new Error("it is in a file");
  return new TextDecoder(format === "xlsx" ? "latin1" : "utf-8").decode(written.bytes.slice());
}

/** What tables and JSON take for something else. */
const hard = fc.constantFrom(
  "=1",
  "-2",
  "-2.5",
  " x",
  "x\u00a0",
  "\ufeffx",
  "x\u3000",
  "＝2",
  'a"b',
  "a,b",
  "x\r\ny",
  "\t",
  "\\",
  "日本,",
  "\u2028",
);

const worlds = fc
  .record({
    groups: fc.array(storedEvents(base * 1e6, 80_000e6, 16), { minLength: 1, maxLength: 3 }),
    texts: fc.array(hard, { minLength: 4, maxLength: 4 }),
    tagName: fc.constantFrom("10", "2", "x y", "__proto__", 'q"'),
    sort: fc.constantFrom("-last_occurrence", "first_occurrence", "-counter"),
    encoding: fc.constantFrom<Column["encoding"]>("text", "dictionary", "number"),
  })
  .map(({ groups, texts, tagName, ...rest }) => {
    let id = 0;
    const numbered = groups.map((events) =>
      events.map((event): StoredEvent => {
        id += 1;
        const text = texts[id % 5];
        if (text === undefined) return { ...event, id };
        const tags = new Map<string, string>([[tagName, text]]);
        for (let i = 0; i < event.tags.length; i += 2) tags.set(event.tags[i]!, event.tags[i + 1]!);
        const sorted = [...tags].sort((a, b) => (a[0] < b[0] ? -1 : 1)).flat();
        const extra = id % 2 === 0 ? "" : JSON.stringify({ [text]: id, 1: text });
        return { ...event, id, message: `${text}${event.message}`, host: text, tags: sorted, extra };
      }),
    );
    return { numbered, ...rest };
  });

describe("events written from their columns", () => {
  test.each(["csv", "json", "xlsx"] as const)(
    "when any events in any encoding are written as %s, then the bytes are those of events put together one by one",
    async (format) => {
      await fc.assert(
        fc.asyncProperty(worlds, async ({ numbered, sort, encoding }) => {
          for (const asked of [askedOf(numbered, () => encoding), sealedOf(numbered), storedOf(numbered)])
            expect(await bytesOf(format, asked, sort, "columns")).toBe(await bytesOf(format, asked, sort, "objects"));
        }),
        { numRuns: 40 },
      );
    },
  );

  test("when there are none, then csv is its header and json an empty list", async () => {
    expect(
      await bytesOf(
        "json",
        askedOf([], () => "text"),
        "counter",
        "columns",
      ),
    ).toBe("[]\n");
    expect(
      await bytesOf(
        "csv",
        askedOf([], () => "text"),
        "counter",
        "columns",
      ),
    ).toMatch(/^id,.*,extra_fields\r\n$/);
  });

  test("when two segments take turns, or messages share templates, or there are more tags than columns, then the same", async () => {
    const events = (count: number, offset: number, tagsOf: (i: number) => string[]): StoredEvent[] =>
      Array.from({ length: count }, (_, i) => ({
        id: 2 * i + 1 + offset,
        times: [(base + 2 * i + offset) * 1e6 + i],
        host: `h${i % 7}`,
        program: "app",
        message: `user u${i % 13} took ${i} ms, "${(i * 7919) % 1000}" of ${i % 3} parts`,
        severity: i % 8,
        facility: i % 24,
        type: i % 5,
        status: 0,
        ciscoMnemonic: "",
        tags: tagsOf(i),
        extra: "",
      }));
    const few = (i: number) => ["duration", String(i / 8), "n", String(-i)];
    const many = (i: number) => [`tag${String(i % 1300).padStart(4, "0")}`, `v${i}`];
    const worldsOfRows: [string, Asked][] = [
      ["in turns", sealedOf([events(600, 0, few), events(600, 1, few)])],
      ["many tags", sealedOf([events(1100, 0, many)])],
      ["templates", sealedOf([events(1100, 0, few)])],
      ["two hundred tags", sealedOf([events(400, 0, (i) => many(i % 200))])],
    ];
    for (const [name, asked] of worldsOfRows)
      for (const format of ["csv", "json", "xlsx"] as const)
        for (const sort of ["-last_occurrence", "counter"])
          expect([name, await bytesOf(format, asked, sort, "columns")]).toEqual([
            name,
            await bytesOf(format, asked, sort, "objects"),
          ]);
  });
});

describe("bytes of cells", () => {
  const writer = new ByteWriter();
  const written = (write: () => void): string => {
    writer.used = 0;
    write();
    return writer.bytes.toString("utf8", 0, writer.used);
  };

  test("when any text is a cell, then its bytes are those of the text's cell", () => {
    const text = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.tuple(hard, fc.string(), hard).map((parts) => parts.join("")),
      hard,
    );
    fc.assert(
      fc.property(text, (given) => {
        const bytes = Buffer.from(given);
        const cell = { bytes, from: 0, to: bytes.length, seek: () => undefined };
        expect(written(() => writeCell(cell, writer))).toBe(textCell(given.toWellFormed()));
      }),
      { numRuns: 2000 },
    );
  });

  test("when any number is written, then as String writes it; when any time, then as the texts of times", () => {
    const number = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer({ min: -1_000_000, max: 1_000_000 }).map((n) => n / 1000),
      fc.integer(),
      fc.maxSafeInteger(),
    );
    fc.assert(
      fc.property(number, (n) => {
        expect(written(() => writer.number(n))).toBe(String(n));
      }),
      { numRuns: 3000 },
    );
    const times = fc.array(
      fc.oneof(
        fc.integer({ min: 0, max: 9e15 }),
        fc.integer({ min: 0, max: 9e9 }).map((s) => s * 1e6),
      ),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(times, fc.constantFrom("UTC", "America/St_Johns", timezone), (all, zone) => {
        const [iso, date] = [new TimeBytes("iso", zone), new TimeBytes("date", zone)];
        for (const micros of all) {
          expect(written(() => iso.write(micros, writer))).toBe(isoText(micros, zone));
          expect(written(() => date.write(micros, writer))).toBe(dateText(micros, zone));
          expect(written(() => writeSeconds(micros, writer))).toBe(JSON.stringify(micros / 1e6));
        }
      }),
      { numRuns: 500 },
    );
  });

  test("when a column is read by bytes, then they are its texts", () => {
    const texts = fc.array(fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("7", "7.5", "", "-3")), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(texts, (given) => {
        const rows = given.map((text, i) => ({
          ...emptyEvent,
          times: [base + i],
          tags: text === "" ? [] : ["t", text.toWellFormed()],
        }));
        const column = viewOfEvents(rows).tag("t");
        if (!column) return;
        const read = rowTextOf(column);
        const found = rows.map((_, row) => {
          read.seek(row);
          return Buffer.from(read.bytes.subarray(read.from, read.to)).toString();
        });
        expect(found).toEqual(rows.map((_, row) => column.text(row)));
      }),
    );
  });
});

const emptyEvent = {
  host: "",
  program: "",
  message: "",
  severity: 0,
  facility: 0,
  type: 0,
  status: 0,
  ciscoMnemonic: "",
  extra: "",
};
