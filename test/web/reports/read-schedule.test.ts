import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describeCronProblem } from "../../../src/api/report-schedules/cron.ts";
import { readSchedule, splitZone } from "../../../src/web/pages/reports/schedules/read-schedule.ts";

describe("a plan in words", () => {
  test.each([
    ["every Monday at 8", "0 8 * * 1"],
    ["Mondays at 8am", "0 8 * * 1"],
    ["every day at 12am", "0 0 * * *"],
    ["every day at 12:30 pm", "30 12 * * *"],
    ["daily at noon", "0 12 * * *"],
    ["daily", "0 0 * * *"],
    ["weekdays at 7:30", "30 7 * * 1-5"],
    ["on weekends at 22.05", "5 22 * * 0,6"],
    ["Friday, Monday and Wed at 9", "0 9 * * 1,3,5"],
    ["on the 1st at 6", "0 6 1 * *"],
    ["the 15th of the month at 18:00", "0 18 15 * *"],
    ["every hour", "0 * * * *"],
    ["every 15 minutes", "*/15 * * * *"],
    ["jeden Montag um 8", "0 8 * * 1"],
    ["montags und freitags um 8 Uhr", "0 8 * * 1,5"],
    ["werktags um 7:30", "30 7 * * 1-5"],
    ["täglich um Mitternacht", "0 0 * * *"],
    ["alle 2 Stunden", "0 */2 * * *"],
    ["am 1. um 6", "0 6 1 * *"],
    ["am 31. des Monats um 6", "0 6 31 * *"],
    ["0 8 * * 1-5", "0 8 * * 1-5"],
    ["  */5   * * * * ", "*/5 * * * *"],
    ["@daily", "@daily"],
  ])("when it says %j, then that is %s", (text, cron) => {
    expect(readSchedule(text)).toBe(cron);
    expect(describeCronProblem(cron)).toBeUndefined();
  });

  test.each([
    "",
    "soon",
    "every full moon",
    "every Monday at 25",
    "every Monday at 8:75",
    "every day at 13pm",
    "every 0 minutes",
    "every 90 minutes",
    "on the 32nd at 6",
    "Monday and Foolsday at 8",
    "at eight",
    "@noon",
    "jeden Mondtag um 8",
  ])("when it says %j, then it is not understood", (text) => {
    expect(readSchedule(text)).toBeUndefined();
  });

  test("when it is any text at all, then it is not understood or is five fields that croner may refuse, and nothing breaks", () => {
    const word = fc.constantFrom(
      "every",
      "monday",
      "jeden",
      "am",
      "um",
      "at",
      "8",
      "7:30",
      "1.",
      "*",
      "*/5",
      "and",
      "pm",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(word, { maxLength: 8 }).map((words) => words.join(" ")),
        ),
        (text) => {
          const cron = readSchedule(text);
          if (cron !== undefined) expect(cron.startsWith("@") || cron.split(" ").length === 5).toBe(true);
        },
      ),
    );
  });

  test("when a zone stands behind it, then both are known; what is no zone belongs to the plan", () => {
    const zones = ["UTC", "Europe/Berlin", "America/New_York"];
    const monday = { plan: "every Monday at 8", zone: "Europe/Berlin" };
    expect(splitZone("every Monday at 8 in Europe/Berlin", zones)).toEqual(monday);
    expect(splitZone("every Monday at 8 in berlin ", zones)).toEqual(monday);
    expect(splitZone("täglich um 8 in UTC", zones)).toEqual({ plan: "täglich um 8", zone: "UTC" });
    expect(splitZone("daily at 8 in Atlantis", zones)).toEqual({ plan: "daily at 8 in Atlantis" });
    expect(splitZone("daily", zones)).toEqual({ plan: "daily" });
  });
});
