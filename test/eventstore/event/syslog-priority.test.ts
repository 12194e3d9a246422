import { describe, expect, test } from "vitest";
import { readFacility, readLevel, readPriority, readSeverity } from "../../../src/eventstore/event/syslog-priority.ts";

describe("readSeverity", () => {
  const known: [unknown, number][] = [
    [0, 0],
    [7, 7],
    ["3", 3],
    ["warn", 4],
    ["WARNING", 4],
    ["critical", 2],
    ["fatal", 2],
    ["Err", 3],
    ["information", 6],
    ["trace", 7],
    [" error ", 3],
  ];
  for (const [value, severity] of known)
    test(`when it is ${JSON.stringify(value)}, then it is ${severity}`, () =>
      expect(readSeverity(value)).toBe(severity));
  for (const value of [8, -1, 1.5, "8", "bad", "", true, null, {}, [3], "30", 30])
    test(`when it is ${JSON.stringify(value)}, then it is none`, () => expect(readSeverity(value)).toBeUndefined());
});

describe("readLevel", () => {
  test("when a program counts levels in tens, then they are severities", () => {
    expect([10, 20, 30, 40, 50, 60].map(readLevel)).toEqual([7, 7, 6, 4, 3, 2]);
    expect(readLevel(35)).toBeUndefined();
    expect(readLevel("warn")).toBe(4);
  });
});

describe("readFacility", () => {
  test("when it is a number or a name, then it is read, else not", () => {
    expect([0, 23, "16", "kern", "LOCAL7", "AuthPriv", "kernel", "security"].map(readFacility)).toEqual([
      0, 23, 16, 0, 23, 10, 0, 4,
    ]);
    for (const value of [24, -1, "local8", "", {}, true]) expect(readFacility(value)).toBeUndefined();
  });
});

describe("readPriority", () => {
  test("when it is 0..191, then facility and severity are in it, else it is none", () => {
    expect(readPriority(13)).toEqual({ facility: 1, severity: 5 });
    expect(readPriority("191")).toEqual({ facility: 23, severity: 7 });
    for (const value of [192, -1, 1.5, "high", null]) expect(readPriority(value)).toBeUndefined();
  });
});
