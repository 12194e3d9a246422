import { expect, test } from "vitest";
import { howPagesFor } from "../../../src/api/how/pages.ts";
import { needsOf } from "../../../src/web/pages/welcome/needs.ts";

const needs = (name: string, origin: string) => needsOf(howPagesFor().find((page) => page.name === name)!, origin);

test.each([
  ["rsyslog", "http://127.0.0.1:7080", "vigie serve --syslog-tcp 514"],
  ["python", "http://localhost:7080", "the package graypy, and vigie serve --gelf-tcp 12201"],
  ["go", "http://[::1]:7080", "vigie serve --syslog-tcp 514"],
  ["rsyslog", "http://logs.example:7080", "vigie serve --host 0.0.0.0 --syslog-tcp 514"],
  ["network-devices", "http://127.0.0.1:7080", "vigie serve --host 0.0.0.0 --syslog-udp 514"],
  ["curl", "http://127.0.0.1:7080", ""],
])("when %s is pointed at %s, then what it needs is '%s'", (name, origin, expected) => {
  expect(needs(name, origin)).toBe(expected);
});
