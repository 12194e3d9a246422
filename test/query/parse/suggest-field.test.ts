import { describe, expect, test } from "vitest";
import { suggestField } from "../../../src/query/parse/suggest-field.ts";

const known = new Set([
  "severity",
  "host",
  "program",
  "message",
  "src_ip",
  "user",
  "code",
  "path",
  "http_method",
  "duration",
]);

describe("a field that no event has", () => {
  test.each([
    ["level", "severity"],
    ["hostname", "host"],
    ["service.name", "program"],
    ["msg", "message"],
    ["SrcIP", "src_ip"],
    ["client_ip", "src_ip"],
    ["usre", "user"],
    ["severty", "severity"],
    ["Program", "program"],
    ["status_code", "code"],
    ["method", "http_method"],
    ["durations", "duration"],
    ["hostnam", "host"],
    ["durat", "duration"],
  ])("when it is %s, then %s is suggested", (name, meant) => {
    expect(suggestField(name, known)).toBe(meant);
  });

  test.each(["zzz", "x", "", "___", "a".repeat(255), "level"])("when nothing is like %s, then nothing is", (name) => {
    expect(suggestField(name, name === "level" ? new Set(["host"]) : known)).toBeUndefined();
  });
});
