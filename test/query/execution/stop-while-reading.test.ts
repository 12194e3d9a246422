import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSegmentReader } from "../../../src/eventstore/read/segment-reader.ts";
import { answerQuery } from "../../../src/query/answer/answer-query.ts";
import { tickAlone } from "../../../src/query/execution/work-clock.ts";
import { parseQuery } from "../../../src/query/parse/parse-query.ts";
import { defaultQueryMemory } from "../../../src/query/query-memory.ts";
import { ValueTableCache } from "../../../src/query/values/value-table-cache.ts";
import { ControlWords } from "../../../src/runtime/control-words.ts";
import { baseTime, event } from "../../support/store/event-arbitrary.ts";
import { commit, newFolder, openStore } from "../../support/store/store-folder.ts";

type Store = ReturnType<typeof openStore>;

const seconds = baseTime / 1e6;
const days = 3;
const range = { ts_from: seconds - 1, ts_to: seconds + days * 86_400, timezone: "UTC" };
const questions = [
  { type: "Search", params: { q: "message:*ob7*" } },
  { type: "Search", params: { q: "work5 -took", count: false } },
  { type: "TopN", params: { field: "message", limit: 5 } },
  { type: "TopN", params: { field: "client", q: "code:201", limit: 5 } },
  { type: "TopN", params: { field: "user", subfields: ["host"], limit: 5 } },
  { type: "TopN", params: { field: "device", limit: 5 } },
  { type: "Search", params: { q: "device:*halls*77*" } },
  { type: "LastN", params: { field: "user", limit: 5 } },
  { type: "Stats", params: { field: "took", functions: ["avg", "p95"], group_by: ["host"] } },
  { type: "Patterns", params: { q: "took>100" } },
  { type: "EventRate", params: { q: "user:u3" } },
];

/** Each day has a file of its own, with columns of many kinds. */
function fill(store: Store): void {
  for (let day = 0; day < days; day++) {
    const events = Array.from({ length: 4_000 }, (_, i) => {
      const n = day * 4_000 + i;
      const time = baseTime + day * 86_400e6 + i;
      return {
        ...event(i % 3 === 0 ? `job ob${n} of work${n % 50} took ${n % 977} ms` : `link ${n % 7} up`, time),
        host: `web-${n % 5}`,
        tags: [
          "client",
          `c${n}`,
          "code",
          String(200 + (n % 3)),
          "took",
          String(n % 977),
          ...(i % 4 === 0 ? ["user", `u${n % 90}`] : []),
          // So long that its values are stored in several parts.
          "device",
          `${"of the northern halls ".repeat(5)}${n % 900}`,
        ],
      };
    });
    store.append(commit({ events, received: events.length }));
  }
}

describe("a question that is stopped while it opens columns", () => {
  let folder: string;
  let store: Store;
  beforeAll(() => {
    folder = newFolder();
    const written = openStore(folder);
    fill(written);
    written.close();
    store = openStore(folder);
  });
  afterAll(() => store?.close());

  const openThread = (onRead: () => void) => {
    const reader = createSegmentReader({ cacheBytes: 20_000_000, onRead });
    const memory = { ...defaultQueryMemory, tables: new ValueTableCache(20_000_000) };
    const ask = (number: number, control = new ControlWords()) => {
      const asked = questions[number]!;
      const body = { ...asked, params: { time_range: range, ...asked.params } };
      const { type, params } = parseQuery(body, { timezone: "UTC", now: seconds });
      const snapshot = store.snapshot();
      try {
        return answerQuery(
          { type, params, baseTime: seconds, hosts: [], snapshot, control: control.shared },
          reader,
          memory,
        );
      } finally {
        store.release(snapshot.lease);
      }
    };
    return { ask, close: () => reader.close() };
  };

  test("then it ends with the next part that is read, and what the thread keeps of it serves the next question", () => {
    let reads = 0;
    const fresh = openThread(() => reads++);
    const answers = questions.map((_, number) => fresh.ask(number));
    fresh.close();
    expect(reads).toBeGreaterThan(40);
    let stops = 0;
    const steps = fc.array(fc.record({ number: fc.nat(questions.length - 1), read: fc.nat(12) }), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(steps, (stopped) => {
        let left = Number.POSITIVE_INFINITY;
        let control = new ControlWords();
        const thread = openThread(() => {
          if (left-- === 0) control.stop();
          tickAlone();
        });
        for (const { number, read } of stopped) {
          left = read;
          control = new ControlWords();
          const { stopped: isStopped } = thread.ask(number, control);
          // When only the page was left to be read, the answer is whole.
          if (isStopped) stops++;
          left = Number.POSITIVE_INFINITY;
          control = new ControlWords();
        }
        for (const number of questions.keys()) expect(thread.ask(number)).toEqual(answers[number]!);
        thread.close();
      }),
      { numRuns: 60 },
    );
    expect(stops).toBeGreaterThan(20);
  });
});
