import type { Micros } from "../../eventstore/event/event.ts";
import type { DateOrder } from "../../time-text/free-date.ts";
import type { TimeFormat } from "../../time-text/named-format.ts";
import type { TimeLayout } from "./learn/layout.ts";
import type { Table } from "./tables/table.ts";

export const lineFormats = [
  "syslog",
  "access",
  "nginx_error",
  "apache_error",
  "audit",
  "json",
  "logfmt",
  "postgres",
  "mysql",
  "redis",
  "squid",
  "bind",
  "php",
  "ruby",
  "gin",
  "klog",
  "logcat",
  "container",
  "websphere",
  "nagios",
  "samba",
  "erlang",
  "db2",
  "slow_log",
  "minio",
  "haproxy",
  "iis",
  "machine_room",
  "weblogic",
  "cups",
  "openldap",
  "event_viewer",
  "cmtrace",
  "general_log",
  "nest",
  "cloud_access",
  "table",
  "timed",
  "text",
] as const;
export type LineFormat = (typeof lineFormats)[number];

/**
 * The fields of a log line. A field that the line does not name is absent; the reader of the event supplies defaults.
 */
export interface LineFields {
  format: Exclude<LineFormat, "json"> | "pattern";
  time?: Micros;
  host?: string;
  program?: string;
  /** The part of the program that writes, such as `org.example.App`: its name where the program has none. */
  logger?: string;
  /** 0..7 */
  severity?: number;
  /** 0..23 */
  facility?: number;
  /** Severity and facility come from a syslog priority, not from words in the line. */
  isPriority?: boolean;
  message: string;
  /** User tags as name, value, name, value …; names unique, values never "". */
  tags: string[];
  /** Stored with the event, not searchable, and irrelevant to whether two events are the same. */
  extra?: Record<string, unknown>;
  /** The program whose format this is; the following lines say what happened. */
  header?: "java" | "samba" | "report" | "db2" | "slow" | "general" | "minio" | "event_viewer";
}

/** A line of JSON lines: an event in the words of `POST /incoming`, mapped by the same function. */
export interface JsonLine {
  format: "json";
  json: Record<string, unknown>;
}

/** The parts of a line that a prescribed pattern found, by name; undefined: it does not match. */
export type LinePattern = (line: string) => ReadonlyMap<string, string> | undefined;

/** Context for reading a line. */
export interface LineContext {
  /**
   * When the line arrived; for the line of a file, when the file was last written. A missing year is inferred from it.
   */
  reference: Micros;
  /** IANA name of the zone of times that name none. */
  timezone: string;
  /** The year of times that name none, in place of inference. */
  year?: number;
  /** The configured format of times; tried first. */
  timeFormat?: TimeFormat;
  /** The configured format of lines; no other is tried. */
  pattern?: LinePattern;
  /** The place of the time, learned from the lines themselves. */
  layout?: TimeLayout;
  /** After a time at the beginning of the line come a host and a program, as in syslog. */
  hostBehind?: boolean;
  /** The order of numbers in ambiguous dates, such as `01/02/2026`. */
  dateOrder?: DateOrder;
  /** Columns that a header named; a line that fits is read by them. */
  table?: Table;
  /** Reads every line as this format; a line that does not fit is text. */
  format?: LineFormat;
}
