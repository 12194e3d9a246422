import { expect, test } from "vitest";
import { programOfFile } from "../../../src/ingest/event/program-of-file.ts";

test.each([
  ["/var/log/dpkg.log.2.gz", "dpkg"],
  ["/var/log/syslog", "syslog"],
  ["access.log", "access"],
  ["access.log-20261121.zst", "access"],
  ["app-2026-11-21.log", "app"],
  ["app_20261121.txt.gz", "app"],
  ["2026-11-21.log", "2026-11-21"],
  ["/var/log/nginx/access.log.1", "nginx"],
  ["/var/log/apt/term.log", "apt"],
  ["/var/log/exim4/mainlog.2.gz", "exim4"],
  ["/opt/shop/logs/cart/error.log", "cart"],
  ["/home/kim/Downloads/access.log", "access"],
  ["/var/log/access.log", "access"],
  ["/var/log/mysql/slow.log", "slow"],
  ["app.log.2026-11-21", "app"],
  ["events.jsonl.gz", "events"],
  [".log", ".log"],
  ["stdin", ""],
])("when a file is %s, then lines without a program get %j", (name, program) => {
  expect(programOfFile(name)).toBe(program);
});
