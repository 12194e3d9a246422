import { MemorySink } from "../format/segment-bytes.ts";
import type { PartSource } from "../format/segment-format.ts";
import { tagColumnsMax } from "../limits.ts";
import type { Column } from "../segment.ts";
import { decodeColumn } from "./column-reader.ts";
import { encodeSomeTexts } from "./column-writer.ts";
import { keepNothing } from "./stored-text-column.ts";

/** Tags that share one column, because a segment has more names than it may have columns. */
export class StoredOverflowTags {
  private readonly known: ReadonlySet<string>;
  private readonly collected = new Map<string, Values>();

  constructor(
    readonly names: readonly string[],
    private readonly packed: Column,
    private readonly rows: number,
  ) {
    this.known = new Set(names);
  }

  /**
   * Finds the values of several names in one pass. Call it before reading many columns: unpacking every row for each
   * name would cost names times rows.
   */
  collect(names: Iterable<string>): void {
    const wanted = new Map<string, Values>();
    for (const name of names) if (this.known.has(name) && !this.collected.has(name)) wanted.set(name, new Values());
    if (wanted.size === 0) return;
    for (let row = 0; row < this.rows; row++)
      for (const [name, value] of this.pairs(row)) {
        const own = wanted.get(name);
        own?.add(row, value);
      }
    for (const [name, values] of wanted) this.collected.set(name, values);
  }

  /** The values collected for a name are freed with its column. */
  column(name: string): Column | undefined {
    if (!this.known.has(name)) return undefined;
    this.collect([name]);
    const { at, values } = this.collected.get(name)!;
    this.collected.delete(name);
    return columnOf(this.rows, at, values);
  }

  pairs(row: number): [name: string, value: string][] {
    return unpackTags(this.packed.text(row));
  }
}

/** Values of rows under one name. Repeated values are held once, as long as there are few. */
class Values {
  readonly at: number[] = [];
  readonly values: string[] = [];
  private readonly held = new Map<string, string>();

  add(row: number, value: string): void {
    this.at.push(row);
    const held = this.held.get(value);
    if (held === undefined && this.held.size < valuesHeldMax) this.held.set(value, value);
    this.values.push(held ?? value);
  }
}

/** Beyond this many, values count as unique: the table would become as large as they are. */
const valuesHeldMax = 256;

export function packTags(pairs: readonly [name: string, value: string][]): string {
  return pairs.length === 0 ? "" : JSON.stringify(pairs.flat());
}

function unpackTags(text: string): [name: string, value: string][] {
  if (text === "") return [];
  const flat: string[] = JSON.parse(text);
  const pairs: [string, string][] = [];
  for (let i = 0; i < flat.length; i += 2) pairs.push([flat[i]!, flat[i + 1]!]);
  return pairs;
}

/** A column made of texts on the spot, through the very encoder that stored columns go through. */
function columnOf(rows: number, at: readonly number[], values: readonly string[]): Column {
  const sink = new MemorySink();
  const entry = encodeSomeTexts(sink, rows, at, values, true);
  const source: PartSource = { part: (index) => aligned(sink.parts[index]!) };
  return decodeColumn(source, entry, rows, keepNothing);
}

function aligned(bytes: Uint8Array): Uint8Array {
  return bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes);
}

/** Names that get a column, sorted. */
export function mostFrequent(names: string[], rowsOf: (name: string) => number): string[] {
  if (names.length <= tagColumnsMax) return names.sort();
  return names
    .sort((a, b) => rowsOf(b) - rowsOf(a) || (a < b ? -1 : 1))
    .slice(0, tagColumnsMax)
    .sort();
}
