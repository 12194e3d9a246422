import { expect, test } from "vitest";
import type { StoredEvent } from "../../../src/eventstore/event/event.ts";
import { openEveryEvent } from "../../../src/query/answer/every-event.ts";
import { parseQuery } from "../../../src/query/parse/parse-query.ts";
import { ControlWords } from "../../../src/runtime/control-words.ts";
import { storedOf } from "../../support/questions/event-question.ts";

const base = 1_700_000_000;

test("when all events of a search are gone through, then the share that is done is told on the way", () => {
  const events = Array.from({ length: 30_000 }, (_, i): StoredEvent => eventAt(i));
  const { snapshot, reader } = storedOf([events]);
  const range = { ts_from: base, ts_to: base + 30_000 };
  const { params } = parseQuery({ type: "Search", params: { time_range: range } }, { timezone: "UTC", now: base });
  const control = new SharedArrayBuffer(8);
  const task = { params, baseTime: base + 30_000, hosts: [], snapshot, instant: undefined, timezone: "UTC", control };
  const told = new Set<number>();
  let count = 0;
  for (const _ of openEveryEvent(task, reader).events) {
    count += 1;
    told.add(new ControlWords(control).progress);
  }
  expect(count).toBe(30_000);
  expect(told.size).toBeGreaterThan(3);
  expect([...told]).toEqual([...told].sort((a, b) => a - b));
  expect(new ControlWords(control).progress).toBe(99);
});

test("when all events of a search are gone through, then the memory is looked at for every few thousand of them", () => {
  const { snapshot, reader } = storedOf([Array.from({ length: 30_000 }, (_, i): StoredEvent => eventAt(i))]);
  const range = { ts_from: base, ts_to: base + 30_000 };
  const { params } = parseQuery({ type: "Search", params: { time_range: range } }, { timezone: "UTC", now: base });
  const control = new SharedArrayBuffer(8);
  const task = { params, baseTime: base + 30_000, hosts: [], snapshot, instant: undefined, timezone: "UTC", control };
  let looks = 0;
  const { batches } = openEveryEvent(task, reader, { look: () => looks++ });
  for (const { rows } of batches) {
    expect(rows).toBeLessThan(4_000);
    expect(looks).toBeGreaterThan(0);
    looks = 0;
  }
});

function eventAt(i: number): StoredEvent {
  return {
    id: i + 1,
    times: [(base + i) * 1e6],
    host: `h${i % 7}`,
    program: "app",
    message: `user ${i}`,
    severity: i % 8,
    facility: 1,
    type: 1,
    status: 0,
    ciscoMnemonic: "",
    tags: [],
    extra: "",
  };
}
