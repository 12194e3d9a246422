import { expect, test } from "vitest";
import { BadEvent } from "../../../src/ingest/event/bad-event.ts";
import type { MapContext } from "../../../src/ingest/event/finish-event.ts";
import { mapEvent } from "../../../src/ingest/event/map-event.ts";

const time = Date.UTC(2026, 10, 21, 9) * 1000;
const context: MapContext = { arrival: time + 3_600_000_000, oldest: 0, address: "peer", type: 2, defaultTags: [] };

test.each([
  [
    "journalctl -o json",
    {
      __REALTIME_TIMESTAMP: String(time),
      _HOSTNAME: "web-1",
      SYSLOG_IDENTIFIER: "sshd",
      PRIORITY: "4",
      MESSAGE: "boom",
    },
    ["web-1", "sshd"],
  ],
  ["Seq's CLEF, rendered", { "@t": "2026-11-21T09:00:00Z", "@m": "boom", "@l": "Warning" }, ["peer", ""]],
  ["python-json-logger", { asctime: "2026-11-21 09:00:00,000", levelname: "WARNING", message: "boom" }, ["peer", ""]],
  [
    "logstash-logback-encoder",
    { "@timestamp": "2026-11-21T09:00:00Z", logger_name: "org.example.App", level: "WARN", message: "boom" },
    ["peer", "org.example.App"],
  ],
  [
    "MongoDB's time, log4j2's logger",
    { t: { $date: "2026-11-21T09:00:00.000+00:00" }, loggerName: "org.example.App", level: "WARN", msg: "boom" },
    ["peer", "org.example.App"],
  ],
  ["GCP", { timestamp: "2026-11-21T09:00:00Z", severity: "WARNING", textPayload: "boom" }, ["peer", ""]],
])(
  "when an event is of %s, then its time, severity, message, host and program are found",
  (_title, json, [host, program]) => {
    const event = mapEvent(json, context);
    if (event instanceof BadEvent) throw new Error(event.error);
    const { row } = event;
    expect({
      time: row.times[0],
      severity: row.severity,
      message: row.message,
      host: row.host,
      program: row.program,
    }).toEqual({
      time,
      severity: 4,
      message: "boom",
      host,
      program,
    });
  },
);
