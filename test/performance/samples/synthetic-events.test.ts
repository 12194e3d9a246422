import { expect, test } from "vitest";
import { createIntakeDryRun } from "../../../src/ingest/thread/intake-dry-run.ts";
import { noRules } from "../../../src/parser-rules/run/event-rules.ts";
import { syntheticBody } from "../../../src/performance/samples/synthetic-events.ts";

test("when bodies are made, then each event is taken, has the asked length, differs from all others, and is the same again", () => {
  const read = createIntakeDryRun(noRules, 60);
  const messages = new Set<string>();
  for (const first of [0, 500]) {
    const bytes = syntheticBody(first, 500, 40);
    expect(read(bytes.slice())).toBe(500);
    expect(syntheticBody(first, 500, 40)).toEqual(bytes);
    for (const line of new TextDecoder().decode(bytes).split("\n")) messages.add(JSON.parse(line).message);
  }
  expect(messages.size).toBe(1000);
  expect([...messages].every(({ length }) => length === 40)).toBe(true);
});
