import { eventTypes, facilityNames, severityNames, statusNames } from "../eventstore/event/event.ts";
import type { EventRun } from "../eventstore/event-batch.ts";
import type { BaseColumn, Column, Segment, TimeTable } from "../eventstore/segment.ts";
import { type RowText, rowTextOf } from "./row-text.ts";

/** The columns that make up an event, opened for the rows of one segment. */
export interface EventColumns {
  segment: Segment;
  ids: Float64Array;
  times: TimeTable;
  severity: CodeRows;
  facility: CodeRows;
  status: CodeRows;
  type: CodeRows;
  host: RowText;
  program: RowText;
  message: RowText;
  ciscoMnemonic: RowText;
  extra: RowText;
  /** In the order of names; undefined: some tags have no column of their own, so events have to be read whole. */
  tags: readonly TagRows[] | undefined;
  /** Non-zero for rows for which a trigger fired. */
  fired: ArrayLike<number>;
}

export interface TagRows {
  name: string;
  text: RowText;
}

export interface CodeRows {
  numberOf(row: number): number;
  nameOf(number: number): string;
}

/** Runs mostly come from the segment of the run before. */
export class EventColumnsReader {
  #last: EventColumns | undefined;

  open({ segment }: EventRun): EventColumns {
    if (this.#last?.segment !== segment) this.#last = columnsOf(segment);
    return this.#last;
  }
}

function columnsOf(segment: Segment): EventColumns {
  const text = (name: BaseColumn) => rowTextOf(segment.base(name));
  return {
    segment,
    ids: segment.ids(),
    times: segment.times(),
    severity: codeRows(segment.base("severity"), severityNames, ""),
    facility: codeRows(segment.base("facility"), facilityNames, ""),
    status: codeRows(segment.base("status"), statusNames, ""),
    type: codeRows(segment.base("type"), eventTypes, eventTypes[0]),
    host: text("host"),
    program: text("program"),
    message: text("message"),
    ciscoMnemonic: text("cisco_mnemonic"),
    extra: text("extra_fields"),
    tags: segment.sharesTagColumn ? undefined : tagsOf(segment),
    fired: segment.triggerIds().ids,
  };
}

function tagsOf(segment: Segment): TagRows[] {
  const names = [...segment.tagNames()].sort((a, b) => (a < b ? -1 : 1));
  return names.map((name) => ({ name, text: rowTextOf(segment.tag(name)!) }));
}

export function codeRows(column: Column, names: readonly string[], unknown: string): CodeRows {
  const nameOf = (number: number) => names[number] ?? unknown;
  if (column.encoding !== "number") return { numberOf: (row) => Number(column.text(row)), nameOf };
  const { values } = column;
  return { numberOf: (row) => values[row]!, nameOf };
}
