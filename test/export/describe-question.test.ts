import { expect, test } from "vitest";
import { describeQuestion } from "../../src/export/describe-question.ts";

const severity = { field: "severity", op: "le", value: 3, ignore_case: true };
const host = { field: "host", op: "eq", value: ["web*", "db"], ignore_case: true };

test.each([
  ["Search", { filter: [], sort: "-last_occurrence" }, "Events", "Events, the latest first."],
  [
    "Search",
    { filter: [severity, host], sort: "counter" },
    "Events",
    'Events where severity is at most 3 (ERROR) and where host is "web*" or "db", the rarest first.',
  ],
  ["Search", { filter: [], q: "host:web* fail" }, "Events", "Events which match host:web* fail."],
  ["Search", { filter: [{ ...severity, field: "code", op: "eq", value: "*" }] }, "Events", "Events with code."],
  ["Search", { filter: [{ ...host, op: "ne" }] }, "Events", 'Events where host is not "web*" nor "db".'],
  [
    "TopN",
    { field: "host", limit: 5, filter: [], subfields: ["program"], subfields_limit: 3, with_subperiods: true },
    "Top 5 of host",
    "The 5 most frequent values of host in events, each with its 3 most frequent values of program, in all and in each step.",
  ],
  ["LastN", { field: "user", limit: 2 }, "Last 2 of user", "The 2 values of user that were seen last in events."],
  ["EventRate", { filter: [] }, "Event rate", "Occurrences in each step of time, of events."],
  [
    "Stats",
    { by: ["host", "program"], field: "bytes", functions: ["avg", "max"], filter: [severity] },
    "Avg, max of bytes by host and program",
    "Avg, max of bytes by host and program of events where severity is at most 3 (ERROR).",
  ],
  ["System_CPU", {}, "Processors of the host", "Processors of the host."],
])("when a %s is described, then as people would say it", (type, params, title, sentence) => {
  expect(describeQuestion(type, params)).toEqual({ title, sentence });
});
