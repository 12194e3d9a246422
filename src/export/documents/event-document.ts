import type { Cell, Column, Table } from "../../document/document.ts";
import type { EventObject } from "../../eventstore/event/event-object.ts";
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

/** The fields shown on a page, tags together. */
export function eventsOnPages({ tagNames, events }: EventsContent): Table {
  const columns: Column[] = [
    { title: "Time", holds: "time" },
    { title: "Severity", holds: "severity" },
    { title: "Host", holds: "text" },
    { title: "Program", holds: "text" },
    { title: "Message", holds: "text" },
    ...(tagNames.length > 0 ? [{ title: "Tags", holds: "text" } satisfies Column] : []),
    { title: "Count", holds: "number" },
  ];
  return { title: "Events", columns, rows: pageRows(events, tagNames.length > 0) };
}

function* pageRows(events: Iterable<EventObject>, hasTags: boolean): Generator<(string | number)[]> {
  for (const { last_occurrence, severity, host, program, message, user_tags, counter } of events) {
    const tags = hasTags ? [tagText(user_tags)] : [];
    yield [last_occurrence, severity, host, program, message, ...tags, counter];
  }
}

function tagText(tags: Record<string, string>): string {
  return Object.entries(tags)
    .map(([name, value]) => `${name}=${value}`)
    .join(", ");
}
