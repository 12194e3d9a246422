import { hexTextMax } from "../../eventstore/hex-texts.ts";
import type {
  Column,
  DictionaryColumn,
  NumberColumn,
  Segment,
  TextBlock,
  TextColumn,
} from "../../eventstore/segment.ts";
import type { Field } from "../../filter/condition/fields.ts";
import { patternColumn } from "../../filter/patterns/pattern-column.ts";
import type { ValueTable } from "../values/value-table.ts";

/** Finds the value of a row as its number in a ValueTable. */
export type GroupOf = (row: number) => number;

/**
 * How the rows of a segment are grouped by a field. A value is looked up once where the segment numbers its values
 * itself; each row then costs two reads of arrays. The absent value is "".
 */
export function groupRows(segment: Segment, field: Field, table: ValueTable, tick: () => void): GroupOf {
  switch (field.kind) {
    case "text":
    case "code":
      return groupColumn(segment.base(field.column), table);
    case "code-name": {
      const column = segment.base(field.column);
      return groupColumn(column, table, (text) => field.names[Number(text)] ?? "");
    }
    case "counter":
      return groupNumbers(countersOf(segment), 1, table);
    case "time":
      return groupNumbers(segment.times()[field.edge], 1e6, table);
    case "id":
      return groupNumbers(segment.ids(), 1, table);
    case "pattern":
      return groupColumn(patternColumn(segment, tick), table);
    case "tag": {
      const column = segment.tag(field.name);
      if (column) return groupColumn(column, table);
      return () => table.idOf("");
    }
  }
}

function countersOf(segment: Segment): Uint16Array {
  return segment.counters() ?? new Uint16Array(segment.rows).fill(1);
}

type Rename = (text: string) => string;

function groupColumn(column: Column, table: ValueTable, rename?: Rename): GroupOf {
  if (column.encoding === "dictionary") return groupDictionary(column, table, rename);
  if (column.encoding === "number") return groupNumberColumn(column, table, rename);
  return rename ? (row) => table.idOf(rename(column.text(row))) : groupTexts(column, table);
}

const unknown = -1;

function groupDictionary(column: DictionaryColumn, table: ValueTable, rename: Rename | undefined): GroupOf {
  const { ids } = column;
  const groupOf = groupValues(column, table, rename);
  return (row) => groupOf(ids[row]!);
}

/** Maps a dictionary id to its group; each id is looked up at most once. */
export function groupValues(column: DictionaryColumn, table: ValueTable, rename?: Rename): (id: number) => number {
  const groups = new Int32Array(column.valueCount).fill(unknown);
  const { bytes, offsets } = column.texts;
  return (id) => {
    const group = groups[id]!;
    if (group !== unknown) return group;
    const found =
      rename || id === 0
        ? table.idOf(rename ? rename(column.value(id)) : "")
        : table.idOfBytes(bytes, offsets[id - 1]!, offsets[id]! - 1);
    groups[id] = found;
    return found;
  };
}

/** No string is made: the bytes of the block are looked up as they are, or those of one text. */
function groupTexts(column: TextColumn, table: ValueTable): GroupOf {
  let firstRow = 0;
  let endRow = 0;
  let bytes = new Uint8Array(0);
  let offsets = new Uint32Array(0);
  let singly: TextBlock["singly"];
  const one = new Uint8Array(hexTextMax);
  return (row) => {
    if (row < firstRow || row >= endRow) {
      const block = column.block(column.blockOf(row));
      firstRow = block.firstRow;
      endRow = firstRow + block.rows;
      singly = block.singly;
      if (!singly) {
        bytes = block.bytes as Uint8Array<ArrayBuffer>;
        offsets = block.offsets as Uint32Array<ArrayBuffer>;
      }
    }
    const at = row - firstRow;
    if (singly) return table.idOfBytes(one, 0, singly.write(at, one));
    return table.idOfBytes(bytes, offsets[at]!, offsets[at + 1]! - 1);
  };
}

function groupNumberColumn(
  { values, scale, present, max }: NumberColumn,
  table: ValueTable,
  rename: Rename = same,
): GroupOf {
  const textOf = (value: number) => rename(String(value / scale));
  const ofValue = cacheUnits(values, Math.round(max * scale), table, textOf);
  if (!present) return (row) => ofValue(values[row]!);
  let absent: number | undefined;
  return (row) => {
    if (present[row] !== 0) return ofValue(values[row]!);
    absent ??= table.idOf("");
    return absent;
  };
}

/** The groups of whole numbers up to `max`, each looked up once. */
export function cacheSmall(
  max: number,
  table: ValueTable,
  textOf: (value: number) => string,
): (value: number) => number {
  const groups = new Int32Array(max + 1).fill(unknown);
  return (value) => {
    const group = groups[value]!;
    if (group !== unknown) return group;
    const found = table.idOf(textOf(value));
    groups[value] = found;
    return found;
  };
}

/** The groups of a column's whole numbers up to `most`. */
function cacheUnits(
  values: NumberColumn["values"],
  most: number,
  table: ValueTable,
  textOf: (value: number) => string,
): (value: number) => number {
  if (values instanceof Uint8Array || values instanceof Uint16Array) return cacheSmall(most, table, textOf);
  let ofValue = cacheAll(table, textOf);
  if (!(values instanceof Uint32Array) || most > placesMax) return ofValue;
  // A place for each number is worth its clearing once many were looked for.
  let untilPlaces = Math.ceil(most / placesPerLookUp);
  return (value) => {
    if (--untilPlaces === 0) ofValue = cacheSmall(most, table, textOf);
    return ofValue(value);
  };
}

/** Places for the numbers of a column: 16 MB. */
const placesMax = 2 ** 22;
const placesPerLookUp = 64;

function cacheAll(table: ValueTable, textOf: (value: number) => string): (value: number) => number {
  const groups = new Map<number, number>();
  return (value) => {
    const group = groups.get(value);
    if (group !== undefined) return group;
    const found = table.idOf(textOf(value));
    groups.set(value, found);
    return found;
  };
}

function groupNumbers(numbers: ArrayLike<number>, divisor: number, table: ValueTable): GroupOf {
  const ofValue = cacheAll(table, String);
  return (row) => ofValue(numbers[row]! / divisor);
}

const same: Rename = (text) => text;
