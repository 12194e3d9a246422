import { describe, expect, test } from "vitest";
import { understand } from "../understand.ts";

const up = "%LINEPROTO-5-UPDOWN: Line protocol on Interface Vlan1, changed state to up";

describe("what Cisco devices write", () => {
  const cases: [title: string, line: string, fields: Record<string, unknown>][] = [
    [
      "a counter and a time without a year, sent with a priority",
      `<189>29: *Nov  1 18:46:11: ${up}`,
      { time: "2026-11-01T18:46:11.000Z", severity: 5, facility: 23, message: up, extra: { sequence: "29" } },
    ],
    [
      "two counters, the device's name and a time that is not synchronised",
      `<189>12: 000123: switch-7: .Nov 21 09:00:00.123 UTC: ${up}`,
      {
        time: "2026-11-21T09:00:00.123Z",
        host: "switch-7",
        severity: 5,
        facility: 23,
        message: up,
        extra: { sequence: "12, 000123" },
      },
    ],
    [
      "Nexus, the year in front",
      `<189>: 2026 Nov 21 09:00:00 UTC: ${up}`,
      { time: "2026-11-21T09:00:00.000Z", severity: 5, facility: 23, message: up },
    ],
    [
      "ASA with its name",
      "<166>Nov 21 2026 09:00:00 fw1 : %ASA-6-302013: Built outbound TCP connection 7",
      {
        time: "2026-11-21T09:00:00.000Z",
        host: "fw1",
        severity: 6,
        facility: 20,
        message: "%ASA-6-302013: Built outbound TCP connection 7",
      },
    ],
    [
      "a priority and the message alone",
      "<164>%ASA-4-106023: Deny tcp src outside:192.0.2.1/80",
      { severity: 4, facility: 20, message: "%ASA-4-106023: Deny tcp src outside:192.0.2.1/80" },
    ],
    [
      "the time since its start",
      "<187>46: 1w2d: %LINK-3-UPDOWN: Interface Gi0/1, changed state to down",
      {
        severity: 3,
        facility: 23,
        message: "%LINK-3-UPDOWN: Interface Gi0/1, changed state to down",
        extra: { sequence: "46", device_time: "1w2d" },
      },
    ],
    [
      "its own file, no priority: the severity is that of the mnemonic",
      "*Nov  1 18:46:11.123: %LINK-3-UPDOWN: Interface Gi0/1, changed state to down",
      {
        time: "2026-11-01T18:46:11.123Z",
        severity: 3,
        message: "%LINK-3-UPDOWN: Interface Gi0/1, changed state to down",
      },
    ],
    [
      "a file of a collector, whose time counts",
      `Nov 21 09:00:00 switch1 29: *Mar  1 18:46:11: ${up}`,
      {
        time: "2026-11-21T09:00:00.000Z",
        host: "switch1",
        severity: 5,
        message: up,
        extra: { sequence: "29", device_time: "Mar  1 18:46:11" },
      },
    ],
    [
      "a file of a collector with an ISO time",
      "2026-11-21T09:00:00.123456+01:00 fw1 %ASA-4-106023: Deny tcp src outside:192.0.2.1/80",
      {
        time: "2026-11-21T08:00:00.123456Z",
        host: "fw1",
        severity: 4,
        message: "%ASA-4-106023: Deny tcp src outside:192.0.2.1/80",
      },
    ],
  ];
  test.each(cases)("when a line has %s, then it has time, mnemonic and message", (_title, line, fields) => {
    expect(understand(line)).toEqual({ format: "syslog", ...fields });
  });

  test("when the device names UTC, then the assumed zone does not move its time", () => {
    const fields = understand(`<189>12: Nov 21 2026 09:00:00 UTC: ${up}`, { timezone: "Europe/Berlin" });
    expect(fields.time).toBe("2026-11-21T09:00:00.000Z");
    const local = understand(`<189>12: Nov 21 2026 09:00:00 CET: ${up}`, { timezone: "Europe/Berlin" });
    expect(local.time).toBe("2026-11-21T08:00:00.000Z");
  });

  test("when a line only mentions a mnemonic, then it is what it would be without", () => {
    expect(understand("Nov 21 09:00:00 web-1 app[7]: saw %SYS-5-CONFIG_I: today")).toMatchObject({
      program: "app",
      message: "saw %SYS-5-CONFIG_I: today",
    });
    expect(understand("CPU 99: %USER-9-X: 3")).toMatchObject({ format: "text" });
  });
});
