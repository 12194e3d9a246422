import { describe, expect, test } from "vitest";
import { isCrossSite } from "../../../src/http/access/cross-site.ts";

describe("cross-site", () => {
  test.each<[string, Record<string, string>, string, boolean]>([
    ["nothing is said", {}, "a.example", false],
    ["the page is ours", { "sec-fetch-site": "same-origin" }, "a.example", false],
    ["the user typed it", { "sec-fetch-site": "none" }, "a.example", false],
    ["the page is a sibling's", { "sec-fetch-site": "same-site" }, "a.example", true],
    ["Sec-Fetch-Site is upper case", { "sec-fetch-site": "Same-Origin" }, "a.example", true],
    [
      "Sec-Fetch-Site wins over a matching Origin",
      { "sec-fetch-site": "cross-site", origin: "http://a.example" },
      "a.example",
      true,
    ],
    [
      "Sec-Fetch-Site wins over a foreign Origin",
      { "sec-fetch-site": "same-origin", origin: "http://b.example" },
      "a.example",
      false,
    ],
    ["hosts are the same", { origin: "http://a.example" }, "a.example", false],
    ["hosts differ in case only", { origin: "http://a.example" }, "A.Example", false],
    ["the default port is written out", { origin: "https://a.example" }, "a.example:443", false],
    ["the port is the other scheme's default", { origin: "https://a.example" }, "a.example:80", true],
    ["ports differ", { origin: "http://a.example:81" }, "a.example:82", true],
    ["only the Origin has a port", { origin: "http://a.example:81" }, "a.example", true],
    ["the host is a prefix", { origin: "http://a.example.evil" }, "a.example", true],
    ["user info imitates the host", { origin: "http://a.example@evil" }, "a.example", true],
    ["Origin is null", { origin: "null" }, "null", true],
    ["Origin is empty", { origin: "" }, "", true],
    ["Origin is no URL", { origin: "a.example" }, "a.example", true],
    ["there is no Host", { origin: "http://a.example" }, "", true],
    ["Origin is a file", { origin: "file://" }, "", true],
    ["an IPv6 host is the same", { origin: "http://[::1]:7080" }, "[::1]:7080", false],
  ])("when %s, then it is told rightly", (_, headers, host, expected) => {
    expect(isCrossSite(new Headers(headers), host)).toBe(expected);
  });
});
