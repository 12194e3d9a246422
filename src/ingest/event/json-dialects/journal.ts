import { readFacility } from "../../../eventstore/event/syslog-priority.ts";
import { copyOf, type Json, textOf } from "./json-values.ts";

/** An entry as `journalctl -o json` writes it: the same tags as of one that systemd-journal-upload sends. */
export function translateJournal(json: Json): Json | undefined {
  const event: Record<string, unknown> = {};
  const tags = copyOf({});
  for (const name in json) {
    const value = json[name];
    if (name === "MESSAGE") event.message = messageOf(value);
    else if (name === "_HOSTNAME") event.hostname = value;
    else if (name === "PRIORITY") event.level = value;
    else if (name === "SYSLOG_FACILITY") event.facility = readFacility(value);
    else if (isJournalTag(name)) tags[journalTagName(name)] = Array.isArray(value) ? textOfBytes(value) : value;
  }
  event["@timestamp"] = json._SOURCE_REALTIME_TIMESTAMP ?? json.__REALTIME_TIMESTAMP;
  const program = textOf(json.SYSLOG_IDENTIFIER) ?? textOf(json._COMM);
  if (program !== undefined) event.program = program;
  return copyOf({ ...event, user_tags: tags });
}

/** Fields that become tags, except those that number entries or repeat another field. */
export function isJournalTag(name: string): boolean {
  return !name.startsWith("__") && !skipped.has(name);
}

/** In lower case, without the underscores of journald's own fields. */
export function journalTagName(name: string): string {
  return name.replace(/^_+/, "").toLowerCase();
}

const skipped: ReadonlySet<string> = new Set([
  ...["_BOOT_ID", "_MACHINE_ID", "_CAP_EFFECTIVE", "_SOURCE_MONOTONIC_TIMESTAMP", "SYSLOG_TIMESTAMP", "SYSLOG_RAW"],
  ...["_SOURCE_REALTIME_TIMESTAMP", "SYSLOG_IDENTIFIER"],
]);

/** Text with control characters or in another encoding comes as a list of bytes. */
function messageOf(value: unknown): string | undefined {
  return Array.isArray(value) ? textOfBytes(value) : textOf(value);
}

function textOfBytes(bytes: readonly unknown[]): string | undefined {
  const isBytes = bytes.every((byte) => typeof byte === "number" && byte >= 0 && byte <= 255);
  return isBytes ? Buffer.from(bytes as number[]).toString("utf8") : textOf(bytes.at(-1));
}
