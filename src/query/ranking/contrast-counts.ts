import { tagNameFor } from "../../eventstore/event/reserved-names.ts";
import type { Segment } from "../../eventstore/segment.ts";
import type { TimeSpan } from "../../eventstore/snapshot.ts";
import { findField } from "../../filter/condition/fields.ts";
import type { Selection } from "../../filter/rows/selection.ts";
import { AppError } from "../../lib/errors.ts";
import { eachRowBatch } from "../counting/row-batches.ts";
import { groupBatches } from "../groups/group-batches.ts";
import { GroupSums } from "../groups/group-sums.ts";
import { batchRows, contrastBytesMax, contrastedBytesMax, contrastFieldsMax } from "../limits.ts";
import type { ChosenRows } from "../query-kind.ts";
import { hasField } from "../values/has-field.ts";
import { ValueTable } from "../values/value-table.ts";

/** How often a value occurs among the events of a selection, and among all others. */
export interface ContrastedValue {
  field: string;
  name: string;
  count: number;
  rest: number;
}

/** Counts the values of many fields on both sides of a selection. Fields with too many values are given up by name. */
export class ContrastCounts {
  /** Occurrences on both sides. */
  selected = 0;
  rest = 0;
  readonly #fields = new Map<string, FieldCounts>();
  readonly #skipped = new Set<string>();
  readonly #wanted: readonly string[] | undefined;
  readonly #isLeftOut: (field: string) => boolean;

  /** `wanted`: undefined for every field that an event has, except those left out. */
  constructor(wanted: readonly string[] | undefined, isLeftOut: (field: string) => boolean) {
    this.#wanted = wanted;
    this.#isLeftOut = isLeftOut;
  }

  /** Fields that have too many different values, or come after too many others; sorted. */
  get skipped(): string[] {
    return [...this.#skipped].sort();
  }

  get fieldCount(): number {
    return this.#fields.size;
  }

  /** `inside`: the selection's rows among the chosen ones. */
  add(chosen: ChosenRows, inside: Selection, span: TimeSpan, tick: () => void): void {
    const sides = new Uint8Array(batchRows);
    const fields = this.#fieldsOf(chosen, span, tick);
    const counted = fields.flatMap((name) => this.#counterOf(name, chosen.segment, tick) ?? []);
    const groups = new Uint32Array(batchRows);
    eachRowBatch(chosen, span, tick, ({ length, rows, counts }) => {
      for (let i = 0; i < length; i++) {
        sides[i] = inside.has(rows[i]!) ? 1 : 0;
        if (sides[i] === 1) this.selected += counts[i]!;
        else this.rest += counts[i]!;
      }
      for (const { name, counts: ofField, groupsOf } of counted) {
        if (this.#skipped.has(name)) continue;
        try {
          groupsOf(rows, length, groups);
          for (let i = 0; i < length; i++) ofField.sides[sides[i]!]!.add(groups[i]!, counts[i]!);
        } catch (error) {
          if (!(error instanceof AppError) || error.code !== "too_large") throw error;
          this.#skip(name);
        }
      }
    });
    this.#bound();
  }

  /** All values, in no order. An event without a field says nothing about it. */
  *values(): Generator<ContrastedValue> {
    for (const [field, { table, sides }] of this.#fields)
      for (let group = 0; group < table.size; group++) {
        if (table.isEmpty(group)) continue;
        const [rest, count] = [sides[0].of(group), sides[1].of(group)];
        if (count + rest > 0) yield { field, name: table.nameOf(group), count, rest };
      }
  }

  /** Tags that no chosen event has would take room from those that some have, and are not named to everybody. */
  #fieldsOf({ segment, conditions }: ChosenRows, span: TimeSpan, tick: () => void): readonly string[] {
    if (this.#wanted) return this.#wanted;
    const tags = segment.tagNames().filter((name) => {
      // One that was stored before its name came to mean something else of every event.
      if (tagNameFor(name) !== name || this.#isLeftOut(name)) return false;
      if (this.#fields.has(name) || this.#skipped.has(name)) return true;
      tick();
      return hasField(segment, name, conditions, { span, tick });
    });
    return [...baseNames.filter((name) => !this.#isLeftOut(name)), ...tags];
  }

  #counterOf(name: string, segment: Segment, tick: () => void) {
    if (this.#skipped.has(name)) return undefined;
    let counts = this.#fields.get(name);
    if (!counts) {
      if (this.#fields.size >= contrastFieldsMax) {
        this.#skipped.add(name);
        return undefined;
      }
      counts = { table: new ValueTable(name, contrastBytesMax), sides: [new GroupSums(), new GroupSums()] };
      this.#fields.set(name, counts);
    }
    return { name, counts, groupsOf: groupBatches(segment, findField(name), counts.table, tick) };
  }

  /** Gives up the fields with the most values until the others together take as much as they may. */
  #bound(): void {
    const bytes = new Map([...this.#fields].map(([name, { table }]) => [name, table.bytes]));
    let all = [...bytes.values()].reduce((sum, ofField) => sum + ofField, 0);
    for (const [name, ofField] of [...bytes].sort(([, a], [, b]) => b - a)) {
      if (all <= contrastedBytesMax) return;
      this.#skip(name);
      all -= ofField;
    }
  }

  #skip(name: string): void {
    this.#fields.delete(name);
    this.#skipped.add(name);
  }
}

interface FieldCounts {
  table: ValueTable;
  /** Sums of the rest, and of the selection. */
  sides: [GroupSums, GroupSums];
}

/** Fields that every event may have and that have values worth naming; the others are times, counts and whole texts. */
const baseNames = [
  "host",
  "program",
  "pattern",
  "severity_name",
  "facility_name",
  "status_name",
  "type",
  "cisco_mnemonic",
];
