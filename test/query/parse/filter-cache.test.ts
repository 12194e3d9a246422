import { describe, expect, test } from "vitest";
import { filterSchema } from "../../../src/filter/schema.ts";
import { cachedFiltersMax } from "../../../src/query/limits.ts";
import { filterOf, forgetFilters } from "../../../src/query/parse/filter-cache.ts";

const filter = filterSchema.parse([{ field: "host", value: "web1" }]);

describe("filters that are known", () => {
  test("when the same is asked again, then it is not compiled again", () => {
    expect(filterOf({ filter, q: "error" }, ["web*"])).toBe(
      filterOf({ filter: structuredClone(filter), q: "error" }, ["web*"]),
    );
  });

  test.each([
    ["conditions", { filter: filterSchema.parse([{ field: "host", value: "web2" }]), q: "error" }, ["web*"]],
    [
      "case",
      { filter: filterSchema.parse([{ field: "host", value: "web1", ignore_case: false }]), q: "error" },
      ["web*"],
    ],
    ["line", { filter, q: "errors" }, ["web*"]],
    ["no line", { filter }, ["web*"]],
    ["host limits", { filter, q: "error" }, ["web1*"]],
    ["no host limits", { filter, q: "error" }, []],
  ])("when it has other %s, then it has other keys", (_, params, hosts) => {
    const keys = filterOf({ filter, q: "error" }, ["web*"]).conditions.map(({ key }) => key);
    expect(filterOf(params, hosts).conditions.map(({ key }) => key)).not.toEqual(keys);
  });

  test("when it has a regular expression, whose automaton grows with the texts it is asked of, then nobody keeps it", () => {
    const slow = { filter: filterSchema.parse([{ field: "message", op: "=~", value: "a+b" }]) };
    expect(filterOf(slow, [])).not.toBe(filterOf(slow, []));
  });

  test("when memory is short, then none is kept", () => {
    const kept = filterOf({ filter, q: "error" }, []);
    forgetFilters();
    expect(filterOf({ filter, q: "error" }, [])).not.toBe(kept);
  });

  test("when there are more than are kept, then the oldest is compiled again, and is the same", () => {
    const first = filterOf({ filter: [], q: "first" }, []);
    for (let i = 0; i < cachedFiltersMax; i++) filterOf({ filter: [], q: `word${i}` }, []);
    const again = filterOf({ filter: [], q: "first" }, []);
    expect(again).not.toBe(first);
    expect(again.conditions.map(({ key }) => key)).toEqual(first.conditions.map(({ key }) => key));
  });
});
