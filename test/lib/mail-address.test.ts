import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isMailAddress } from "../../src/lib/mail-address.ts";

describe("a mail address", () => {
  test.each([
    "a@b",
    "ops+vigie@example.org",
    "o'neil@sub.example.org",
    "müller@exämple.de",
    "a@[192.0.2.1]",
    "a.b-c_d@x-y.org",
  ])("when it is %s, then it is one", (text) => {
    expect(isMailAddress(text)).toBe(true);
  });

  test.each([
    ...[
      "",
      "root",
      "@b",
      "a@",
      "a b@c",
      "a@b c",
      "a@b\r\nBcc: c@d",
      "a@b,c@d",
      "<a@b>",
      '"a b"@c',
      "a..b@c",
      ".a@b",
      "a@b..c",
    ],
    ...[
      "a@-b",
      "a@b-",
      "a@b\n",
      "a\0@b",
      `${"x".repeat(65)}@b`,
      `a@${"x".repeat(64)}`,
      `a@${"x.".repeat(130)}y`,
      "a@b@c d",
    ],
  ])("when it is %j, then it is none", (text) => {
    expect(isMailAddress(text)).toBe(false);
  });

  test("when any text passes, then it holds nothing that could end a header, an address or a list", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.emailAddress()), (text) => {
        if (isMailAddress(text)) expect(text).not.toMatch(/[\p{Cc}\s<>,;:"()\\]|\u2028|\u2029/u);
      }),
    );
  });
});
