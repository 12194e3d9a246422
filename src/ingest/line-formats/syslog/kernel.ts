import type { LineFields } from "../line-fields.ts";

/**
 * `[12345.678901] usb 1-1: …` as dmesg prints it. More digits in front of the point would be the seconds since 1970.
 */
export function readDmesg(line: string): LineFields | undefined {
  const fields: LineFields = { format: "syslog", program: "kernel", message: line, tags: [] };
  const read = setUptimeAside(fields);
  return read === fields ? undefined : read;
}

/**
 * Removes the seconds since the start, and the running task, from the front of a message of the kernel. They differ in
 * every message and would make every repeat a new event.
 */
export function setUptimeAside(fields: LineFields): LineFields {
  if (fields.program !== "kernel" || fields.message[0] !== "[") return fields;
  const found = stamp.exec(fields.message);
  if (found === null) return fields;
  const message = fields.message.slice(found[0].length);
  return { ...fields, message, extra: { ...fields.extra, uptime: found[1] } };
}

/** The second pair of brackets is there when the kernel was built with CONFIG_PRINTK_CALLER. */
const stamp = /^\[ {0,6}(\d{1,8}\.\d{6})\](?:\[ {0,10}[TC]\d{1,10}\])? (?=.)/;
