import * as fc from "fast-check";
import { expect, test } from "vitest";
import { lineFormats } from "../../../src/ingest/line-formats/line-fields.ts";
import { readLine } from "../../../src/ingest/line-formats/read-line.ts";
import { context } from "./understand.ts";

const pieces = [
  "<34>",
  "<13>1 ",
  "2026-11-21T09:00:00.123456+01:00",
  "2026/11/21 09:00:00",
  "Nov 21 09:00:00",
  "[Sat Nov 21 09:00:00 2026]",
  "[21/Nov/2026:09:00:00 +0000]",
  "1763715600.5",
  ' "GET /?a=b HTTP/1.1" ',
  " 200 5 ",
  " host ",
  "app[1]: ",
  '[id@1 a="b\\]"]',
  "[error]",
  " 12#34: *5 ",
  "msg=",
  '"\\"',
  "{",
  '{"a":1}',
  " - ",
  "::",
  " [",
  "]",
  "=",
  " ",
  "\\",
  "%SYS-5-CONFIG_I: ",
  "12: ",
  "*Nov 21 09:00:00.1 UTC: ",
  "kernel: [   12.345678] ",
  "type=AVC msg=audit(1763715600.243:7): ",
  "name=2F746D70 (addr=::1,res=failed) ",
  "17/06/09 20:10:40 ",
  "081109 203615 ",
  "20171223-22:15:29:606|",
  "[10.30 16:49:06] ",
  "21-Nov-2026 09:00:00.123 ",
  "Nov 21, 2026 9:00:00 AM ",
  "11/21/2026",
  "@4000000069202a1a0751bb80 ",
  "- 1763715600 2026.11.21 dn12 ",
  "71:M ",
  "I, [",
  " #71]  INFO -- : ",
  "I1121 09:00:00.123456 71 a.go:1] ",
  "03-17 16:13:38.811  1702  2395 D ",
  "[GIN] ",
  "nova.log ",
  " INFO ",
  "[main] ",
  "org.example.App: ",
  "{a.py:12} ",
  "(main) ",
  "<0.1.2> ",
  "|",
  "---",
  "[Note] ",
  " stdout F ",
];
const nearlyLines = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: "binary", maxLength: 5 })), {
  maxLength: 12,
});

test("when a line is anything at all, then it is read without an error and its message is part of it", () => {
  const lines = fc.oneof(
    fc.string({ unit: "binary" }),
    nearlyLines.map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(lines, fc.option(fc.constantFrom(...lineFormats), { nil: undefined }), (line, format) => {
      const fields = readLine(line, { ...context, format });
      if (fields.format === "json") return;
      const names = fields.tags.filter((_, index) => index % 2 === 0);
      expect(new Set(names).size).toBe(names.length);
      expect(fields.tags.every((text) => text !== "")).toBe(true);
      expect(fields.time === undefined || Number.isInteger(fields.time)).toBe(true);
      expect(fields.severity ?? 0).toBeLessThanOrEqual(7);
      expect(fields.facility ?? 0).toBeLessThanOrEqual(23);
      if (fields.format === "syslog") expect(line).toContain(fields.message);
      // Of what stands around a time the parts are joined.
      if (fields.format === "timed") for (const word of fields.message.split(/\s+/)) expect(line).toContain(word);
      if (fields.format === "text") expect(fields.message).toBe(line);
    }),
    { numRuns: 3000 },
  );
});

test.each([
  ["brackets", "["],
  ["quotes", '"'],
  ["backslashes in a quote", '"\\\\'],
  ["pairs", "a=b "],
  ["open quoted pairs", 'a="'],
  ["structured data", '<13>1 - - - - - [a b="c"'],
  ["colons", "a:"],
  ["blanks", " "],
  ["dashes and brackets", " [- "],
  ["round brackets", "(("],
  ["angles and numbers", "<0.1.2> "],
  ["loggers", "org.example."],
  ["numbers with points", "1.2."],
  ["bars", " | "],
  ["file names", "a.log."],
  ["levels", "INFO "],
])("when a line is a million characters of %s, then it is read, as only time linear in it allows", (_title, piece) => {
  const line = piece.repeat(Math.ceil(1_000_000 / piece.length));
  const prefixes = [
    "",
    "<13>1 - - - - - ",
    "Nov 21 09:00:00 ",
    "[Sat Nov 21 09:00:00 2026] [error] ",
    "2026-11-21 09:00:00 INFO [main] ",
    "- 1763715600 2026.11.21 dn12 ",
  ];
  for (const prefix of prefixes) readLine(prefix + line, context);
});
