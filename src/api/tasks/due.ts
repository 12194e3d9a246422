import * as z from "zod";
import { dueSecondsMax } from "./limits.ts";

/** Epoch seconds or ISO 8601 in, epoch seconds out. An empty form field means none. */
export const dueField = z
  .union([z.int().min(0).max(dueSecondsMax), z.string()], {
    error: `Expected whole epoch seconds from 0 to ${dueSecondsMax}, an ISO 8601 time or null.`,
  })
  .nullable()
  .transform((value, context) => {
    if (typeof value !== "string") return value;
    if (value.trim() === "") return null;
    const seconds = parseIsoTime(value.trim());
    if (seconds !== undefined && seconds >= 0 && seconds <= dueSecondsMax) return seconds;
    context.addIssue({
      code: "custom",
      message: `Expected epoch seconds or an ISO 8601 time such as 2030-01-31T17:00:00Z, got "${value.slice(0, 60)}".`,
    });
    return z.NEVER;
  });

/**
 * Epoch seconds, rounded down, of a date, or of a date and time with or without an offset. Without one it is the
 * server's own time, as in ISO 8601; a date alone is its midnight. Undefined for anything else, and for days and times
 * that do not exist.
 */
export function parseIsoTime(text: string): number | undefined {
  const match = isoTime.exec(text);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((digits) => Number(digits ?? 0));
  const fields = [year!, month! - 1, day!, hour!, minute!, second!] as const;
  const utc = new Date(0);
  utc.setUTCFullYear(fields[0], fields[1], fields[2]);
  utc.setUTCHours(fields[3], fields[4], fields[5]);
  const isReal =
    utc.getUTCMonth() === fields[1] &&
    utc.getUTCDate() === fields[2] &&
    utc.getUTCHours() === fields[3] &&
    utc.getUTCMinutes() === fields[4] &&
    utc.getUTCSeconds() === fields[5];
  if (!isReal) return undefined;
  const offset = match[7];
  if (offset === undefined) return Math.floor(new Date(...fields).getTime() / 1000);
  const offsetSeconds = readOffset(offset);
  return offsetSeconds === undefined ? undefined : utc.getTime() / 1000 - offsetSeconds;
}

const isoTime =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(Z|z|[+-]\d{2}(?::?\d{2})?)?)?$/;

function readOffset(text: string): number | undefined {
  if (/^z$/i.test(text)) return 0;
  const digits = text.slice(1).replace(":", "");
  const [hours, minutes] = [Number(digits.slice(0, 2)), Number(digits.slice(2) || 0)];
  if (hours > 23 || minutes > 59) return undefined;
  return (text.startsWith("-") ? -1 : 1) * (hours * 3600 + minutes * 60);
}
