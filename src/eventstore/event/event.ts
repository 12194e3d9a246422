/** Times inside the store are whole microseconds since the epoch, as a number (exact until the year 2255). */
export type Micros = number;

/** How an event came in; the index is what is stored. */
export const eventTypes = ["UNKNOWN", "SYSLOG", "HTTP", "FILE", "INTERNAL"] as const;

/** Severities, by number (RFC 5424). */
export const severityNames = ["EMERGENCY", "ALERT", "CRITICAL", "ERROR", "WARNING", "NOTICE", "INFO", "DEBUG"] as const;

/** Facilities, by number (RFC 5424). */
export const facilityNames = [
  "KERN",
  "USER",
  "MAIL",
  "DAEMON",
  "AUTH",
  "SYSLOG",
  "LPR",
  "NEWS",
  "UUCP",
  "CRON",
  "AUTHPRIV",
  "FTP",
  "NTP",
  "AUDIT",
  "ALERT",
  "CLOCK",
  "LOCAL0",
  "LOCAL1",
  "LOCAL2",
  "LOCAL3",
  "LOCAL4",
  "LOCAL5",
  "LOCAL6",
  "LOCAL7",
] as const;

export const statusNames = ["UNKNOWN", "ACTIONABLE", "NON_ACTIONABLE"] as const;

/** One distinct log message with its occurrences, as the pipeline hands it to the store. */
export interface EventRow {
  /** Occurrence times, ascending, at least one, at most 65,535. */
  times: Micros[];
  host: string;
  program: string;
  message: string;
  /** 0..7 */
  severity: number;
  /** 0..23 */
  facility: number;
  /** Index into `eventTypes`. */
  type: number;
  /** Index into `statusNames`. */
  status: number;
  /** "" when there is none. */
  ciscoMnemonic: string;
  /** User tags as name, value, name, value …; names sorted by code unit and unique, values never "". */
  tags: string[];
  /** `extra_fields` as JSON text of an object, or "" for none. Kept, not searchable. */
  extra: string;
  /** Triggers that fired for each of `times`, in their order, as texts of fired-set.ts. Absent: none for any. */
  fired?: readonly string[];
}

export interface StoredEvent extends EventRow {
  /** Rises by one with each new event of a data folder; never used twice. */
  id: number;
}

/** A later occurrence of an event that an earlier commit brought. */
export interface Repeat {
  id: number;
  time: Micros;
  /** Triggers that fired for it, a text of fired-set.ts; absent: none. */
  fired?: string;
}
