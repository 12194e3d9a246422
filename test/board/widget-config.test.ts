import { describe, expect, test } from "vitest";
import { checkWidgetConfig } from "../../src/board/widget-config.ts";
import { widgetTypes } from "../../src/board/widget-type.ts";
import { AppError, invalidFields } from "../../src/lib/errors.ts";

const accept = () => {};

function faults(
  type: string,
  config: Record<string, unknown>,
  checkQuestion = accept as Parameters<typeof checkWidgetConfig>[2],
): string[] {
  try {
    checkWidgetConfig(type, config, checkQuestion);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return Object.keys(error.details.fields ?? {});
  }
}

describe("the place on the grid", () => {
  test.each([
    ["col", 0, 5, [-1, 6, 1.5, "1", null]],
    ["row", 0, 100_000, [-1, 0.5, Number.NaN]],
    ["sizeX", 1, 6, [0, 7]],
    ["sizeY", 1, 100_000, [0, -1]],
  ])("when %s is %d or %d, then it fits every type, and beyond it does not", (field, low, high, wrong) => {
    for (const type of widgetTypes) {
      expect(faults(type, { [field]: low })).toEqual([]);
      expect(faults(`${type}Query`, { [field]: high })).toEqual([]);
      for (const value of wrong) expect(faults(type, { [field]: value })).toEqual([`config.${field}`]);
    }
  });

  test("when a config is empty or has fields of others, then it fits every type", () => {
    for (const type of widgetTypes) {
      expect(faults(type, {})).toEqual([]);
      expect(faults(type, { unknown: { deep: [null] }, "": 1 })).toEqual([]);
    }
  });
});

describe("the fields of a type", () => {
  test.each<[string, Record<string, unknown>, string[]]>([
    [
      "TopN",
      { field: "host", limit: 1, show_other: true, subfields: ["program"], subfields_limit: 2, view_type: "pie_chart" },
      [],
    ],
    ["TopN", { view_type: "line" }, ["config.view_type"]],
    ["TopN", { limit: 0 }, ["config.limit"]],
    ["TopN", { show_other: 1, subfields: "host" }, ["config.show_other", "config.subfields"]],
    ["LastN", { field: "host", limit: 3 }, []],
    ["LastN", { field: 3 }, ["config.field"]],
    ["Search", { limit: 10, sort: "-counter", columns: ["host"] }, []],
    ["Search", { limit: 10, sort: ["-counter"] }, ["config.sort"]],
    ["Search", { columns: [1] }, ["config.columns.0"]],
    ["EventRate", { view_type: "badge", show_min: true, show_max: false, show_avg: true, show_last: true }, []],
    ["EventRate", { view_type: "list" }, ["config.view_type"]],
    ["EventRate", { show_min: "yes" }, ["config.show_min"]],
    ["Tasks", { target: "all", is_open: true, is_overdue: false, assigned_to: [1], sort: "due" }, []],
    ["Tasks", { is_open: "yes" }, ["config.is_open"]],
    ["Stats", { by: ["host"], functions: ["p99"], field: "bytes" }, []],
    ["Stats", { functions: "p99" }, ["config.functions"]],
    ["Search", { time_range: "today" }, ["config.time_range"]],
    ["Search", { filter: {} }, ["config.filter"]],
    ["Search", { description: 5 }, ["config.description"]],
    ["EventRate", { filter: [{ field: "severity", op: "le", value: 3 }], q: "host:web* -program:cron" }, []],
    ["EventRate", { filter: [{ field: "host", op: "like", value: "a" }] }, ["config.filter.0.op"]],
    ["EventRate", { filter: [{ field: "host", op: "=~", value: "(" }] }, ["config.filter.0.value"]],
    ["EventRate", { q: "host:(" }, ["config.q"]],
  ])("when %s has %j, then what does not fit is %j", (type, config, expected) => {
    expect(faults(type, config)).toEqual(expected);
  });
});

describe("what only the engine can check", () => {
  test("when the engine refuses a parameter, then it is named as the config calls it", () => {
    const refuse = () => {
      throw invalidFields({
        "params.page_size": ["too many"],
        "params.filter.0.op": ["unknown"],
        "params.time_range.ts_from": ["late"],
        type: ["?"],
      });
    };
    expect(faults("SearchQuery", { limit: 99_999 }, refuse)).toEqual([
      "config.limit",
      "config.filter.0.op",
      "config.time_range.ts_from",
      "config",
    ]);
  });

  test("when the engine itself fails, then that is not the caller's fault", () => {
    const fail = () => {
      throw new Error("broken");
    };
    expect(() => checkWidgetConfig("TopN", {}, fail)).toThrow("broken");
  });
});
