import { describe, expect, test } from "vitest";
import { reservedNames } from "../../../src/eventstore/event/reserved-names.ts";
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

  test("when a name is not reserved, then a filter takes it for a tag", () => {
    const free = ["path", "code", "service", "ut_host", "log.level", "status.code", "priority"];
    for (const name of [...free, ...foreignNames.keys()]) expect([name, isTag(name)]).toEqual([name, true]);
  });
});
