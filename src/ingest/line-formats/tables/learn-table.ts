import type { LineContext } from "../line-fields.ts";
import { assignColumns } from "./column-use.ts";
import { postgresTable } from "./postgres-table.ts";
import { readRow, readWhole } from "./read-row.ts";
import { isOpenEnded, splitRow } from "./split-row.ts";
import type { Table } from "./table.ts";

/** Rows that are looked at. */
const rowsMax = 100;
/** Share of them that must have as many columns as the header, and a time. */
const shareMin = 0.9;
const separators = [",", ";", "\t", "|"] as const;

/**
 * The table in the first lines of a file: a header of names, one of which is a time, and rows of as many values.
 * Undefined: there is none.
 */
export function learnTable(lines: readonly string[], context: LineContext): Table | undefined {
  const filled = lines.filter((line) => line.trim() !== "");
  const [first] = filled;
  if (first === undefined) return undefined;
  const postgres = postgresTable(first);
  if (postgres !== undefined) return postgres;
  // Windows' DHCP server explains its columns before them.
  for (let at = 0; at < Math.min(filled.length - 1, linesBeforeMax); at++) {
    const table = tableUnder(filled[at]!, filled.slice(at + 1, at + 1 + linesUnder), context);
    if (table !== undefined) return table;
  }
  return undefined;
}

const linesBeforeMax = 40;
/** Values may span lines. */
const linesUnder = 1_000;

function tableUnder(header: string, rest: readonly string[], context: LineContext): Table | undefined {
  if (header.length > headerCharactersMax) return undefined;
  for (const separator of separators) {
    const table = tableOf(header, separator);
    if (table !== undefined && fits(table, joinOpen(rest, table), context)) return table;
  }
  return undefined;
}

const headerCharactersMax = 4096;

function tableOf(header: string, separator: Table["separator"]): Table | undefined {
  if (!header.includes(separator)) return undefined;
  const told = splitRow(header, { separator, isQuoted: true }).map((name) => name.replace(/^\uFEFF/, "").trim());
  // The Event Viewer of Windows writes the description into a column without a name.
  const names = told.at(-1) === "Task Category" && told.includes("Event ID") ? [...told, "Message"] : told;
  const areNames = names.length <= columnsMax && names.every((name) => namePattern.test(name));
  if (!areNames || new Set(names).size < names.length) return undefined;
  const columns = assignColumns(names);
  const hasTime = columns.some(({ role }) => role === "time" || role === "date");
  if (!hasTime) return undefined;
  const table = { separator, names, columns, header, isQuoted: true, spansLines: true, unset: ["-"] };
  return { ...table, program: undefined, timezone: undefined };
}

/** One or several words: no number, no time. */
const namePattern = /^[\p{L}_@#][\p{L}\p{N}_ .:@#%()/-]{0,60}$/u;
const columnsMax = 256;

function fits(table: Table, rows: readonly string[], context: LineContext): boolean {
  const looked = rows.slice(0, rowsMax);
  const good = looked.filter((row) => readRow(row, table, context)?.time !== undefined);
  return good.length >= looked.length * shareMin;
}

/** Values in quotes may span lines; the last may be cut off. A row that does not end soon is none to learn from. */
function joinOpen(lines: readonly string[], table: Table): string[] {
  const rows: string[] = [];
  let open: string | undefined;
  for (const line of lines) {
    const row: string = open === undefined ? line : `${open}\n${line}`;
    const isLong = row.length > rowCharactersMax;
    open = !isLong && isOpenEnded(row, table) ? row : undefined;
    if (open === undefined && !isLong) rows.push(row);
    if (rows.length === rowsMax) break;
  }
  return rows;
}

/** Each line of a row is looked through again with those before it, for each line that may be the header. */
const rowCharactersMax = 16_384;

/** The texts of its times, from which the order of their numbers is determined. */
export function timesIn(table: Table, lines: readonly string[]): string[] {
  const at = table.columns.findIndex(({ role }) => role === "time" || role === "date");
  const clock = table.columns.findIndex(({ role }) => role === "clock");
  return joinOpen(lines, table).flatMap((line) => {
    const values = line === table.header ? [] : splitRow(line, table);
    if (values.length !== table.columns.length) return [];
    const text = clock < 0 ? values[at]! : `${values[at]} ${values[clock]}`;
    return readWhole(text, emptyContext) === undefined ? [] : [text];
  });
}

const emptyContext: LineContext = { reference: Number.MAX_SAFE_INTEGER / 2, timezone: "UTC" };

/** Tells people how the columns are read. */
export function describeTable(table: Table): string {
  const said = (roles: readonly string[], what: string) => {
    const names = table.names.filter((_, index) => roles.includes(table.columns[index]!.role));
    return names.length === 0 ? [] : [`${names.map((name) => `"${name}"`).join(" and ")} the ${what}`];
  };
  const parts = [
    ...said(["time", "date", "clock"], "time"),
    ...said(["host"], "host"),
    ...said(["program"], "program"),
    ...said(["severity"], "severity"),
    ...said(["message"], "message"),
  ];
  const named = table.header === undefined ? "The columns are those of PostgreSQL" : "The first line names the columns";
  return `${named}: ${parts.join(", ")}; the others are tags.`;
}
