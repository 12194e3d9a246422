import { expect, test } from "vitest";
import { dayOfName } from "../../../src/cli/import/day-of-name.ts";
import type { LogFile } from "../../../src/cli/import/open-log-file.ts";
import { emptyAccount, RecordReader } from "../../../src/cli/import/record-reader.ts";
import { describeFinding } from "../../../src/ingest/line-formats/learn/describe-finding.ts";
import type { LineRecord } from "../../../src/ingest/line-formats/records/line-record.ts";

test.each([
  ["server-2026-11-21.log", "2026-11-21"],
  ["/var/log/old/app_20261121.txt.gz", "2026-11-21"],
  ["access.log.2026-11-21", "2026-11-21"],
  ["2026.11.21-game.log.zst", "2026-11-21"],
  ["npm-2026_11_21T07-debug.log", "2026-11-21"],
  ["app.log-20261121", undefined],
  ["app.log-20261121.gz", undefined],
  ["from-2026-11-20-to-2026-11-21.log", undefined],
  ["build-2026-11-31.log", undefined],
  ["order-1202611210.log", undefined],
  ["app-2026-1121.log", undefined],
  ["/logs/2026-11-21/app.log", undefined],
  ["app.log", undefined],
])("when a file is named %s, then the day of its lines is %s", (name, expected) => {
  const day = dayOfName(name);
  expect(day && new Date(Date.UTC(day.year, day.month - 1, day.day)).toISOString().slice(0, 10)).toBe(expected);
});

async function timesIn(file: Pick<LogFile, "name" | "modified">): Promise<{ times: string[]; told: string }> {
  const records: LineRecord[] = [];
  const account = emptyAccount();
  const options = { line: { timezone: "Europe/Berlin" }, oneLine: false };
  const reader = new RecordReader(file, options, account, (record) => records.push(record));
  for (const line of ["23:59:58 alpha is up", "23:59:59 beta is up", "00:00:01 gamma is up"]) reader.push(line);
  await reader.giveOut(true);
  const times = records.map(({ fields }) => new Date((fields as { time: number }).time / 1000).toISOString());
  return { times, told: describeFinding(account.finding!) };
}

test("when lines have clocks alone and the name has a date, then they begin on that day, however late it was copied", async () => {
  const { times, told } = await timesIn({ name: "game-2026-11-21.log", modified: Date.UTC(2027, 0, 5) * 1000 });
  expect(times).toEqual(["2026-11-21T22:59:58.000Z", "2026-11-21T22:59:59.000Z", "2026-11-21T23:00:01.000Z"]);
  expect(told).toContain("The first ones are taken for those of 2026-11-21, which the file's name tells.");
});
