import { describe, expect, test } from "vitest";
import { questionOf } from "../../src/board/widget-question.ts";

const hour = { preset: "last_1_hours" };
const filter = [{ field: "host", value: "a*" }];

describe("the question of a widget", () => {
  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ["Search", {}, { page_size: 10 }],
    [
      "SearchQuery",
      { limit: 3, sort: "-counter", columns: ["host"], col: 1, filter },
      { page_size: 3, sort: "-counter", filter },
    ],
    ["TopN", { field: "program", limit: 7, view_type: "list", q: "a" }, { field: "program", limit: 7, q: "a" }],
    ["TopNQuery", { view_type: "time_chart_bars" }, { with_subperiods: true }],
    ["EventRate", { view_type: "time_chart_bars", show_min: true, filter }, { filter }],
    ["System_CPU", { cpu: "0", limit: 3 }, { cpu: "0" }],
    ["Tasks", { is_open: true, sort: "due", time_range: hour }, { is_open: true, sort: "due" }],
    ["StorageStats", { filter }, {}],
  ])("when %s has the config %j, then it asks %j", (type, config, params) => {
    expect(questionOf({ type, config }, {})).toEqual({ type: type.replace(/Query$/, ""), params } as ReturnType<
      typeof questionOf
    >);
  });

  test("when a widget has no time range, then the dashboard's is taken, and none for what has no time", () => {
    const today = { preset: "today" };
    expect(questionOf({ type: "TopN", config: {} }, { time_range: hour }).params.time_range).toEqual(hour);
    expect(questionOf({ type: "TopN", config: { time_range: today } }, { time_range: hour }).params.time_range).toEqual(
      today,
    );
    expect(questionOf({ type: "Tasks", config: { time_range: today } }, { time_range: hour }).params).toEqual({});
  });
});
