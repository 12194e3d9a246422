import type { Column, RowWindow, TemplateTexts } from "../../segment.ts";
import { type Hole, type HoleKind, wholeNumberOf } from "../../template.ts";
import type { TemplateColumn } from "./template-column.ts";

/** The numbers that fill holes, row by row: rising ones are read quickly. */
export class NumbersInHoles {
  readonly #holes: Record<HoleKind, ((row: number) => number)[]> = { number: [], word: [], any: [] };

  readonly #column: TemplateColumn;

  constructor(column: TemplateColumn) {
    this.#column = column;
  }

  /** NaN where what fills the hole is no whole number. */
  at(hole: Hole, row: number): number {
    const known = this.#holes[hole.kind];
    known[hole.index] ??= numberReader(this.#column.hole(hole), this.#column.templates);
    return known[hole.index]!(row);
  }
}

function numberReader(column: Column, templates: TemplateTexts): (row: number) => number {
  if (column.encoding === "text") return (row) => wholeNumberOf(column.text(row));
  const window = templates.window(column);
  if (column.encoding === "number") return (row) => valueAt(window, row);
  const numbers = Float64Array.from(column.values, wholeNumberOf);
  return (row) => numbers[valueAt(window, row)]!;
}

function valueAt(window: RowWindow, row: number): number {
  const { values, first } = window.openOn(row);
  return values[row - first]!;
}
