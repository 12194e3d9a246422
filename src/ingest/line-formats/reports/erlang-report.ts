import { severityOfLevel } from "../../../eventstore/event/severity-words.ts";
import { readLikelyTime } from "../../../time-text/free-time.ts";
import type { LineContext, LineFields } from "../line-fields.ts";

/**
 * `=ERROR REPORT==== 21-Nov-2026::09:00:00.123456 ===` of Erlang: RabbitMQ, ejabberd, CouchDB. The report stands below
 * it.
 */
export function readErlangReport(line: string, context: LineContext): LineFields | undefined {
  if (line[0] !== "=") return undefined;
  const head = headPattern.exec(line);
  const time = head === null ? undefined : readLikelyTime(line, head[0].length, context);
  if (head === null || time === undefined || !/^ UTC ===$|^ ===$/.test(line.slice(time.end))) return undefined;
  const kind = head[1]!;
  const severity = severityOfLevel(kind) ?? (kind === "CRASH" ? 3 : 6);
  return { format: "erlang", time: time.time, severity, message: line, tags: [], header: "report" };
}

const headPattern = /^=([A-Z]{3,16}) REPORT={3,5} (?=\d)/;
