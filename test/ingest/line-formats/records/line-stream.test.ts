import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { recordCharactersMax, recordLinesMax } from "../../../../src/ingest/line-formats/records/limits.ts";
import type { LineRecord } from "../../../../src/ingest/line-formats/records/line-record.ts";
import { LineStream, type LineStreamOptions } from "../../../../src/ingest/line-formats/records/line-stream.ts";
import { context, isoOf } from "../understand.ts";

function read(text: string, options: Partial<LineStreamOptions> = {}): LineRecord[] {
  const records: LineRecord[] = [];
  const stream = new LineStream({ context, ...options }, (record) => records.push(record));
  for (const line of text.split("\n")) stream.push(line);
  stream.flush();
  return records;
}

/** Each event as its first line's number, how many lines it has, its severity and its message. */
function shown(text: string, options: Partial<LineStreamOptions> = {}) {
  return read(text, options).map(({ fields, line, lines }) =>
    fields.format === "json" ? [line, lines, "json"] : [line, lines, fields.severity, fields.message],
  );
}

describe("lines that go on with the one before", () => {
  const cases: [title: string, text: string, events: unknown[]][] = [
    [
      "a trace of Java with a cause",
      "2026-11-21 09:00:00,123 ERROR [main] org.example.App - boom\njava.lang.IllegalStateException: no\n\tat org.example.App.main(App.java:17)\nCaused by: java.io.IOException: gone\n\t... 3 more\n2026-11-21 09:00:01,123 INFO [main] org.example.App - next",
      [
        [
          1,
          5,
          3,
          "boom\njava.lang.IllegalStateException: no\n\tat org.example.App.main(App.java:17)\nCaused by: java.io.IOException: gone\n\t... 3 more",
        ],
        [6, 1, 6, "next"],
      ],
    ],
    [
      "parts that PostgreSQL numbered for syslog, of one process and host",
      "Nov 21 09:00:00 db postgres[77]: [5-1] ERROR:  no table\nNov 21 09:00:00 db postgres[77]: [5-2] STATEMENT:  select\nNov 21 09:00:00 db postgres[77]: [5-3]  1\nNov 21 09:00:00 db postgres[77]: [5-4] #011from t\nNov 21 09:00:00 db postgres[77]: [5-6] #011lost\nNov 21 09:00:00 db postgres[78]: [8-1] LOG:  one\nNov 21 09:00:00 web postgres[78]: [8-2]  of another host\nNov 21 09:00:00 web app[78]: [8-3] no",
      [
        [1, 4, 3, "[5-1] ERROR:  no table\nSTATEMENT:  select 1\n\tfrom t"],
        [5, 1, undefined, "[5-6] #011lost"],
        [6, 1, 6, "[8-1] LOG:  one"],
        [7, 1, undefined, "[8-2]  of another host"],
        [8, 1, undefined, "[8-3] no"],
      ],
    ],
    [
      "a panic of Rust",
      "thread 'main' panicked at src/main.rs:3:5:\nboom\nstack backtrace:\n   0: app::main\nnote: Some details are omitted\nready",
      [
        [
          1,
          5,
          2,
          "thread 'main' panicked at src/main.rs:3:5:\nboom\nstack backtrace:\n   0: app::main\nnote: Some details are omitted",
        ],
        [6, 1, undefined, "ready"],
      ],
    ],
    [
      "a trace of Python with another one behind it",
      '2026-11-21 09:00:00,123 - app - ERROR - failed\nTraceback (most recent call last):\n  File "a.py", line 3, in f\nValueError: bad\n\nDuring handling of the above exception, another exception occurred:\n\nTraceback (most recent call last):\n  File "a.py", line 5, in g\nKeyError: \'x\'\nready',
      [
        [
          1,
          10,
          3,
          'failed\nTraceback (most recent call last):\n  File "a.py", line 3, in f\nValueError: bad\n\nDuring handling of the above exception, another exception occurred:\n\nTraceback (most recent call last):\n  File "a.py", line 5, in g\nKeyError: \'x\'',
        ],
        [11, 1, undefined, "ready"],
      ],
    ],
    [
      "a panic of Go, which is no part of what was said before",
      "2026/11/21 09:00:00 listening\npanic: index out of range\n\ngoroutine 1 [running]:\nmain.main()\n\t/app/main.go:12 +0x1d\nexit status 2",
      [
        [1, 1, undefined, "listening"],
        [
          2,
          6,
          2,
          "panic: index out of range\n\ngoroutine 1 [running]:\nmain.main()\n\t/app/main.go:12 +0x1d\nexit status 2",
        ],
      ],
    ],
    [
      "an error that ends Node",
      '2026-11-21T09:00:00Z info: up\n/app/server.js:12\n    throw new Error("boom");\n    ^\n\nError: boom\n    at Object.<anonymous> (/app/server.js:12:9)\n\nNode.js v22.19.0\nbye',
      [
        [1, 1, 6, "up"],
        [
          2,
          8,
          3,
          '/app/server.js:12\n    throw new Error("boom");\n    ^\n\nError: boom\n    at Object.<anonymous> (/app/server.js:12:9)\n\nNode.js v22.19.0',
        ],
        [10, 1, undefined, "bye"],
      ],
    ],
    [
      "an error that ends Node where the source is not indented",
      "2026-11-21T09:00:00Z info: up\n/app/server.js:3\nfunction g(){return undefined.x}\n                   ^\n\nTypeError: no\n    at g (/app/server.js:3:31)\n\nNode.js v22.19.0\nbye",
      [
        [1, 1, 6, "up"],
        [
          2,
          8,
          3,
          "/app/server.js:3\nfunction g(){return undefined.x}\n                   ^\n\nTypeError: no\n    at g (/app/server.js:3:31)\n\nNode.js v22.19.0",
        ],
        [10, 1, undefined, "bye"],
      ],
    ],
    [
      "an error of Node with what it carries",
      "2026-11-21T09:00:00Z error: Error: gone\n    at a (/app/a.js:1:2) {\n  code: 'ENOENT',\n  [cause]: TypeError: inner\n      at b (/app/b.js:1:2)\n}\n2026-11-21T09:00:01Z info: next\n}",
      [
        [
          1,
          6,
          3,
          "Error: gone\n    at a (/app/a.js:1:2) {\n  code: 'ENOENT',\n  [cause]: TypeError: inner\n      at b (/app/b.js:1:2)\n}",
        ],
        [7, 1, 6, "next"],
        [8, 1, undefined, "}"],
      ],
    ],
    [
      "an exception of PHP",
      "[21-Nov-2026 09:00:00 UTC] PHP Fatal error:  Uncaught Exception: boom in /a.php:3\nStack trace:\n#0 /a.php(7): f()\n#1 {main}\n  thrown in /a.php on line 3\n#1 of our customers",
      [
        [
          1,
          5,
          3,
          "Uncaught Exception: boom in /a.php:3\nStack trace:\n#0 /a.php(7): f()\n#1 {main}\n  thrown in /a.php on line 3",
        ],
        [6, 1, undefined, "#1 of our customers"],
      ],
    ],
    [
      "java.util.logging of a class without a package, and a sentence that looks so behind another clock",
      "Nov 21, 2026 9:00:00 AM Shop main\nSEVERE: failed\n2026-11-21 09:00:01 Server started\nSEVERE: failed",
      [
        [1, 2, 3, "failed"],
        [3, 1, undefined, "Server started"],
        [4, 1, 3, "SEVERE: failed"],
      ],
    ],
    [
      "an error of Ruby that shows its line of source",
      "E, [2026-11-21T09:00:00.123456 #71] ERROR -- : undefined method `foo' for nil\n\ndef g; nil.foo; end\n          ^^^^ (NoMethodError)\nt.rb:4:in `g'\nI, [2026-11-21T09:00:00.123456 #71]  INFO -- : next\nready",
      [
        [
          1,
          5,
          3,
          "undefined method `foo' for nil\n\ndef g; nil.foo; end\n          ^^^^ (NoMethodError)\nt.rb:4:in `g'",
        ],
        [6, 1, 6, "next"],
        [7, 1, undefined, "ready"],
      ],
    ],
    [
      "a trace of Ruby",
      "I, [2026-11-21T09:00:00.123456 #71]  INFO -- : up\napp.rb:3:in 'work': boom (RuntimeError)\n\tfrom app.rb:7:in '<main>'",
      [
        [1, 1, 6, "up"],
        [2, 2, 3, "app.rb:3:in 'work': boom (RuntimeError)\n\tfrom app.rb:7:in '<main>'"],
      ],
    ],
    [
      "a trace of .NET behind its error",
      "2026-11-21 09:00:00.123 +00:00 [ERR] failed\nSystem.InvalidOperationException: boom\n ---> System.IO.IOException: gone\n   at Shop.Program.Main() in /src/Program.cs:line 12\n   --- End of inner exception stack trace ---\n2026-11-21 09:00:01.123 +00:00 [INF] next",
      [
        [
          1,
          5,
          3,
          "failed\nSystem.InvalidOperationException: boom\n ---> System.IO.IOException: gone\n   at Shop.Program.Main() in /src/Program.cs:line 12\n   --- End of inner exception stack trace ---",
        ],
        [6, 1, 6, "next"],
      ],
    ],
    [
      "PostgreSQL's hint and statement, and another process between others",
      '2026-11-21 09:00:00.123 UTC [12] app@shop ERROR:  no "x"\n2026-11-21 09:00:00.123 UTC [12] app@shop HINT:  perhaps\n2026-11-21 09:00:00.123 UTC [12] app@shop STATEMENT:  SELECT *\n\tFROM x;\n2026-11-21 09:00:00.124 UTC [13] app@shop DETAIL:  of another',
      [
        [1, 4, 3, 'ERROR:  no "x"\nHINT:  perhaps\nSTATEMENT:  SELECT *\n\tFROM x;'],
        [5, 1, 6, "DETAIL:  of another"],
      ],
    ],
    [
      "java.util.logging's level and message, with a trace",
      "Nov 21, 2026 9:00:00 AM org.example.Server start\nSEVERE: failed\njava.lang.Exception: x\n\tat a.B.c(B.java:1)\nNov 21, 2026 9:00:01 AM org.example.Server stop\nINFO: bye",
      [
        [1, 4, 3, "failed\njava.lang.Exception: x\n\tat a.B.c(B.java:1)"],
        [5, 2, 6, "bye"],
      ],
    ],
    [
      "Samba's text",
      "[2026/11/21 09:00:00.123456,  1] ../../source3/smbd/server.c:1784(main)\n  smbd version 4.17 started.\n  Copyright\n[2026/11/21 09:00:01.123456,  3] ../../source3/lib/util.c:1(f)\n  next",
      [
        [1, 3, 4, "smbd version 4.17 started.\nCopyright"],
        [4, 2, 5, "next"],
      ],
    ],
    [
      "a report of Erlang",
      "=ERROR REPORT==== 21-Nov-2026::09:00:00 ===\n** Generic server terminating\n** State was ok\n\n=INFO REPORT==== 21-Nov-2026::09:00:01 ===\n    application: mnesia",
      [
        [1, 3, 3, "** Generic server terminating\n** State was ok"],
        [5, 2, 6, "application: mnesia"],
      ],
    ],
    [
      "indented lines behind any text",
      "one\n  two\n\tthree\nfour",
      [
        [1, 3, undefined, "one\n  two\n\tthree"],
        [4, 1, undefined, "four"],
      ],
    ],
  ];
  test.each(cases)("when it is %s, then it is one event in reading order", (_title, text, events) => {
    expect(shown(text)).toEqual(events);
  });

  test.each(cases)("when each line is to be an event, then %s is as many events as lines with text", (_title, text) => {
    const lines = text.split("\n").flatMap((line, index) => (line.trim() === "" ? [] : [index + 1]));
    expect(read(text, { oneLine: true }).map(({ line, lines: count }) => [line, count])).toEqual(
      lines.map((line) => [line, 1]),
    );
  });

  test.each([
    ["two plain lines", "one\ntwo"],
    ["an indented line with a time, as Zabbix writes", "   71:20261121:090000.123 up\n   72:20261121:090001.123 down"],
    ["text behind JSON", '{"message":"m"}\nmore'],
    ["a sentence that begins with a word for an error", "2026-11-21 09:00:00 a\nError: disk full"],
    ["a sentence that ends in one", "2026-11-21 09:00:00 a\nthere was an Exception"],
    ["another process's statement", "2026-11-21 09:00:00 UTC [1] ERROR:  x\n2026-11-21 09:00:00 UTC [2] STATEMENT:  y"],
  ])("when it is %s, then each is an event of its own", (_title, text) => {
    expect(read(text)).toHaveLength(2);
  });

  test("when all events of a stream begin with a time, then any line without one goes on with the one before", () => {
    const text = "2026-11-21 09:00:00 mail:\nDear all,\n\nbye\n2026-11-21 09:00:01 next";
    expect(shown(text, { allTimed: true })).toEqual([
      [1, 4, undefined, "mail:\nDear all,\n\nbye"],
      [5, 1, undefined, "next"],
    ]);
    expect(read(text)).toHaveLength(4);
  });

  test("when blank lines are too many, then what follows them is an event of its own", () => {
    expect(shown("one\n\n\n\n  two")).toEqual([
      [1, 1, undefined, "one"],
      [5, 1, undefined, "  two"],
    ]);
  });

  test("when an event has more lines or characters than it may, then the rest is another event at the same time", () => {
    const frames = Array.from({ length: recordLinesMax + 5 }, (_, i) => `\tat a.B.c(B.java:${i})`).join("\n");
    const [first, rest] = read(`2026-11-21 09:00:00 ERROR boom\n${frames}`);
    expect([first!.lines, rest!.lines]).toEqual([recordLinesMax, 6]);
    expect(isoOf(rest!.before.time!)).toBe("2026-11-21T09:00:00.000Z");
    const long = `  ${"x".repeat(recordCharactersMax / 2)}`;
    const events = read(`2026-11-21 09:00:00 ERROR boom\n${long}\n${long}\n${long}`);
    expect(events.map(({ lines }) => lines)).toEqual([2, 1, 1]);
  });
});

describe("what a line does not say", () => {
  test("when a line tells no time, then it has that of the one before, and none before the first", () => {
    const events = read("first\n2026-11-21 09:00:00 a\nsecond\n2026-11-21 09:00:01 b\nthird");
    expect(events.map(({ before }) => before.time && isoOf(before.time))).toEqual([
      undefined,
      undefined,
      "2026-11-21T09:00:00.000Z",
      "2026-11-21T09:00:00.000Z",
      "2026-11-21T09:00:01.000Z",
    ]);
  });

  test("when each line is an event and one is indented, then it has host and program of the one before", () => {
    const [, further] = read("Nov 21 09:00:00 web app[7]: a\n\tmore", { oneLine: true });
    expect(further!.before).toMatchObject({ host: "web", program: "app" });
  });
});

describe("a message that is said to be repeated", () => {
  const failed = "Failed password for root from 192.0.2.1 port 22 ssh2";
  const line = `Nov 21 09:00:00 h sshd[7]: ${failed}`;
  test.each([
    ["of BSD's syslogd", "Nov 21 09:00:20 h last message repeated 3 times", 3],
    ["of syslogd by name", "Nov 21 09:00:20 h syslogd: last message repeated 2 times", 2],
    ["of rsyslogd by name", "Nov 21 09:00:20 h rsyslogd: last message repeated 2 times", 2],
    ["with the tag of the message", "Nov 21 09:00:20 h sshd[7]: last message repeated 4 times", 4],
    ["of macOS", "Nov 21 09:00:20 h --- last message repeated 1 time ---", 1],
  ])(
    "when it is that %s, then the line names the message, its program and its process, at its own time",
    (_title, repeated, count) => {
      const [, event] = read(`${line}\n${repeated}`);
      expect(event!.fields).toMatchObject({
        program: "sshd",
        tags: ["pid", "7"],
        message: `message repeated ${count} time${count === 1 ? "" : "s"}: [ ${failed}]`,
        time: Date.UTC(2026, 10, 21, 9, 0, 20) * 1000,
      });
    },
  );

  test.each([
    ["another host said it", `${line}\nNov 21 09:00:20 other last message repeated 3 times`],
    ["nothing was said before", "Nov 21 09:00:20 h last message repeated 3 times"],
    ["a program quotes it", `${line}\nNov 21 09:00:20 h app: last message repeated 3 times`],
  ])("when %s, then it stays as it is", (_title, text) => {
    const { fields } = read(text).at(-1)!;
    expect(fields).toMatchObject({ message: "last message repeated 3 times" });
  });
});

test("when lines are anything, in any order, then each line with text is in exactly one event", () => {
  const pieces = fc.constantFrom(
    "2026-11-21 09:00:00 ERROR boom",
    "Nov 21 09:00:00 h app[1]: x",
    "Traceback (most recent call last):",
    "  indented",
    "ValueError: bad",
    "panic: x",
    "goroutine 1 [running]:",
    "/app/a.js:1",
    "Nov 21, 2026 9:00:00 AM org.example.App start",
    "INFO: text",
    "=INFO REPORT==== 21-Nov-2026::09:00:01 ===",
    '{"a":1}',
    "",
    "plain",
    "Nov 21 09:00:20 h last message repeated 3 times",
    "2026-11-21 09:00:00 UTC [1] ERROR:  x",
    "2026-11-21 09:00:00 UTC [1] DETAIL:  y",
  );
  const cut = fc.tuple(pieces, fc.nat(40)).map(([text, from]) => text.slice(from));
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          pieces,
          cut,
          fc.string({ maxLength: 8 }).map((text) => text.replaceAll("\n", " ")),
        ),
        { maxLength: 60 },
      ),
      fc.boolean(),
      (lines, allTimed) => {
        const records = read(lines.join("\n"), { allTimed });
        const covered = new Set(
          records.flatMap(({ line, lines: count }) => Array.from({ length: count }, (_, i) => line + i)),
        );
        const sum = records.reduce((total, { lines: count }) => total + count, 0);
        expect(covered.size).toBe(sum);
        for (const [index, line] of lines.join("\n").split("\n").entries())
          if (line.trim() !== "") expect(covered.has(index + 1)).toBe(true);
      },
    ),
    { numRuns: 2000 },
  );
});

test("when lines have the colours of a terminal, then they are read without, and kept where lines stay as they are", () => {
  const line =
    "\u001b[2m2026-11-21T09:00:00Z\u001b[0m \u001b[31mERROR\u001b[0m \u001b[2mshop::db\u001b[0m: refused\u001b[K";
  expect(shown(line)).toEqual([[1, 1, 3, "refused\u001b[K"]]);
  expect(shown(line, { context: { ...context, format: "text" } })).toEqual([[1, 1, undefined, line]]);
});
