import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ConnectionLog } from "../../../src/ingest/listeners/connection-log.ts";
import { toldEveryMs, toldReasonsMax } from "../../../src/ingest/listeners/limits.ts";
import type { Logger } from "../../../src/lib/log.ts";

const lines: [fields: object, text: string][] = [];
const log = new ConnectionLog({
  warn: (fields: object, text: string) => lines.push([fields, text]),
} as unknown as Logger);

beforeEach(() => {
  lines.length = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("when one connection is refused, then it is told at once, and nothing follows", () => {
  log.refused("192.0.2.1", "too many connections");
  vi.advanceTimersByTime(toldEveryMs);
  expect(lines).toEqual([[{ address: "192.0.2.1", reason: "too many connections" }, "connection refused"]]);
});

test("when connections come in floods, then each flood is two lines with all of them", () => {
  for (let flood = 0; flood < 2; flood++) {
    for (let i = 0; i < 10_000; i++) log.refused(`192.0.2.${i % 250}`, "too many connections");
    vi.advanceTimersByTime(toldEveryMs);
  }
  expect(lines).toHaveLength(4);
  expect(lines[1]).toEqual([{ count: 9_999, reason: "too many connections" }, "connection refused, others likewise"]);
});

test("when each has a reason of its own, then lines and memory are bounded all the same", () => {
  for (let i = 0; i < 10_000; i++) log.closed("192.0.2.1", `no certificate ${i}`);
  vi.advanceTimersByTime(toldEveryMs);
  expect(lines).toHaveLength(toldReasonsMax + 2);
  expect(lines.at(-1)).toEqual([
    { count: 10_000 - toldReasonsMax - 1, reason: "other reasons" },
    "connection closed, others likewise",
  ]);
});
