import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { templateContent } from "../../../src/api/dashboards/schema.ts";
import { shippedTemplates } from "../../../src/api/dashboards/shipped-templates.ts";
import { checkWidgets } from "../../../src/board/checked-widget.ts";
import { widgetTypes } from "../../../src/board/widget-type.ts";

const folder = join(import.meta.dirname, "../../../data/templates");
const paths = (readdirSync(folder, { recursive: true }) as string[])
  .filter((path) => path.endsWith(".json"))
  .map((path) => path.replaceAll("\\", "/").replace(/\.json$/, ""))
  .sort();

describe("the templates that ship", () => {
  test("when the folder is listed, then each file is carried inside the executable under its path", () => {
    expect([...shippedTemplates.keys()].sort()).toEqual(paths);
    expect(paths.length).toBeGreaterThanOrEqual(8);
    for (const path of paths)
      expect(shippedTemplates.get(path)).toEqual(JSON.parse(readFileSync(join(folder, `${path}.json`), "utf8")));
  });

  test.each(paths)(
    "when %s is read, then it has five to eight widgets that fit and do not lie on each other",
    (path) => {
      const { widgets, config } = templateContent.parse(shippedTemplates.get(path));
      checkWidgets(widgets, () => {});
      expect(config).toHaveProperty("time_range");
      expect(widgets.length).toBeGreaterThanOrEqual(5);
      expect(widgets.length).toBeLessThanOrEqual(8);
      expect(widgets.map(({ position }) => position)).toEqual(widgets.map((_, index) => index));
      expect(new Set(widgets.map(({ title }) => title)).size).toBe(widgets.length);
      const cells = widgets.flatMap(({ config }) => cellsOf(config as unknown as Place));
      expect(new Set(cells).size).toBe(cells.length);
      expect(cells.every((cell) => Number(cell.split(" ")[0]) < 6)).toBe(true);
      for (const { config } of widgets) expect(String(config.description ?? "").length).toBeGreaterThan(5);
    },
  );

  test("when all are taken together, then they show every type of widget but those that a user has to choose for", () => {
    const used = new Set(
      paths.flatMap((path) => templateContent.parse(shippedTemplates.get(path)).widgets.map(({ type }) => type)),
    );
    expect(widgetTypes.filter((type) => !used.has(type))).toEqual([
      "Stats",
      "Around",
      "Patterns",
      "Changes",
      "Differences",
    ]);
  });
});

interface Place {
  col: number;
  row: number;
  sizeX: number;
  sizeY: number;
}

function cellsOf({ col, row, sizeX, sizeY }: Place): string[] {
  const columns = Array.from({ length: sizeX }, (_, index) => col + index);
  return columns.flatMap((x) => Array.from({ length: sizeY }, (_, index) => `${x} ${row + index}`));
}
