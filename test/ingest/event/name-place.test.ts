import { beforeAll, describe, expect, test } from "vitest";
import { firstPlace, NamePlace } from "../../../src/ingest/event/name-place.ts";
import { shapeNodesMax } from "../../../src/ingest/limits.ts";

function follow(from: NamePlace | undefined, ...names: string[]): NamePlace | undefined {
  let place = from;
  for (const name of names) {
    const bytes = Buffer.from(`<${name}>`);
    place = place?.follow(bytes, 1, bytes.length - 1);
  }
  return place;
}

/** Forgets what others have read in this process: only so many names may follow the first place. */
function forgetPlaces(): void {
  const known = firstPlace();
  let place = new NamePlace("", undefined);
  for (let i = 0; firstPlace() === known; i++) place = follow(place, `${i}`)!;
}

describe("NamePlace", () => {
  beforeAll(forgetPlaces);

  test("when the same names come in the same order, then they lead to one place, others elsewhere", () => {
    const place = follow(firstPlace(), "host", "pid", "user");
    expect(place?.name).toBe("user");
    expect(place?.before?.before?.name).toBe("host");
    expect(follow(firstPlace(), "host", "pid", "user")).toBe(place);
    for (const names of [
      ["pid", "host", "user"],
      ["host", "pid"],
      ["host", "pid", "users"],
      ["host", "pid", "used"],
    ])
      expect(follow(firstPlace(), ...names)).not.toBe(place);
  });

  test("when a name is not ASCII or longer than any tag, then it leads to the slow path, and so does all behind it", () => {
    expect(follow(firstPlace(), "größe", "a")).toBeUndefined();
    expect(follow(firstPlace(), "x".repeat(10_000))).toBeUndefined();
  });

  test("when a kept name comes again, then it leads to the same place, and another one behind it to its own", () => {
    const bytes = Buffer.from("onetwo");
    const one = { start: 0, end: 3 };
    const two = { start: 3, end: 6 };
    const kept = ({ start, end }: typeof one, name = one) => firstPlace().followKept(name, bytes, start, end);
    const place = kept(one);
    expect(kept(one)).toBe(place);
    expect(kept(two, two)?.name).toBe("two");
    expect(kept(one)).toBe(follow(firstPlace(), "one"));
  });

  test("when a name stands in a body, then it leads where its bytes do, whatever its length and its neighbours", () => {
    const names = ["a", "ab", "abc", "abcd", "abce", "abcde", "abcdf", "bbcde", "abcdefgh", "abcdefgi", "abXdefgh"];
    const place = firstPlace();
    const expected = names.map((name) => follow(place, name));
    for (const around of ["", "a", "zzzz"])
      for (const [index, name] of names.entries()) {
        const bytes = Buffer.from(around + name + around);
        const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
        const found = place.followInBody(bytes, view, around.length, around.length + name.length);
        expect([name, found]).toEqual([name, expected[index]]);
        expect(found?.name).toBe(name);
      }
  });

  test("when ever new names come, then some lead to the slow path and what is remembered stays bounded", () => {
    const first = firstPlace();
    for (let i = 0; i < 100; i++) follow(first, `fan${i}`);
    expect(follow(first, "fan0")).toBeDefined();
    expect(follow(first, "fan99")).toBeUndefined();
    for (let i = 0; i <= shapeNodesMax; i++) follow(first, "fan0", `${i % 64}`, `${(i >> 6) % 64}`, `${i >> 12}`);
    expect(firstPlace()).not.toBe(first);
    expect(follow(firstPlace(), "fan99")).toBeDefined();
  });
});
