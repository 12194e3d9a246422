import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { memoryBytesMax } from "../../src/document/limits.ts";
import type { EventObject } from "../../src/eventstore/event/event-object.ts";
import type { EventsContent } from "../../src/export/answer.ts";
import { textCell } from "../../src/export/formats/csv-cell.ts";
import { findFormat } from "../../src/export/formats.ts";
import { type ExportOrder, writeExport } from "../../src/export/write-export.ts";

let folder: string;
let files = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "vigie-test-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function order(fields: Partial<ExportOrder>): ExportOrder {
  files += 1;
  return {
    format: "csv",
    type: "Search",
    params: {},
    timezone: "Europe/Paris",
    baseTime: 1_774_746_000,
    span: { from: 1_774_742_400, to: 1_774_746_000 },
    itemCount: undefined,
    missingDays: [],
    isPartial: false,
    results: undefined,
    path: join(folder, `${files}.part`),
    minFreeBytes: 0,
    ...fields,
  };
}

/** What is in memory or in the file, which is removed. */
async function textOf(made: ExportOrder, events?: EventsContent): Promise<string> {
  const written = await writeExport(made, events);
  if ("bytes" in written) {
    expect(existsSync(made.path)).toBe(false);
    return new TextDecoder().decode(written.bytes.slice());
  }
  const bytes = readFileSync(made.path);
  expect(bytes.length).toBe(written.sizeBytes);
  expect(statSync(made.path).mode & 0o777).toBe(0o600);
  rmSync(made.path);
  return bytes.toString();
}

const results = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const csvOf = async (type: string, params: object, value: unknown) =>
  parse(await textOf(order({ type, params: { ...params }, results: results(value) })), { record_delimiter: "\r\n" });

function event(fields: Partial<EventObject> = {}): EventObject {
  return {
    id: "1",
    _id: "1",
    first_occurrence: 1_774_746_000.25,
    last_occurrence: 1_774_746_001,
    first_occurrence_date: "",
    last_occurrence_date: "",
    counter: 2,
    host: "web1",
    program: "sshd",
    pattern: "p1",
    message: "hello",
    cisco_mnemonic: "",
    severity: 3,
    severity_name: "ERROR",
    facility: 1,
    facility_name: "USER",
    status: 0,
    status_name: "UNKNOWN",
    type: "HTTP",
    user_tags: {},
    extra_fields: {},
    trigger_ids: [],
    triggers_fired_count: 0,
    triggers_fired_data: [],
    notes: [],
    ...fields,
  };
}

describe("cells of csv", () => {
  const cases: [text: string, cell: string][] = [
    ["plain", "plain"],
    ["", ""],
    ["=1+1", "'=1+1"],
    ["+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"],
    ["-2+3", "'-2+3"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\tx", "'\tx"],
    ["\rx", '"\'\rx"'],
    ["＝1+1", "'＝1+1"],
    ["＋1", "'＋1"],
    ["－1", "'－1"],
    ["＠x", "'＠x"],
    ["=a,b", '"\'=a,b"'],
    ["-5", "-5"],
    ["+5", "+5"],
    ["-.5", "-.5"],
    ["+1.25e-3", "+1.25e-3"],
    ["-", "'-"],
    ["--1", "'--1"],
    ["-1 ", '"\'-1 "'],
    ["a=b", "a=b"],
    ['say "hi"', '"say ""hi"""'],
    ["a\nb", '"a\nb"'],
    [" x", '" x"'],
    ["\n=1", '"\'\n=1"'],
    ["\r=1", '"\'\r=1"'],
    ["\r\n", '"\'\r\n"'],
    ["a\n=1", '"a\n=1"'],
    ["שלום 🦊", "שלום 🦊"],
  ];
  test.each(cases)("when the text is %j, then the cell is %j", (text, cell) => {
    expect(textCell(text)).toBe(cell);
  });
});

describe("csv of events", () => {
  test("when any events are written, then another parser reads the very same", async () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("=1", "-2", '"', "a,b", "x\r\ny", "'", "＝2", "\t", "\n", "\r"),
    );
    const events = fc.array(
      fc.record({
        message: text,
        host: text,
        first_occurrence: fc.integer({ min: 0, max: 2e15 }).map((micros) => micros / 1e6),
        user_tags: fc.dictionary(fc.string({ minLength: 1, maxLength: 4 }), fc.string({ minLength: 1 }), {
          maxKeys: 3,
        }),
        extra_fields: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 }),
      }),
      { maxLength: 20 },
    );
    await fc.assert(
      fc.asyncProperty(events, async (given) => {
        const all = given.map((fields) => event({ ...fields, user_tags: { ...fields.user_tags } }));
        const tagNames = [...new Set(all.flatMap(({ user_tags }) => Object.keys(user_tags)))].sort();
        const [header, ...rows] = parse(await textOf(order({}), { tagNames, events: all })) as string[][];
        expect(header!.slice(0, 15)).toEqual(columns);
        expect(header!.slice(15)).toEqual([...tagNames.map((name) => `user_tags.${name}`), "extra_fields"]);
        expect(rows.length).toBe(all.length);
        for (const [i, row] of rows.entries()) {
          const { message, host, first_occurrence, user_tags, extra_fields } = all[i]!;
          expect([row[14], row[4]]).toEqual([neutral(message), neutral(host)]);
          expect(Temporal.Instant.from(row[1]!).epochNanoseconds).toBe(
            BigInt(Math.round(first_occurrence * 1e6)) * 1000n,
          );
          expect(row.slice(15, -1)).toEqual(
            tagNames.map((name) => (Object.hasOwn(user_tags, name) ? neutral(user_tags[name]!) : "")),
          );
          expect(JSON.parse(row.at(-1) || "{}")).toEqual(JSON.parse(JSON.stringify(extra_fields)));
        }
      }),
    );
  });

  test("when there are no events, then there is a header row", async () => {
    expect(parse(await textOf(order({}), { tagNames: [], events: [] }))).toEqual([[...columns, "extra_fields"]]);
  });

  test("when there are very many tags, then those beyond share a column", async () => {
    const tagNames = Array.from({ length: 120 }, (_, i) => `t${String(i).padStart(3, "0")}`);
    const events = [event({ user_tags: { t000: "a", t110: "b" } })];
    const [header, row] = parse(await textOf(order({}), { tagNames, events })) as string[][];
    expect(header!.length).toBe(15 + 100 + 2);
    expect(row![15]).toBe("a");
    expect(header!.at(-2)).toBe("user_tags");
    expect(JSON.parse(row!.at(-2)!)).toEqual({ t110: "b" });
  });

  test("when the clocks change between two times, then both have the offset of their side", async () => {
    const events = [event({ first_occurrence: 1_774_745_999, last_occurrence: 1_774_746_000 })];
    const [, row] = parse(await textOf(order({}), { tagNames: [], events })) as string[][];
    expect(row!.slice(1, 3)).toEqual(["2026-03-29T01:59:59+01:00", "2026-03-29T03:00:00+02:00"]);
  });
});

const columns = [
  ...[
    "id",
    "first_occurrence",
    "last_occurrence",
    "counter",
    "host",
    "program",
    "severity",
    "severity_name",
    "facility",
  ],
  ...["facility_name", "status", "status_name", "type", "cisco_mnemonic", "message"],
];

/** Told anew, one sign after the other. */
function neutral(text: string): string {
  const isNumber =
    /^[-+.\d]/.test(text) && /^\S+$/.test(text) && !/[xob_]/i.test(text) && Number.isFinite(Number(text));
  return "=+-@\t\r\n＝＋－＠".includes(text.charAt(0) || "x") && !isNumber ? `'${text}` : text;
}

describe("json of events", () => {
  test("when any number of events is written, then it is an array of them", async () => {
    for (const count of [0, 1, 3]) {
      const events = Array.from({ length: count }, (_, i) => event({ id: String(i), message: 'a "quoted"\n🦊' }));
      expect(JSON.parse(await textOf(order({ format: "json" }), { tagNames: [], events }))).toEqual(events);
    }
  });

  test("when a search was stopped, then what was kept, dated in the zone", async () => {
    const kept = { totals: {}, events: { objects: [event({ user_tags: { b: "1", a: "2" } })] } };
    const [read] = JSON.parse(await textOf(order({ format: "json", results: results(kept) })));
    expect(read).toMatchObject({ id: "1", first_occurrence_date: "2026/03/29 03:00:00" });
    const [header] = parse(await textOf(order({ results: results(kept) }))) as string[][];
    expect(header!.slice(15)).toEqual(["user_tags.a", "user_tags.b", "extra_fields"]);
    expect(JSON.parse(await textOf(order({ format: "json" })))).toEqual([]);
  });
});

describe("tables of the other kinds", () => {
  const step = { ts_from: 1_774_745_100, ts_to: 1_774_746_000 };
  const [from, to] = ["2026-03-29T01:45:00+01:00", "2026-03-29T03:00:00+02:00"];

  test("when it is a TopN, then its values", async () => {
    const values = [
      { name: "=web", count: 3 },
      { name: "", count: 1 },
    ];
    expect(await csvOf("TopN", {}, { totals: { values } })).toEqual([
      ["name", "count"],
      ["'=web", "3"],
      ["", "1"],
    ]);
  });

  test("when it is a TopN with steps and subfields, then every part is there and named", async () => {
    const values = [{ name: "a", count: 3, subfields: { program: [{ name: "p", count: 2 }] } }];
    const period = {
      ...step,
      values: [{ name: "b", count: 1 }],
      total_values: [{ name: "a", count: 0 }],
      total_count: 1,
    };
    const params = { with_subperiods: true, top_periods: true, subfields: ["program"] };
    const [header, ...rows] = await csvOf("TopN", params, {
      totals: { values },
      details: [period],
      top_periods: [period],
    });
    expect(header).toEqual(["part", "ts_from", "ts_to", "name", "subfield", "subfield_name", "count"]);
    expect(rows).toEqual([
      ["totals", "", "", "a", "", "", "3"],
      ["totals.subfields", "", "", "a", "program", "p", "2"],
      ["details.values", from, to, "b", "", "", "1"],
      ["details.total_count", from, to, "", "", "", "1"],
      ["details.total_values", from, to, "a", "", "", "0"],
      ["top_periods.values", from, to, "b", "", "", "1"],
      ["top_periods.total_count", from, to, "", "", "", "1"],
    ]);
  });

  test.each([
    [
      "LastN",
      {},
      { totals: { values: [{ name: "a", count: 2, last_seen: 1_774_746_000.5 }] } },
      [
        ["name", "count", "last_seen"],
        ["a", "2", "2026-03-29T03:00:00.500000+02:00"],
      ],
    ],
    [
      "EventRate",
      {},
      { totals: {}, details: [{ ...step, count: 0 }] },
      [
        ["ts_from", "ts_to", "count"],
        [from, to, "0"],
      ],
    ],
    [
      "Stats",
      { by: ["host", "count"], functions: ["count", "avg"] },
      { totals: { values: [{ by: { host: "-h", count: "3" }, count: 5, avg: null }] } },
      [
        ["host", "by.count", "count", "avg"],
        ["'-h", "3", "5", ""],
      ],
    ],
    [
      "System_CPU",
      {},
      { totals: {}, details: [{ ...step, user: 1.5, idle: null }] },
      [
        ["ts_from", "ts_to", "user", "idle"],
        [from, to, "1.5", ""],
      ],
    ],
    [
      "Tasks",
      {},
      [{ id: 1, title: "@t", status: "new", due: 1_774_746_000, is_open: true, owner: { id: 1 } }],
      [
        ["id", "title", "status", "due", "is_open", "owner"],
        ["1", "'@t", "new", to, "true", '{"id":1}'],
      ],
    ],
    ["EventRate", {}, null, [["ts_from", "ts_to", "count"]]],
  ])("when it is a %s, then its rows", async (type, params, value, rows) => {
    expect(await csvOf(type, params, value)).toEqual(rows);
    const json = await textOf(order({ format: "json", type, results: results(value) }));
    expect(json).toBe(JSON.stringify(value));
  });
});

describe("the place of an export", () => {
  const long = (count: number) => Array.from({ length: count }, () => event({ message: "x".repeat(1000) }));

  test("when it is large, then it goes into a file that only the owner reads", async () => {
    const made = order({ format: "json" });
    const text = await textOf(made, { tagNames: [], events: long(2000) });
    expect(text.length).toBeGreaterThan(memoryBytesMax);
    expect(JSON.parse(text)).toHaveLength(2000);
  });

  test("when the disk has too little space, then a small one is written and a large one refused without a trace", async () => {
    const made = order({ minFreeBytes: Number.MAX_SAFE_INTEGER });
    await expect(writeExport(made, { tagNames: [], events: long(2000) })).rejects.toThrow(/disk is full/);
    expect(existsSync(made.path)).toBe(false);
    expect(await writeExport(made, { tagNames: [], events: long(10) })).toHaveProperty("bytes");
  });

  test("when the events fail on the way, then there is no file", async () => {
    const made = order({});
    function* failing() {
      yield* long(2000);
      throw new Error("damaged");
    }
    await expect(writeExport(made, { tagNames: [], events: failing() })).rejects.toThrow("damaged");
    expect(existsSync(made.path)).toBe(false);
  });
});

describe("formats", () => {
  test.each(["docx", "pdf"])(
    "when %s is asked for, then it is there for what people read and not for counters",
    (name) => {
      for (const type of ["Search", "TopN", "LastN", "EventRate", "Stats", "Tasks"])
        expect<string>(findFormat(name, type)).toBe(name);
      expect(() => findFormat(name, "System_CPU")).toThrow(/not available for queries of the type System_CPU/);
    },
  );
  test("when xlsx is asked for in either spelling, then it is xlsx for every kind", () => {
    for (const name of ["xlsx", "xslx"])
      for (const type of ["Search", "System_CPU"]) expect(findFormat(name, type)).toBe("xlsx");
  });
  test.each(["", "xml", "CSV", "__proto__", "constructor"])(
    "when %j is asked for, then the known ones are named",
    (name) => {
      expect(() => findFormat(name, "TopN")).toThrow(/json, csv, xlsx/);
    },
  );
});
