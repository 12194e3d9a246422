import { expect, test } from "vitest";
import { understand } from "../understand.ts";

const cases: [title: string, line: string, fields: Record<string, unknown>][] = [
  [
    "the common log format",
    '127.0.0.1 - frank [10/Oct/2026:13:55:36 -0700] "GET /apache_pb.gif HTTP/1.0" 200 2326',
    {
      format: "access",
      time: "2026-10-10T20:55:36.000Z",
      severity: 6,
      message: "GET /apache_pb.gif HTTP/1.0 200 2326",
      tags: {
        src_ip: "127.0.0.1",
        user: "frank",
        method: "GET",
        path: "/apache_pb.gif",
        protocol: "HTTP/1.0",
        code: "200",
        bytes: "2326",
      },
    },
  ],
  [
    "the combined format with a time as ISO 8601 has it",
    '192.0.2.7 - - [2026-11-21T09:00:00+01:00] "GET /x HTTP/1.1" 404 12 "-" "curl"',
    {
      format: "access",
      time: "2026-11-21T08:00:00.000Z",
      severity: 4,
      message: "GET /x HTTP/1.1 404 12",
      tags: {
        src_ip: "192.0.2.7",
        method: "GET",
        path: "/x",
        protocol: "HTTP/1.1",
        code: "404",
        bytes: "12",
        user_agent: "curl",
      },
    },
  ],
  [
    "the combined format with a query and no user",
    '2001:db8::5 - - [21/Nov/2026:09:00:00 +0000] "POST /login?next=%2F&x=1 HTTP/2.0" 503 0 "https://example.org/a b" "Mozilla/5.0 (X11; \\"q\\")"',
    {
      format: "access",
      time: "2026-11-21T09:00:00.000Z",
      severity: 3,
      message: "POST /login?next=%2F&x=1 HTTP/2.0 503 0",
      tags: {
        src_ip: "2001:db8::5",
        method: "POST",
        path: "/login",
        query_string: "next=%2F&x=1",
        protocol: "HTTP/2.0",
        code: "503",
        bytes: "0",
        referrer: "https://example.org/a b",
        user_agent: 'Mozilla/5.0 (X11; "q")',
      },
    },
  ],
  [
    "a scanner's bytes, no request line",
    '192.0.2.1 - - [21/Nov/2026:09:00:00 +0000] "\\x16\\x03\\x01" 400 157 "-" "-"',
    {
      format: "access",
      time: "2026-11-21T09:00:00.000Z",
      severity: 4,
      message: "\\x16\\x03\\x01 400 157",
      tags: { src_ip: "192.0.2.1", request: "\\x16\\x03\\x01", code: "400", bytes: "157" },
    },
  ],
  [
    "an empty request (a client that closed)",
    '192.0.2.1 - - [21/Nov/2026:09:00:00 +0000] "-" 408 - "-" "-"',
    {
      format: "access",
      time: "2026-11-21T09:00:00.000Z",
      severity: 4,
      message: "- 408 -",
      tags: { src_ip: "192.0.2.1", code: "408" },
    },
  ],
  [
    "Debian's vhost_combined",
    'www.example.com:443 192.0.2.1 - - [21/Nov/2026:09:00:00 +0000] "GET / HTTP/1.1" 304 - "-" "curl/8.5.0"',
    {
      format: "access",
      time: "2026-11-21T09:00:00.000Z",
      severity: 6,
      message: "GET / HTTP/1.1 304 -",
      tags: {
        src_ip: "192.0.2.1",
        vhost: "www.example.com:443",
        method: "GET",
        path: "/",
        protocol: "HTTP/1.1",
        code: "304",
        user_agent: "curl/8.5.0",
      },
    },
  ],
  [
    "nginx's main format with more behind it",
    '10.0.0.1 - a b [21/Nov/2026:09:00:00 +0000] "GET / HTTP/1.1" 200 5 "-" "-" "203.0.113.9" rt=0.005',
    {
      format: "access",
      time: "2026-11-21T09:00:00.000Z",
      severity: 6,
      message: "GET / HTTP/1.1 200 5",
      tags: {
        src_ip: "10.0.0.1",
        user: "a b",
        method: "GET",
        path: "/",
        protocol: "HTTP/1.1",
        code: "200",
        bytes: "5",
        forwarded_for: "203.0.113.9",
      },
      extra: { rest: "rt=0.005" },
    },
  ],
  [
    "nginx's error log",
    '2026/11/21 09:00:00 [error] 29#30: *5 open() "/usr/share/nginx/html/favicon.ico" failed (2: No such file or directory), client: 172.17.0.1, server: localhost, request: "GET /favicon.ico HTTP/1.1", host: "localhost:8080"',
    {
      format: "nginx_error",
      time: "2026-11-21T09:00:00.000Z",
      program: "nginx",
      severity: 3,
      message:
        'open() "/usr/share/nginx/html/favicon.ico" failed (2: No such file or directory), client: 172.17.0.1, server: localhost, request: "GET /favicon.ico HTTP/1.1", host: "localhost:8080"',
      tags: { pid: "29", src_ip: "172.17.0.1", method: "GET", path: "/favicon.ico", protocol: "HTTP/1.1" },
      extra: { connection: "5" },
    },
  ],
  [
    "nginx's error log without a connection",
    "2026/11/21 09:00:00 [notice] 1#1: using the epoll event method",
    {
      format: "nginx_error",
      time: "2026-11-21T09:00:00.000Z",
      program: "nginx",
      severity: 5,
      message: "using the epoll event method",
      tags: { pid: "1" },
    },
  ],
  [
    "the error log of Apache 2.4",
    "[Sat Nov 21 09:00:00.123456 2026] [authz_core:error] [pid 12:tid 34] [client 192.0.2.1:51234] AH01630: client denied by server configuration: /var/www/x, referer: http://a/",
    {
      format: "apache_error",
      time: "2026-11-21T09:00:00.123456Z",
      program: "apache",
      severity: 3,
      message: "AH01630: client denied by server configuration: /var/www/x",
      tags: { module: "authz_core", pid: "12", src_ip: "192.0.2.1", referrer: "http://a/" },
      extra: { tid: "34" },
    },
  ],
  [
    "the error log of Apache 2.4 with an error of the system, which stands before the client",
    "[Sat Nov 21 09:00:00.123456 2026] [core:crit] [pid 12:tid 34] (13)Permission denied: [client 192.0.2.1:51234] AH00529: /srv/.htaccess pcfg_openfile: unable to check htaccess file, referer: http://a/",
    {
      format: "apache_error",
      time: "2026-11-21T09:00:00.123456Z",
      program: "apache",
      severity: 2,
      message: "(13)Permission denied: AH00529: /srv/.htaccess pcfg_openfile: unable to check htaccess file",
      tags: { module: "core", pid: "12", src_ip: "192.0.2.1", referrer: "http://a/" },
      extra: { tid: "34" },
    },
  ],
  [
    "the error log of Apache 2.4 over IPv6",
    "[Sat Nov 21 09:00:00.123456 2026] [php:notice] [pid 12] [client ::1:51234] PHP Notice",
    {
      format: "apache_error",
      time: "2026-11-21T09:00:00.123456Z",
      program: "apache",
      severity: 5,
      message: "PHP Notice",
      tags: { module: "php", pid: "12", src_ip: "::1" },
    },
  ],
  [
    "the error log of Apache 2.2",
    "[Sat Nov 21 09:00:00 2026] [warn] [client 192.0.2.1] mod_x: slow",
    {
      format: "apache_error",
      time: "2026-11-21T09:00:00.000Z",
      program: "apache",
      severity: 4,
      message: "mod_x: slow",
      tags: { src_ip: "192.0.2.1" },
    },
  ],
];

test.each(cases)("when a line is of %s, then each part is found", (_title, line, fields) => {
  expect(understand(line)).toEqual(fields);
});

test.each([
  ["the request never closes", '1.2.3.4 - - [21/Nov/2026:09:00:00 +0000] "GET / 200 5'],
  ["the code is no number", '1.2.3.4 - - [21/Nov/2026:09:00:00 +0000] "GET / HTTP/1.1" abc 5'],
  ["the time is none", '1.2.3.4 - - [31/Nov/2026:09:00:00 +0000] "GET / HTTP/1.1" 200 5'],
  ["there is no size", '1.2.3.4 - - [21/Nov/2026:09:00:00 +0000] "GET / HTTP/1.1" 200'],
  ["nginx names no process", "2026/13/21 09:00:00 [error] x: y"],
])("when %s, then the line is text and whole", (_title, line) => {
  expect(understand(line)).toEqual({ format: "text", message: line });
});
