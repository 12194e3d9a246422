import { expect, test } from "vitest";
import { compileElement } from "../../../src/filter/condition/compile-element.ts";
import { accessOf } from "../../../src/triggers/matching/access.ts";

const family = "f10123456789abcdef";

test.each([
  [[family], { kind: "pattern", ids: [family] }],
  [[family, "P1AB"], { kind: "pattern", ids: [family, "p1ab"] }],
  [[family, "p1*"], undefined],
  [[family, "p1a?"], undefined],
])("when patterns are %j, then events are found by their ids unless one is a wildcard", (value, access) => {
  expect(accessOf(compileElement({ field: "pattern", op: "eq", value, ignore_case: true }))?.access).toEqual(access);
});
