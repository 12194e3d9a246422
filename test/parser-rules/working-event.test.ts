import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EventRow } from "../../src/eventstore/event/event.ts";
import { tagsMax } from "../../src/eventstore/event/event-limits.ts";
import { WorkingEvent } from "../../src/parser-rules/working-event.ts";

function rowWith(tags: string[], extra = ""): EventRow {
  const fields = { times: [1], host: "h", program: "p", message: "m", severity: 6, facility: 1, type: 0, status: 0 };
  return { ...fields, ciscoMnemonic: "", tags, extra };
}

describe("WorkingEvent", () => {
  test("when tags are set in any number and order, then the last value of a name counts, over what was sent", () => {
    const name = fc.integer({ min: 0, max: 90 }).map((number) => `t${number}`);
    const pair = fc.tuple(name, fc.constantFrom("", "a", "b", "c"));
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 60 }), fc.array(pair, { maxLength: 300 }), (sent, pairs) => {
        const known = new Map(sent.sort().map((one) => [one, "sent"]));
        const event = new WorkingEvent();
        event.begin(rowWith([...known].flat()));
        for (const [one, value] of pairs) {
          event.setTag(one, value);
          if (value !== "") known.set(one, value);
          expect(event.tag(one)).toBe(known.get(one) ?? "");
        }
        event.finish();
        expect(event.row.tags).toEqual([...known].sort(([a], [b]) => (a < b ? -1 : 1)).flat());
        event.begin(rowWith([]));
        expect(event.tag("t1")).toBe("");
      }),
    );
  });

  test("when a rule finds 300,000 names in an event, then each costs as much as one of few", () => {
    const event = new WorkingEvent();
    event.begin(rowWith(Array.from({ length: tagsMax }, (_, i) => [`sent${`${i}`.padStart(3, "0")}`, "v"]).flat()));
    for (let i = 0; i < 300_000; i++) event.addTag(`found${i}`, "v");
    event.finish();
    expect(event.row.tags).toHaveLength(2 * tagsMax);
    expect(event.isCut).toBe(true);
    expect(Object.keys(JSON.parse(event.row.extra))).toHaveLength(300_000);
  });

  test("when more tags come than an event may have, then those beyond stand beside the extra fields that were sent", () => {
    const event = new WorkingEvent();
    const tags = Array.from({ length: tagsMax }, (_, i) => [`a${`${i}`.padStart(3, "0")}`, "v"]).flat();
    event.begin(rowWith(tags, '{"z":1}'));
    event.setTag("z", "found");
    event.finish();
    expect(event.row.tags).toEqual(tags);
    expect(JSON.parse(event.row.extra)).toEqual({ z: 1, z_2: "found" });
  });
});
