import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SyslogFramer } from "../../../src/ingest/framing/syslog-framer.ts";
import { framesOf, places, splitAt } from "./split-stream.ts";

function read(text: string): string[] {
  const { messages, rest } = framesOf(new SyslogFramer(), [Buffer.from(text)]);
  return [...messages.map(String), ...(rest.length > 0 ? [`…${rest}`] : [])];
}

describe("messages of syslog over a stream", () => {
  test.each([
    ["lines", "<1>a\n<2>b\n", ["<1>a", "<2>b"]],
    ["lines that a NUL ends", "<1>a\0<2>b\0", ["<1>a", "<2>b"]],
    ["counted ones", "4 <1>a5 <2>bb", ["<1>a", "<2>bb"]],
    ["counted ones with line feeds and NULs in them", "6 <1>a\nb6 <1>a\0b", ["<1>a\nb", "<1>a\0b"]],
    ["both kinds mixed", "<1>a\n4 <1>b<2>c\n4 <2>d", ["<1>a", "<1>b", "<2>c", "<2>d"]],
    ["a line that begins with a number", "12 monkeys\n2026-11-21 a\n", ["12 monkeys", "2026-11-21 a"]],
    ["a line of digits alone", "12345\n<1>a\n", ["12345", "<1>a"]],
    ["a line that ends behind a count", "12 \n<1>a\n", ["12 ", "<1>a"]],
    ["a count that begins with a zero", "04 <1>a\n", ["04 <1>a"]],
    ["a count beyond every message", "99999999 <1>a\n", ["99999999 <1>a"]],
    ["blank lines", "\n\n<1>a\n\n", ["", "", "<1>a", ""]],
    ["a counted one with a line feed behind it", "4 <1>a\n4 <1>b\n", ["<1>a", "", "<1>b", ""]],
    ["a line that does not end", "<1>a\n<2>b", ["<1>a", "…<2>b"]],
    ["a counted one that does not end", "4 <1>a9 <2>b", ["<1>a", "…9 <2>b"]],
  ])("when there are %s, then each is found", (_, text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  test("when a stream comes in any parts, then its messages are the same", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "é", "<", " ", "7", ":") });
    const counted = text
      .map((content) => Buffer.from(`<1>${content}\n`))
      .map((bytes) => Buffer.concat([Buffer.from(`${bytes.length} `), bytes]));
    const line = fc.tuple(text, fc.constantFrom("\n", "\0", "\r\n")).map((parts) => Buffer.from(parts.join("")));
    fc.assert(
      fc.property(fc.array(fc.oneof(counted, line), { maxLength: 8 }), places, (messages, cuts) => {
        const bytes = Buffer.concat(messages);
        expect(framesOf(new SyslogFramer(), splitAt(bytes, cuts))).toEqual(framesOf(new SyslogFramer(), [bytes]));
      }),
      { numRuns: 500 },
    );
  });

  test("when messages are counted, then each comes out as it went in, whatever it holds", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 30 })), places, (contents, cuts) => {
        const messages = contents.map((content) => Buffer.concat([Buffer.from("<9>"), content]));
        const stream = Buffer.concat(messages.flatMap((message) => [Buffer.from(`${message.length} `), message]));
        expect(framesOf(new SyslogFramer(), splitAt(stream, cuts))).toEqual({ messages, rest: Buffer.alloc(0) });
      }),
    );
  });

  test("when a stream ends within a counted message, then it broke off; within a line, then it is whole", () => {
    const [counted, line] = [new SyslogFramer(), new SyslogFramer()];
    framesOf(counted, [Buffer.from("9 <2>b")]);
    framesOf(line, [Buffer.from("<2>b")]);
    expect([counted.end(), line.end()]).toEqual(["cut", "whole"]);
  });
});
