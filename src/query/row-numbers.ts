import type { Column, Segment } from "../eventstore/segment.ts";
import type { Field } from "../filter/fields.ts";
import { numberOfText } from "../filter/number-text.ts";

/** The number that the field of a row is, NaN when it is none: the same reading of text as that of `lt` and `gt`. */
export function rowNumbers(segment: Segment, field: Field): (row: number) => number {
  switch (field.kind) {
    case "text":
    case "code":
      return columnNumbers(segment.base(field.column));
    case "code-name":
      return () => Number.NaN;
    case "counter": {
      const { counter } = segment.times();
      return (row) => counter[row]!;
    }
    case "time": {
      const times = segment.times()[field.edge];
      return (row) => times[row]! / 1e6;
    }
    case "id": {
      const ids = segment.ids();
      return (row) => ids[row]!;
    }
    case "tag": {
      const column = segment.tag(field.name);
      return column ? columnNumbers(column) : () => Number.NaN;
    }
  }
}

function columnNumbers(column: Column): (row: number) => number {
  if (column.encoding === "text") return (row) => numberOfText(column.text(row));
  if (column.encoding === "dictionary") {
    const numbers = Float64Array.from(column.values, numberOfText);
    return (row) => numbers[column.ids[row]!]!;
  }
  const { values, present } = column;
  if (!present) return (row) => values[row]!;
  return (row) => (present[row] === 0 ? Number.NaN : values[row]!);
}
