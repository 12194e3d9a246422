import { words } from "../words/words.ts";
/** A column of the list, beside the time and the message, which always stand there. */
export interface Column {
  field: string;
  /** Pixels; absent: as wide as usual for this field. */
  width?: number;
}

export const defaultColumns: readonly Column[] = [{ field: "severity_name" }, { field: "host" }, { field: "program" }];

/** Narrower is unreadable, wider leaves the message no room. */
const columnWidthMin = 40;
const columnWidthMax = 600;
const columnsMax = 20;

export function widthOfColumn({ field, width }: Column): number {
  return width ?? usualWidths.get(field) ?? 120;
}

const usualWidths: ReadonlyMap<string, number> = new Map([
  ["severity_name", 48],
  ["host", 110],
  ["program", 110],
  ["counter", 64],
  ["facility_name", 80],
]);

/** `severity_name,host:140`, as it stands in an address. */
export function writeColumns(columns: readonly Column[]): string {
  return columns
    .map(({ field, width }) => encodeURIComponent(field) + (width === undefined ? "" : `:${width}`))
    .join(",");
}

/** The columns that a text of an address means; undefined when it means none. */
export function readColumns(text: string): Column[] | undefined {
  if (text === "") return [];
  const columns = text.split(",").map((part): Column | undefined => {
    const [, name = "", width] = /^([^:]+)(?::(\d{1,4}))?$/.exec(part) ?? [];
    const field = decode(name);
    if (field === undefined || field === "") return undefined;
    return width === undefined ? { field } : { field, width: bounded(Number(width)) };
  });
  return columns.length <= columnsMax && columns.every((column) => column !== undefined) ? columns : undefined;
}

export function bounded(width: number): number {
  return Math.round(Math.min(columnWidthMax, Math.max(columnWidthMin, width)));
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Adds the field as a column, or removes it. */
export function toggleColumn(columns: readonly Column[], field: string): Column[] {
  const others = columns.filter((column) => column.field !== field);
  return others.length < columns.length ? others : [...columns, { field }].slice(-columnsMax);
}

/** The columns with this one moved one place to the left (-1) or right (1). */
export function moveColumn(columns: readonly Column[], field: string, direction: -1 | 1): Column[] {
  const at = columns.findIndex((column) => column.field === field);
  const to = at + direction;
  if (at === -1 || to < 0 || to >= columns.length) return [...columns];
  const moved = [...columns];
  [moved[at], moved[to]] = [moved[to]!, moved[at]!];
  return moved;
}

/** The heading of a column; a sender may have named a tag as objects name what all of them have. */
export function titleOfColumn(field: string): string {
  const { columns } = words.event.list;
  return (Object.hasOwn(columns, field) ? columns[field] : undefined) ?? field;
}
