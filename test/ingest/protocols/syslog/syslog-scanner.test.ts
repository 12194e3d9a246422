import { isUtf8 } from "node:buffer";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BadEvent } from "../../../../src/ingest/event/bad-event.ts";
import { EventLeaves } from "../../../../src/ingest/event/event-leaves.ts";
import { eventOfLine } from "../../../../src/ingest/event/event-of-line.ts";
import { finishLeaves } from "../../../../src/ingest/event/finish-leaves.ts";
import { parseEvent } from "../../../../src/ingest/event/parse-event.ts";
import { readLine } from "../../../../src/ingest/line-formats/read-line.ts";
import { SyslogScanner } from "../../../../src/ingest/protocols/syslog/syslog-scanner.ts";
import { WallClock } from "../../../../src/ingest/protocols/syslog/wall-clock.ts";

const arrival = Date.UTC(2026, 10, 21, 9, 30) * 1000;
const timezone = "Europe/Berlin";
const context = { arrival, oldest: 0, address: "192.0.2.7", type: 1, defaultTags: [] };

/** What the scanner makes of each line of a text that is all of them, undefined where it leaves a line to others. */
function scanAll(lines: readonly string[]) {
  const bytes = Buffer.from(lines.join("\n"));
  const leaves = new EventLeaves(bytes, isUtf8(bytes));
  const scanner = new SyslogScanner(leaves, new WallClock(arrival, timezone));
  let start = 0;
  return lines.map((line) => {
    const end = start + Buffer.byteLength(line);
    const event = scanner.scan(start, end) ? finishLeaves(leaves, context) : undefined;
    start = end + 1;
    return event;
  });
}

function readSlowly(line: string) {
  const fields = readLine(line, { reference: arrival, timezone });
  return parseEvent(
    eventOfLine(fields, line, { host: "", program: "", fileProgram: "", time: undefined }),
    context,
    false,
  );
}

const common = [
  "<34>Oct 11 22:14:15 mymachine su: 'su root' failed for lonvick on /dev/pts/8",
  "<30>Nov  1 06:25:01 web-1 CRON[12345]: pam_unix(cron:session): 50% done, ünï",
  "<165>1 2003-10-11T22:14:15.003Z mymachine.example.com evntslog - ID47 - \uFEFFAn application event",
  '<165>1 2026-11-21T09:00:00+01:00 h p 17 ID47 [exampleSDID@32473 iut="3" eventSource="App"][x@1 a="b"] text',
  "<30>2026-11-21T09:00:00.123456+01:00 db1 postgres[77]: checkpoint complete",
  "<30>2026-11-21T09:00:00-05:00 db1 postgres: checkpoint complete",
  '<30>Nov 21 10:29:59 web-1 shop[7]: {"level":"error","msg":"x","code":500,"time":"2026-11-21T09:00:00Z"}',
  '<30>1 2026-11-21T09:00:00Z web-1 shop 7 - - {"severity":3,"host":"h","program":"p","facility":2}',
  '<30>1 2026-11-21T09:00:00Z web-1 shop 7 - - {"severity":3,"host":"h"}\t',
  "<30>Nov 21 10:29:59 web-1 shop[7]: time=2026-11-21T09:00:00Z level=error msg=x logger=a.b code=500",
  "<30>Nov 21 10:29:59 web-1 shop[7]: 2026-11-21T09:00:00Z ERROR shop.cart: no price",
  "<30>Nov 21 10:29:59 web-1 shop[7]: WARNING:shop.cart:no price",
];

describe("the fast path of syslog", () => {
  test.each(common.map((line) => [line]))("when a line is %s, then it is taken", (line) => {
    expect(scanAll([line])[0]).toEqual(readSlowly(line));
  });

  test.each([
    ["no priority", "Oct 11 22:14:15 mymachine su: text"],
    ["a priority too high", "<192>Oct 11 22:14:15 mymachine su: text"],
    ["a kernel's seconds", "<4>Oct 11 22:14:15 mymachine kernel: [   12.345678] text"],
    ["a device's mnemonic", "<189>Oct 11 22:14:15 switch 44: Oct 11 22:14:15: %SYS-5-CONFIG_I: text"],
    ["data about the transport", '<34>1 2026-11-21T09:00:00Z h p - - [timeQuality tzKnown="1"] text'],
    ["data with a backslash", '<34>1 2026-11-21T09:00:00Z h p - - [a@1 b="c\\"d"] text'],
    ["a name given twice", '<34>1 2026-11-21T09:00:00Z h p - - [a@1 b="c" b="d"] text'],
    ["data and no host", '<34>1 2026-11-21T09:00:00Z - p - - [host@1 name="d"] text'],
    ["no message", "<34>Oct 11 22:14:15 mymachine su: "],
    ["a time that does not exist", "<34>Oct 32 22:14:15 mymachine su: text"],
    ["a severity in place of a host", "<30>2026-11-21T09:00:00.123456+01:00 error db1: text"],
  ])("when a line has %s, then it is left to the slow path", (_, line) => {
    expect(scanAll([line])[0]).toBeUndefined();
  });

  const pieces = fc.constantFrom(
    ...[
      "<34>",
      "<191>",
      "<192>",
      "<3>1 ",
      "1 ",
      " ",
      "  ",
      "\t",
      "-",
      " - ",
      ":",
      ": ",
      "[",
      "]",
      "]: ",
      "\uFEFF",
      "\r",
    ],
    ...[
      "Nov 21 10:29:59",
      "Nov  2 10:30:00",
      "Feb 29 00:00:00",
      "Dec 31 23:59:60",
      "Nov 22 10:30:07",
      "Nov 22 11:30:07",
    ],
    ...[
      "2026-11-21T09:00:00.123456+01:00",
      "2026-11-21T09:00:00Z",
      "2026-11-21T09:00:61Z",
      "2026-11-21T09:00:00.1234567-0530",
    ],
    ...[
      "2026-02-30T09:00:00Z",
      "2026-11-21T24:00:00Z",
      "2026-11-21T09:00:00",
      "host",
      "error",
      "a.example.org",
      '{"level":"error","msg":"x","time":"2026-11-21T09:00:00Z"}',
      "level=error msg=x time=2026-11-21T09:00:00Z",
      "2026-11-21 09:00:00 ERROR a.b: x",
      "ERROR: x",
      "::1",
      "kernel",
    ],
    ...[
      "sshd[77]",
      "app",
      "(systemd)[1]",
      "-",
      '[a@1 b="c"]',
      '[a@1 b="c" d=""]',
      '[a b="c\\]"]',
      '[meta x="1"]',
      "[a]",
    ],
    ...["%SYS-5-CONFIG_I: x", "50 % of %2F", "[ 1.234567] usb", "<err> text", "text", "größe", "𝄞", "x".repeat(140)],
  );
  const nearly = fc.array(fc.oneof({ weight: 6, arbitrary: pieces }, fc.string({ maxLength: 3 })), { maxLength: 14 });
  const edited = fc
    .tuple(fc.constantFrom(...common), fc.array(fc.tuple(fc.nat(), pieces), { maxLength: 2 }), fc.nat(40))
    .map(([line, edits, gone]) => {
      const text = edits.reduce((whole, [at, piece]) => {
        const place = at % (whole.length + 1);
        return whole.slice(0, place) + piece + whole.slice(place);
      }, line);
      return gone < 35 ? text : text.slice(0, gone * 2 - 60);
    });

  test("when lines are nearly of the common forms, then what is taken is what the slow path makes of them", () => {
    const line = fc
      .oneof(
        nearly.map((parts) => parts.join("")),
        edited,
      )
      // An edit may part a pair of surrogates, which no bytes can say.
      .map((text) => text.replaceAll("\n", "").toWellFormed());
    let taken = 0;
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), (lines) => {
        for (const [index, event] of scanAll(lines).entries()) {
          if (event === undefined) continue;
          taken++;
          expect(event instanceof BadEvent).toBe(false);
          expect(event).toEqual(readSlowly(lines[index]!));
        }
      }),
      { numRuns: 3000 },
    );
    expect(taken).toBeGreaterThan(1000);
  });

  test("when lines have any structured data, then the tags of each are those of the slow path", () => {
    const parameter = fc
      .tuple(fc.constantFrom("b", "bc", "c", "d", "b.c", "b=", "é"), fc.constantFrom("", "-", "x", "y z", 'q\\"', "ü]"))
      .map(([name, text]) => ` ${name}="${text}"`);
    const element = fc
      .tuple(fc.constantFrom("a@1", "a@2", "a", "origin", "meta"), fc.array(parameter, { maxLength: 4 }))
      .map(([id, parameters]) => `[${id}${parameters.join("")}]`);
    const line = fc
      .array(element, { minLength: 1, maxLength: 3 })
      .map((data) => `<165>1 2026-11-21T09:00:00Z h p 17 - ${data.join("")} text`);
    let taken = 0;
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), (lines) => {
        for (const [index, event] of scanAll(lines).entries()) {
          if (event === undefined) continue;
          taken++;
          expect(event).toEqual(readSlowly(lines[index]!));
        }
      }),
      { numRuns: 1000 },
    );
    expect(taken).toBeGreaterThan(500);
  });
});
