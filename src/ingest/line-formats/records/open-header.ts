import { severityOfLevel } from "../../../eventstore/event/severity-words.ts";
import type { LineFields } from "../line-fields.ts";

/**
 * An event whose first line tells who and when and whose further lines tell what: java.util.logging's `INFO: …` behind
 * class and method, Samba's indented text, the reports of Erlang. Undefined when it is none.
 */
export function openHeader(fields: LineFields, more: readonly string[]): LineFields | undefined {
  const { header, ...rest } = fields;
  if (header === undefined) return undefined;
  const [first = "", ...others] = more;
  const level = header === "java" ? /^([A-ZÄÖÜÉÈ]{4,16}): /.exec(first) : null;
  const severity = level === null ? undefined : severityOfLevel(level[1]!);
  const begin = header === "java" ? first.slice(severity === undefined ? 0 : level![0].length) : first.trim();
  const further = header === "java" ? others : others.map((line) => (header === "samba" ? line.trim() : line));
  return {
    ...rest,
    ...(severity === undefined ? {} : { severity }),
    message: [begin, ...further].join("\n"),
  };
}
