import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tagNameCharactersMax, tagsMax, tagValueBytesMax } from "../../../src/eventstore/event/event-limits.ts";
import { TagList } from "../../../src/ingest/event/tag-list.ts";

function listOf(...pairs: [string, string][]): TagList {
  const list = new TagList();
  for (const [name, value] of pairs) list.add(name, value);
  return list;
}

describe("TagList", () => {
  test("when tags come in any order, then they are sorted, each name once, the first value of a name stays", () => {
    const pair = fc.tuple(fc.string({ minLength: 1, maxLength: 3 }), fc.string({ minLength: 1, maxLength: 3 }));
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 90 }), (pairs) => {
        const expected = new Map<string, string>();
        for (const [name, value] of pairs) {
          const free = name === "id" || name === "_id" || name === "ts" ? `ut_${name}` : name;
          if (!expected.has(free)) expected.set(free, value);
        }
        const sorted = [...expected].sort(([a], [b]) => (a < b ? -1 : 1));
        expect(listOf(...pairs).finish()).toEqual(sorted.flat());
      }),
    );
  });

  test("when a name means something of every event, then ut_ stands in front", () => {
    expect(listOf(["status", "200"], ["host", "h"], ["id", "1"], ["path", "/"]).finish()).toEqual([
      "path",
      "/",
      "ut_host",
      "h",
      "ut_id",
      "1",
      "ut_status",
      "200",
    ]);
  });

  test("when a value is empty, then it is no tag; under an empty name it is kept aside", () => {
    const list = listOf(["", "x"], ["a", ""], ["", ""]);
    expect(list.finish()).toEqual([]);
    expect([list.cut, list.aside]).toEqual([true, ["", "x"]]);
  });

  test("when a value is longer than its bound, then it is cut and said so; at the bound it is not", () => {
    const fitting = listOf(["a", "é".repeat(tagValueBytesMax / 2)]);
    expect(fitting.finish()[1]).toHaveLength(tagValueBytesMax / 2);
    expect(fitting.cut).toBe(false);
    const long = listOf(["a", `x${"é".repeat(tagValueBytesMax / 2)}`]);
    expect(Buffer.byteLength(long.finish()[1]!)).toBe(tagValueBytesMax - 1);
    expect(long.cut).toBe(true);
  });

  test("when there are more tags than the bound, or a name is too long, then these are kept aside", () => {
    const full = listOf(...Array.from({ length: tagsMax }, (_, i): [string, string] => [`t${i}`, "v"]));
    expect(full.finish()).toHaveLength(tagsMax * 2);
    expect([full.cut, full.aside]).toEqual([false, []]);
    const over = listOf(...Array.from({ length: tagsMax + 1 }, (_, i): [string, string] => [`t${i}`, "v"]));
    expect(over.finish()).toHaveLength(tagsMax * 2);
    expect(over.cut).toBe(true);
    expect(over.aside).toHaveLength(2);
    const name = "n".repeat(tagNameCharactersMax + 1);
    const long = listOf([name, "v"], [name.slice(1), "w"]);
    expect(long.finish()).toEqual([name.slice(1), "w"]);
    expect(long.aside).toEqual([name, "v"]);
  });

  test("when a tag is called __proto__, then it is a tag like any other", () => {
    expect(listOf(["__proto__", "x"], ["constructor", "y"]).finish()).toEqual(["__proto__", "x", "constructor", "y"]);
    const aside = listOf(["__proto__", "x"], ["__proto__", "y"]);
    aside.finish();
    expect(aside.aside).toEqual(["__proto__", "y"]);
  });
});
