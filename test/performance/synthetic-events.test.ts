import { expect, test } from "vitest";
import { parseSample } from "../../src/ingest/parse-sample.ts";
import { sampleBodies } from "../../src/performance/measure-parser.ts";
import { sampleLines } from "../../src/performance/sample-lines.ts";
import { syntheticBody } from "../../src/performance/synthetic-events.ts";

test("when bodies are made, then each event is taken, has the asked length, differs from all others, and is the same again", () => {
  const messages = new Set<string>();
  for (const first of [0, 500]) {
    const bytes = syntheticBody(first, 500, 40);
    expect(parseSample({ format: "events", bytes })).toBe(500);
    expect(syntheticBody(first, 500, 40)).toEqual(bytes);
    for (const line of new TextDecoder().decode(bytes).split("\n")) messages.add(JSON.parse(line).message);
  }
  expect(messages.size).toBe(1000);
  expect([...messages].every(({ length }) => length === 40)).toBe(true);
});

test.each([1, 9, 10, 1234])("when %d samples are ordered, then bodies hold as many, whatever their forms", (count) => {
  for (const samples of [sampleLines, [{ message: "a" }], ["[1] a", { message: "b" }, '{"message":"c"}', "d"]]) {
    const bodies = [...sampleBodies(samples, count)];
    expect(bodies.reduce((sum, body) => sum + parseSample(body), 0)).toBe(count);
  }
});
