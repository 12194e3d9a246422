import { describe, expect, test } from "vitest";
import type { Block } from "../../../src/document/document.ts";
import { dashboardDocument } from "../../../src/export/documents/dashboard-document.ts";
import type { AnsweredWidget } from "../../../src/export/documents/dashboard-order.ts";

const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const span = { from: 1_800_000_000, to: 1_800_003_600 };
const counts = (n: number) => Array.from({ length: n }, (_, i) => ({ name: `web${i}`, count: 100 - i }));
const steps = [0, 1].map((i) => ({ ts_from: span.from + i * 1800, ts_to: span.from + (i + 1) * 1800 }));
const topHosts = (config: Record<string, unknown>, values = 4): AnsweredWidget => ({
  title: "Hosts",
  type: "TopN",
  params: { field: "host", limit: 5 },
  config,
  span,
  answer: json({
    totals: { values: counts(values) },
    details: steps.map((step) => ({ ...step, values: counts(values), total_values: counts(values), total_count: 1 })),
  }),
});
const rate = (config: Record<string, unknown>): AnsweredWidget => ({
  title: "Rate",
  type: "EventRate",
  params: {},
  config,
  span,
  answer: json({
    totals: { sum: 3, count: 2, min: 1, max: 2, avg: 1.5, last: 2 },
    details: steps.map((step, i) => ({ ...step, count: i + 1 })),
  }),
});
const order = (widgets: AnsweredWidget[], missingDays: string[] = []) => ({
  title: "Ops",
  format: "pdf" as const,
  baseTime: span.to,
  timezone: "Europe/Paris",
  missingDays,
  widgets,
  path: "",
  minFreeBytes: 0,
});
const flat = (blocks: readonly Block[]): Block[] =>
  blocks.flatMap((block) => (block.kind === "row" ? block.cells.flatMap((cell) => flat(cell.blocks)) : [block]));
const told = (widgets: AnsweredWidget[], medium: "pages" | "sheets" = "pages") =>
  flat(dashboardDocument(order(widgets), medium).blocks)
    .filter(({ kind }) => kind !== "facts")
    .map((block) => {
      if (block.kind === "heading" || block.kind === "paragraph") return `${block.kind} ${block.text}`;
      if (block.kind === "chart") return `${block.chart.kind} by ${block.chart.categories.hold}`;
      return block.kind === "table" ? `table ${block.table.title} ${[...block.table.rows].length}` : block.kind;
    });
const time = "paragraph 2027-01-15 09:00:00 to 2027-01-15 10:00:00";

describe("a dashboard as a document", () => {
  test.each([
    ["a ranking", topHosts({ view_type: "badge" }), { label: "web0", value: "100" }],
    ["a rate", rate({ view_type: "badge", show_min: true, show_max: true }), { label: "Occurrences", value: "3" }],
  ])("when %s is a badge, then it is one number", (_, widget, figure) => {
    const blocks = flat(dashboardDocument(order([widget]), "pages").blocks);
    expect(blocks.filter(({ kind }) => ["figures", "chart", "table"].includes(kind))).toEqual([
      { kind: "figures", figures: [figure] },
    ]);
  });

  test("when a pie shows some of all, then what is not named has its slice", () => {
    const totals = { values: counts(2), total_count: 500 };
    const widget = { ...topHosts({ view_type: "pie_chart" }), answer: json({ totals }) };
    const pie = flat(dashboardDocument(order([widget]), "pages").blocks).find(({ kind }) => kind === "chart");
    expect(pie).toMatchObject({
      chart: {
        kind: "pie",
        categories: { values: ["web0", "web1", "(others)"] },
        series: [{ values: [100, 99, 301] }],
      },
    });
  });

  test("when it is made, then it says of when it is and names days that are missing", () => {
    const document = dashboardDocument(order([], ["2027-01-14"]), "pages");
    expect(document).toMatchObject({ title: "Ops", createdAt: span.to, timezone: "Europe/Paris" });
    expect(JSON.stringify(document.blocks)).toContain("2027-01-15 10:00:00 (Europe/Paris), all from this instant");
    expect(JSON.stringify(document.blocks)).toContain("missing here: 2027-01-14.");
  });

  test.each([
    [undefined, ["pie by text", "table Values 4"]],
    ["list", ["table Values 4"]],
    ["badge", ["figures"]],
    ["time_chart_bars", ["columns by time", "table Values 4"]],
    ["time_chart_splines", ["lines by time", "table Values 4"]],
  ])("when a ranking is viewed as %s, then the page shows that", (view_type, expected) => {
    expect(told([topHosts({ view_type, description: " Where it burns. " })])).toEqual([
      "heading Hosts",
      "paragraph Where it burns.",
      time,
      ...expected,
    ]);
  });

  test.each([
    [undefined, ["figures", "columns by time"]],
    ["time_chart_splines", ["figures", "lines by time"]],
    ["badge", ["figures"]],
  ])("when a rate is viewed as %s, then the page shows that, without its steps as numbers", (view_type, expected) => {
    expect(told([rate({ view_type })])).toEqual(["heading Rate", time, ...expected]);
  });

  test("when it becomes a spreadsheet, then all tables are there under the names of their widgets", () => {
    expect(told([topHosts({}), rate({})], "sheets").filter((text) => text.startsWith("table"))).toEqual([
      "table Hosts 4",
      "table Hosts, steps 2",
      "table Rate 2",
    ]);
  });

  test("when there are many values, then they are bars, and beside another widget the first ten rows, which is said", () => {
    const many = topHosts({ col: 0, row: 0, sizeX: 3 }, 30);
    expect(told([many])).toEqual(["heading Hosts", time, "bars by text", "table Values 30"]);
    expect(told([many, rate({ col: 3, row: 0, sizeX: 3, view_type: "badge" })])).toEqual([
      "heading Hosts",
      time,
      "bars by text",
      "table Values 10",
      "paragraph These are the first 10 rows. A spreadsheet has all of them.",
      "heading Rate",
      time,
      "figures",
    ]);
  });

  test("when a ranking has parts, then a page shows them, too", () => {
    const values = [{ name: "web0", count: 9, subfields: { user: [{ name: "ann", count: 4 }] } }];
    const widget = { ...topHosts({ view_type: "list" }), answer: json({ totals: { values } }) };
    expect(told([widget]).slice(2)).toEqual(["table Values 1", "table Parts 1"]);
    expect(told([widget, { ...widget, config: { col: 3 } }]).filter((text) => text.includes("Parts"))).toHaveLength(2);
  });

  test.each([
    ["a ranking", { ...topHosts({}), answer: json({ totals: { values: [] } }) }],
    ["tasks", { ...topHosts({}), type: "Tasks", params: {}, answer: json([]) }],
    ["notifications", { ...topHosts({}), type: "Notifications", params: {}, answer: json([]) }],
  ])("when %s has nothing, then the page says that alone", (_, widget) => {
    expect(told([widget])).toEqual(["heading Hosts", time, "paragraph There is nothing to show."]);
  });

  test.each([
    [
      undefined,
      ["Time", "Severity", "Host", "Program", "Message", "Tags", "Count"],
      ["web", "shop", "m", "code=500", 7],
    ],
    [
      ["message", "code", "ut_order", "pattern", "counter", "last_occurrence"],
      ["Time", "Severity", "code", "order", "pattern", "Count", "Message"],
      ["500", "", "p1", 2, "m"],
    ],
  ])(
    "when a search shows the columns %j, then so does its page, and of each event what lies in the range",
    (...row) => {
      const [columns, titles, cells] = row;
      const event = {
        first_occurrence: span.from,
        last_occurrence: span.to + 60,
        counter: 7,
        severity: 3,
        host: "web",
        program: "shop",
        message: "m",
      };
      const inRange = columns && { last_occurrence: span.from, counter: 2, first_occurrence: span.from };
      const object = { ...event, user_tags: { code: "500" }, pattern: "p1", in_range: inRange };
      const widget = { ...topHosts({ columns }), type: "Search", answer: json({ events: { objects: [object] } }) };
      const [table] = flat(dashboardDocument(order([widget]), "pages").blocks).filter(({ kind }) => kind === "table");
      if (table?.kind !== "table") throw new Error("no table");
      expect(table.table.columns.map(({ title }) => title)).toEqual(titles);
      expect([...table.table.rows]).toEqual([[columns ? span.from : span.to + 60, 3, ...cells]]);
    },
  );

  test("when patterns are told, then in words, without what was not asked for", () => {
    const pattern = {
      id: "p1",
      text: "a <*>",
      count: 1200,
      share: 0.5,
      bytes: null,
      is_new: null,
      first_seen: span.from,
    };
    const values = [{ ...pattern, last_seen: span.to, severities: { ERROR: 1199, INFO: 1 }, example_id: "4" }];
    const widget = { ...topHosts({}), type: "Patterns", params: {}, answer: json({ totals: { count: 1, values } }) };
    const [table] = flat(dashboardDocument(order([widget]), "pages").blocks).filter(({ kind }) => kind === "table");
    if (table?.kind !== "table") throw new Error("no table");
    expect(table.table.columns.map(({ title }) => title).join(", ")).toBe(
      "ID, Text, Count, Share, First seen, Last seen, Severities, Example",
    );
    expect([...table.table.rows][0]).toContain("ERROR 1,199, INFO 1");
  });

  test("when a widget could not be answered, or has nothing, then it says so", () => {
    const broken = { ...topHosts({}), span: undefined, answer: "This widget cannot be asked." };
    const empty = { ...rate({}), type: "System_CPU", span: undefined, answer: json({ totals: {}, details: [] }) };
    expect(told([broken])).toEqual(["heading Hosts", "paragraph This widget cannot be asked."]);
    expect(told([empty]).at(-1)).toMatch(/table|nothing to show/);
  });
});
