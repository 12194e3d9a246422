import type { EventObject } from "../eventstore/event/event-object.ts";
import type { EventsContent } from "./answer.ts";
import { tagColumnsMax } from "./limits.ts";
import type { Cell, Column, Table } from "./table.ts";

/**
 * A row for each event. User tags have columns of their own; if there are very many, those beyond the first share one
 * as JSON.
 */
export function tableOfEvents({ tagNames, events }: EventsContent): Table {
  const layout = tagLayoutOf(tagNames);
  return { columns: eventColumns(layout), rows: listRows(events, layout) };
}

/** User tags that have a column of their own. */
export interface TagLayout {
  own: readonly string[];
  ownNames: ReadonlySet<string>;
  hasOthers: boolean;
}

export function tagLayoutOf(tagNames: readonly string[]): TagLayout {
  const own = tagNames.slice(0, tagColumnsMax);
  return { own, ownNames: new Set(own), hasOthers: tagNames.length > own.length };
}

export function eventColumns({ own, hasOthers }: TagLayout): Column[] {
  return [
    ...fields.map(([name, holds]): Column => ({ name, holds })),
    ...own.map((name): Column => ({ name: tagColumn(name), holds: "text" })),
    ...(hasOthers ? [{ name: "user_tags", holds: "text" } satisfies Column] : []),
    { name: "extra_fields", holds: "text" },
  ];
}

const fields = [
  ["id", "text"],
  ["first_occurrence", "time"],
  ["last_occurrence", "time"],
  ["counter", "number"],
  ["host", "text"],
  ["program", "text"],
  ["severity", "number"],
  ["severity_name", "text"],
  ["facility", "number"],
  ["facility_name", "text"],
  ["status", "number"],
  ["status_name", "text"],
  ["type", "text"],
  ["cisco_mnemonic", "text"],
  ["message", "text"],
] as const satisfies readonly (readonly [keyof EventObject, Column["holds"]])[];

/** Keeps a tag from passing for one of the fixed columns. */
function tagColumn(name: string): string {
  return `user_tags.${name}`;
}

export function* listRows(events: Iterable<EventObject>, layout: TagLayout): Generator<Cell[]> {
  for (const event of events) yield eventRow(event, layout);
}

export function eventRow(event: EventObject, { own, ownNames, hasOthers }: TagLayout): Cell[] {
  const row: Cell[] = [];
  for (const [name] of fields) row.push(event[name]);
  const tags = event.user_tags;
  for (const name of own) row.push(Object.hasOwn(tags, name) ? tags[name]! : null);
  if (hasOthers) row.push(jsonOf(Object.fromEntries(Object.entries(tags).filter(([name]) => !ownNames.has(name)))));
  row.push(jsonOf(event.extra_fields));
  return row;
}

function jsonOf(value: Record<string, unknown>): string {
  const text = JSON.stringify(value);
  return text === "{}" ? "" : text;
}
