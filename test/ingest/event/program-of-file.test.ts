import { expect, test } from "vitest";
import { programOfFile } from "../../../src/ingest/event/program-of-file.ts";

test.each([
  ["/var/log/dpkg.log.2.gz", "dpkg"],
  ["/var/log/syslog", "syslog"],
  ["access.log", "access"],
  ["access.log-20261121.zst", "access"],
  ["app-2026-11-21.log", "app-2026-11-21"],
  ["app.log.2026-11-21", "app"],
  ["events.jsonl.gz", "events"],
  [".log", ".log"],
  ["stdin", ""],
])("when a file is %s, then lines without a program get %j", (name, program) => {
  expect(programOfFile(name)).toBe(program);
});
