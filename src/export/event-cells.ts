import { eventTypes, facilityNames, severityNames, statusNames } from "../eventstore/event/event.ts";
import { toEventObject } from "../eventstore/event/event-object.ts";
import type { EventBatch, EventRun } from "../eventstore/event-batch.ts";
import type { BaseColumn, Column, Segment } from "../eventstore/segment.ts";
import { type CodeRows, codeRows } from "./event-columns.ts";
import { eventRow, type TagLayout } from "./event-table.ts";
import { keptTextsMax } from "./limits.ts";
import { rowTextOf } from "./row-text.ts";
import type { Cell } from "./table.ts";

/** The rows of `tableOfEvents`, read column by column, without making an object of each event. */
export function* listCells(batches: Iterable<EventBatch>, layout: TagLayout, timezone: string): Generator<Cell[]> {
  let last: RowCells | undefined;
  const open = ({ segment }: EventRun): RowCells => {
    if (last?.segment !== segment) last = { segment, cellsOf: cellsOf(segment, layout, timezone) };
    return last;
  };
  for (const batch of batches) {
    const gathered: Cell[][] = [];
    for (const run of batch.runs) {
      const { cellsOf } = open(run);
      for (const [i, row] of run.rows.entries()) {
        const cells = cellsOf(row);
        if (!batch.isGathered) yield cells;
        else {
          gathered[run.places[i]!] = cells;
          for (const cell of cells) batch.characters += typeof cell === "string" ? cell.length : 8;
        }
      }
    }
    yield* gathered;
  }
}

interface RowCells {
  segment: Segment;
  cellsOf(row: number): Cell[];
}

function cellsOf(segment: Segment, layout: TagLayout, timezone: string): (row: number) => Cell[] {
  if (segment.sharesTagColumn || layout.hasOthers)
    return (row) => eventRow(toEventObject(segment.event(row), timezone), layout);
  const ids = segment.ids();
  const times = segment.times();
  const text = (name: BaseColumn) => textsOf(segment.base(name));
  const [host, program, ciscoMnemonic] = [text("host"), text("program"), text("cisco_mnemonic")];
  const [message, extra] = [text("message"), text("extra_fields")];
  const severity = codeRows(segment.base("severity"), severityNames, "");
  const facility = codeRows(segment.base("facility"), facilityNames, "");
  const status = codeRows(segment.base("status"), statusNames, "");
  const type = codeRows(segment.base("type"), eventTypes, eventTypes[0]);
  const tags = layout.own.map((name) => {
    const column = segment.tag(name);
    return column && textsOf(column);
  });
  return (row) => {
    const cells: Cell[] = [
      String(ids[row]!),
      times.first[row]! / 1e6,
      times.last[row]! / 1e6,
      times.counter[row]!,
      host(row),
      program(row),
      ...codeCells(severity, row),
      ...codeCells(facility, row),
      ...codeCells(status, row),
      type.nameOf(type.numberOf(row)),
      ciscoMnemonic(row),
      message(row),
    ];
    for (const tag of tags) cells.push(tag?.(row) || null);
    const json = extra(row);
    cells.push(json === "" || json === "{}" ? "" : jsonAnew(json));
    return cells;
  };
}

function codeCells(code: CodeRows, row: number): [number, string] {
  const number = code.numberOf(row);
  return [number, code.nameOf(number)];
}

/** In the form in which an object is written. */
function jsonAnew(json: string): string {
  const text = JSON.stringify(JSON.parse(json));
  return text === "{}" ? "" : text;
}

/** Strings of a dictionary are made once. */
function textsOf(column: Column): (row: number) => string {
  if (column.encoding === "text" && column.templates) return templateTexts(column);
  if (column.encoding !== "dictionary" || column.valueCount > keptTextsMax) return (row) => column.text(row);
  const { ids } = column;
  const kept: (string | undefined)[] = [];
  return (row) => {
    const id = ids[row]!;
    kept[id] ??= column.value(id);
    return kept[id];
  };
}

/** Joined as bytes, made a string once. */
function templateTexts(column: Column): (row: number) => string {
  const text = rowTextOf(column);
  return (row) => {
    text.seek(row);
    const { bytes, from, to } = text;
    return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString();
  };
}
