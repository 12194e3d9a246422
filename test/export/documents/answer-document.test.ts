import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Block, Chart } from "../../../src/document/document.ts";
import type { Answer } from "../../../src/export/answer.ts";
import { documentOf } from "../../../src/export/documents/answer-document.ts";
import { writeExport } from "../../../src/export/write-export.ts";

const base: Omit<Answer, "type" | "params" | "content"> = {
  timezone: "Europe/Paris",
  baseTime: 1_774_746_000,
  span: { from: 1_774_742_400, to: 1_774_746_000 },
  itemCount: undefined,
  missingDays: [],
  isPartial: false,
};

const answer = (type: string, params: object, results: unknown, more: Partial<Answer> = {}): Answer => ({
  ...base,
  type,
  params: { filter: [], ...params },
  content: { json: new TextEncoder().encode(JSON.stringify(results)) },
  ...more,
});

const chartsOf = (blocks: readonly Block[]): Chart[] =>
  blocks.flatMap((block) => (block.kind === "chart" ? [block.chart] : []));
const textsOf = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) => (block.kind === "paragraph" ? [block.text] : []));
const tablesOf = (blocks: readonly Block[]) => blocks.flatMap((block) => (block.kind === "table" ? [block.table] : []));

const steps = Array.from({ length: 4 }, (_, i) => ({
  ts_from: 1_774_742_400 + i * 900,
  ts_to: 1_774_743_300 + i * 900,
  count: i,
}));
const top = {
  totals: {
    values: [
      { name: "a", count: 3 },
      { name: "", count: 1 },
    ],
  },
};

describe("a document of an answer", () => {
  test("when it is an EventRate, then it has the range on the clock of the zone, figures, a chart and its steps", () => {
    const totals = { sum: 6, count: 4, min: 0, max: 3, avg: 1.5, last: 3 };
    const { title, createdAt, blocks } = documentOf(answer("EventRate", {}, { totals, details: steps }), "pages");
    expect([title, createdAt]).toEqual(["Event rate", base.baseTime]);
    expect(blocks[0]).toMatchObject({
      facts: [{}, { name: "Time range", value: "2026-03-29 01:00:00 to 2026-03-29 03:00:00 (Europe/Paris)" }],
    });
    expect(blocks).toContainEqual({
      kind: "figures",
      figures: expect.arrayContaining([{ label: "Average", value: "1.5" }]),
    });
    expect(chartsOf(blocks)[0]).toMatchObject({ kind: "columns", series: [{ values: [0, 1, 2, 3] }] });
    expect([...tablesOf(blocks)[0]!.rows]).toHaveLength(4);
    expect(tablesOf(blocks)[0]!.columns.map(({ title, holds }) => [title, holds])).toEqual([
      ["From", "time"],
      ["To", "time"],
      ["Count", "number"],
    ]);
  });

  test("when it is asked again with what it says, then it is the same question", () => {
    const params = { field: "host", limit: 5, filter: [] };
    const code = textsOf(documentOf(answer("TopN", params, top), "pages").blocks).find((text) => text.startsWith("{"))!;
    expect(JSON.parse(code)).toEqual({ type: "TopN", params });
  });

  test("when more was counted than is shown, then a share is that of all, and the question stands at the end", () => {
    const totals = { ...top.totals, total_count: 40 };
    const { blocks } = documentOf(answer("TopN", { field: "host", limit: 5 }, { totals }), "pages");
    expect([...tablesOf(blocks)[0]!.rows]).toEqual([
      [1, "a", 3, 0.075],
      [2, "", 1, 0.025],
    ]);
    expect(blocks).toContainEqual({
      kind: "figures",
      figures: expect.arrayContaining([{ label: "Occurrences of these", value: "4 of 40" }]),
    });
    expect(blocks.at(-1)).toMatchObject({ kind: "paragraph", style: "code" });
  });

  test("when it is a TopN, then the ranking has shares, and steps have a chart of their own", () => {
    const plain = documentOf(answer("TopN", { field: "host", limit: 5 }, top), "pages").blocks;
    expect(tablesOf(plain).map(({ title, rows }) => [title, [...rows]])).toEqual([
      [
        "Values",
        [
          [1, "a", 3, 0.75],
          [2, "", 1, 0.25],
        ],
      ],
    ]);
    expect(chartsOf(plain).map(({ kind }) => kind)).toEqual(["bars"]);
    const details = steps.map((step, i) => ({
      ...step,
      values: [],
      total_values: [
        { name: "a", count: i === 2 ? 0 : 1 },
        { name: "", count: 0 },
      ],
      total_count: i === 2 ? 0 : 1,
    }));
    const stepped = documentOf(
      answer("TopN", { field: "host", limit: 5, with_subperiods: true }, { ...top, details }),
      "pages",
    ).blocks;
    expect(chartsOf(stepped)[1]).toMatchObject({
      kind: "columns",
      series: [{ name: "a", values: [1, 1, 0, 1] }, { name: "(empty)" }],
    });
    expect(tablesOf(stepped).map(({ title }) => title)).toEqual(["Values", "Steps (1 without any left out)"]);
    expect([...tablesOf(stepped)[1]!.rows].map((row) => row.slice(2))).toEqual([
      [1, 1, 0],
      [1, 1, 0],
      [1, 1, 0],
    ]);
  });

  test("when it is a Stats, then groups are drawn, and one row alone is told in figures", () => {
    const grouped = { totals: { values: [{ by: { host: "a", program: "p" }, avg: 1.5, count: 2 }] } };
    const params = { by: ["host", "program"], field: "bytes", functions: ["avg", "count"] };
    const { blocks } = documentOf(answer("Stats", params, grouped), "pages");
    expect(chartsOf(blocks)[0]).toMatchObject({
      title: "avg of bytes by host and program",
      categories: { values: ["a / p"] },
      series: [{ values: [1.5] }],
    });
    const alone = documentOf(
      answer("Stats", { ...params, by: [] }, { totals: { values: [{ by: {}, avg: 1.5, count: 2 }] } }),
      "pages",
    ).blocks;
    expect(alone).toContainEqual({
      kind: "figures",
      figures: [
        { label: "avg of bytes", value: "1.5" },
        { label: "count of bytes", value: "2" },
      ],
    });
  });

  test.each(["constructor", "duplicates"])(
    "when a Stats is by the field %s, then its column bears that name",
    (field) => {
      const results = { totals: { values: [{ by: { [field]: "a" }, count: 2 }] } };
      const { blocks } = documentOf(answer("Stats", { by: [field], functions: ["count"] }, results), "pages");
      expect(tablesOf(blocks)[0]!.columns.map(({ title }) => title)).toEqual([field, "Count"]);
    },
  );

  test.each([
    ["StorageStats", { new: 3, duplicates: 2, out_of_time: 1 }, "What is stored over time", "Out of time"],
    ["ProcessingStats", { new: 3, duplicates: 2, out_of_time: 1 }, "What came in over time", "Out of time"],
    ["System_IOPS", { reads: 1, read_bytes: 2, busy_percent: 3 }, "Disks of the host over time", "Busy percent"],
  ])("when it is a %s, then its chart and its columns are named in words", (type, figures, title, last) => {
    const details = [1, 2].map((step) => ({ ts_from: step * 60, ts_to: step * 60 + 60, ...figures }));
    const { blocks } = documentOf(answer(type, {}, { totals: {}, details }), "pages");
    const [chart] = chartsOf(blocks);
    expect(chart?.title).toBe(title);
    expect(chart?.series.map(({ name }) => name)).toContain(last);
    const tables = blocks.filter((block) => block.kind === "table").map(({ table }) => table);
    const named = [
      ...tables.map(({ title }) => title),
      ...tables.flatMap(({ columns }) => columns.map(({ title }) => title)),
    ];
    expect(named).toContain(last);
    expect(named.filter((name) => /_|Stats/.test(name))).toEqual([]);
  });

  test("when there is nothing, days are missing or it was stopped, then it says so and is a document", () => {
    for (const type of ["TopN", "EventRate", "Stats", "LastN", "Tasks", "System_CPU"]) {
      const { blocks } = documentOf(
        answer(type, { by: [], functions: ["count"], field: "x" }, null, {
          missingDays: ["2026-03-01", "2026-03-02"],
          isPartial: true,
        }),
        "sheets",
      );
      expect(textsOf(blocks).slice(0, 2)).toEqual([
        "Events of these days could not be read and are missing here: 2026-03-01, 2026-03-02.",
        "The query was stopped before it was finished: here is what it had found.",
      ]);
    }
  });
});

describe.each(["xlsx", "docx", "pdf"] as const)("an export as %s", (format) => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "vigie-test-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const { content: _, ...about } = answer("TopN", { field: "host", limit: 5 }, top);
  const order = { ...about, format, minFreeBytes: 0, results: new TextEncoder().encode(JSON.stringify(top)) };

  test("when the same results are exported twice, then the bytes are the same", async () => {
    const [one, two] = [
      await writeExport({ ...order, path: join(folder, "a") }, undefined),
      await writeExport({ ...order, path: join(folder, "b") }, undefined),
    ];
    const read = (written: typeof one, name: string) =>
      "bytes" in written ? Buffer.from(written.bytes.slice()) : readFileSync(join(folder, name));
    expect(read(one, "a").equals(read(two, "b"))).toBe(true);
    expect(read(one, "a").length).toBeGreaterThan(1000);
  });

  test("when the events fail on the way, then there is no file", async () => {
    const path = join(folder, "failing");
    // biome-ignore lint/correctness/useYield: it fails before it has any.
    function* failing(): Generator<never> {
      throw new Error("damaged");
    }
    const made = writeExport({ ...order, type: "Search", params: {}, path }, { tagNames: [], events: failing() });
    await expect(made).rejects.toThrow("damaged");
    expect(existsSync(path)).toBe(false);
  });
});
