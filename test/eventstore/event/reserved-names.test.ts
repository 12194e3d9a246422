import { describe, expect, test } from "vitest";
import { reservedNames, tagNameFor } from "../../../src/eventstore/event/reserved-names.ts";
import { findField } from "../../../src/filter/condition/fields.ts";
import { foreignNames } from "../../../src/ingest/event/foreign-names.ts";

function isTag(name: string): boolean {
  try {
    return findField(name).kind === "tag";
  } catch {
    return false;
  }
}

describe("reservedNames", () => {
  test("when a name is reserved, then a filter does not take it for a tag, but its form with ut_ is one", () => {
    for (const name of reservedNames) expect([name, isTag(name), isTag(`ut_${name}`)]).toEqual([name, false, true]);
  });

  test.each([
    ["ut_user", "user"],
    ["ut_ut_user", "user"],
    ["ut_host", "ut_host"],
    ["ut_ut_host", "ut_host"],
    ["host", "ut_host"],
    ["ut_", "ut_"],
    ["ut", "ut"],
  ])("when a tag is named %s, then it is stored and found as %s, and that name is itself", (name, stored) => {
    expect([tagNameFor(name), tagNameFor(stored)]).toEqual([stored, stored]);
    if (name !== "host") expect(findField(name)).toEqual({ kind: "tag", name: stored });
  });

  test("when a name is not reserved, then a filter takes it for a tag", () => {
    const free = ["path", "code", "service", "ut_host", "log.level", "status.code", "priority"];
    for (const name of [...free, ...foreignNames.keys()]) expect([name, isTag(name)]).toEqual([name, true]);
  });
});
