import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { queryStringOf, readQuery, redactTarget } from "../../src/http/query-string.ts";

describe("query string", () => {
  test.each([
    ["http://a/x?y=1", "y=1"],
    ["/x?y=1?z", "y=1?z"],
    ["http://a/x", ""],
    ["http://a/x?", ""],
  ])("when the target is %s, then it is %j", (url, expected) => {
    expect(queryStringOf(url)).toBe(expected);
  });

  test("when any text is a value, then it comes back as it was", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (value) => {
        expect(readQuery(`name=${encodeURIComponent(value)}`)).toEqual(
          Object.assign(Object.create(null), { name: value }),
        );
      }),
    );
  });

  test("when any bytes are a query string, then nothing throws and no prototype is touched", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(Object.getPrototypeOf(readQuery(text))).toBeNull();
      }),
    );
    expect(Object.keys(readQuery("__proto__=1"))).toEqual(["__proto__"]);
  });
});

describe("what is logged of a target", () => {
  test.each([
    ["a=1&AUTHTOKEN=user-secret&b=2", "/x?a=1&AUTHTOKEN=[redacted]&b=2"],
    ["AUTH%54OKEN=user-secret", "/x?AUTHTOKEN=[redacted]"],
    ["AUTHTOKEN=user-secret&AUTHTOKEN=user-secret", "/x?AUTHTOKEN=[redacted]&AUTHTOKEN=[redacted]"],
    ["q=a", "/x?q=a"],
    ["", "/x"],
    [`key=ingest-${"a".repeat(48)}`, "/x?key=ingest-aaaaaaaaaaaa[redacted]"],
  ])("when the query is %s, then no token is in it", (query, expected) => {
    expect(redactTarget("/x", query)).toBe(expected);
  });

  test.each([`user-${"1".repeat(48)}`, `user%2D${"1".repeat(48)}`, `user-${"%31".repeat(48)}`])(
    "when a whole key stands in the path as %s, then only its public part is left",
    (key) => {
      expect(redactTarget(`/api/authtokens/${key}`, "")).toBe("/api/authtokens/user-111111111111[redacted]");
    },
  );
});
