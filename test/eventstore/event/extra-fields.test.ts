import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addExtraFields } from "../../../src/eventstore/event/extra-fields.ts";

function added(fields: Record<string, unknown>, ...pairs: string[]): Record<string, unknown> {
  const target: Record<string, unknown> = Object.assign(Object.create(null), fields);
  addExtraFields(target, pairs);
  return target;
}

describe("addExtraFields", () => {
  test("when names are free, then they are kept; when not, then a number makes them so", () => {
    expect({ ...added({ sent: 1 }, "a", "x", "b", "y") }).toEqual({ sent: 1, a: "x", b: "y" });
    expect({ ...added({ a: 1, a_3: 2 }, "a", "x", "a", "y", "a_3", "z") }).toEqual({
      a: 1,
      a_2: "x",
      a_3: 2,
      a_4: "y",
      a_3_2: "z",
    });
  });

  test("when names are those of every object, then they are names like any other", () => {
    const fields = added({}, "__proto__", "x", "__proto__", "y", "constructor", "z");
    expect(JSON.stringify(fields)).toBe('{"__proto__":"x","__proto___2":"y","constructor":"z"}');
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  test("when any names come in any order, then every value is there and what was there stays", () => {
    const name = fc.constantFrom("a", "a_2", "a_3", "a_2_2", "b", "");
    fc.assert(
      fc.property(fc.dictionary(name, fc.nat()), fc.array(name), (sent, names) => {
        const fields = added(sent, ...names.flatMap((one, index) => [one, `value ${index}`]));
        expect(fields).toMatchObject(sent);
        expect(Object.values(fields)).toEqual(expect.arrayContaining(names.map((_, index) => `value ${index}`)));
        expect(Object.keys(fields)).toHaveLength(Object.keys(sent).length + names.length);
      }),
    );
  });

  test("when one name comes 400,000 times among names made for it, then each is looked at a few times", () => {
    const pairs = Array.from({ length: 200_000 }, (_, i) => ["a", `${i}`, `a_${i}`, "made for it"]).flat();
    let looks = 0;
    const counting = new Proxy(Object.create(null) as Record<string, unknown>, {
      has(fields, name) {
        looks++;
        return Reflect.has(fields, name);
      },
    });
    addExtraFields(counting, pairs);
    expect(Object.keys(counting)).toHaveLength(400_000);
    expect(looks).toBeLessThan(4 * 400_000);
  });
});
