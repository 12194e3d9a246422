import { ValueTable } from "./value-table.ts";

/**
 * Tables of values that a thread keeps from one question to the next: numbers of values then stay the same, and a segment's list of them has to be
 * looked up once (known-groups.ts). Bounded: the table of a field with many values goes when its question is answered.
 */
export class ValueTables {
  /** Longest unused first. */
  readonly #tables = new Map<string, ValueTable>();

  constructor(private readonly bytesMax: number) {}

  /** For one question at a time. `bytesMax`: of the values that it adds. */
  of(field: string, bytesMax: number): ValueTable {
    const table = this.#tables.get(field) ?? new ValueTable(field, bytesMax, this.bytesMax);
    table.begin(bytesMax);
    this.#tables.delete(field);
    this.#tables.set(field, table);
    return table;
  }

  /** After each question. */
  tidy(): void {
    let bytes = 0;
    for (const table of this.#tables.values()) bytes += table.bytes;
    for (const [field, table] of this.#tables) {
      if (bytes <= this.bytesMax) return;
      bytes -= table.bytes;
      this.#tables.delete(field);
    }
  }
}
