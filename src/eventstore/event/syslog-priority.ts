import { facilityNames } from "./event.ts";
import { severityOfLevel, severityOfWord } from "./severity-words.ts";

/** Defaults for events that do not say: RFC 5424 numbers. */
export const defaultSeverity = 6;
export const defaultFacility = 1;

/** 0..7 from a number, its text, or a name such as `warn`, `Error`, `fatal`; undefined: not a severity. */
export function readSeverity(value: unknown): number | undefined {
  return numberUpTo(value, 7) ?? (typeof value === "string" ? severityOfWord(value.trim()) : undefined);
}

/** As `readSeverity`; also the short words of loggers, and the levels 10, 20, … 60 that Bunyan and pino count by. */
export function readLevel(value: unknown): number | undefined {
  const severity = readSeverity(value);
  if (severity !== undefined) return severity;
  if (typeof value === "number") return severityOfTens.get(value);
  return typeof value === "string" && value.length <= levelCharactersMax ? severityOfLevel(value.trim()) : undefined;
}

const levelCharactersMax = 16;

const severityOfTens = new Map([
  [10, 7],
  [20, 7],
  [30, 6],
  [40, 4],
  [50, 3],
  [60, 2],
]);

/** 0..23 from a number, its text, or a name such as `kern`, `LOCAL0`; undefined: not a facility. */
export function readFacility(value: unknown): number | undefined {
  const number = numberUpTo(value, 23);
  if (number !== undefined || typeof value !== "string") return number;
  const name = value.trim().toUpperCase();
  const index = facilityNames.findIndex((known) => known === (facilityAliases[name] ?? name));
  return index < 0 ? undefined : index;
}

const facilityAliases: Partial<Record<string, string>> = { KERNEL: "KERN", SECURITY: "AUTH" };

/** facility * 8 + severity, 0..191. */
export function readPriority(value: unknown): { facility: number; severity: number } | undefined {
  const priority = numberUpTo(value, 191);
  return priority === undefined ? undefined : { facility: priority >> 3, severity: priority & 7 };
}

function numberUpTo(value: unknown, max: number): number | undefined {
  const number = typeof value === "string" && /^ *\d{1,3} *$/.test(value) ? Number(value) : value;
  return Number.isInteger(number) && (number as number) >= 0 && (number as number) <= max
    ? (number as number)
    : undefined;
}
