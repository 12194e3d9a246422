import fc from "fast-check";
import { expect, test } from "vitest";
import { gatherMarkers } from "../../../src/web/histogram/marker-groups.ts";

const marker = (time: number, id = time) => ({ id, time, title: `deploy ${id}` });

test("when markers stand close to each other, then they are one group, which no other one's title covers", () => {
  const groups = gatherMarkers([marker(501), marker(100), marker(500), marker(900), marker(2_000)], 0, 1_000);
  expect(groups.map(({ place, markers }) => [place, markers.map(({ time }) => time)])).toEqual([
    [0.1, [100]],
    [0.5, [500, 501]],
    [0.9, [900]],
  ]);
  expect(groups.map(({ room, isLate }) => [room.toFixed(2), isLate])).toEqual([
    ["0.40", false],
    ["0.20", false],
    ["0.20", true],
  ]);
});

test("when there are any markers, then each within the range is in one group, and groups can be told apart", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -50, max: 1_050 }), { maxLength: 300 }), (times) => {
      const groups = gatherMarkers(times.map(marker), 0, 1_000);
      const inside = times.filter((time) => time >= 0 && time <= 1_000).toSorted((a, b) => a - b);
      expect(groups.flatMap(({ markers }) => markers.map(({ time }) => time))).toEqual(inside);
      expect(groups.length).toBeLessThanOrEqual(41);
      for (const [index, { place }] of groups.entries())
        if (index > 0) expect(place - groups[index - 1]!.place).toBeGreaterThanOrEqual(0.025);
    }),
  );
});
