import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FieldLinks } from "../../../src/query/action-hints.ts";
import { encodeAnswer } from "../../../src/query/answer/encode-answer.ts";
import { pageBytesMax } from "../../../src/query/limits.ts";

const encode = (results: Record<string, unknown>, links?: object) =>
  encodeAnswer({ results, stopped: false, rowsRead: 3 }, { links: links as FieldLinks | undefined });
const parse = (json: Uint8Array) => JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(new Uint8Array(json)));

describe("an answer as JSON text", () => {
  test("when it is any result, then the text says the same", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.boolean(), (totals, isSearch) => {
        const results = isSearch ? { totals, events: { objects: [totals, { a: 1 }], item_count: 2 } } : { totals };
        const { results: json, itemCount, rowsRead } = encode(results);
        expect(parse(json)).toEqual(JSON.parse(JSON.stringify(results)));
        expect([itemCount, rowsRead]).toEqual([isSearch ? 2 : undefined, 3]);
      }),
    );
  });

  test("when there are no events, then the page is empty and sound", () => {
    const results = { totals: {}, events: { objects: [], item_count: 0, page_count: 1 }, warnings: [{ day: "x" }] };
    expect(parse(encode(results).results)).toEqual(results);
  });

  test("when hints are wanted, then each event has its own and the event itself is not changed", () => {
    const event = { host: "web1", user_tags: {} };
    const { results } = encode({ events: { objects: [event], item_count: 1 } }, {});
    expect(Object.keys(parse(results).events.objects[0].actions)).toEqual(["host", "_event"]);
    expect(event).toEqual({ host: "web1", user_tags: {} });
  });

  test("when the events are more text than an answer may have, then it is refused with advice", () => {
    const event = { message: "x".repeat(pageBytesMax / 4) };
    const page = (count: number) => ({
      events: { objects: Array.from({ length: count }, () => event), item_count: count },
    });
    expect(encode(page(3)).itemCount).toBe(3);
    expect(() => encode(page(4))).toThrow(/smaller page_size/);
  });
});
