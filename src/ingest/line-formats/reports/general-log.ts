import { addTag } from "../../../time-text/scan.ts";
import type { LineContext, LineFields } from "../line-fields.ts";
import { readMysqlTime } from "./slow-log.ts";

/**
 * The general log of MySQL and MariaDB: a time, the session, `Query` and the statement, separated by tabs. A statement
 * continues over the lines that follow. Of MariaDB's lines (`261121  9:00:00`) only the first in each second has a
 * time.
 */
export function readGeneralLog(line: string, context: LineContext): LineFields | undefined {
  const tab = line.indexOf("\t");
  if (tab < 0 || tab > timeCharactersMax) return undefined;
  const found = commandPattern.exec(line.slice(tab, tab + headCharactersMax));
  const time = tab === 0 || found === null ? undefined : readMysqlTime(line, 0, context);
  if (found === null || (tab > 0 && time?.end !== tab)) return undefined;
  const [head, session, command] = found as unknown as [string, string, string];
  const tags: string[] = [];
  addTag(tags, "session_id", session);
  return {
    format: "general_log",
    ...(time && { time: time.time }),
    program: line[10] === "T" ? "mysqld" : "mariadbd",
    severity: 6,
    message: `${command} ${line.slice(tab + head.length)}`.trimEnd(),
    tags,
    header: "general",
  };
}

const timeCharactersMax = 32;
const headCharactersMax = 48;
/** The server's commands that it logs. */
const commandPattern =
  /^\t{1,2} *(\d{1,20}) (Query|Connect|Quit|Execute|Prepare|Close stmt|Reset stmt|Long Data|Fetch|Init DB|Change user|Field List|Statistics|Ping|Shutdown|Refresh|Processlist|Kill|Debug|Daemon|Binlog Dump(?: GTID)?|Register Slave|Register Replica|Set option|Create DB|Drop DB|Bulk_execute|Reset connection|Time|Delayed insert|Table Dump|Connect Out|Sleep|Error|Statement|Unimpl)(?:\t|$)/;
