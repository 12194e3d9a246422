import { readFullTime } from "../find-time.ts";
import type { LineContext, LineFields } from "../line-fields.ts";

/**
 * `2026-11-21  9:00:00 0 [Note] …` of MariaDB, `2026-11-21T09:00:00.123456Z 0 [System] [MY-010931] [Server] …` of MySQL
 * 8, `261121  9:00:00 [Note] …` of old ones. The message stays as it is: rules read connection and level in it.
 */
export function readMysql(line: string, context: LineContext): LineFields | undefined {
  const bracket = line.indexOf("[");
  if (bracket < 15 || bracket > 45) return undefined;
  const time = readFullTime(line, 0, context);
  const rest = time === undefined ? null : levelPattern.exec(line.slice(time.end, time.end + 80));
  if (time === undefined || rest === null) return undefined;
  // Only old versions, whose date is digits alone, leave out the number of the connection. aria2 and Nomad look alike.
  if (rest[2] === undefined && line[6] !== " ") return undefined;
  // MySQL 5.7 writes no code, but the time as MariaDB never does.
  const program = rest[4] === undefined && line[10] !== "T" ? "mariadbd" : "mysqld";
  const message = line.slice(time.end + rest[1]!.length);
  return {
    format: "mysql",
    time: time.time,
    program,
    severity: severities[rest[3]!.toLowerCase()]!,
    message,
    tags: [],
  };
}

const levelPattern = /^(\s+)(?:(\d{1,20}) )?\[(Note|Warning|ERROR|Error|System)\] (\[MY-\d{6}\])?/;
const severities: Record<string, number> = { note: 6, warning: 4, error: 3, system: 5 };
