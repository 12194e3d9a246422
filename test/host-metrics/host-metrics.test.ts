import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openHostMetrics } from "../../src/host-metrics/host-metrics.ts";
import { keptSeconds, slicedRows } from "../../src/host-metrics/limits.ts";
import type { HostSample } from "../../src/host-metrics/metric-groups.ts";
import { SampleStore } from "../../src/host-metrics/sample-store.ts";
import { createLog } from "../../src/lib/log.ts";

const base = 1_700_000_000;
let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "vigie-test-"));
  path = join(folder, "host-metrics.sqlite");
});
afterEach(() => rmSync(folder, { recursive: true }));

/** All eight metrics of memory are this number. */
function memory(value: number): HostSample {
  return new Map([["memory", new Map([["total", Array(8).fill(value)]])]]);
}

function fill(samples: readonly { ts: number; value: number }[]): void {
  const store = new SampleStore(path);
  for (const { ts, value } of samples) store.add(memory(value), ts);
  store.close();
}

/** Takes one sample at once, like every start; keeps it when the disk has room. */
function open({ isDiskFull = true, read = async () => memory(1) } = {}) {
  const log = createLog("silent");
  return openHostMetrics({ reader: { read }, path, isDiskFull: () => isDiskFull, log, clock: () => base * 1000 });
}

describe("what is told of the host", () => {
  test("when there are samples, then steps and totals are those of naive sums", async () => {
    const worlds = fc.record({
      samples: fc.uniqueArray(fc.record({ ts: fc.integer({ min: -5, max: 40 }), value: fc.integer({ max: 99 }) }), {
        selector: ({ ts }) => ts,
      }),
      widths: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 }),
    });
    await fc.assert(
      fc.asyncProperty(worlds, async ({ samples, widths }) => {
        rmSync(path, { force: true });
        const at = samples.map(({ ts, value }) => ({ ts: base + ts, value: Math.fround(value) }));
        fill(at);
        const bounds = [base];
        for (const width of widths) bounds.push(bounds.at(-1)! + width);
        const opened = open();
        const { totals, details } = await opened.summarize("memory", undefined, bounds);
        await opened.close();
        const inside = at.filter(({ ts }) => ts >= base && ts < bounds.at(-1)!).sort((a, b) => a.ts - b.ts);
        const values = inside.map(({ value }) => value);
        const sum = values.reduce((a, b) => a + b, 0);
        expect(totals.used).toEqual({
          count: values.length,
          sum,
          min: values.length === 0 ? null : Math.min(...values),
          max: values.length === 0 ? null : Math.max(...values),
          avg: values.length === 0 ? null : sum / values.length,
          last: values.at(-1) ?? null,
          last_ts: inside.at(-1)?.ts ?? null,
        });
        expect(details.map(({ used }) => used)).toEqual(
          bounds.slice(1).map((to, i) => {
            const own = inside.filter(({ ts }) => ts >= bounds[i]! && ts < to).map(({ value }) => value);
            return own.length === 0 ? null : own.reduce((a, b) => a + b, 0) / own.length;
          }),
        );
      }),
      { numRuns: 30 },
    );
  });

  test("when there are more samples than are read at a stretch, then all count, and those of other groups do not", async () => {
    const count = 2 * slicedRows + 1;
    const store = new SampleStore(path);
    for (let i = 0; i < count; i++)
      store.add(new Map([...memory(i), ["disk", new Map([["total", [1, 1, 1, 1, 1]]])]]), base + i);
    store.close();
    const opened = open();
    const { totals, details, parts } = await opened.summarize("memory", "total", [base, base + 10, base + count]);
    expect(totals.free).toMatchObject({ count, min: 0, max: count - 1, last_ts: base + count - 1 });
    expect(details[0]).toMatchObject({ ts_from: base, ts_to: base + 10, free: 4.5 });
    expect(parts).toEqual(["total"]);
    await opened.close();
  });

  test("when a part is asked for that was not there all the time, then only its samples count", async () => {
    const store = new SampleStore(path);
    const rates = [1, 1, 1, 1, 1];
    store.add(
      new Map([
        [
          "disk",
          new Map([
            ["total", rates],
            ["sda", rates],
          ]),
        ],
      ]),
      base,
    );
    store.add(new Map([["disk", new Map([["total", rates]])]]), base + 1);
    store.add(
      new Map([
        [
          "disk",
          new Map([
            ["total", rates],
            ["sdb", rates],
            ["sda", [5, 5, 5, 5, Number.NaN]],
          ]),
        ],
      ]),
      base + 2,
    );
    store.close();
    const opened = open();
    const { totals, parts } = await opened.summarize("disk", "sda", [base, base + 3]);
    expect(totals.reads).toMatchObject({ count: 2, sum: 6, last: 5, last_ts: base + 2 });
    expect(totals.busy_percent).toMatchObject({ count: 1, last: 1, last_ts: base });
    expect(parts).toEqual(["total", "sdb", "sda"]);
    const { totals: none } = await opened.summarize("disk", "sdz", [base, base + 3]);
    expect(none.reads).toEqual({ count: 0, sum: 0, min: null, max: null, avg: null, last: null, last_ts: null });
    await opened.close();
  });
});

describe("keeping samples", () => {
  test("when it starts, then a sample is taken and kept, and is there after a restart", async () => {
    const first = open({ isDiskFull: false });
    await first.close();
    const second = open();
    expect((await second.summarize("memory", undefined, [base, base + 1])).totals.total).toMatchObject({ count: 1 });
    await second.close();
  });

  test("when the disk is full, then none is kept", async () => {
    const opened = open();
    expect((await opened.summarize("memory", undefined, [base, base + 1])).totals.total).toMatchObject({ count: 0 });
    await opened.close();
  });

  test("when the host cannot be read, then nothing ends", async () => {
    const opened = open({ isDiskFull: false, read: () => Promise.reject(new Error("no host")) });
    expect((await opened.summarize("memory", undefined, [base, base + 1])).totals.total).toMatchObject({ count: 0 });
    await opened.close();
  });

  test("when samples are older than they are kept, then they go, and the clock may fall back", () => {
    fill([
      { ts: base, value: 1 },
      { ts: base + 10, value: 2 },
    ]);
    fill([{ ts: base + keptSeconds + 5, value: 3 }]);
    fill([{ ts: base + 10, value: 4 }]);
    const store = new SampleStore(path);
    expect(store.list("memory", 0, 2 * base).map(({ ts, values }) => [ts - base, values[0]])).toEqual([
      [10, 4],
      [keptSeconds + 5, 3],
    ]);
    store.close();
  });

  test.each([
    ["no database", () => writeFileSync(path, "this is no database, and longer than a header is ".repeat(40))],
    ["of another version", () => withFile((database) => database.pragma("user_version = 99"))],
    ["damaged in the middle", damageMiddle],
  ])("when the file is %s, then it is set aside, the question fails once, and a new one is begun", async (_, spoil) => {
    fill(Array.from({ length: 300 }, (_, i) => ({ ts: base + i, value: i })));
    spoil();
    const opened = open({ isDiskFull: false });
    const totals = async () => (await opened.summarize("memory", undefined, [base, base + 400])).totals.total!;
    await expect(totals()).rejects.toThrow(/could not be used .*; it was set aside/);
    expect(readdirSync(folder).filter((name) => /\.damaged-\d+$/.test(name))).toHaveLength(1);
    expect((await totals()).count).toBeLessThanOrEqual(1);
    await opened.close();
  });
});

function withFile(work: (database: Database.Database) => void): void {
  const database = new Database(path);
  work(database);
  database.close();
}

function damageMiddle(): void {
  const bytes = readFileSync(path);
  bytes.fill(0xff, 4096, bytes.length);
  writeFileSync(path, bytes);
}
