import type { ColumnUse } from "./column-use.ts";
import type { Table } from "./table.ts";

/**
 * The table of PostgreSQL's csvlog, which has no header: `2026-11-21 09:00:00.123
 * UTC,"kim","shop",71,"192.0.2.9:5000",6920f2e0.47,1,"SELECT",…`. Versions before 13 and 14 have fewer columns.
 */
export function postgresTable(line: string): Table | undefined {
  if (!rowPattern.test(line.slice(0, 400))) return undefined;
  const count = splitCount(line);
  // A text over several lines ends on another line; then the newest version is the likeliest.
  const columns = columnsAll.slice(0, counts.includes(count) ? count : columnsAll.length);
  return {
    separator: ",",
    names: columns.map(([name]) => name),
    columns: columns.map(([, use]) => use),
    header: undefined,
    isQuoted: true,
    spansLines: true,
    unset: [],
    program: "postgres",
    timezone: undefined,
  };
}

const rowPattern =
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} [A-Z+-][\w+-]{0,5},(?:"[^"]{0,63}")?,(?:"[^"]{0,63}")?,\d{1,10},(?:"[^"]{0,100}")?,[0-9a-f]{1,8}\.[0-9a-f]{1,8},\d{1,20},/;

/** Commas outside quotes, plus one. */
function splitCount(line: string): number {
  return line.replace(/"(?:[^"]|"")*"/g, "").split(",").length;
}

const tag = (name: string): ColumnUse => ({ role: "tag", name });
const aside = (name: string): ColumnUse => ({ role: "aside", name });

/** As in the server's documentation. */
const columnsAll: readonly (readonly [name: string, use: ColumnUse])[] = [
  ["log_time", { role: "time" }],
  ["user_name", tag("user")],
  ["database_name", tag("database")],
  ["process_id", tag("pid")],
  ["connection_from", tag("connection_from")],
  ["session_id", aside("session_id")],
  ["session_line_num", aside("session_line_num")],
  ["command_tag", tag("command_tag")],
  ["session_start_time", aside("session_start_time")],
  ["virtual_transaction_id", aside("virtual_transaction_id")],
  ["transaction_id", aside("transaction_id")],
  ["error_severity", { role: "severity" }],
  ["sql_state_code", tag("sql_state_code")],
  ["message", { role: "message" }],
  ["detail", tag("detail")],
  ["hint", tag("hint")],
  ["internal_query", tag("internal_query")],
  ["internal_query_pos", tag("internal_query_pos")],
  ["context", tag("context")],
  ["query", tag("statement")],
  ["query_pos", tag("query_pos")],
  ["location", tag("location")],
  ["application_name", tag("application_name")],
  ["backend_type", tag("backend_type")],
  ["leader_pid", tag("leader_pid")],
  ["query_id", tag("query_id")],
];
const counts = [23, 24, 26];
