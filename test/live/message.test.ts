import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AppError } from "../../src/lib/errors.ts";
import { readMessage, writeAnswer, writeError, writeRemoved, writeUpdate } from "../../src/live/message.ts";

describe("messages of a client", () => {
  test("when a message is anything at all, then it is read, or refused in words", () => {
    const texts = fc.oneof(
      fc.string(),
      fc.json(),
      fc.array(fc.jsonValue()).map((list) => JSON.stringify(list)),
      fc.uint8Array(),
    );
    fc.assert(
      fc.property(texts, (text) => {
        try {
          readMessage(text);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
          expect((error as AppError).message).toMatch(/^Expected .+, got .+\.$/s);
        }
      }),
    );
  });

  test("when it is a request with an id that fits, then it is read as it was meant", () => {
    const requests = fc.tuple(
      fc.constantFrom("subscribe", "unsubscribe"),
      fc.oneof(
        fc.tuple(fc.constant("query"), fc.stringMatching(/^[0-9a-f]{32}$/)),
        fc.tuple(fc.constantFrom("widget", "dashboard"), fc.integer({ min: 1 })),
      ),
    );
    fc.assert(
      fc.property(requests, ([verb, [thing, id]]) => {
        expect(readMessage(JSON.stringify([verb, thing, id]))).toEqual({ verb, thing, id });
      }),
    );
  });
});

describe("how a widget is looked at", () => {
  const look = { dashboard: 7, time_range: { preset: "today" }, q: "host:web*" };
  test.each([[look], [{}], [{ q: "" }]])("when %j stands behind a widget, then it is read as it was meant", (given) => {
    expect(readMessage(JSON.stringify(["subscribe", "widget", 3, given]))).toEqual({
      verb: "subscribe",
      thing: "widget",
      id: 3,
      look: given,
    });
  });

  test.each([
    ["subscribe", "widget", 3, { other: 1 }],
    ["subscribe", "widget", 3, { dashboard: 0 }],
    ["subscribe", "widget", 3, "today"],
    ["subscribe", "widget", 3, look, 5],
    ["subscribe", "dashboard", 7, look],
    ["unsubscribe", "widget", 3, look],
  ])("when a message is %j, %j, %j, %j, then it is refused in words", (...message) => {
    expect(() => readMessage(JSON.stringify(message))).toThrow(/^Expected .+, got .+\.$/);
  });
});

describe("messages to a client", () => {
  const record = '{"qid":null,"results":[1,"ü"]}';
  test.each([
    [writeAnswer("subscribed", { thing: "query", id: "ab" }), ["subscribed", "query", "ab"]],
    [
      writeUpdate({ thing: "query", id: "ab" }, record, undefined),
      ["update", "query", "ab", { qid: null, results: [1, "ü"] }],
    ],
    [
      writeUpdate({ thing: "dashboard", id: 7 }, record, 3),
      ["update", "dashboard", 7, { qid: null, results: [1, "ü"] }, 3],
    ],
    [writeRemoved({ thing: "dashboard", id: 7 }, 3), ["removed", "dashboard", 7, 3]],
    [writeError(undefined, 400, "No."), ["error", null, null, 400, "No."]],
    [writeError({ thing: "dashboard", id: 7 }, 403, "No.", 3), ["error", "dashboard", 7, 403, "No.", 3]],
  ])("when %s is written, then it is the list that was meant", (text, list) => {
    expect(JSON.parse(text)).toEqual(list);
  });
});
