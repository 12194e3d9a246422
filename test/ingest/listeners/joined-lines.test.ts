import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Frames } from "../../../src/ingest/framing/framed-body.ts";
import { SyslogFramer } from "../../../src/ingest/framing/syslog-framer.ts";
import { recordCharactersMax, recordLinesMax } from "../../../src/ingest/line-formats/records/limits.ts";
import { LineJoiner } from "../../../src/ingest/line-formats/records/line-joiner.ts";
import { LineStream } from "../../../src/ingest/line-formats/records/line-stream.ts";
import { Connection } from "../../../src/ingest/listeners/connection.ts";
import { DeliveryOutbox } from "../../../src/ingest/listeners/delivery-outbox.ts";
import { heldMessageMs, syslogMessageBytesMax, unfinishedBytesMax } from "../../../src/ingest/listeners/limits.ts";
import { UnfinishedBytes } from "../../../src/ingest/listeners/unfinished.ts";
import { places, splitAt } from "../framing/split-stream.ts";

/** Three times as long as a message may be held. */
const trickleMax = (3 * heldMessageMs) / 20;

/** A connection, and whom its messages go to. */
function connect(onMessage: (message: string) => void) {
  const outbox = new DeliveryOutbox(
    async ({ bytes }) => {
      const frames = new Frames(bytes);
      for (let i = 0; i < frames.count; i++)
        onMessage(`${Buffer.from(frames.text.subarray(frames.start(i), frames.end(i)))}`);
      return true;
    },
    () => connection.goOn(),
  );
  const unfinished = new UnfinishedBytes();
  const connection = new Connection({
    conversation: { framer: new SyslogFramer(), joiner: new LineJoiner() },
    wire: { pause: () => {}, resume: () => {}, send: () => {}, close: () => {} },
    ...{ address: "", outbox, unfinished, messageBytesMax: syslogMessageBytesMax, isWholeOrNothing: false },
    onRejected: (cause) => {
      throw new Error(cause);
    },
  });
  return { connection, outbox, unfinished };
}

/** What a connection makes of a stream that comes in these parts: its messages in order. */
async function messagesOf(...parts: (string | Uint8Array)[]): Promise<string[]> {
  const messages: string[] = [];
  const { connection, outbox, unfinished } = connect((message) => messages.push(message));
  for (const part of parts) connection.receive(Buffer.from(part as string));
  for (let isDone = connection.end(); ; isDone = !connection.isStalled) {
    await outbox.flush();
    if (isDone) break;
    connection.goOn();
  }
  expect(unfinished.grow(new Uint8Array(0), unfinishedBytesMax)).toBeDefined();
  return messages;
}

/** The sections of a table of files, each as its lines. */
const files = readFileSync(join(import.meta.dirname, "../line-formats/table/documented-files.txt"), "utf8")
  .split(/^### /m)
  .slice(1)
  .map((section) => {
    const [title, ...rows] = section.trimEnd().split("\n");
    return { title: title!, lines: rows.filter((row) => !row.startsWith("> ")) };
  });

/** Where the events of a file begin, without its blank lines. */
function eventsOf(lines: readonly string[]): string[] | undefined {
  const starts: number[] = [];
  const context = { reference: Date.now() * 1000, timezone: "UTC" };
  const stream = new LineStream({ context }, ({ line }) => starts.push(line - 1));
  for (const line of lines) stream.push(line);
  stream.flush();
  if (stream.headerLines > 0) return undefined;
  return starts.map((start, index) =>
    lines
      .slice(start, starts[index + 1])
      .join("\n")
      .trimEnd(),
  );
}

const tracebacks = [
  "Traceback (most recent call last):",
  '  File "/srv/shop/cart.py", line 12, in total',
  "    return sum(prices)",
  "ValueError: no price",
];

/** The second part would be a row of the columns. */
const columnsBetween = [
  "<13>Nov 21 09:00:00 h postgres[1]: [5-1] a",
  "#Fields: date time x-1 x-2 x-3 x-4 x-5",
  "<13>Nov 21 09:00:00 h postgres[1]: [5-2] b",
].join("\n");

describe("lines of one connection", () => {
  test("when the next line trickles in, then the message before it waits for two seconds at most", async () => {
    const { promise, resolve } = Promise.withResolvers<number>();
    let sent = 0;
    const { connection, outbox } = connect(() => resolve(sent));
    connection.receive(Buffer.from("2026-11-20 10:00:00 ERROR no price\n"));
    const trickle = setInterval(() => connection.receive(Buffer.from("x")), 20);
    const counting = setInterval(() => sent++ > trickleMax && clearInterval(trickle), 20);
    expect(await promise).toBeLessThan(trickleMax);
    clearInterval(trickle);
    clearInterval(counting);
    connection.end();
    await outbox.flush();
  });

  test.each([
    ["an indented line", "<1>a\n\tat b\n  c\n<2>d\n", ["<1>a\n\tat b\n  c", "<2>d"]],
    ["an indented line behind one without a priority", "a\n\tat b\nc\n", ["a\n\tat b", "c"]],
    ["lines without a priority behind one", "<1>a\nCaused by: b\n\n4 <1>c", ["<1>a\nCaused by: b\n", "<1>c"]],
    ["an indented line behind a counted one", "4 <1>a\tb\n", ["<1>a", "\tb"]],
    ["an indented line behind a NUL", "<1>a\0\tb\n", ["<1>a", "\tb"]],
    ["one that breaks off", "<1>a\n b", ["<1>a\n b"]],
    ["a line of JSON and an indented one", '{"a":1}\n b\n', ['{"a":1}', " b"]],
    ["a document over several lines", '{\n  "a": 1\n}\n{\n  "a": 2\n}\n', ['{\n  "a": 1\n}', '{\n  "a": 2\n}']],
    ["a line that only looks as if it had a priority", "<24 listening\nending\n", ["<24 listening", "ending"]],
    ["blank lines", "a\n\nb\n \n\n", ["a\n", "b\n \n"]],
    ["names of columns behind the head of a report", "# Time: 1\n#Fields: a b\n", ["# Time: 1", "#Fields: a b"]],
    ["names of columns in colour", "\u001b[0mx\n\u001b[1m#Fields: a b\n", ["\u001b[0mx", "\u001b[1m#Fields: a b"]],
    ["names of columns between two parts", `${columnsBetween}\n`, [columnsBetween]],
    ["indented lines with a time", " 2026-11-20 08:15:30 a\n 2026-11-20 08:15:31 b\n", undefined],
  ])("when there are %s, then those that go on with one are one message", async (_, text, expected) => {
    expect(await messagesOf(text)).toEqual(expected ?? text.trimEnd().split("\n"));
  });

  test("when lines have no priority, then those of a trace belong to the error before, or are one event", async () => {
    const error = "2026-11-20 08:15:30,123 ERROR shop.cart: cannot sum";
    const next = "2026-11-20 08:15:31,123 INFO shop.cart: next";
    const lines = [error, ...tracebacks, next, ...tracebacks, next];
    const trace = tracebacks.join("\n");
    expect(await messagesOf(`${lines.join("\n")}\n`)).toEqual([`${error}\n${trace}`, next, trace, next]);
  });

  const plain = files.filter(({ lines }) => !lines.some((line) => line.startsWith("<")));
  const compared = plain.flatMap(({ title, lines }) => {
    const events = eventsOf(lines);
    return events === undefined ? [] : [{ title, lines, events }];
  });

  test.each(compared)("when a file of $title is sent, then its lines are joined as those of the file", async (file) => {
    const messages = await messagesOf(`${file.lines.join("\n")}\n`);
    expect(messages.map((message) => message.trimEnd())).toEqual(file.events);
  });

  test("when a stream of any lines comes in any parts, then its messages are the same", async () => {
    const rows = files.flatMap(({ lines }) => lines);
    const line = fc.oneof(
      fc.constantFrom(...rows),
      fc.constantFrom(...tracebacks, "<11>a", "Caused by: b", "#Fields: a", "", " x"),
    );
    const sent = fc.oneof(
      fc.tuple(line, fc.constantFrom("\n", "\n", "\n", "\r\n", "\0")).map((both) => both.join("")),
      line.map((text) => `${Buffer.byteLength(text) + 3} <9>${text}`),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(sent, { maxLength: 12 }), places, async (all, cuts) => {
        const bytes = Buffer.from(all.join(""));
        expect(await messagesOf(...splitAt(bytes, cuts))).toEqual(await messagesOf(bytes));
      }),
      { numRuns: 150 },
    );
  });

  test("when more lines go on with one than an event has, then the others are messages of their own", async () => {
    const frames = Array.from({ length: recordLinesMax + 1 }, (_, index) => ` ${index}x`);
    const [first, second] = await messagesOf(`<1>a\n${frames.join("\n")}\n`);
    expect(first!.split("\n").length).toBe(recordLinesMax);
    expect(second!.split("\n")).toEqual(frames.slice(-2));
  });

  test("when they are more bytes than an event has, then the others are messages of their own", async () => {
    const half = "x".repeat(recordCharactersMax / 2);
    const text = Buffer.from(`<1>a\n ${half}\n ${half}\n b\n`);
    const expected = [`<1>a\n ${half}\n ${half}`, " b"];
    expect(await messagesOf(text)).toEqual(expected);
    expect(await messagesOf(...splitAt(text, [2, 40_000, 65_546]))).toEqual(expected);
  });

  test("when a line is longer than any message, then it is cut alike however it comes", async () => {
    const long = ` ${"x".repeat(syslogMessageBytesMax + 10)}`;
    const text = Buffer.from(`<1>a\n${long}\n<1>b\n`);
    const expected = ["<1>a", long.slice(0, syslogMessageBytesMax), "<1>b"];
    expect(await messagesOf(text)).toEqual(expected);
    expect(await messagesOf(...splitAt(text, [3, 5, 9_000, 90_000]))).toEqual(expected);
  });
});
