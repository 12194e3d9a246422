import { expect, test } from "vitest";
import { EventFields } from "../../../src/ingest/event/event-fields.ts";
import { protocolNames } from "../../../src/ingest/event/foreign-names.ts";

function read(json: Record<string, unknown>) {
  const fields = new EventFields(protocolNames);
  for (const name in json) fields.addLeaf(name, json[name]);
  fields.resolve();
  const { host, program, severity, facility, tags } = fields;
  return { host, program, severity, facility, tags: tags.finish() };
}

test("when rsyslog writes JSON as it does by itself, then its words are host, severity and facility", () => {
  const json = { message: "m", fromhost: "web-1", facility: "local0", priority: "err" };
  const found = { host: "web-1", program: "", severity: 3, facility: 16, tags: [] };
  expect(read({ ...json, timereported: "2026-11-21T09:00:00Z" })).toEqual(found);
});

test("when syslog-ng writes JSON as it does by itself, then its words are host, program, severity and facility", () => {
  const json = { PROGRAM: "shop", PRIORITY: "err", MESSAGE: "m", HOST: "web-1", FACILITY: "local0" };
  expect(read(json)).toEqual({ host: "web-1", program: "shop", severity: 3, facility: 16, tags: [] });
});

test("when a priority or a facility is that of something else, then it is a tag", () => {
  const { severity, facility, tags } = read({ message: "m", priority: "high", facility: "building 7" });
  expect([severity, facility, tags.length]).toEqual([undefined, undefined, 4]);
  expect(read({ message: "m", priority: "err" }).severity).toBeUndefined();
});
