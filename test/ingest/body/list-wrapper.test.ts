import { gzipSync, zstdCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { encodingOf } from "../../../src/ingest/body/decode-body.ts";
import { JsonScanner } from "../../../src/ingest/body/json-scanner.ts";
import { findWrappedList } from "../../../src/ingest/body/list-wrapper.ts";
import { openBody } from "../../../src/ingest/body/open-body.ts";

const bytesOf = (body: string) => new TextEncoder().encode(body);

function entriesOf(body: string): string[] {
  const reader = openBody(bytesOf(body), "", "raw");
  const entries: string[] = [];
  for (let entry = reader.next(); entry !== undefined; entry = reader.next()) entries.push(String(entry));
  return entries;
}

describe("lists in the wrappers of clouds", () => {
  test.each([
    ["CloudTrail", '{"Records":[{"a":1},{"a":2}]}'],
    ["CloudTrail, printed over lines", '{\n "Records": [\n  {"a":1},\n {"a":2}\n]\n}\n'],
    ["Azure's records", '{"records":[{"a":1},{"a":2}]}'],
    ["Azure's answers", '{"value":[{"a":1},{"a":2}],"nextLink":"https://example.org"}'],
    ["Google Cloud's answers", '{"entries":[{"a":1},{"a":2}],"nextPageToken":"x"}'],
    ["several files of CloudTrail put together", '{"Records":[{"a":1}]}{"Records":[]}\n{"Records":[{"a":2}]}\n'],
    ["CloudWatch", '{"messageType":"DATA_MESSAGE","logGroup":"shop","logEvents":[{"a":1},{"a":2}]}'],
  ])("when a body is of %s, then each of its records is an event", (_name, body) => {
    expect(entriesOf(body)).toEqual(['{"a":1}', '{"a":2}']);
  });

  test.each([
    ["something else stands beside the list", '{"Records":[{"a":1}],"message":"two records"}'],
    ["the list has no objects", '{"value":[1,2]}'],
    ["it is no list", '{"Records":{"a":1}}'],
    ["the name is another", '{"things":[{"a":1}]}'],
    ["a name of every object is meant", '{"constructor":[{"a":1}]}'],
  ])("when %s, then the object is one event", (_name, body) => {
    expect(entriesOf(body)).toEqual([body]);
  });

  test.each([
    ["lines hold values", '{"value":[{"a":1}]}\n{"value":[{"a":2}]}'],
    ["another object follows", '{"Records":[{"a":1}]}\n{"a":2}'],
    ["the last one does not end", '{"Records":[{"a":1}]}\n{"Records":[{"a":2}]'],
  ])("when %s, then each line is an event", (_name, body) => {
    expect(entriesOf(body)).toEqual(body.split("\n"));
  });

  test("when streams of CloudWatch follow each other, then each event is tagged with its own", () => {
    const of = (stream: string) => `{"logStream":"${stream}","logEvents":[{"message":"x"},{"message":"y"}]}`;
    const reader = openBody(bytesOf(of("a") + of("b")), "", "raw");
    const tags: unknown[] = [];
    while (reader.next() !== undefined) tags.push(reader.tags);
    expect(tags).toEqual(["a", "a", "b", "b"].map((stream) => ["log_stream", stream]));
  });

  test("when very many follow each other, then they are read in linear time", () => {
    const many = '{"Records":[]}'.repeat(200_000);
    expect(entriesOf(`${many}{"Records":[{"a":"ä"}]}`)).toEqual(['{"a":"ä"}']);
  });

  test("when CloudWatch says where its events come from, then each is tagged so", () => {
    const body = '{"owner":"123","logGroup":"shop","logStream":"web/1","logEvents":[{"message":"x"}]}';
    const found = findWrappedList(new JsonScanner(bytesOf(body)), 0);
    expect(found?.tags).toEqual(["account", "123", "log_group", "shop", "log_stream", "web/1"]);
  });
});

test("when a body is a compressed file, then its first bytes say how, unless the request does", () => {
  expect(encodingOf(gzipSync("x"), "")).toBe("gzip");
  expect(encodingOf(zstdCompressSync("x"), " ")).toBe("zstd");
  expect(encodingOf(gzipSync("x"), "zstd")).toBe("zstd");
  expect(encodingOf(bytesOf("(a line"), "")).toBe("");
});
