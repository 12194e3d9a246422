import { TextRows } from "../../eventstore/columns/text-rows.ts";
import type { Column, DictionaryColumn, Segment, TemplateTexts } from "../../eventstore/segment.ts";
import type { Hole } from "../../eventstore/template.ts";

/** The UTF-8 bytes of a row's message, by rows that mostly rise. No text is put together. */
export function messageLengths(segment: Segment): (row: number) => number {
  const column = segment.base("message");
  return column.encoding === "text" && column.templates ? templateLengths(column.templates) : lengthsOf(column);
}

function lengthsOf(column: Column): (row: number) => number {
  if (column.encoding === "dictionary") return valueLengths(column);
  if (column.encoding === "number" && column.scale === 1 && !column.present)
    return (row) => digitsOf(column.values[row]!);
  const texts = new TextRows([column]);
  return (row) => {
    texts.seek(0, row);
    return texts.to - texts.from;
  };
}

function valueLengths({ ids, valueCount, texts: { offsets } }: DictionaryColumn): (row: number) => number {
  const lengths = new Uint32Array(valueCount);
  for (let id = 1; id < valueCount; id++) lengths[id] = offsets[id]! - 1 - offsets[id - 1]!;
  return (row) => lengths[ids[row]!]!;
}

/** A template's constant text, and the columns that fill its holes. */
function templateLengths(templates: TemplateTexts): (row: number) => number {
  const { ids, wholeId } = templates;
  const constant = new Uint32Array(ids.valueCount);
  const filled: (readonly ((row: number) => number)[])[] = [];
  const holes = new Map<string, (row: number) => number>();
  const lengthsOfHole = (hole: Hole) => {
    const key = `${hole.kind} ${hole.index}`;
    const known = holes.get(key) ?? lengthsOf(templates.hole(hole));
    holes.set(key, known);
    return known;
  };
  for (let id = 1; id < ids.valueCount; id++) {
    if (id === wholeId) continue;
    const pieces = templates.pieces(id);
    constant[id] = pieces.reduce((sum, piece) => sum + (typeof piece === "string" ? Buffer.byteLength(piece) : 0), 0);
    filled[id] = pieces.filter((piece) => typeof piece !== "string").map(lengthsOfHole);
  }
  const whole = wholeId < 0 ? undefined : templates.whole();
  if (whole) filled[wholeId] = [lengthsOf(whole)];
  const rows = ids.ids;
  return (row) => {
    const id = rows[row]!;
    let length = constant[id]!;
    const some = filled[id];
    if (some) for (let i = 0; i < some.length; i++) length += some[i]!(row);
    return length;
  };
}

/** Characters of a whole number as it is written. */
function digitsOf(value: number): number {
  if (value < 0) return 1 + digitsOf(-value);
  if (value < 10) return 1;
  if (value < 100) return 2;
  if (value < 1_000) return 3;
  return 3 + digitsOf(Math.floor(value / 1_000));
}
