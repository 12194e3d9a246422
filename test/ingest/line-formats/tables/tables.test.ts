import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { learnLayout } from "../../../../src/ingest/line-formats/learn/learn-layout.ts";
import type { LineRecord } from "../../../../src/ingest/line-formats/records/line-record.ts";
import { LineStream } from "../../../../src/ingest/line-formats/records/line-stream.ts";
import { tagFor } from "../../../../src/ingest/line-formats/tables/column-use.ts";
import { describeTable, learnTable } from "../../../../src/ingest/line-formats/tables/learn-table.ts";
import { isOpenEnded, splitRow } from "../../../../src/ingest/line-formats/tables/split-row.ts";
import { context, isoOf } from "../understand.ts";

function read(text: string) {
  const lines = text.split("\n");
  const learned = learnLayout(lines, context);
  const records: LineRecord[] = [];
  const { dateOrder, table } = learned;
  const stream = new LineStream({ context: { ...context, ...(dateOrder && { dateOrder }) }, table }, (record) =>
    records.push(record),
  );
  for (const line of lines) stream.push(line);
  stream.flush();
  const rows = records.map(({ fields, line, lines: count }) => {
    if (fields.format === "json") throw new Error("expected a line");
    const { time, tags, host, program, severity, message } = fields;
    return {
      line,
      lines: count,
      time: time === undefined ? undefined : isoOf(time),
      ...{ host, program, severity, message },
      tags: Object.fromEntries(tags.flatMap((name, index) => (index % 2 === 0 ? [[name, tags[index + 1]]] : []))),
    };
  });
  return { rows, table, headerLines: stream.headerLines };
}

describe("a file with a header line", () => {
  test("when it is the CSV of Windows' event viewer, then its columns are fields, and a message may go over lines", () => {
    const { rows, table } = read(
      [
        "Level,Date and Time,Source,Event ID,Task Category,Computer,Message",
        'Information,11/20/2026 9:00:00 AM,Service Control Manager,7036,None,PC-1,"The spooler',
        'entered the ""running"" state, again."',
        'Error,11/21/2026 1:00:05 PM,Application Error,1000,(100),PC-1,disk 5" is bad',
      ].join("\n"),
    );
    expect(rows).toEqual([
      {
        line: 2,
        lines: 2,
        time: "2026-11-20T09:00:00.000Z",
        host: "PC-1",
        program: "Service Control Manager",
        severity: 6,
        message: 'The spooler\nentered the "running" state, again.',
        tags: { Event_ID: "7036", Task_Category: "None" },
      },
      {
        line: 4,
        lines: 1,
        time: "2026-11-21T13:00:05.000Z",
        host: "PC-1",
        program: "Application Error",
        severity: 3,
        message: 'disk 5" is bad',
        tags: { Event_ID: "1000", Task_Category: "(100)" },
      },
    ]);
    expect(describeTable(table!)).toBe(
      'The first line names the columns: "Date and Time" the time, "Computer" the host, "Source" the program, "Level" the severity, "Message" the message; the others are tags.',
    );
  });

  test("when the order of numbers in dates is open, then all rows decide it", () => {
    const rows = [
      "date;level;message",
      "01/02/2026 09:00:00;warn;a; b",
      "02/02/2026 09:00:00;info;c",
      "13/02/2026 09:00:00;info;d",
    ];
    expect(read(rows.join("\n")).rows.map(({ time, severity, message }) => [time, severity, message])).toEqual([
      ["2026-02-01T09:00:00.000Z", 4, "a; b"],
      ["2026-02-02T09:00:00.000Z", 6, "c"],
      ["2026-02-13T09:00:00.000Z", 6, "d"],
    ]);
  });

  test.each([
    ["names without a time", "name,size\na,1\nb,2"],
    ["rows of another width", "time,message\n2026-11-21 09:00:00\n2026-11-21 09:00:01"],
    ["a time column in which none stands", "time,message\nsoon,a\nlater,b"],
    ["lines that all begin with a time", "2026-11-21 09:00:00,a\n2026-11-21 09:00:01,b"],
    ["a sentence and lines", "Starting, please wait: time is short\n2026-11-21 09:00:00 a\n2026-11-21 09:00:01 b"],
    ["a header alone", "time,message"],
  ])("when there are %s, then they are lines like others", (_title, text) => {
    const { table, rows } = read(text);
    expect([table, rows.length]).toEqual([undefined, text.split("\n").length]);
  });
});

describe("lines behind #Fields", () => {
  test("when it is a log of IIS, then it is in UTC, columns become request tags, and headers are no events", () => {
    const fields =
      "#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) sc-status time-taken";
    const { rows, headerLines } = read(
      [
        "#Software: Microsoft Internet Information Services 10.0",
        "#Version: 1.0",
        "#Date: 2026-11-21 09:00:00",
        fields,
        "2026-11-21 09:00:00 192.0.2.1 GET /a.aspx id=7 443 - 192.0.2.9 Mozilla/5.0+(X11) 500 15",
      ].join("\n"),
    );
    expect(headerLines).toBe(4);
    expect(rows).toMatchObject([
      {
        time: "2026-11-21T09:00:00.000Z",
        program: "iis",
        severity: 3,
        message: "GET /a.aspx?id=7 500",
        tags: {
          ...{
            method: "GET",
            path: "/a.aspx",
            query_string: "id=7",
            code: "500",
            src_ip: "192.0.2.9",
            dst_ip: "192.0.2.1",
          },
          ...{ dst_port: "443", user_agent: "Mozilla/5.0 (X11)", "time-taken": "15" },
        },
      },
    ]);
  });

  test("when the names change within a file, then the lines behind them have the new ones", () => {
    const { rows } = read(
      [
        "#Fields: date time c-ip",
        "2026-11-21 09:00:00 192.0.2.9",
        "#Fields: date time s-computername c-ip",
        "2026-11-21 09:00:01 web-1 192.0.2.8",
      ].join("\n"),
    );
    expect(rows.map(({ host, tags }) => [host, tags])).toEqual([
      [undefined, { src_ip: "192.0.2.9" }],
      ["web-1", { src_ip: "192.0.2.8" }],
    ]);
  });

  test("when it is a log of Zeek, then its path is the program, and what is not set is no tag", () => {
    const { rows } = read(
      [
        "#separator \\x09",
        "#unset_field\t-",
        "#path\tconn",
        "#fields\tts\tuid\tid.orig_h\tid.orig_p\tservice",
        "1795251600.123456\tC7a\t192.0.2.9\t5000\t-",
        "#close\t2026-11-21-10-00-00",
      ].join("\n"),
    );
    expect(rows).toMatchObject([
      {
        time: "2026-11-21T09:00:00.123456Z",
        program: "conn",
        tags: { uid: "C7a", src_ip: "192.0.2.9", src_port: "5000" },
      },
    ]);
  });

  test("when a line behind the names is none of their rows, then it is read like any other", () => {
    const { rows } = read("#Fields: date time c-ip\n2026-11-21T09:00:00Z ERROR boom happened twice");
    expect(rows).toMatchObject([{ time: "2026-11-21T09:00:00.000Z", severity: 3 }]);
  });

  test("when a comment begins with a number sign, then it is a line like others", () => {
    expect(read("# nothing\n#1 first").rows.length).toBe(2);
  });
});

test("when values are written as RFC 4180 says, then splitting a row gives them back", () => {
  const value = fc.string({ unit: fc.constantFrom("a", '"', ",", " ", "é", "\n") });
  const table = { separator: ",", isQuoted: true } as const;
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 6 }), (values) => {
      const row = values.map((text) => `"${text.replaceAll('"', '""')}"`).join(",");
      expect([splitRow(row, table), isOpenEnded(row, table)]).toEqual([values, false]);
    }),
  );
});

test("when the name of a column is a million marks, then it is a name at once", () => {
  const name = `a${"_".repeat(1_000_000)}b`;
  expect(tagFor(`_${name}_`)).toEqual({ role: "tag", name });
});

test("when quotes never close, then lines are looked through as often as they may belong together", () => {
  const lines = [...Array(40).keys()].map((at) => `time,a${at}`);
  const open = [`"${'""'.repeat(3_000)}`, ...Array.from({ length: 159 }, () => '""'.repeat(3_000))];
  expect(learnTable([...lines, ...open], context)).toBeUndefined();
});
