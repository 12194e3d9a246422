import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { attachmentHeader, toFileName } from "../../src/http/attachment.ts";

describe("the name of a file to save", () => {
  test.each([
    ["report.pdf", "report.pdf"],
    ["../../etc/passwd", "passwd"],
    ["C:\\Users\\x\\week 3.pdf", "week 3.pdf"],
    ["a\u0000b\r\nc.pdf", "abc.pdf"],
    ["evil\u202efdp.exe", "evilfdp.exe"],
    ["  Übersicht 日本.csv ", "Übersicht 日本.csv"],
    [".profile", ".profile"],
    ["", ""],
    ["   ", ""],
    [".", ""],
    ["..", ""],
    ["a/", ""],
    ["\u0007", ""],
  ])("when %j is asked for, then it is %j", (asked, name) => {
    expect(toFileName(asked)).toBe(name);
  });

  test("when it is any text, then the header is one line of ASCII whose extended name is the name again", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const name = toFileName(text);
        const header = attachmentHeader(name);
        expect(header).toMatch(/^attachment; filename="[^"\\%\r\n]*"; filename\*=UTF-8''[A-Za-z0-9%!\-_.~]*$/);
        expect(decodeURIComponent(header.split("''")[1]!)).toBe(name);
        expect(name).not.toMatch(/[/\\\p{Cc}]/u);
      }),
    );
  });

  test("when it has letters beyond ASCII and signs, then old clients get a plain form", () => {
    expect(attachmentHeader(`naïve "50%" (1)'s.pdf`)).toBe(
      `attachment; filename="na_ve _50__ (1)'s.pdf"; filename*=UTF-8''na%C3%AFve%20%2250%25%22%20%281%29%27s.pdf`,
    );
  });
});
