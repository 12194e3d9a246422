import { severityOfLevel } from "../../../eventstore/event/severity-words.ts";
import type { LineContext, LineFields } from "../line-fields.ts";
import { severityOfMessage } from "../severity-word.ts";
import { openDb2 } from "./db2.ts";
import { openEventViewer } from "./event-viewer.ts";
import { openMinio } from "./minio.ts";
import { openSlowEntry } from "./slow-log.ts";

/**
 * An event whose first line says who and when and whose further lines say what: java.util.logging's `INFO: …` after
 * class and method, Samba's indented text, the reports of Erlang. Undefined for others.
 */
export function openHeader(fields: LineFields, more: readonly string[], context: LineContext): LineFields | undefined {
  const { header, ...rest } = fields;
  if (header === undefined || header === "general") return undefined;
  if (header === "db2") return openDb2(fields, more);
  if (header === "minio") return openMinio(fields, more);
  if (header === "event_viewer") return openEventViewer(fields, more, context);
  if (header === "slow") return openSlowEntry(fields, more);
  const [first = "", ...others] = more;
  const level = header === "java" ? /^([A-ZÄÖÜÉÈ]{4,16}): /.exec(first) : null;
  const severity = level === null ? severityOfReport(fields, more) : severityOfLevel(level[1]!);
  const begin =
    header === "java" ? first.slice(level === null || severity === undefined ? 0 : level[0].length) : first.trim();
  const further = header === "java" ? others : others.map((line) => (header === "samba" ? line.trim() : line));
  return {
    ...rest,
    ...(severity === undefined ? {} : { severity }),
    message: [begin, ...further].join("\n"),
  };
}

/** Below a time that stands alone: an error of Oracle, or a level. */
function severityOfReport({ header, severity }: LineFields, more: readonly string[]): number | undefined {
  if (header !== "report" || severity !== undefined) return undefined;
  return more.some((line) => /^ORA-\d{5}/.test(line)) ? 3 : severityOfMessage(more[0] ?? "");
}
