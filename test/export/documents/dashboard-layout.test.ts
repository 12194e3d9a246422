import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { layOut } from "../../../src/export/documents/dashboard-layout.ts";

const widget = (name: string, config: Record<string, unknown>) => ({ name, config });
const shown = (widgets: ReturnType<typeof widget>[]) =>
  layOut(widgets).map((cells) =>
    cells.map(({ columns, widget: found }) => `${found?.name ?? "-"}:${columns}`).join(" "),
  );

describe("widgets on a page", () => {
  test("when two lie side by side, then they stand so, each in its width", () => {
    const [a, b] = [widget("a", { col: 0, row: 0, sizeX: 2 }), widget("b", { col: 2, row: 0, sizeX: 4 })];
    expect(shown([b, a])).toEqual(["a:2 b:4"]);
  });

  test("when two lie beside one that is higher, then the second keeps its place in a row of its own", () => {
    expect(
      shown([
        widget("high", { col: 0, row: 0, sizeX: 2, sizeY: 2 }),
        widget("upper", { col: 2, row: 0, sizeX: 4, sizeY: 1 }),
        widget("lower", { col: 2, row: 1, sizeX: 4, sizeY: 1 }),
      ]),
    ).toEqual(["high:2 upper:4", "-:2 lower:4"]);
  });

  test("when they have no place, or none that is one, then each has a row of its own, at the end", () => {
    expect(
      shown([
        widget("none", {}),
        widget("text", { col: "0", row: 0 }),
        widget("beyond", { col: 6, row: 0 }),
        widget("below", { col: 0, row: -1 }),
        widget("placed", { col: 0, row: 9 }),
      ]),
    ).toEqual(["placed:2", "none:6", "text:6", "beyond:6", "below:6"]);
  });

  test("when they lie anyhow, then each comes once, and no row is wider than the page", () => {
    const place = fc.record({
      col: fc.oneof(fc.integer({ min: -1, max: 7 }), fc.constant("x")),
      row: fc.integer({ min: -1, max: 8 }),
      sizeX: fc.integer({ min: 0, max: 9 }),
      sizeY: fc.integer({ min: 0, max: 9 }),
    });
    fc.assert(
      fc.property(fc.array(place, { maxLength: 20 }), (places) => {
        const widgets = places.map((config, i) => widget(String(i), config));
        const rows = layOut(widgets);
        const found = rows.flatMap((cells) =>
          cells.flatMap(({ widget: one }) => (one === undefined ? [] : [one.name])),
        );
        expect(found.toSorted()).toEqual(widgets.map(({ name }) => name).toSorted());
        for (const cells of rows) {
          const width = cells.reduce((sum, { columns }) => sum + columns, 0);
          expect(width).toBeLessThanOrEqual(6);
          expect(Math.min(...cells.map(({ columns }) => columns))).toBeGreaterThanOrEqual(1);
          expect(cells.some((cell) => cell.widget !== undefined)).toBe(true);
        }
      }),
    );
  });
});
