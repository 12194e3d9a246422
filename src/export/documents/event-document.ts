import type { Cell, Column, Table } from "../../document/document.ts";
import type { EventObject } from "../../eventstore/event/event-object.ts";
import { findField, UnsearchableFieldError } from "../../filter/condition/fields.ts";
import type { EventsContent } from "../answer.ts";
import { listCells } from "../event-cells.ts";
import { eventColumns, listRows, tagLayoutOf } from "../event-table.ts";

/** One column for every field, with names for people. */
export function eventsOnSheets({ tagNames, events, batches }: EventsContent, timezone: string): Table {
  const layout = tagLayoutOf(tagNames);
  const columns = eventColumns(layout);
  const rows = batches ? listCells(batches, layout, timezone) : listRows(events, layout);
  const [number, name] = ["severity", "severity_name"].map((wanted) =>
    columns.findIndex(({ name }) => name === wanted),
  );
  return {
    title: "Events",
    columns: columns.map(
      (column, i): Column => ({
        title: titles[column.name] ?? column.name.replace(/^user_tags\./, ""),
        holds: i === name ? "severity" : column.holds,
      }),
    ),
    rows: withNumbers(withColors(rows, number!, name!), numbersIn(columns)),
  };
}

/** The name of a severity is shown in its colour, which depends on the number. */
function* withColors(rows: Iterable<readonly Cell[]>, number: number, name: number): Generator<readonly Cell[]> {
  for (const row of rows) yield row.with(name, row[number]!);
}

/** Places of the tags, each in a column of its own. */
function numbersIn(columns: readonly { name: string }[]): number[] {
  return columns.flatMap(({ name }, place) => (name.startsWith("user_tags.") ? [place] : []));
}

/** Writes numbers as numbers, so that a sheet can add them up; one that it would change, such as 007, stays text. */
function* withNumbers(rows: Iterable<readonly Cell[]>, places: readonly number[]): Generator<readonly Cell[]> {
  for (const row of rows) {
    const cells = [...row];
    for (const place of places) {
      const cell = cells[place];
      if (typeof cell === "string" && plainNumber.test(cell)) cells[place] = Number(cell);
    }
    yield cells;
  }
}

/** At most fifteen digits, which is what a sheet keeps. */
const plainNumber = /^(?!-0$)-?(?=[\d.]{1,16}$)(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/;

const titles: Readonly<Record<string, string>> = {
  id: "Id",
  first_occurrence: "First occurrence",
  last_occurrence: "Last occurrence",
  counter: "Count",
  host: "Host",
  program: "Program",
  severity: "Severity",
  severity_name: "Severity name",
  facility: "Facility",
  facility_name: "Facility name",
  status: "Status",
  status_name: "Status name",
  type: "Type",
  cisco_mnemonic: "Cisco mnemonic",
  message: "Message",
  user_tags: "Other user tags",
  extra_fields: "Extra fields",
};

/**
 * The fields shown on a page: those `chosen` beside time, severity and message, as the widget shows them on the screen;
 * without a choice host, program, all tags together and the count.
 */
export function eventsOnPages({ tagNames, events }: EventsContent, chosen?: readonly string[]): Table {
  const fields = chosen?.filter((name) => !alwaysShown.has(name)).map(fieldOnPages);
  const before = fields ?? [fieldOnPages("host"), fieldOnPages("program")];
  const behind = fields ? [] : [...(tagNames.length > 0 ? [tagsTogether] : []), fieldOnPages("counter")];
  const columns: Column[] = [
    { title: "Time", holds: "time" },
    { title: "Severity", holds: "severity" },
    ...before.map(({ column }) => column),
    { title: "Message", holds: "text" },
    ...behind.map(({ column }) => column),
  ];
  return { title: "Events", columns, rows: pageRows(events, before, behind) };
}

const alwaysShown: ReadonlySet<string> = new Set(["last_occurrence", "severity", "severity_name", "message"]);

interface FieldOnPages {
  column: Column;
  cellOf(event: EventObject): Cell;
}

function* pageRows(
  events: Iterable<EventObject>,
  before: readonly FieldOnPages[],
  behind: readonly FieldOnPages[],
): Generator<readonly Cell[]> {
  for (const event of events) {
    const cellsOf = (fields: readonly FieldOnPages[]) => fields.map(({ cellOf }) => cellOf(event));
    yield [occurrencesOf(event).last_occurrence, event.severity, ...cellsOf(before), event.message, ...cellsOf(behind)];
  }
}

/** Of an event that has occurrences outside the time range, those within. */
function occurrencesOf(event: EventObject): Pick<EventObject, "first_occurrence" | "last_occurrence" | "counter"> {
  return event.in_range ?? event;
}

function fieldOnPages(name: string): FieldOnPages {
  if (name === "counter" || name === "first_occurrence") {
    const holds = name === "counter" ? "number" : "time";
    return { column: { title: titles[name]!, holds }, cellOf: (event) => occurrencesOf(event)[name] };
  }
  const field = baseOrTag(name);
  if (field.kind === "tag")
    return { column: { title: field.name, holds: "text" }, cellOf: ({ user_tags }) => user_tags[field.name] ?? "" };
  const cellOf = (event: EventObject) => textOf((event as unknown as Record<string, unknown>)[name]);
  return { column: { title: titles[name] ?? name, holds: "text" }, cellOf };
}

/** A tag may come with `ut_` in front. */
function baseOrTag(name: string): { kind: "base" } | { kind: "tag"; name: string } {
  try {
    const field = findField(name);
    return field.kind === "tag" ? field : { kind: "base" };
  } catch (error) {
    if (error instanceof UnsearchableFieldError) return { kind: "base" };
    throw error;
  }
}

function textOf(value: unknown): Cell {
  if (value === undefined || value === null) return "";
  return typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value);
}

const tagsTogether: FieldOnPages = {
  column: { title: "Tags", holds: "text" },
  cellOf: ({ user_tags }) =>
    Object.entries(user_tags)
      .map(([name, value]) => `${name}=${value}`)
      .join(", "),
};
