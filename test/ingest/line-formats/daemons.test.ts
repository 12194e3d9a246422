import { describe, expect, test } from "vitest";
import { understand } from "./understand.ts";

/** What these programs write to files of their own. */
describe("lines of daemons", () => {
  test.each([
    [
      "supervisord",
      "2026-11-21 09:00:00,951 DEBG fd 6 closed, stopped monitoring",
      { time: "2026-11-21T09:00:00.951Z", severity: 7, message: "fd 6 closed, stopped monitoring" },
    ],
    [
      "freshclam",
      "Sat Nov 21 09:00:00 2026 -> WARNING: Can't query current.cvd.clamav.net",
      { time: "2026-11-21T09:00:00.000Z", severity: 4, message: "Can't query current.cvd.clamav.net" },
    ],
    [
      "freshclam, without a level",
      "Sat Nov 21 09:00:00 2026 -> Current working dir is /var/lib/clamav/",
      { time: "2026-11-21T09:00:00.000Z", message: "Current working dir is /var/lib/clamav/" },
    ],
    [
      "rsyncd",
      "2026/11/21 09:00:00 [29449] rsync allowed access on module mod from localhost (127.0.0.1)",
      { message: "rsync allowed access on module mod from localhost (127.0.0.1)", tags: { pid: "29449" } },
    ],
    ["a list", "2026/11/21 09:00:00 [3] items left", { message: "[3] items left", tags: undefined }],
    ["a code of HTTP", "2026/11/21 09:00:00 [404] GET /shop", { message: "[404] GET /shop", tags: undefined }],
    [
      "a time in it",
      "2026/11/21 09:00:00 [1795251600] restored",
      { message: "[1795251600] restored", tags: undefined },
    ],
    [
      "git's trace",
      "09:00:00.181362 git.c:460               trace: built-in: git status",
      { severity: 7, message: "built-in: git status", tags: { file_name: "git.c", line: "460" } },
    ],
    [
      "keepalived, an instance named V",
      "Sat Nov 21 09:00:00 2026: (V) Entering BACKUP STATE",
      { time: "2026-11-21T09:00:00.000Z", message: "(V) Entering BACKUP STATE", severity: undefined },
    ],
    [
      "aria2, which is no MariaDB",
      "2026-11-21 09:00:00.552570 [ERROR] [AbstractCommand.cc:377] CUID#7 - Download aborted.",
      {
        format: "timed",
        time: "2026-11-21T09:00:00.552570Z",
        program: undefined,
        severity: 3,
        tags: { file_name: "AbstractCommand.cc", line: "377" },
      },
    ],
    [
      "mpd, whose clock has no seconds",
      "Nov 21 09:00 : update: spawned thread for update job id 1",
      { time: "2026-11-21T09:00:00.000Z", message: "update: spawned thread for update job id 1" },
    ],
    ["a sentence with a clock", "Nov 21 09:00 the train leaves", { time: undefined }],
    [
      "unbound",
      "[1795251600] unbound[3852:1] notice: init module 0: subnetcache",
      { severity: 5, message: "init module 0: subnetcache", tags: { pid: "3852", thread: "1" } },
    ],
    [
      "minidlna",
      "minidlna.c:1126: warn: Starting MiniDLNA version 1.3.0.",
      { severity: 4, tags: { file_name: "minidlna.c", line: "1126" } },
    ],
    [
      "a compiler",
      "src/http/main.cc:12:5: error: 'x' was not declared",
      { severity: 3, tags: { file_name: "src/http/main.cc", line: "12" } },
    ],
    [
      "Java itself",
      "[2026-11-21T09:00:00.436+0000][warning][gc,init] Heap: consider a larger one",
      {
        time: "2026-11-21T09:00:00.436Z",
        severity: 4,
        message: "Heap: consider a larger one",
        logger: undefined,
        tags: { topics: "gc,init" },
      },
    ],
    [
      "Java itself, with the time since its start",
      "[1.788s][error][gc,heap,exit]  class space    used 1084K",
      { time: undefined, severity: 3, message: "class space    used 1084K", extra: { uptime: "1.788s" } },
    ],
    [
      "Java itself, with milliseconds, process and thread",
      "[1795251600191ms][8126][8133][info][gc] GC(0) Pause Young (Normal) 6M->3M(64M) 12.309ms",
      { time: "2026-11-21T09:00:00.191Z", severity: 6, message: "GC(0) Pause Young (Normal) 6M->3M(64M) 12.309ms" },
    ],
    [
      "Flask",
      "[2026-11-21 09:00:00,393] ERROR in shop.cart: Exception on /carts [GET]",
      { severity: 3, logger: "shop.cart", message: "Exception on /carts [GET]" },
    ],
    [
      "Python's web server, a refusal",
      "192.0.2.9 - - [21/Nov/2026 09:00:00] code 404, message File not found",
      {
        format: "access",
        time: "2026-11-21T09:00:00.000Z",
        severity: 4,
        message: "code 404, message File not found",
        tags: { src_ip: "192.0.2.9", code: "404" },
      },
    ],
    ["a web address", "proxy.example.org:8080: error: refused", { severity: undefined }],
    [
      "wget",
      "--2026-11-21 09:00:00--  https://files.example.org/a",
      { time: "2026-11-21T09:00:00.000Z", message: "https://files.example.org/a" },
    ],
  ])("when a line is of %s, then its parts are found", (_, line, expected) => {
    const understood = understand(line) as Record<string, unknown>;
    for (const [name, value] of Object.entries(expected)) expect([name, understood[name]]).toEqual([name, value]);
  });
});
