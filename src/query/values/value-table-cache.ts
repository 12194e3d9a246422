import { ValueTable } from "./value-table.ts";

/**
 * Tables of values that a thread keeps from one question to the next: numbers of values then stay the same, so a
 * segment's list of them is looked up once (group-cache.ts). Bounded: the table of a field with many values goes when
 * its question is answered.
 */
export class ValueTableCache {
  /** Fields of the question in work. */
  readonly #inUse = new Set<string>();

  readonly #bytesMax: number;
  readonly #taken: ReadonlySet<string>;

  readonly #tables: Map<string, ValueTable>;

  /**
   * `tables`: least recently used first. `taken`: fields of an unfinished question, whose tables nobody else may
   * change.
   */
  constructor(bytesMax: number, tables = new Map<string, ValueTable>(), taken: ReadonlySet<string> = new Set()) {
    this.#tables = tables;
    this.#bytesMax = bytesMax;
    this.#taken = taken;
  }

  /** For a question that preempts the one at work. */
  beside(): ValueTableCache {
    return new ValueTableCache(this.#bytesMax, this.#tables, this.#inUse);
  }

  /** For one question at a time. `bytesMax`: of the values that it adds. */
  of(field: string, bytesMax: number): ValueTable {
    if (this.#taken.has(field)) return new ValueTable(field, bytesMax);
    this.#inUse.add(field);
    const table = this.#tables.get(field) ?? new ValueTable(field, bytesMax, this.#bytesMax);
    table.begin(bytesMax);
    this.#tables.delete(field);
    this.#tables.set(field, table);
    return table;
  }

  /** After each question. */
  tidy(): void {
    this.#inUse.clear();
    let bytes = 0;
    for (const table of this.#tables.values()) bytes += table.bytes;
    for (const [field, table] of this.#tables) {
      if (bytes <= this.#bytesMax) return;
      if (this.#taken.has(field)) continue;
      bytes -= table.bytes;
      this.#tables.delete(field);
    }
  }
}
