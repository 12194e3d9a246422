import { expect, test } from "vitest";
import { placeInLines } from "../../../src/web/pages/dashboards/board/place-in-lines.ts";

const size = (w: number, h: number, place: { col?: number; row?: number } = {}) => ({
  col: place.col,
  row: place.row,
  w,
  h,
});
const told = (...wanted: ReturnType<typeof size>[]) => placeInLines(wanted, 6).map(({ x, y, w, h }) => [x, y, w, h]);

test("when widgets have no place, then they stand side by side, as many as fit, in their order", () => {
  expect(told(size(2, 2), size(2, 3), size(2, 2), size(2, 2), size(6, 1), size(4, 2))).toEqual([
    [0, 0, 2, 2],
    [2, 0, 2, 3],
    [4, 0, 2, 2],
    [0, 3, 2, 2],
    [0, 5, 6, 1],
    [0, 6, 4, 2],
  ]);
});

test("when some widgets have a place, then they keep it, and those without one stand below", () => {
  const placed = size(3, 2, { col: 3, row: 0 });
  expect(
    told(placed, size(2, 1), size(2, 1), size(3, 4, { col: 5, row: 0 }), size(2, 1), size(2, 1, { col: 4 })),
  ).toEqual([
    [3, 0, 3, 2],
    [0, 2, 2, 1],
    [2, 2, 2, 1],
    [3, 0, 3, 4],
    [0, 4, 2, 1],
    [4, 5, 2, 1],
  ]);
});
