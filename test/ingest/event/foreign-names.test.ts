import { expect, test } from "vitest";
import { BadEvent } from "../../../src/ingest/event/bad-event.ts";
import { EventFields } from "../../../src/ingest/event/event-fields.ts";
import { protocolNames } from "../../../src/ingest/event/foreign-names.ts";
import { mapEvent } from "../../../src/ingest/event/map-event.ts";

const at = "2026-11-21T09:00:00Z";
const context = { arrival: Date.parse(at) * 1000, oldest: 0, address: "web-1", type: 0, defaultTags: [] };

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

test.each([
  ["Okta", { published: at, eventType: "user.session.start", severity: "WARN", displayMessage: "m" }, 4],
  ["MySQL's error log", { prio: 1, err_symbol: "ER_X", label: "Error", msg: "m", time: at }, 3],
  ["an export of Splunk", { _time: at, _raw: "m", sourcetype: "shop" }, undefined],
  ["Azure's tables", { TimeGenerated: at, Level: "Error", Message: "m" }, 3],
  ["Azure's activities", { eventTimestamp: at, level: "Error", message: "m" }, 3],
])("when an event is of %s, then its time, severity and message are known", (_title, json, severity) => {
  const event = mapEvent(json, context, JSON.stringify(json));
  if (event instanceof BadEvent) throw new Error(event.error);
  expect(event.withoutTime).toBe(false);
  expect(event.row.message).toBe("m");
  if (severity !== undefined) expect(event.row.severity).toBe(severity);
});

test("when a priority or a facility is that of something else, then it is a tag", () => {
  const { severity, facility, tags } = read({ message: "m", priority: "high", facility: "building 7" });
  expect([severity, facility, tags.length]).toEqual([undefined, undefined, 4]);
  expect(read({ message: "m", priority: "err" }).severity).toBeUndefined();
});
