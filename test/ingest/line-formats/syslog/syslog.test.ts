import { describe, expect, test } from "vitest";
import { understand } from "../understand.ts";

describe("RFC 3164", () => {
  const cases: [title: string, line: string, fields: Record<string, unknown>][] = [
    [
      "the example of the RFC",
      "<34>Oct 11 22:14:15 mymachine su: 'su root' failed for lonvick on /dev/pts/8",
      {
        time: "2026-10-11T22:14:15.000Z",
        host: "mymachine",
        program: "su",
        severity: 2,
        facility: 4,
        message: "'su root' failed for lonvick on /dev/pts/8",
      },
    ],
    [
      "a file of rsyslog's traditional format",
      "Nov  1 06:25:01 web-1 CRON[12345]: pam_unix(cron:session): session opened for user root(uid=0) by (uid=0)",
      {
        time: "2026-11-01T06:25:01.000Z",
        host: "web-1",
        program: "CRON",
        message: "pam_unix(cron:session): session opened for user root(uid=0) by (uid=0)",
        tags: { pid: "12345" },
      },
    ],
    [
      "a single-digit day with one blank",
      "Nov 1 06:25:01 web-1 kernel: [    0.000000] Linux version 6.1.0",
      {
        time: "2026-11-01T06:25:01.000Z",
        host: "web-1",
        program: "kernel",
        message: "Linux version 6.1.0",
        extra: { uptime: "0.000000" },
      },
    ],
    [
      "the kernel's with an ISO time, its stamp and its caller",
      "2026-11-21T09:00:00.000001+00:00 db1 kernel: [12345.678901][ T1234] usb 1-1: new device",
      {
        time: "2026-11-21T09:00:00.000001Z",
        host: "db1",
        program: "kernel",
        message: "usb 1-1: new device",
        extra: { uptime: "12345.678901" },
      },
    ],
    [
      "of dmesg",
      "[12345.678901] usb 1-1: new device",
      { program: "kernel", message: "usb 1-1: new device", extra: { uptime: "12345.678901" } },
    ],
    [
      "of macOS, a level behind the program",
      "Nov 21 09:00:00 mac com.apple.xpc.launchd[1] <Error>: Service exited",
      {
        time: "2026-11-21T09:00:00.000Z",
        host: "mac",
        program: "com.apple.xpc.launchd",
        severity: 3,
        message: "Service exited",
        tags: { pid: "1" },
      },
    ],
    [
      "of macOS, a part of the program behind it",
      "Nov 21 09:00:00 mac com.apple.xpc.launchd[1] (com.example.agent): Service exited",
      {
        time: "2026-11-21T09:00:00.000Z",
        host: "mac",
        program: "com.apple.xpc.launchd",
        message: "Service exited",
        tags: { pid: "1", target_process: "com.example.agent" },
      },
    ],
    [
      "of macOS, another process behind the program",
      "Nov 21 09:00:00 mac sandboxd[129] ([32626]): deny network-outbound",
      {
        time: "2026-11-21T09:00:00.000Z",
        host: "mac",
        program: "sandboxd",
        message: "deny network-outbound",
        tags: { pid: "129", target_pid: "32626" },
      },
    ],
    [
      "of macOS, a part of the program and its process behind it",
      "Nov 21 09:00:00 mac com.apple.xpc.launchd[1] (com.example.agent[77]): Service exited",
      {
        time: "2026-11-21T09:00:00.000Z",
        host: "mac",
        program: "com.apple.xpc.launchd",
        message: "Service exited",
        tags: { pid: "1", target_pid: "77", target_process: "com.example.agent" },
      },
    ],
    [
      "of macOS, a program of two words",
      "Nov 21 09:00:00 mac Photo Booth[14463]: no camera",
      {
        time: "2026-11-21T09:00:00.000Z",
        host: "mac",
        program: "Photo Booth",
        message: "no camera",
        tags: { pid: "14463" },
      },
    ],
    [
      "of a module of PAM, as old Linux writes it",
      "Nov 21 09:00:00 combo sshd(pam_unix)[19939]: authentication failure; logname= uid=0 euid=0 tty=NODEVssh ruser= rhost=192.0.2.1",
      {
        time: "2026-11-21T09:00:00.000Z",
        host: "combo",
        program: "sshd",
        message: "authentication failure; logname= uid=0 euid=0 tty=NODEVssh ruser= rhost=192.0.2.1",
        tags: { pid: "19939", module: "pam_unix" },
      },
    ],
    [
      "of a program that says its level, no priority",
      "Nov 21 09:00:00 mx imap-login: Error: no route",
      {
        time: "2026-11-21T09:00:00.000Z",
        host: "mx",
        program: "imap-login",
        severity: 3,
        message: "Error: no route",
      },
    ],
    [
      "a program with a slash",
      "Nov 21 09:00:00 mx postfix/smtpd[9]: connect from unknown[192.0.2.1]",
      {
        time: "2026-11-21T09:00:00.000Z",
        host: "mx",
        program: "postfix/smtpd",
        message: "connect from unknown[192.0.2.1]",
        tags: { pid: "9" },
      },
    ],
    [
      "an IPv6 host",
      "<13>Nov 21 09:00:00 2001:db8::17 app: up",
      {
        time: "2026-11-21T09:00:00.000Z",
        host: "2001:db8::17",
        program: "app",
        severity: 5,
        facility: 1,
        message: "up",
      },
    ],
    [
      "an IPv6 host that ends in colons",
      "<13>Nov 21 09:00:00 fe80:: app: up",
      { time: "2026-11-21T09:00:00.000Z", host: "fe80::", program: "app", severity: 5, facility: 1, message: "up" },
    ],
    [
      "a local program, no host",
      "<13>Nov 21 09:00:00 root: hello from logger",
      { time: "2026-11-21T09:00:00.000Z", program: "root", severity: 5, facility: 1, message: "hello from logger" },
    ],
    [
      "no tag",
      "Nov 21 09:00:00 web-1 -- MARK --",
      { time: "2026-11-21T09:00:00.000Z", host: "web-1", message: "-- MARK --" },
    ],
    [
      "a priority and nothing else that is known",
      "<191>something went by",
      { severity: 7, facility: 23, message: "something went by" },
    ],
    [
      "rsyslog's ISO time",
      "2026-11-21T09:00:00.123456+01:00 db1 systemd[1]: Started Session 5 of User root.",
      {
        time: "2026-11-21T08:00:00.123Z".replace("123Z", "123456Z"),
        host: "db1",
        program: "systemd",
        message: "Started Session 5 of User root.",
        tags: { pid: "1" },
      },
    ],
    [
      "rsyslog's ISO time and a program without a process id",
      "2026-11-21T09:00:00.000001+00:00 db1 kernel: oom",
      { time: "2026-11-21T09:00:00.000001Z", host: "db1", program: "kernel", message: "oom" },
    ],
    [
      "journalctl -o short-iso",
      "2026-11-21T09:00:00+0000 db1 sshd-session[77]: Connection closed by 192.0.2.7 port 22",
      {
        time: "2026-11-21T09:00:00.000Z",
        host: "db1",
        program: "sshd-session",
        message: "Connection closed by 192.0.2.7 port 22",
        tags: { pid: "77" },
      },
    ],
  ];
  test.each(cases)("when a line is %s, then each part is found", (_title, line, fields) => {
    expect(understand(line)).toEqual({ format: "syslog", ...fields });
  });

  const others: [string, string][] = [
    ["the priority is above 191", "<192>Nov 21 09:00:00 host app: x"],
    ["the priority is empty", "<>Nov 21 09:00:00 host app: x"],
    ["the priority never closes", "<34 Nov 21 09:00:00 host app: x"],
    ["there is no such day", "Nov 31 09:00:00 host app: x"],
    ["there is no such hour", "Nov 21 24:00:00 host app: x"],
  ];
  test.each(others)("when %s, then the line is text and whole", (_title, line) => {
    expect(understand(line)).toEqual({ format: "text", message: line });
  });

  test("when no host stands behind the time, then the time counts all the same", () => {
    const fields = { format: "timed", time: "2026-11-21T09:00:00.000Z", message: "((( x" };
    expect(understand("Nov 21 09:00:00 ((( x")).toEqual(fields);
  });

  test("when an ISO time is followed by a sentence with a colon, then no host is made up", () => {
    const fields = understand("2026-11-21T09:00:00Z connecting to: db1");
    expect(fields).toEqual({ format: "timed", time: "2026-11-21T09:00:00.000Z", message: "connecting to: db1" });
  });

  test("when an ISO time is followed by a level, then the level is no host", () => {
    const fields = understand("2026-11-21T09:00:00+00:00 ERROR main: no route");
    expect(fields).toMatchObject({ format: "timed", severity: 3, message: "main: no route" });
  });
});

describe("RFC 5424", () => {
  const cases: [title: string, line: string, fields: Record<string, unknown>][] = [
    [
      "example 1 of the RFC, with a byte order mark",
      "<34>1 2026-10-11T22:14:15.003Z mymachine.example.com su - ID47 - \uFEFF'su root' failed for lonvick on /dev/pts/8",
      {
        time: "2026-10-11T22:14:15.003Z",
        host: "mymachine.example.com",
        program: "su",
        severity: 2,
        facility: 4,
        message: "'su root' failed for lonvick on /dev/pts/8",
        tags: { msgid: "ID47" },
      },
    ],
    [
      "example 3 of the RFC, with structured data",
      '<165>1 2026-10-11T22:14:15.003Z mymachine.example.com evntslog - ID47 [exampleSDID@32473 iut="3" eventSource="Application" eventID="1011"] An application event log entry...',
      {
        time: "2026-10-11T22:14:15.003Z",
        host: "mymachine.example.com",
        program: "evntslog",
        severity: 5,
        facility: 20,
        message: "An application event log entry...",
        tags: {
          msgid: "ID47",
          "exampleSDID.iut": "3",
          "exampleSDID.eventSource": "Application",
          "exampleSDID.eventID": "1011",
        },
      },
    ],
    [
      "example 4 of the RFC, without a message",
      '<165>1 2026-10-11T22:14:15.003Z host evntslog 8710 ID47 [a@1 x="1"][b@1 class="high"]',
      {
        time: "2026-10-11T22:14:15.003Z",
        host: "host",
        program: "evntslog",
        severity: 5,
        facility: 20,
        message: "ID47",
        tags: { pid: "8710", msgid: "ID47", "a.x": "1", "b.class": "high" },
      },
    ],
    [
      "what rsyslog sends on, with the blank that stood behind the old tag",
      "<38>1 2026-11-21T09:00:00Z bastion sshd 7 - -  Accepted publickey for deploy",
      {
        time: "2026-11-21T09:00:00.000Z",
        host: "bastion",
        program: "sshd",
        severity: 6,
        facility: 4,
        message: "Accepted publickey for deploy",
        tags: { pid: "7" },
      },
    ],
    ["all unknown", "<0>1 - - - - - - halt", { severity: 0, facility: 0, message: "halt" }],
    [
      "escapes and a repeated name",
      String.raw`<13>1 2026-11-21T09:00:00Z h p - - [o ip="1" ip="2" s="a \"b\" \\ \] \n"] m`,
      {
        time: "2026-11-21T09:00:00.000Z",
        host: "h",
        program: "p",
        severity: 5,
        facility: 1,
        message: "m",
        tags: { "o.ip": "1, 2", "o.s": String.raw`a "b" \ ] \n` },
      },
    ],
    [
      "what util-linux logger sends",
      '<13>1 2026-11-21T09:00:00.5+01:00 box root - - [timeQuality tzKnown="1" isSynced="1" syncAccuracy="5000"] hi',
      {
        time: "2026-11-21T08:00:00.500Z",
        host: "box",
        program: "root",
        severity: 5,
        facility: 1,
        message: "hi",
        extra: { timeQuality: { tzKnown: "1", isSynced: "1", syncAccuracy: "5000" } },
      },
    ],
  ];
  test.each(cases)("when a line is %s, then each part is found", (_title, line, fields) => {
    expect(understand(line)).toEqual({ format: "syslog", ...fields });
  });

  test("when the structured data never closes, then it stays in the message and nothing is lost", () => {
    const line = '<13>1 2026-11-21T09:00:00Z h p - - [o ip="1 rest of it';
    expect(understand(line)).toMatchObject({ host: "h", program: "p", message: '[o ip="1 rest of it' });
  });

  test("when the time is none, then the line is read as old syslog and kept whole", () => {
    expect(understand("<13>1 yesterday h p - - - m")).toMatchObject({
      message: "1 yesterday h p - - - m",
      severity: 5,
    });
  });
});
