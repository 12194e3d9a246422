import { expect, test } from "vitest";
import { understand } from "../ingest/line-formats/understand.ts";

/** Forms of time as languages, standards and devices document them, all of one instant; each leads a line. */
const forms = [
  "2026-11-20T21:05:07Z",
  "2026-11-20T22:05:07+01:00[Europe/Berlin]",
  "2026-11-20T21:05:07Z[UTC]",
  "2026-11-20 21:05:07 +0000 UTC",
  "2026-11-20 21:05:07 +0000 UTC m=+0.012",
  "2026-11-20 22:05:07 GMT+1",
  "2026-11-20 22:05:07 UTC+01:00",
  "2026-11-20 9:05:07 PM",
  "2026-11-20 09:05:07 PM",
  "2026-11-20 09:05:07 p.m.",
  "2026-11-20 21.05.07",
  "2026-11-20_21-05-07",
  "2026-11-20-21-05-07",
  "2026-11-20T21-05-07",
  "2026-11-20-21:05:07",
  "2026-11-20:21:05:07",
  "2026_11_20 21:05:07",
  "2026_11_20_21_05_07",
  "2026-324T21:05:07Z",
  "20261120T210507Z",
  "20261120T220507+0100",
  "20261120210507",
  "20261120210507Z",
  "20261120 210507",
  "20261120-21:05:07",
  "261120 21:05:07",
  "2026.11.20 21:05:07",
  "Fri, 20 Nov 2026 21:05:07 GMT",
  "Fri, 20 Nov 2026 22:05:07 +0100 (CET)",
  "Friday, 20-Nov-26 21:05:07 GMT",
  "Fri Nov 20 21:05:07 2026",
  "Fri Nov 20 21:05:07 UTC 2026",
  "Fri Nov 20 22:05:07 +0100 2026",
  "Fri Nov 20 09:05:07 PM UTC 2026",
  "Fri Nov 20 2026 22:05:07 GMT+0100 (Central European Standard Time)",
  "Fri 2026-11-20 21:05:07 UTC",
  "Fri 11/20/2026 21:05:07",
  "Fri 20.11.2026 21:05:07",
  "Fri, 11/20/2026 21:05:07",
  "Nov 20, 2026 9:05:07 PM",
  "Nov. 20, 2026 21:05:07",
  "November 20, 2026 at 9:05:07 PM UTC",
  "Friday, November 20, 2026 9:05:07 PM",
  "20 Nov 2026 21:05:07",
  "20-Nov-2026 21:05:07",
  "20-NOV-26 09.05.07 PM",
  "20/Nov/2026:21:05:07 +0000",
  "20Nov2026 21:05:07",
  "Nov-20-2026 21:05:07",
  "nov/20/2026 21:05:07",
  "2026 Nov 20 21:05:07",
  "11/20/2026 9:05:07 PM",
  "11/20/2026, 9:05:07 PM",
  "20.11.2026, 21:05:07",
  "20.11. 21:05:07",
  "21:05:07 20/11/2026",
  "21:05:07 20.11.2026",
  "21:05:07 2026-11-20",
  "21:05:07 20 Nov 2026",
  "21:05:07 UTC Fri Nov 20 2026",
  "9:05:07 PM 11/20/2026",
  "21:05:07 Nov 20",
  "2026年11月20日 21:05:07",
  "2026年11月20日 21时5分7秒",
  "2026년 11월 20일 21시 5분 7초",
  "1795208707",
  "1795208707000",
  "1795208707000000000",
  '"2026-11-20","21:05:07"',
  "13:05:07 -0800 20/Nov/2026",
];

test.each(forms)("when a line begins with %s, then that is its time and what follows its message", (form) => {
  expect(understand(`${form} all is well`)).toMatchObject({ time: "2026-11-20T21:05:07.000Z", message: "all is well" });
});

test.each([
  ["2026-11-20 21:05:07.789123", "789123Z"],
  ["2026-11-20 21:05:07:789", "789Z"],
  ["21:05:07.789 20/11/2026", "789Z"],
  ["20/Nov/2026:21:05:07:789 +0000", "789Z"],
])("when a line begins with %s, then its time has the part of the second", (form, part) => {
  expect(understand(`${form} all is well`)).toMatchObject({
    time: `2026-11-20T21:05:07.${part}`,
    message: "all is well",
  });
});

test("when RFC 822 leaves the seconds out, then the minute is the time", () => {
  const fields = understand("20 Nov 26 22:05 +0100 all is well");
  expect(fields).toMatchObject({ time: "2026-11-20T21:05:00.000Z", message: "all is well" });
});

test.each([
  ["a clock and a version", "21:05:07 1.2.3 is out"],
  ["a clock and an address", "21:05:07 10.20.30.40 is up"],
  ["the day 367", "2026-367T21:05:07Z all is well"],
  ["the day 366 of a common year", "2026-366T21:05:07Z all is well"],
  ["hours beyond 23", "2026-11-20_24-05-07 all is well"],
  ["a name of numbers", "2026_11_20_export_7 all is well"],
])("when a line begins with %s, then that is no time", (_title, line) => {
  expect(understand(line).time).toBeUndefined();
});

test.each(["0001-01-01 00:00:00", "01/01/0001 00:00:00", "0001-01-01T00:00:00Z"])(
  "when a line begins with %s, which says that there is no time, then it has none",
  (form) => {
    expect(understand(`${form} message`)).not.toHaveProperty("time");
  },
);
