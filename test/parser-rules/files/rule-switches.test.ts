import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readSwitches, writeSwitches } from "../../../src/parser-rules/files/rule-switches.ts";

describe("which rules are switched off", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "vigie-switches-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test("when they are written, then the same are read, and none before", () => {
    expect([...readSwitches(folder)]).toEqual([]);
    writeSwitches(folder, new Set(["sshd", "nginx"]));
    expect([...readSwitches(folder)]).toEqual(["nginx", "sshd"]);
  });

  test.each([
    ["{", /\.switches\.json": JSON/],
    ["null", /its version is undefined instead of 1/],
    ['{"version": 2, "disabled": []}', /its version is 2 instead of 1/],
    ['{"version": 1}', /"disabled" is no list of names/],
    ['{"version": 1, "disabled": ["sshd", 7]}', /"disabled" is no list of names/],
  ])("when the file holds %s, then the error names it and what is wrong", (text, reason) => {
    writeFileSync(join(folder, ".switches.json"), text);
    expect(() => readSwitches(folder)).toThrow(/^Cannot read which rules are switched off in "/);
    expect(() => readSwitches(folder)).toThrow(reason);
  });
});
